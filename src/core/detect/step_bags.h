/* The second detector of the fast engine, for programs with constructs that ESP-bags cannot decide: futures,
 * regions, phasers, sections on objects, atomic operations and others. It takes the place of the bags behind
 * the same interface: the same shadow memory, the same fast path, the same races; but the strands are the
 * steps of steps.h, and steps.h says which of them are serial.
 *
 * A cell has room for one writer and one reader. Where that does not suffice, the word has a set of readers
 * (readers.h), or half cells (half_cells.h), or else a history: all accesses that still matter. A later
 * access b covers the bytes of an access a, is no weaker (it is a write, or both read), and its sections
 * exclude nothing that the sections of a do not exclude. Then a is dropped if
 *
 *   O1. a comes before b: what is parallel to a is parallel to b; or
 *   O2. all paths that leave b go through the end of a finish that a is in: likewise. Or b need not
 *       be kept, if it is that way round. In the memory of a host (steps.h) there are other paths:
 *       rp_steps_passes_through_guest.
 *
 * For O2, `last` edges (the order of sections in this run) matter too: a race between accesses that they order is only
 * possible, not certain. So either all paths along `last` edges go through the end of the finish as well, or a comes
 * before b by `last` edges. With more than RP_HISTORY_EXACT accesses to one word, `last` edges are ignored: a race that
 * is certain may then be called possible. */
#ifndef RP_CORE_DETECT_STEP_BAGS_H
#define RP_CORE_DETECT_STEP_BAGS_H

#include "core/detect/espbags.h"
#include "core/detect/half_cells.h"
#include "core/detect/readers.h"
#include "core/detect/steps.h"

#include <string.h>

_Static_assert (RP_STEPS_MAX == RP_READERS_FIRST, "no step is taken for a set of readers");

enum
{
  RP_HISTORY_EXACT = 64,
  RP_HISTORY_FEW = 8, /* are looked through every time */
  RP_HISTORY_INSIDE = 3,
  RP_TRANSITIONS = 16,
  RP_READER_CHANGES = 1 << 11,
  RP_CHECKED = 1 << 10
};

/* Oldest first. Slots as in shadow.h, for some of the 8 bytes each. */
typedef struct rp_slot_list
{
  rp_slot few[RP_HISTORY_INSIDE];
  rp_slot *many; /* all, if they were more once; or NULL */
  uint32_t count, capacity;
  uint32_t look_at; /* when there are so many, to look for what can be dropped */
} rp_slot_list;

static inline rp_slot *
rp_slot_list_slots (rp_slot_list *list)
{
  return list->many ? list->many : list->few;
}

typedef struct rp_word_history
{
  rp_slot_list writers, readers;
  uint32_t racing;  /* bytes with a certain race that was reported */
  uint32_t written; /* by the step that accessed the word last */
} rp_word_history;

/* The step NOW came to readers that a slot had. */
typedef struct rp_reader_change
{
  rp_slot old;
  uint32_t now, site;
  uint32_t new;
} rp_reader_change;

/* An access that was checked; the same check would have the same outcome. */
typedef struct rp_checked_access
{
  uint64_t word;
  uint64_t order_version; /* of the step bags, then */
  uint32_t now, site;
  uint32_t bytes;
  bool is_write;
} rp_checked_access;

/* What a cell became by an access that reported no race. Neighbouring words mostly have had the same
 * accesses, and then become the same. */
typedef struct rp_transition
{
  rp_cell before, after;
  uint64_t order_version; /* of the step bags, then */
  const struct rp_steps_live *host;
  uint32_t now, site;
  uint32_t bytes;
  bool is_write;
} rp_transition;

typedef struct rp_step_bags
{
  rp_steps order;
  rp_bags *bags;
  uint32_t generation; /* of the steps that the shadow memory has */
  rp_readers readers;
  rp_reader_change changes[RP_READER_CHANGES]; /* made a short while ago */
  rp_slot_list changing;
  rp_checked_access checked[RP_CHECKED];     /* by their words' last bits */
  uint64_t order_version;                    /* counts what may change the order of steps */
  uint64_t reported;                         /* counts races, and orders that matter */
  rp_transition transitions[RP_TRANSITIONS]; /* by the last bits of their sites */
  rp_all_half_cells half_cells;
  RP_VEC (rp_word_history) histories;
  RP_VEC (uint32_t) free_histories;
  uint32_t not_before[RP_KNOWN_STRANDS]; /* steps that were found so, by their last bits */
} rp_step_bags;

void rp_word_history_add (rp_slot_list *list, rp_slot slot);
void rp_word_history_clear (rp_slot_list *list);

/* LIST is one of HISTORY's, that of the word at ADDRESS. If it has grown, removes the accesses that are no longer
 * needed. */
void rp_word_history_look_through (rp_step_bags *step_bags, const rp_word_history *history, rp_slot_list *list,
                            uint64_t address);

/* LIST is not empty. If its newest access, unless the step NOW made it, is like one of the last few before it, and makes that
 * one needless, removes that one. IS_HOSTED: the word is in the memory of a host. */
void rp_word_history_drop_repeated (const rp_steps *order, rp_slot_list *list, uint32_t now, bool is_hosted);

/* From now on STEP_BAGS, zeroed before, decides with the shadow memory of BAGS, which must be freshly
 * initialised. The runtime gets the observer of STEP_BAGS, and accesses are reported to STEP_BAGS in place of
 * BAGS. BAGS do not know of it. The caller clears both. */
void rp_step_bags_attach (rp_step_bags *step_bags, rp_bags *bags);
void rp_step_bags_clear (rp_step_bags *step_bags);

static inline bool
rp_step_bags_is_attached (const rp_step_bags *step_bags)
{
  return step_bags->bags;
}

/* As the functions of these names for bags. */
void rp_step_bags_access (rp_step_bags *step_bags, uint64_t address, uint32_t bytes, bool is_write,
                          rp_access_class class, uint32_t site);
void rp_step_bags_forget (rp_step_bags *step_bags, uint64_t address, uint64_t size);
void rp_step_bags_slow_down (rp_step_bags *step_bags);
void rp_step_bags_access_location (void *step_bags, rp_strand *task, uint64_t base, uint32_t size,
                                   bool is_write, uint32_t site);

/* STRAND makes the accesses from now on. */
void rp_step_bags_run (rp_step_bags *step_bags, const rp_strand *strand);

/* Forgets that the steps of the running unit come before what runs. If it was in a section, it may have many. */
static inline void
rp_step_bags_forget_unit (rp_step_bags *step_bags)
{
  rp_bags *bags = step_bags->bags;
  uint32_t steps[2];
  if (!rp_steps_unit_has_two_steps (&step_bags->order, steps))
    {
      memset (step_bags->not_before, 0, sizeof step_bags->not_before);
      rp_bags_forget_known (bags);
      return;
    }
  for (int i = 0; i < 2; i++)
    if (bags->known_serial[steps[i] % RP_KNOWN_STRANDS] == steps[i])
      bags->known_serial[steps[i] % RP_KNOWN_STRANDS] = 0;
}

/* The running task may be at another step now, or may know more. */
void rp_step_bags_order_changed (rp_step_bags *step_bags);

/* The running loop task goes on to its next unit (loop_steps.h). What is known of steps of other tasks stays known,
 * because units learn nothing. The steps of the unit that ends do not come before the next unit. A unit that was in a
 * section may have learnt something, and its accesses were slow ones. */
static inline bool
rp_step_bags_unit_next (rp_step_bags *step_bags)
{
  rp_bags *bags = step_bags->bags;
  if (bags->has_known)
    rp_step_bags_forget_unit (step_bags);
  if (!rp_steps_unit_next (&step_bags->order))
    return false;
  if (bags->unwatched == RP_BAGS_SLOW)
    {
      rp_step_bags_order_changed (step_bags);
      return true;
    }
  bags->now = rp_steps_now (&step_bags->order, false);
  bags->now_key = rp_bags_key (bags->now);
  step_bags->order_version++;
  return true;
}

/* Memory in use besides the bags'. */
uint64_t rp_step_bags_bytes (const rp_step_bags *step_bags);

#endif
