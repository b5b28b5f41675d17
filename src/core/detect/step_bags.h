/* The second detector of the fast engine, for constructs that ESP-bags cannot decide: futures, regions, phasers,
 * sections on objects, atomic operations and others. It shares with the bags the interface, the shadow memory, the fast
 * path and the form of races. Only the strands differ: they are the steps of steps.h, which decides which of them are
 * serial.
 *
 * A cell has room for one writer and one reader. If that does not suffice, the word has a set of readers (readers.h),
 * half cells (half_cells.h) or a history: all accesses that still matter. An access that no longer matters is
 * *needless* and is dropped. Let a and b be two accesses to one word such that
 *   - b covers the bytes of a;
 *   - b is a write, or both are reads;
 *   - every step that the sections of b exclude is also excluded by the sections of a.
 * Then a is needless, no matter which of the two is newer, in these cases:
 *
 *   O1. a comes before b. Every later access that is parallel to a is parallel to b too.
 *   O2. All paths that leave b go through the end of a finish that contains a. So every later access that comes after b
 *       comes after a too. In the memory of a host (steps.h) other paths may leave b: rp_steps_passes_through_guest.
 *
 * O2 also has to consider `last` edges (the order of sections in this run), because a race between accesses that they
 * order is possible, not certain. So one more condition has to hold: all paths along `last` edges go through the end of
 * the finish as well, or a comes before b by `last` edges. If a word has more than RP_HISTORY_EXACT accesses, this
 * condition is dropped; a certain race may then be called possible. */
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
  RP_HISTORY_EXACT = 64, /* the limit for the exact use of O2 (above) */
  RP_HISTORY_FEW = 8,    /* this many accesses to a word are looked at every time */
  RP_HISTORY_INSIDE = 3, /* slots of a list that need no allocation */
  RP_TRANSITION_BITS = 8,      /* of the index of a cache in rp_step_bags */
  RP_READER_CHANGES = 1 << 11, /* sizes of caches in rp_step_bags */
  RP_CHECKED = 1 << 10,
  RP_OPEN_ORDERS = 1 << 8,
  RP_OPEN_ORDER_BITS = 16
};

/* Accesses to one word, oldest first. Each is a slot (core/shadow/cell.h) with some of the word's 8 bytes. */
typedef struct rp_slot_list
{
  rp_slot few[RP_HISTORY_INSIDE];
  rp_slot *many; /* all slots, since FEW was too small for them; NULL: FEW has all slots */
  uint32_t count, capacity;
  uint32_t look_at; /* when the list has this many slots, look for needless accesses */
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
  uint32_t written; /* bytes that the last step which accessed the word has written */
} rp_word_history;

/* A change of a reader slot: the step NOW read at SITE and joined the readers of the slot OLD. NEW is the resulting
 * set; 0: there was no room for it. */
typedef struct rp_reader_change
{
  rp_slot old;
  uint32_t now, site;
  uint32_t new;
} rp_reader_change;

/* An access that was checked. While order_version is the same, an equal access has the same races and need not be
 * checked. */
typedef struct rp_checked_access
{
  uint64_t word;
  uint64_t order_version; /* rp_step_bags.order_version at the check */
  uint32_t now, site;
  uint32_t bytes;
  bool is_write;
} rp_checked_access;

/* How an access without a report changed a cell. Neighbouring words mostly have equal cells, and an equal access
 * changes them in the same way. */
typedef struct rp_transition
{
  rp_cell before, after;
  uint64_t order_version; /* rp_step_bags.order_version at the access */
  uint32_t now, site;
  uint32_t bytes;
  bool is_write;
  bool is_of_host; /* the change holds only for words in the memory of HOST; else for all words */
  const struct rp_steps_live *host; /* NULL: for words in the memory of no host */
} rp_transition;

/* An open order: two atomic operations of a loop, by different units, that another run could have in the other
 * order. The order was reported for their two sites and for PLACE: the address of the operations without its last
 * RP_OPEN_ORDER_BITS bits. The report needs each pair of sites once for an object. */
typedef struct rp_open_order
{
  uint64_t place;
  uint32_t earlier_site, later_site; /* twice the site, plus 1 if the operation writes */
} rp_open_order;

typedef struct rp_step_bags
{
  rp_steps order;
  rp_bags *bags;
  uint32_t generation; /* rp_steps.generation of the steps in shadow memory */
  rp_readers readers;
  rp_reader_change changes[RP_READER_CHANGES]; /* a cache of recent changes of reader slots */
  rp_slot_list changing; /* a buffer of rp_new_access_make_readers */
  rp_checked_access checked[RP_CHECKED];     /* a cache, by the last bits of the word */
  uint64_t order_version;                    /* grows when equal accesses may get other results */
  uint64_t reported; /* counts reports, and accesses without a report that may need one on another word */
  rp_transition transitions[1 << RP_TRANSITION_BITS]; /* a cache, by a hash of site and cell */
  rp_open_order open_orders[RP_OPEN_ORDERS]; /* a cache, by a hash */
  rp_all_half_cells half_cells;
  RP_VEC (rp_word_history) histories;
  RP_VEC (uint32_t) free_histories;
  uint32_t host_known;                   /* the host that BAGS->known_on_host is about, plus 1 */
  uint32_t not_before[RP_KNOWN_STRANDS]; /* cached steps that do not come before NOW, at step % RP_KNOWN_STRANDS */
  rp_unit_atomics
    atomics; /* of the running unit (rp_steps_unit_atomics); COUNT is 0 if there are none */
} rp_step_bags;

/* rp_word_history_add puts SLOT at the end of LIST. rp_word_history_clear empties LIST and frees its memory. */
void rp_word_history_add (rp_slot_list *list, rp_slot slot);
void rp_word_history_clear (rp_slot_list *list);

/* LIST is the list of writers or of readers of HISTORY, for the word at ADDRESS. If LIST has reached its look_at,
 * removes needless accesses, and repeated accesses to bytes of history->racing. */
void rp_word_history_look_through (rp_step_bags *step_bags, const rp_word_history *history, rp_slot_list *list,
                            uint64_t address);

/* LIST is not empty. If one of the RP_HISTORY_FEW / 2 accesses before the newest has the newest one's bytes, site and
 * sections, and is needless because of it, removes the older access. Does nothing if the step NOW made the newest
 * access. IS_HOSTED: the word is in the memory of a host. */
void rp_word_history_drop_repeated (const rp_steps *order, rp_slot_list *list, uint32_t now, bool is_hosted);

/* Initialises STEP_BAGS, which must be zeroed, to use the shadow memory of BAGS, which must be freshly initialised.
 * From then on the caller gives the observer of STEP_BAGS to the runtime, and reports accesses to STEP_BAGS instead of
 * BAGS. The caller clears both. */
void rp_step_bags_attach (rp_step_bags *step_bags, rp_bags *bags);
void rp_step_bags_clear (rp_step_bags *step_bags);

static inline bool
rp_step_bags_is_attached (const rp_step_bags *step_bags)
{
  return step_bags->bags;
}

/* These functions do the same as rp_bags_... of the same name (espbags.h). */
void rp_step_bags_access (rp_step_bags *step_bags, uint64_t address, uint32_t bytes, bool is_write,
                          rp_access_class class, uint32_t site);
void rp_step_bags_forget (rp_step_bags *step_bags, uint64_t address, uint64_t size);

/* Forgets the accesses to SIZE bytes at ADDRESS, whole words, that come before the running step or belong to it.
 * Other accesses stay, and so does a set of readers of which only some come before the running step. */
void rp_step_bags_forget_earlier (rp_step_bags *step_bags, uint64_t address, uint64_t size);

/* Serves loops whose units update words by atomic operations. The running unit makes an atomic access. Records it and
 * returns true if each slot of the cell has an atomic access of the loop, by a unit that has ended or is running, or a
 * step below the floor, and in one of these cases:
 * 1. The slot for this kind of access is below the floor: the access is recorded there. But a read is not recorded if
 *    case 2 applies.
 * 2. A write in the cell, or the slot for this kind of access, has all bytes of the access (loop_steps.h, L4; O2
 *    above). The cell stays as it is.
 * Reports the open orders (rp_open_order) between the access and those on record. Otherwise returns false; the access
 * has then to be checked by rp_step_bags_access. The word must not be in the memory
 * of a host. */
bool rp_step_bags_unit_atomic (rp_step_bags *step_bags, uint64_t address, uint32_t bytes,
                               bool is_write, uint32_t site);

void rp_step_bags_slow_down (rp_step_bags *step_bags);
void rp_step_bags_access_location (void *step_bags, rp_strand *task, uint64_t base, uint32_t size,
                                   bool is_write, uint32_t site);

/* Makes STRAND the running task, which makes the accesses from now on. */
void rp_step_bags_run (rp_step_bags *step_bags, const rp_strand *strand);

/* Removes the steps of the running unit from the cache of serial steps. If the unit is or was in a section, it may have
 * many steps; the function then empties all caches about steps. */
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

/* Called when the running task may be at another step, or may have learnt something. Empties the caches about the old
 * step, and prepares the fast path for the new one. */
void rp_step_bags_order_changed (rp_step_bags *step_bags);

/* The running loop task continues with its next unit (loop_steps.h). Returns the result of rp_steps_unit_next. The
 * steps of the old unit do not come before the new unit, so rp_step_bags_forget_unit removes them from the cache. What
 * is cached about steps of other tasks stays valid, unless the old unit was in a section and learnt something there;
 * rp_step_bags_forget_unit then empties the caches. The step after a section may have no number yet, which makes the
 * mode slow; so if the mode is slow, it is computed again. */
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
  step_bags->atomics.own = bags->now + step_bags->atomics.units;
  step_bags->order_version++;
  return true;
}

/* Returns how many bytes of memory STEP_BAGS uses, without the memory of STEP_BAGS->bags. */
uint64_t rp_step_bags_bytes (const rp_step_bags *step_bags);

#endif
