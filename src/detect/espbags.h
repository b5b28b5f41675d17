/* ESP-bags [Raman, 3.2]: one reader and one writer per location, and sets of strands that say which
 * of the past is serial (S-bags) and which parallel (P-bags) to what runs now. Needs the
 * depth-first order of the runtime.
 *
 *   Async A                    S_A := {A}, P_A := {}
 *   A returns to B             P_B := P_B u S_A u P_A      B: the finish or task around A
 *   StartFinish F              P_F := {}
 *   EndFinish F in B           S_B := S_B u P_F
 *
 * Clocks keep this exact: a phase is a finish around the members' segments. A member that arrives
 * gives its S-bag to the clock's P-bag; when the phase is complete the clock's P-bag becomes serial
 * to all members, and each goes on as a new strand.
 *
 * Isolated: the rules of [Raman, Fig. 4], with the accesses inside sections in a shadow memory of
 * their own. A race between a section and plain code may be ordered by the order that the sections
 * took in this run; it is called certain only if no section that comes before the later access was
 * entered since the earlier access's strand began (`section`, `entered`).
 *
 * Futures, phasers, regions, sections on objects and assume are beyond bags: rp_bags.beyond is set
 * at the first, and the graph engine has to decide. */
#ifndef RP_DETECT_ESPBAGS_H
#define RP_DETECT_ESPBAGS_H

#include "event/observer.h"
#include "shadow/shadow.h"

/* Accesses of one class, other than plain, exclude each other. */
typedef enum rp_access_class
{
  RP_ACCESS_PLAIN,
  RP_ACCESS_ISOLATED, /* inside a global isolated section */
  RP_ACCESS_ATOMIC,   /* an atomic operation */
  RP_ACCESS_CLASSES
} rp_access_class;

/* A race as bags see it: the earlier access is what the shadow kept. */
typedef struct rp_bag_race
{
  uint64_t address;
  uint32_t bytes; /* which of the 8 */
  uint32_t earlier_strand, earlier_where;
  uint32_t later_strand, later_where;
  bool earlier_writes, later_writes;
  rp_access_class earlier_class, later_class;
  bool order;   /* both exclude each other: no race, but their order matters */
  bool certain; /* else only if the sections take another order */
} rp_bag_race;

typedef void rp_bag_race_found (void *context, const rp_bag_race *race);

typedef struct rp_strand_row
{
  uint32_t parent; /* union-find; a root's own number */
  uint32_t task;
  uint32_t section; /* sections entered when it began */
  uint8_t rank;
  bool is_parallel; /* roots: a P-bag */
} rp_strand_row;

/* One slot may hold accesses of one strand from several places, different ones for different bytes:
 * its `where` then is RP_WHERE_MIXED plus the number of a mixture. Loops make few of them, again
 * and again. */
#define RP_WHERE_MIXED 0x800000u

typedef struct rp_mixture
{
  uint32_t where[8]; /* by byte; 0: none */
} rp_mixture;

typedef struct rp_mixing
{
  uint32_t old_rest, where, bytes, mixed;
} rp_mixing;

typedef struct rp_bags
{
  rp_observer observer;           /* first */
  RP_VEC (rp_strand_row) strands; /* [0] is unused */
  rp_shadow shadows[RP_ACCESS_CLASSES];
  uint32_t now;                          /* the strand that runs */
  uint32_t floor;                        /* strands below are serial to everything from now on */
  uint32_t known_parallel, known_serial; /* 0: none */
  uint32_t unjoined;          /* tasks created and not joined: 0 means nothing is parallel */
  uint64_t special_pages[64]; /* bit page % 4096: a page with accesses that are not plain */
  bool has_special;           /* there were accesses that are not plain */
  uint32_t sections;          /* entered so far */
  uint32_t depth;             /* sections that the running task is in */
  uint32_t entered;           /* last section that comes before what runs now */
  struct rp_bags_task *running;
  const char *beyond; /* the construct that bags cannot judge, or NULL */
  uint32_t beyond_site;
  uint64_t accesses;
  RP_VEC (rp_mixture) mixtures;
  rp_map mixture_numbers;
  rp_mixing recent_mixings[64];
  rp_bag_race_found *found;
  void *context;
} rp_bags;

void rp_bags_init (rp_bags *bags, rp_bag_race_found *found, void *context);
void rp_bags_clear (rp_bags *bags);

/* Whether only plain accesses count at ADDRESS: the code that runs is in no section, and no access
 * of another class was made near. */
static inline bool
rp_bags_is_plain (const rp_bags *bags, uint64_t address)
{
  if (!bags->has_special)
    return true;
  uint64_t page = address >> RP_SHADOW_PAGE_BITS;
  return !bags->depth && !(bags->special_pages[page / 64 % 64] >> page % 64 & 1);
}

/* Whether the access changes nothing and cannot race: nothing is parallel; or the strand that runs
 * has it on record and nobody else came in between; or it is a read like one that is on record for
 * a parallel strand. BYTES of the 8 at ADDRESS. known_parallel and known_serial are the last
 * strands found to be so; they are forgotten whenever bags change. Allocates nothing. */
static inline bool
rp_bags_is_known (rp_bags *bags, uint64_t address, uint32_t bytes, bool is_write)
{
  if (!bags->unjoined)
    return true;
  if (!rp_bags_is_plain (bags, address))
    return false;
  const rp_cell *cell = rp_shadow_peek (&bags->shadows[RP_ACCESS_PLAIN], address);
  if (!cell)
    return false;
  rp_slot own = is_write ? cell->writer : cell->reader;
  uint32_t other = is_write ? cell->reader.strand : cell->writer.strand;
  bool recorded = own.strand == bags->now || (!is_write && own.strand == bags->known_parallel);
  bool harmless = other == bags->now || other < bags->floor || other == bags->known_serial;
  return recorded && harmless && (own.rest & bytes) == bytes;
}

/* The mixture of what OLD_REST has with WHERE for BYTES, if it was made a short while ago; else 0.
 */
static inline uint32_t
rp_bags_recent_mixture (const rp_bags *bags, uint32_t old_rest, uint32_t where, uint32_t bytes)
{
  const rp_mixing *recent = &bags->recent_mixings[(old_rest ^ where * 7u ^ bytes) % 64];
  bool is_it = recent->old_rest == old_rest && recent->where == where && recent->bytes == bytes;
  return is_it ? recent->mixed : 0;
}

/* The access itself: checks and records. CLASS is plain or atomic; inside an isolated section a
 * plain access is isolated. */
void rp_bags_access (rp_bags *bags, uint64_t address, uint32_t bytes, bool is_write,
                     rp_access_class class, uint32_t where);

/* The bytes are new memory. */
void rp_bags_forget (rp_bags *bags, uint64_t address, uint64_t size);

/* For models: an rp_access_function, each location is a word of its own. */
void rp_bags_access_location (void *bags, rp_strand *task, uint64_t base, uint32_t size,
                              bool is_write, uint32_t site);

#endif
