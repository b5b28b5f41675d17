/* ESP-bags [Raman, 3.2]: one reader and one writer for each location, and sets of strands. Strands in S-bags are serial
 * to the running strand, strands in P-bags are parallel to it. The runtime must execute tasks depth-first.
 *
 *   Async A                    S_A := {A}, P_A := {}
 *   A returns to B             P_B := P_B u S_A u P_A      B: the finish or task around A
 *   StartFinish F              P_F := {}
 *   EndFinish F in B           S_B := S_B u P_F
 *
 * Clocks. The bags stay exact, because a phase is like a finish around everything that the members do in this phase. A
 * member that arrives adds its S-bag to the clock's P-bag, and continues as a new strand. When the phase is complete,
 * the clock's P-bag becomes serial to all members. All tasks in the finish must be members. Otherwise one reader does
 * not suffice: the end of a phase comes after a member's read, but not after a read by an unclocked task.
 *
 * Isolated sections. These are the rules of [Raman, Fig. 4]; accesses inside sections have their own shadow memory. A
 * race is only possible, not certain, if this run's order of sections may order its two accesses. This is so if a
 * section was entered after the earlier access, and this section or a later one comes before the later access (see
 * rp_strand_row.next and rp_bags.entered). This test knows the strand of the earlier access, but not when the strand
 * made this access. So some certain races are called possible.
 *
 * Bags do not support unclocked tasks beside a clock, futures, phasers, regions, choices, sections on objects, and
 * tasks that wait for a section or a condition. At the first of these, rp_bags.unsupported is set, and another engine
 * has to decide: step_bags.h, or the graph. */
#ifndef RP_CORE_DETECT_ESPBAGS_H
#define RP_CORE_DETECT_ESPBAGS_H

#include "base/map.h"
#include "core/detect/loop_strands.h"
#include "core/event/observer.h"
#include "core/shadow/shadow.h"

#include <string.h>

/* A set of bits. Two accesses exclude each other if their classes have a bit in common. */
typedef enum rp_access_class
{
  RP_ACCESS_PLAIN = 0,
  RP_ACCESS_ISOLATED = 1, /* inside a global isolated section */
  RP_ACCESS_ATOMIC = 2,   /* an atomic operation; 3: an atomic operation inside a section */
  RP_ACCESS_CLASSES = 4
} rp_access_class;

/* How the next access has to be handled. In zeroed memory, as before rp_bags_init, the mode is idle. */
typedef enum rp_bags_mode
{
  RP_BAGS_IDLE, /* ignore it: nothing is parallel */
  RP_BAGS_FAST, /* call rp_bags_is_known first, and rp_bags_access if it returns false */
  RP_BAGS_SLOW  /* call rp_bags_access: the cell alone does not decide, for example inside a section */
} rp_bags_mode;

/* Watchers: modules that have to see every access for a while. They make the mode slow. */
typedef enum rp_bags_watcher
{
  RP_WATCHER_SIMD = 1,
  RP_WATCHER_COPIES = 2
} rp_bags_watcher;

/* A race. The earlier access is the one in shadow memory. */
typedef struct rp_bag_race
{
  uint64_t address;
  uint32_t bytes; /* the bytes of the word on which the accesses race, as bits */
  uint32_t earlier_strand, earlier_site;
  uint32_t later_strand, later_site;
  bool earlier_writes, later_writes;
  rp_access_class earlier_class, later_class;
  bool order;   /* not a race: the two accesses exclude each other, but their order matters */
  bool certain; /* false: the race is only possible, with another order of sections */
} rp_bag_race;

typedef void rp_bag_race_found (void *context, const rp_bag_race *race);

typedef struct rp_strand_row
{
  uint32_t parent; /* union-find: the parent; of a root, the root itself */
  uint32_t task;

  /* How many sections had been entered when the strand began, not counting a section that the strand began in. */
  uint32_t section;
  /* The number of the first section that comes after the strand. If no task has entered such a section yet: the number
   * that the section will get. 0: the NEXT of PARENT holds; in a root: no section comes after the strand. */
  uint32_t next;
  uint8_t rank;     /* union-find */
  bool is_parallel; /* of a root: its bag is a P-bag */
} rp_strand_row;

/* A slot may have accesses of one strand from several sites, with a site for each byte. Its site is then RP_SITE_MIXED
 * plus the number of a mixture. Loops make only a few different mixtures. */
typedef struct rp_mixture
{
  uint32_t sites[8]; /* the site of each byte; 0: none */
} rp_mixture;

enum
{
  RP_MIXING_BITS = 10, /* the cache of mixtures has 2^10 entries */
  RP_KNOWN_STRANDS = 32
};

/* An entry of the cache of mixtures. MIXED is the result of rp_bags_mix for the other three members. */
typedef struct rp_mixing
{
  uint32_t old_rest, site, bytes, mixed;
} rp_mixing;

/* The kinds of memory in which an access of the running strand may count as an access of its host. The owner of the
 * rp_bags sets the range of each kind in rp_bags.host. */
typedef enum rp_host_memory
{
  RP_HOST_STACK,
  RP_HOST_LOCALS, /* thread-local variables */
  RP_HOST_HEAP,   /* one range around all heap blocks that belong to threads; other blocks may lie in between */
  RP_HOST_MEMORIES
} rp_host_memory;

/* Whether BLOCK, in host[RP_HOST_HEAP], belongs to the host; valid if GENERATION equals rp_bags.block_generation. */
typedef struct rp_block_owner
{
  rp_range block;
  uint64_t generation;
  bool is_host;
} rp_block_owner;

enum
{
  RP_BLOCK_OWNERS = 1 << 8, /* entries of the cache */
  RP_BLOCK_OWNER_BITS = 8   /* addresses that differ only in their last 8 bits have the same entry */
};

typedef struct rp_bags
{
  /* The access path reads these members most: those up to host_now fit in one cache line. */
  rp_bags_mode mode;
  uint32_t now;                          /* the strand that runs */
  uint64_t now_key;                      /* rp_bags_key of NOW */
  uint32_t floor;                        /* strands with smaller numbers are serial to everything from now on */
  uint32_t siblings, sibling_count;      /* the SIBLING_COUNT strands from SIBLINGS on are parallel to NOW */
  bool has_known; /* one of the caches known_serial, known_parallel or rp_step_bags.not_before has an entry */
  bool has_host;  /* set by the owner: accesses to memory in HOST may count as accesses of another strand */
  uint32_t host_now; /* the strand to which accesses to the host's memory belong; 0: not known */
  uint32_t known_serial[RP_KNOWN_STRANDS];   /* cached strands serial to NOW, at strand % RP_KNOWN_STRANDS */
  uint32_t known_parallel[RP_KNOWN_STRANDS]; /* cached strands parallel to NOW, at strand % RP_KNOWN_STRANDS */
  /* Cached strands serial to accesses that count as the host's, at strand % RP_KNOWN_STRANDS. They stay serial, so the
   * cache is emptied only when HOST_NOW gets another host. */
  uint32_t known_on_host[RP_KNOWN_STRANDS];
  rp_shadow shadows[RP_ACCESS_CLASSES];

  rp_observer observer;
  RP_VEC (rp_strand_row)
  strands;              /* the rows; [0] is unused. rp_bags_row finds the row of a strand */
  uint32_t next_strand; /* the number that the next strand gets */
  uint32_t generation;  /* how often the numbers of strands started again from 1 */
  rp_bag_loops loops;
  uint32_t unjoined;              /* tasks created and not joined: 0 means nothing is parallel */
  bool always_slow;               /* use RP_BAGS_SLOW instead of RP_BAGS_FAST: rp_bags_slow_down */
  rp_bags_mode unwatched;         /* the mode if there were no watchers */
  unsigned watchers;              /* bits of rp_bags_watcher; the mode is slow while this is not 0 */
  bool has_barriers;              /* a clock or phaser was created: tasks run out of order, SIBLINGS is not used */
  uint32_t sections;              /* how many sections were entered so far */
  uint32_t depth;                 /* how many sections the running task is in */
  uint32_t entered;               /* the last section around the running task, or before it in this run */
  struct rp_bags_task *running;
  const char *unsupported; /* the first construct that bags do not support, or NULL */
  uint32_t unsupported_site;
  uint64_t accesses;
  uint64_t atomics_met; /* how often the order of an atomic operation and an earlier parallel access mattered */
  RP_VEC (rp_mixture) mixtures;
  rp_map mixture_numbers;
  rp_mixing recent_mixings[1 << RP_MIXING_BITS];
  RP_VEC (uint64_t) blocks; /* the blocks of a model's locations, by their number in shadow memory */
  rp_map block_numbers;
  rp_bag_race_found *found;
  void *context;
  rp_range host[RP_HOST_MEMORIES];

  uint64_t block_generation; /* grows when a block may have got another owner */
  rp_block_owner block_owners[RP_BLOCK_OWNERS]; /* a cache; index: rp_bags_block_owner */
} rp_bags;

void rp_bags_init (rp_bags *bags, rp_bag_race_found *found, void *context);
void rp_bags_clear (rp_bags *bags);

/* From now on the mode is RP_BAGS_SLOW whenever it would be RP_BAGS_FAST. */
void rp_bags_slow_down (rp_bags *bags);

/* Sets the mode to MODE or, while there are watchers, to slow. The engine changes the mode often, even at the first
 * access of a step. So a watcher must not set the mode directly. */
static inline void
rp_bags_set_mode (rp_bags *bags, rp_bags_mode mode)
{
  bags->unwatched = mode;
  bags->mode = bags->watchers ? RP_BAGS_SLOW : mode;
}

static inline void
rp_bags_watch (rp_bags *bags, rp_bags_watcher watcher)
{
  bags->watchers |= watcher;
  rp_bags_set_mode (bags, bags->unwatched);
}

static inline void
rp_bags_unwatch (rp_bags *bags, rp_bags_watcher watcher)
{
  bags->watchers &= ~(unsigned) watcher;
  rp_bags_set_mode (bags, bags->unwatched);
}

/* Returns the slot word of an access of STRAND to all eight bytes, shifted left so that the site is cut off. */
static inline uint64_t
rp_bags_key (uint32_t strand)
{
  return ((uint64_t) 255 << 32 | strand) << 24;
}

/* These return whether the caches say that STRAND is serial, or parallel, to the running strand. They do not search. If
 * both return false, only rp_bags_find_parallel knows the answer. The caches are emptied whenever bags change. */
static inline bool
rp_bags_is_serial (const rp_bags *bags, uint32_t strand)
{
  return strand < bags->floor || strand == bags->now
         || bags->known_serial[strand % RP_KNOWN_STRANDS] == strand;
}

static inline bool
rp_bags_is_parallel (const rp_bags *bags, uint32_t strand)
{
  return strand - bags->siblings < bags->sibling_count
         || bags->known_parallel[strand % RP_KNOWN_STRANDS] == strand;
}

/* Returns whether the cache says that STRAND is serial to an access of the running strand that counts as the host's. */
static inline bool
rp_bags_is_serial_on_host (const rp_bags *bags, uint32_t strand)
{
  return bags->known_on_host[strand % RP_KNOWN_STRANDS] == strand;
}

static inline void
rp_bags_note_serial (rp_bags *bags, uint32_t strand)
{
  bags->known_serial[strand % RP_KNOWN_STRANDS] = strand;
  bags->has_known = true;
}

static inline void
rp_bags_note_parallel (rp_bags *bags, uint32_t strand)
{
  bags->known_parallel[strand % RP_KNOWN_STRANDS] = strand;
  bags->has_known = true;
}

static inline void
rp_bags_forget_known (rp_bags *bags)
{
  if (!bags->has_known)
    return;
  memset (bags->known_serial, 0, sizeof bags->known_serial);
  memset (bags->known_parallel, 0, sizeof bags->known_parallel);
  bags->has_known = false;
}

/* Returns the index in bags->strands of the row of STRAND, which is not below the floor. */
static inline uint32_t
rp_bags_row (const rp_bags *bags, uint32_t strand)
{
  return bags->loops.count ? rp_bag_loops_row (&bags->loops, strand) : strand - bags->loops.shift;
}

/* Returns whether STRAND is in a P-bag. Searches if the caches do not have the answer. */
bool rp_bags_find_parallel (rp_bags *bags, uint32_t strand);

/* Returns whether this run's order of sections may order accesses of STRAND before the running strand. */
bool rp_bags_may_be_before (const rp_bags *bags, uint32_t strand);

/* Returns whether CELL shows that an access to BYTES by the running strand changes nothing and cannot race. There are
 * three cases. A read: this strand has an equal read on record. A write: this strand has an equal write on record, and
 * the reader is serial. A read: a parallel strand has an equal read on record, and the writer is serial. Called only in
 * RP_BAGS_FAST. Returns false for marked and split cells.
 *
 * A read on record need not be compared with the writer. The read was checked when it was recorded. If another strand
 * has written since then, that write removed the written bytes from the reader slot. */
static inline bool
rp_bags_is_known (const rp_bags *bags, const rp_cell *cell, uint32_t bytes, bool is_write)
{
  const rp_slot *own = is_write ? &cell->writer : &cell->reader;
  bool is_whole = __builtin_constant_p (bytes) && bytes == 255 && RP_SLOT_IS_PACKED;
  if (is_whole && *(const rp_slot_word *) own << 24 == bags->now_key)
    return !is_write || rp_bags_is_serial (bags, cell->reader.strand);
  if ((own->rest & bytes) != bytes)
    return false;
  if (!is_whole && own->strand == bags->now)
    return !is_write || rp_bags_is_serial (bags, cell->reader.strand);
  return !is_write && rp_bags_is_parallel (bags, own->strand)
         && rp_bags_is_serial (bags, cell->writer.strand);
}

/* How many whole words the next two functions handle at once. */
enum
{
  RP_BAGS_BLOCK = 8
};

/* Returns whether rp_bags_is_known holds for the RP_BAGS_BLOCK whole words from CELLS on. */
static inline bool
rp_bags_block_is_known (const rp_bags *bags, const rp_cell *cells, bool is_write)
{
  int i = 0;
  if (is_write)
    while (i < RP_BAGS_BLOCK && rp_bags_is_known (bags, &cells[i], 255, true))
      i++;
  else
    while (i < RP_BAGS_BLOCK && rp_bags_is_known (bags, &cells[i], 255, false))
      i++;
  return i == RP_BAGS_BLOCK;
}

/* If the caches say that all records of the RP_BAGS_BLOCK words from CELLS on are serial, records an access at SITE to
 * each of these words: a write sets the writer and empties the reader, a read sets the reader. Returns whether it
 * did. */
static inline bool
rp_bags_block_take (const rp_bags *bags, rp_cell *cells, bool is_write, uint32_t site)
{
  for (int i = 0; i < RP_BAGS_BLOCK; i++)
    if (!rp_bags_is_serial (bags, cells[i].writer.strand)
        || !rp_bags_is_serial (bags, cells[i].reader.strand))
      return false;
  for (int i = 0; i < RP_BAGS_BLOCK; i++)
    {
      rp_slot_set (is_write ? &cells[i].writer : &cells[i].reader, bags->now,
                   rp_slot_rest (site, 255));
      if (is_write)
        rp_slot_set (&cells[i].reader, 0, 0);
    }
  return true;
}

/* Returns the index in rp_bags.block_owners of the entry for ADDRESS. */
static inline uint32_t
rp_bags_block_owner (uint64_t address)
{
  return address >> RP_BLOCK_OWNER_BITS & (RP_BLOCK_OWNERS - 1);
}

/* Returns whether ADDRESS is in one of the ranges rp_bags.host. */
static inline bool
rp_bags_is_of_host (const rp_bags *bags, uint64_t address)
{
  for (int i = 0; i < RP_HOST_MEMORIES; i++)
    if (rp_range_has (bags->host[i], address))
      return true;
  return false;
}

/* Returns the index in the cache of mixtures for rp_bags_mix with these arguments. The mixture is at this index, or at
 * the index that differs in the last bit. */
static inline uint32_t
rp_bags_mixing_entry (uint32_t old_rest, uint32_t site, uint32_t bytes)
{
  uint32_t key = (old_rest ^ site << 9 ^ bytes << 24) * 0x9e3779b9u;
  return key >> (32 - RP_MIXING_BITS);
}

/* Returns the cached result of rp_bags_mix for these arguments; 0 if the cache does not have it. */
static inline uint32_t
rp_bags_recent_mixture (const rp_bags *bags, uint32_t old_rest, uint32_t site, uint32_t bytes)
{
  uint32_t entry = rp_bags_mixing_entry (old_rest, site, bytes);
  for (uint32_t i = 0; i < 2; i++)
    {
      const rp_mixing *recent = &bags->recent_mixings[entry ^ i];
      if (recent->old_rest == old_rest && recent->site == site && recent->bytes == bytes)
        return recent->mixed;
    }
  return 0;
}

/* Checks an access of the running strand to BYTES of the word at ADDRESS against the recorded accesses, reports races,
 * and records the new access. May be called in any mode, and does nothing in RP_BAGS_IDLE. CLASS is plain or atomic;
 * inside an isolated section the function adds RP_ACCESS_ISOLATED. */
void rp_bags_access (rp_bags *bags, uint64_t address, uint32_t bytes, bool is_write,
                     rp_access_class class, uint32_t site);

/* Forgets all accesses to the SIZE bytes from ADDRESS on, because the memory has a new use. */
void rp_bags_forget (rp_bags *bags, uint64_t address, uint64_t size);

/* For step_bags.h, which uses the same shadow memory.
 * - rp_bags_site returns the site of the access to BYTE, for a slot with this REST.
 * - rp_bags_mix returns a site for a slot whose BYTES were accessed at SITE, and whose other bytes have the sites of
 *   OLD_REST. Returns 0 if there are too many mixtures.
 * - rp_bags_tell reports RACE to the owner. */
uint32_t rp_bags_site (const rp_bags *bags, uint32_t rest, unsigned byte);
uint32_t rp_bags_mix (rp_bags *bags, uint32_t old_rest, uint32_t site, uint32_t bytes);
void rp_bags_tell (rp_bags *bags, rp_bag_race race);

/* The locations of models are far apart. So blocks of locations are numbered in the order of their first accesses, and
 * are side by side in shadow memory. */
enum
{
  RP_BAGS_BLOCK_BITS = 9
};

static inline bool
rp_bags_begins_block (uint64_t location)
{
  return !(location % (1 << RP_BAGS_BLOCK_BITS));
}

/* Returns the address in shadow memory for LOCATION of a model. The next locations of the same block have the next
 * words in shadow memory. */
uint64_t rp_bags_address_of (rp_bags *bags, uint64_t location);

/* An rp_access_function for models: the running task accesses SIZE locations from BASE on. Each location is a whole
 * word in shadow memory. */
void rp_bags_access_location (void *bags, rp_strand *task, uint64_t base, uint32_t size,
                              bool is_write, uint32_t site);

#endif
