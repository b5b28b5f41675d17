/* The second detector of the fast engine, for programs with what is beyond ESP-bags: futures,
 * regions, phasers, sections on objects, atomic operations among them. It takes the place of the
 * bags behind the same interface: the same shadow memory, the same fast path, the same races; but
 * strands are steps of steps.h, and that says what is serial.
 *
 * A cell has room for one writer and one reader. Where that does not suffice, the word has a set of readers (readers.h),
 * or halves (halves.h), or else a crowd: all accesses that still matter. An access a is dropped at b, which covers its bytes and is no
 * weaker (a write, or both read), and whose sections exclude nothing that those of a do not, if
 *
 *   O1. a comes before b: what is parallel to a is parallel to b; or
 *   O2. all paths that leave b go through the end of a finish that a is in: likewise. Or b need not
 *       be kept, if it is that way round. In the memory of a host (steps.h) there are other paths: rp_steps_is_told.
 *
 * For O2 `last` edges matter too, since they make a race possible that is certain otherwise; that a
 * comes before b by such edges serves as well. With more than RP_CROWD_EXACT accesses to one word
 * they are let pass: a race that is certain may then be called possible. */
#ifndef RP_DETECT_STEP_BAGS_H
#define RP_DETECT_STEP_BAGS_H

#include "detect/espbags.h"
#include "detect/halves.h"
#include "detect/readers.h"
#include "detect/steps.h"

enum
{
  RP_CROWD_EXACT = 64,
  RP_CROWD_FEW = 8, /* are looked through every time */
  RP_CROWD_INSIDE = 3,
  RP_TRANSITIONS = 16,
  RP_SLOT_BYTES = 255,
  RP_CROWD_NEWEST = 1 << 10,
  RP_READER_CHANGES = 1 << 11,
  RP_JUDGED = 1 << 10
};

/* Oldest first. Slots as in shadow.h, for some of the 8 bytes each. */
typedef struct rp_crowd_list
{
  rp_slot few[RP_CROWD_INSIDE];
  rp_slot *many; /* all, if they were more once; or NULL */
  uint32_t count, capacity;
  uint32_t look_at; /* when there are so many, to look for what can be dropped */
} rp_crowd_list;

static inline rp_slot *
rp_crowd_slots (rp_crowd_list *list)
{
  return list->many ? list->many : list->few;
}

typedef struct rp_crowd
{
  rp_crowd_list writers, readers;
  uint32_t racing; /* bytes with a certain race that was told */
  uint32_t written; /* by the step that accessed the word last */
} rp_crowd;

/* The step NOW came to readers that a slot had. */
typedef struct rp_reader_change
{
  rp_slot old;
  uint32_t now, where;
  uint32_t new;
} rp_reader_change;

/* An access that was judged, and would be judged the same again. */
typedef struct rp_judged
{
  uint64_t word;
  uint64_t moves; /* of the judge, then */
  uint32_t now, where;
  uint32_t bytes;
  bool is_write;
} rp_judged;

/* What a cell became by an access about which nothing was told. Words in a row mostly have had the same accesses, and
 * become the same. */
typedef struct rp_transition
{
  rp_cell before, after;
  uint64_t moves; /* of the judge, then */
  const struct rp_steps_live *host;
  uint32_t now, where;
  uint32_t bytes;
  bool is_write;
} rp_transition;

typedef struct rp_step_bags
{
  rp_steps order;
  rp_bags *bags;
  rp_readers readers;
  rp_reader_change changes[RP_READER_CHANGES]; /* made a short while ago */
  rp_crowd_list changing;
  rp_judged judged[RP_JUDGED]; /* by their words' last bits */
  uint64_t moves;              /* how often something may have changed */
  uint64_t told;               /* unchanged: no race was told since, and no order that matters */
  rp_transition transitions[RP_TRANSITIONS]; /* by the last bits of their places */
  rp_all_halves halves;
  RP_VEC (rp_crowd) crowds;
  RP_VEC (uint32_t) free_crowds;
  rp_slot newest[RP_CROWD_NEWEST]; /* of lists that are looked through */
  uint32_t not_before[RP_KNOWN_STRANDS]; /* steps that were found so, by their last bits */
} rp_step_bags;

void rp_crowd_add (rp_crowd_list *list, rp_slot slot);
void rp_crowd_clear (rp_crowd_list *list);

/* LIST is one of CROWD's, that of the word at ADDRESS: if it has grown, what can go goes. */
void rp_crowd_look_through (rp_step_bags *judge, const rp_crowd *crowd, rp_crowd_list *list,
                            uint64_t address);

/* From now on JUDGE, zeroed, decides instead of BAGS, just initialised: its observer is the one for
 * the runtime, everything else goes through the functions of BAGS. Clear both. */
void rp_step_bags_attach (rp_step_bags *judge, rp_bags *bags);
void rp_step_bags_clear (rp_step_bags *judge);

/* What rp_bags_access and rp_bags_forget do with a judge. */
void rp_step_bags_access (rp_step_bags *judge, uint64_t address, uint32_t bytes, bool is_write,
                          rp_access_class class, uint32_t where);
void rp_step_bags_forget (rp_step_bags *judge, uint64_t address, uint64_t size);

/* STRAND makes the accesses from now on. */
void rp_step_bags_run (rp_step_bags *judge, const rp_strand *strand);

/* Memory in use besides the bags'. */
uint64_t rp_step_bags_bytes (const rp_step_bags *judge);

#endif
