/* Which accesses a history need not keep: O1 and O2 of step_bags.h, for accesses that are on record. */
#include "core/detect/step_bags.h"

#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

void
rp_word_history_add (rp_slot_list *list, rp_slot slot)
{
  uint32_t room = list->many ? list->capacity : RP_HISTORY_INSIDE;
  if (list->count == room)
    {
      bool is_first = !list->many;
      list->capacity = 2 * room;
      list->many = rp_realloc (list->many, list->capacity * sizeof *list->many);
      if (is_first)
        memcpy (list->many, list->few, sizeof list->few);
    }
  rp_slot_list_slots (list)[list->count++] = slot;
}

void
rp_word_history_clear (rp_slot_list *list)
{
  free (list->many);
  list->many = NULL;
  list->count = list->capacity = 0;
}

/* Whether X, which is older than Y, comes before Y in this run: the two exclude each other (graph.h, I4) by
 * something that orders. An atomic operation inside a section comes before others only when the section has
 * ended. */
static bool
is_before_in_run (const rp_steps *order, uint32_t x, uint32_t y)
{
  rp_step row = rp_steps_get (order, x);
  return rp_steps_excludes (order, x, y) && !(row.is_atomic && row.locks != RP_NO_LOCKS)
         && !rp_locksets_have_unordered (&order->locksets, row.locks);
}

/* Others go because of an access by such a step, on such bytes. */
typedef struct bounding
{
  uint32_t finish, bytes, locks;
  bool in_run, is_atomic;
} bounding;

enum
{
  MAX_BOUNDINGS = 16
};

typedef struct boundings
{
  bounding seen[MAX_BOUNDINGS];
  size_t count;
} boundings;

/* Whether a newer access was equal to this one. If so, this one makes no further access needless. */
static bool
has_bounding (boundings *all, bounding new)
{
  for (size_t i = 0; i < all->count; i++)
    {
      const bounding *old = &all->seen[i];
      if (old->finish == new.finish && old->bytes == new.bytes && old->locks == new.locks
          && old->in_run == new.in_run && old->is_atomic == new.is_atomic)
        return true;
    }
  if (all->count < MAX_BOUNDINGS)
    all->seen[all->count++] = new;
  return false;
}

/* O2: the access at PLACE stays, others go because of it. */
static void
drop_bound_by (const rp_steps *order, rp_slot_list *list, size_t *place, bool exactly,
               bool is_hosted, boundings *newer)
{
  uint32_t finish;
  rp_slot *slots = rp_slot_list_slots (list), by = slots[*place];
  rp_step row = rp_steps_get (order, by.strand);
  rp_steps_bound bound = rp_steps_bound_of (order, by.strand, &finish);
  bool in_run = bound == RP_BOUND_IN_RUN || !exactly;
  if (!bound || (!in_run && row.locks == RP_NO_LOCKS && !row.is_atomic)
      || (is_hosted && rp_steps_passes_through_guest (order, by.strand))
      || has_bounding (
        newer, (bounding) { finish, by.rest & RP_SLOT_BYTES, row.locks, in_run, row.is_atomic }))
    return;
  size_t kept = 0, at = *place;
  for (size_t i = 0; i < list->count; i++)
    {
      bool goes = i != at && !(slots[i].rest & RP_SLOT_BYTES & ~by.rest)
                  && rp_steps_is_freer (order, by.strand, slots[i].strand)
                  && rp_steps_is_within (order, slots[i].strand, finish)
                  && (in_run || (i < at && is_before_in_run (order, slots[i].strand, by.strand)));
      if (i == at)
        *place = kept;
      if (!goes)
        slots[kept++] = slots[i];
    }
  list->count = (uint32_t) kept;
}

static void
drop_bound (const rp_steps *order, rp_slot_list *list, bool is_hosted)
{
  bool exactly = list->count <= RP_HISTORY_EXACT;
  boundings newer = { .count = 0 };
  for (size_t place = list->count; place-- > 0;)
    drop_bound_by (order, list, &place, exactly, is_hosted, &newer);
}

/* While a list is gone through from its end: the newest access so far that may replace older ones like SLOT, by its
 * place in the list, plus 1. */
static uint64_t *
newest_like (rp_step_bags *step_bags, rp_map *newest, rp_slot slot)
{
  rp_step row = rp_steps_get (&step_bags->order, slot.strand);
  uint32_t kind = row.locks << 9 ^ (slot.rest & RP_SLOT_BYTES) << 1 ^ row.is_atomic;
  return rp_map_insert (newest, (uint64_t) kind << 32 | rp_step_line (&step_bags->order, &row), NULL);
}

/* Whether SLOT is an older access of the same line of tasks that BY replaces. */
static bool
is_older (const rp_steps *order, rp_slot slot, rp_slot by)
{
  return rp_steps_are_of_one_line (order, by.strand, slot.strand)
         && !(slot.rest & RP_SLOT_BYTES & ~by.rest)
         && rp_steps_is_freer (order, by.strand, slot.strand);
}

/* O1 among the steps of each line of tasks, even if the task does not run now: a task may access the word again and
 * again, and let others go first in between. Different kinds may have the same key; then some needless accesses stay. */
static void
drop_older (rp_step_bags *step_bags, rp_slot_list *list)
{
  const rp_steps *order = &step_bags->order;
  rp_slot *slots = rp_slot_list_slots (list);
  size_t first = list->count;
  rp_map newest = { 0 };
  for (size_t i = list->count; i-- > 0;)
    {
      uint64_t *by = newest_like (step_bags, &newest, slots[i]);
      if (*by && is_older (order, slots[i], slots[*by - 1]))
        continue;
      slots[--first] = slots[i];
      *by = first + 1;
    }
  rp_map_clear (&newest);
  list->count -= (uint32_t) first;
  memmove (slots, slots + first, list->count * sizeof *slots);
}

/* The same for a few, one by one. */
static void
drop_older_few (const rp_steps *order, rp_slot_list *list)
{
  rp_slot *slots = rp_slot_list_slots (list);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++)
    {
      bool goes = false;
      for (uint32_t k = i + 1; k < list->count && !goes; k++)
        goes = is_older (order, slots[i], slots[k]);
      if (!goes)
        slots[kept++] = slots[i];
    }
  list->count = kept;
}

/* Bytes that certainly have a race need not keep all accesses that race: of two accesses from one place,
 * under the same locks, the newer is enough. */
static void
drop_racing (rp_step_bags *step_bags, rp_slot_list *list, uint32_t racing)
{
  const rp_steps *order = &step_bags->order;
  rp_slot *slots = rp_slot_list_slots (list);
  size_t first = list->count;
  for (size_t i = list->count; i-- > 0;)
    {
      bool goes = false;
      for (size_t k = first;
           !(slots[i].rest & RP_SLOT_BYTES & ~racing) && k < list->count && !goes; k++)
        goes = slots[k].rest == slots[i].rest && rp_steps_exclude_alike (order, slots[k].strand, slots[i].strand);
      if (!goes)
        slots[--first] = slots[i];
    }
  list->count -= (uint32_t) first;
  memmove (slots, slots + first, list->count * sizeof *slots);
}

void
rp_word_history_look_through (rp_step_bags *step_bags, const rp_word_history *history, rp_slot_list *list,
                       uint64_t address)
{
  if (list->count < list->look_at)
    return;
  if (list->count <= 2 * RP_HISTORY_FEW)
    drop_older_few (&step_bags->order, list);
  else
    drop_older (step_bags, list);
  drop_bound (&step_bags->order, list, rp_steps_host_of (&step_bags->order, address) != NULL);
  if (list->count > RP_HISTORY_FEW)
    drop_racing (step_bags, list, history->racing);
  list->look_at = list->count < RP_HISTORY_FEW / 2 ? RP_HISTORY_FEW : list->count * 2;
}
