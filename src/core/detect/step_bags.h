/* The second detector of the fast engine, for programs with constructs that ESP-bags cannot decide: futures,
 * regions, phasers, sections on objects, atomic operations and others. It has the interface of the bags, their shadow
 * memory, their fast path and their form of races. Only its strands differ: they are the steps of steps.h, and steps.h
 * says which of them are serial.
 *
 * A cell has room for one writer and one reader. Where that does not suffice, the word has a set of readers
 * (readers.h), or half cells (half_cells.h), or else a history: all accesses that still matter. Let a and b be two
 * accesses to one word. Let b cover the bytes of a and be no weaker (it is a write, or both read), and let the sections
 * of b exclude nothing that the sections of a do not exclude. Then a is dropped, whichever of them is newer, if
 *
 *   O1. a comes before b. Everything from now on that is parallel to a is parallel to b.
 *   O2. all paths that leave b go through the end of a finish that a is in. Everything from now on that comes after b
 *       then comes after a. In the memory of a host (steps.h) there are other paths: rp_steps_passes_through_guest.
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
  RP_HISTORY_EXACT = 64, /* see above */
  RP_HISTORY_FEW = 8,    /* so few accesses to a word are looked through every time */
  RP_HISTORY_INSIDE = 3, /* slots of a list that need no memory of their own */
  RP_TRANSITIONS = 16,   /* sizes of the caches in rp_step_bags */
  RP_READER_CHANGES = 1 << 11,
  RP_CHECKED = 1 << 10
};

/* Accesses to one word, oldest first. Each is a slot (core/shadow/cell.h) with some of the word's 8 bytes. */
typedef struct rp_slot_list
{
  rp_slot few[RP_HISTORY_INSIDE];
  rp_slot *many; /* all slots, if there were once too many for FEW; or NULL */
  uint32_t count, capacity;
  uint32_t look_at; /* with so many slots, look for accesses that can be dropped */
} rp_slot_list;

static inline rp_slot *
rp_slot_list_slots (rp_slot_list *list)
{
  return list->many ? list->many : list->few;
}

typedef struct rp_word_history
{
  rp_slot_list writers, readers;
  uint32_t racing;  /* bytes for which a certain race was reported */
  uint32_t written; /* bytes that were written by the step that accessed the word last */
} rp_word_history;

/* The step NOW read at SITE, and became a member of the readers in the slot OLD. NEW is the set that resulted. */
typedef struct rp_reader_change
{
  rp_slot old;
  uint32_t now, site;
  uint32_t new;
} rp_reader_change;

/* An access that was checked. Checking an equal access again, in the same order_version, would find the same races. */
typedef struct rp_checked_access
{
  uint64_t word;
  uint64_t order_version; /* rp_step_bags.order_version at the check */
  uint32_t now, site;
  uint32_t bytes;
  bool is_write;
} rp_checked_access;

/* What a cell became by an access that reported no race. Neighbouring words mostly have had the same accesses. Then
 * their cells are equal, and an equal access changes them in the same way. */
typedef struct rp_transition
{
  rp_cell before, after;
  uint64_t order_version; /* rp_step_bags.order_version at the access */
  const struct rp_steps_live *host;
  uint32_t now, site;
  uint32_t bytes;
  bool is_write;
} rp_transition;

typedef struct rp_step_bags
{
  rp_steps order;
  rp_bags *bags;
  uint32_t generation; /* rp_steps.generation of the steps that are in the shadow memory */
  rp_readers readers;
  rp_reader_change changes[RP_READER_CHANGES]; /* changes of sets of readers made a short while ago */
  rp_slot_list changing; /* a buffer of rp_new_access_make_readers */
  rp_checked_access checked[RP_CHECKED];     /* by their words' last bits */
  uint64_t order_version;                    /* counts what may change the order of steps */
  uint64_t reported; /* counts reports, and accesses that an equal access to another word might report: change_cell */
  rp_transition transitions[RP_TRANSITIONS]; /* by the last bits of their sites */
  rp_all_half_cells half_cells;
  RP_VEC (rp_word_history) histories;
  RP_VEC (uint32_t) free_histories;
  uint32_t not_before[RP_KNOWN_STRANDS]; /* steps found not to come before the running one, by their last bits */
} rp_step_bags;

/* ADD puts SLOT at the end of LIST. CLEAR empties LIST and frees its memory. */
void rp_word_history_add (rp_slot_list *list, rp_slot slot);
void rp_word_history_clear (rp_slot_list *list);

/* LIST is a list of HISTORY, the history of the word at ADDRESS. If LIST has as many accesses as its look_at says,
 * removes those that are no longer needed. */
void rp_word_history_look_through (rp_step_bags *step_bags, const rp_word_history *history, rp_slot_list *list,
                            uint64_t address);

/* LIST is not empty. If its newest access is like one of the last few before it, and makes that older one needless,
 * removes the older one. Does nothing if the step NOW made the newest access. IS_HOSTED: the word is in
 * the memory of a host. */
void rp_word_history_drop_repeated (const rp_steps *order, rp_slot_list *list, uint32_t now, bool is_hosted);

/* Initialises STEP_BAGS, which must be zeroed, to decide with the shadow memory of BAGS, which must be freshly
 * initialised. From then on the caller gives the runtime the observer of STEP_BAGS, and reports accesses to STEP_BAGS
 * in place of BAGS. The caller clears both. */
void rp_step_bags_attach (rp_step_bags *step_bags, rp_bags *bags);
void rp_step_bags_clear (rp_step_bags *step_bags);

static inline bool
rp_step_bags_is_attached (const rp_step_bags *step_bags)
{
  return step_bags->bags;
}

/* Each does what the function rp_bags_... of the same name does (espbags.h). */
void rp_step_bags_access (rp_step_bags *step_bags, uint64_t address, uint32_t bytes, bool is_write,
                          rp_access_class class, uint32_t site);
void rp_step_bags_forget (rp_step_bags *step_bags, uint64_t address, uint64_t size);
void rp_step_bags_slow_down (rp_step_bags *step_bags);
void rp_step_bags_access_location (void *step_bags, rp_strand *task, uint64_t base, uint32_t size,
                                   bool is_write, uint32_t site);

/* Makes STRAND the running task: the accesses from now on are its own. */
void rp_step_bags_run (rp_step_bags *step_bags, const rp_strand *strand);

/* Forgets the known answer that the steps of the running unit are serial. A unit that was in a section may have many
 * steps; then all known answers are forgotten. */
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

/* Called when the running task may be at another step, or may know more. Forgets what is known of the old step, and
 * sets up the fast path for the new one. */
void rp_step_bags_order_changed (rp_step_bags *step_bags);

/* The running loop task goes on to its next unit (loop_steps.h). Returns what rp_steps_unit_next returns. Known answers
 * about steps of other tasks stay, because units learn nothing. The steps of the unit that ends do not come before the
 * next unit. A unit that was in a section may have learnt something; then rp_step_bags_forget_unit forgets all answers.
 * The mode may be slow because the unit's step behind the section has no number; so a slow mode is set anew. */
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

/* Returns how many bytes of memory STEP_BAGS uses, without those of the bags. */
uint64_t rp_step_bags_bytes (const rp_step_bags *step_bags);

#endif
