/* What a crowd need not keep: O1 and O2 of step_bags.h, for accesses that are on record. */
#include "detect/step_bags.h"

#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

void
rp_crowd_add (rp_crowd_list *list, rp_slot slot)
{
  uint32_t room = list->many ? list->capacity : RP_CROWD_INSIDE;
  if (list->count == room)
    {
      bool is_first = !list->many;
      list->capacity = 2 * room;
      list->many = rp_realloc (list->many, list->capacity * sizeof *list->many);
      if (is_first)
        memcpy (list->many, list->few, sizeof list->few);
    }
  rp_crowd_slots (list)[list->count++] = slot;
}

void
rp_crowd_clear (rp_crowd_list *list)
{
  free (list->many);
  list->many = NULL;
  list->count = list->capacity = 0;
}

/* Whether X, which was there before Y, comes before it in the run: they exclude each other
 * (graph.h, I4), by something that orders. But an atomic operation inside a section is before others only when the
 * section has ended. */
static bool
is_before_in_run (const rp_steps *order, uint32_t x, uint32_t y)
{
  const rp_step *row = &order->steps.items[x];
  return rp_steps_excludes (order, x, y) && !(row->is_atomic && row->locks != RP_NO_LOCKS)
         && !rp_locksets_have_unordered (&order->locksets, row->locks);
}

/* Others go because of an access by such a step, on such bytes. */
typedef struct bounding
{
  uint32_t finish, bytes, locks;
  bool in_run, is_atomic;
} bounding;

enum
{
  MOST_BOUNDINGS = 16
};

typedef struct boundings
{
  bounding seen[MOST_BOUNDINGS];
  size_t count;
} boundings;

/* Whether a newer access was like this, and so nothing is left to go because of this one. */
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
  if (all->count < MOST_BOUNDINGS)
    all->seen[all->count++] = new;
  return false;
}

/* O2: the access at PLACE stays, others go because of it. */
static void
drop_bound_by (const rp_steps *order, rp_crowd_list *list, size_t *place, bool exactly,
               bool is_hosted, boundings *newer)
{
  uint32_t finish;
  rp_slot *slots = rp_crowd_slots (list), by = slots[*place];
  const rp_step *row = &order->steps.items[by.strand];
  rp_steps_bound bound = rp_steps_bound_of (order, by.strand, &finish);
  bool in_run = bound == RP_BOUND_IN_RUN || !exactly;
  if (!bound || (!in_run && row->locks == RP_NO_LOCKS && !row->is_atomic)
      || (is_hosted && rp_steps_is_told (order, by.strand))
      || has_bounding (newer, (bounding) { finish, by.rest & RP_SLOT_BYTES, row->locks, in_run,
                                           row->is_atomic }))
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
drop_bound (const rp_steps *order, rp_crowd_list *list, bool is_hosted)
{
  bool exactly = list->count <= RP_CROWD_EXACT;
  boundings newer = { .count = 0 };
  for (size_t place = list->count; place-- > 0;)
    drop_bound_by (order, list, &place, exactly, is_hosted, &newer);
}

/* Where, while a list is gone through from its end, a step is remembered that may replace others
 * like SLOT. */
static rp_slot *
newest_like (rp_step_bags *judge, rp_slot slot)
{
  const rp_step *row = &judge->order.steps.items[slot.strand];
  uint32_t key = row->task * 0x9e3779b1u ^ row->locks * 0x85ebca6bu
                 ^ (slot.rest & RP_SLOT_BYTES) << 1 ^ row->is_atomic;
  return &judge->newest[(key ^ key >> 15) % RP_CROWD_NEWEST];
}

/* Whether an older access like SLOT is replaced by BY, of the same task. */
static bool
is_older (const rp_steps *order, rp_slot slot, rp_slot by)
{
  return by.strand && order->steps.items[by.strand].task == order->steps.items[slot.strand].task
         && !(slot.rest & RP_SLOT_BYTES & ~by.rest)
         && rp_steps_is_freer (order, by.strand, slot.strand);
}

/* O1 among the steps of each task, though it does not run: one that accesses the word again and
 * again, and lets others go first meanwhile. Some stay if there are many tasks. */
static void
drop_older (rp_step_bags *judge, rp_crowd_list *list)
{
  const rp_steps *order = &judge->order;
  rp_slot *slots = rp_crowd_slots (list);
  size_t first = list->count;
  memset (judge->newest, 0, sizeof judge->newest);
  for (size_t i = list->count; i-- > 0;)
    {
      rp_slot *by = newest_like (judge, slots[i]);
      if (is_older (order, slots[i], *by))
        continue;
      *by = slots[i];
      slots[--first] = slots[i];
    }
  list->count -= (uint32_t) first;
  memmove (slots, slots + first, list->count * sizeof *slots);
}

/* The same for a few, one by one. */
static void
drop_older_few (const rp_steps *order, rp_crowd_list *list)
{
  rp_slot *slots = rp_crowd_slots (list);
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

/* Bytes that certainly have a race may lose others of it: of two accesses from one place, under the
 * same locks, the newer is enough. */
static void
drop_racing (rp_step_bags *judge, rp_crowd_list *list, uint32_t racing)
{
  const rp_step *steps = judge->order.steps.items;
  rp_slot *slots = rp_crowd_slots (list);
  size_t first = list->count;
  for (size_t i = list->count; i-- > 0;)
    {
      bool goes = false;
      for (size_t k = first;
           !(slots[i].rest & RP_SLOT_BYTES & ~racing) && k < list->count && !goes; k++)
        goes = slots[k].rest == slots[i].rest
               && steps[slots[k].strand].locks == steps[slots[i].strand].locks
               && steps[slots[k].strand].is_atomic == steps[slots[i].strand].is_atomic;
      if (!goes)
        slots[--first] = slots[i];
    }
  list->count -= (uint32_t) first;
  memmove (slots, slots + first, list->count * sizeof *slots);
}

void
rp_crowd_look_through (rp_step_bags *judge, const rp_crowd *crowd, rp_crowd_list *list,
                       uint64_t address)
{
  if (list->count < list->look_at)
    return;
  if (list->count <= 2 * RP_CROWD_FEW)
    drop_older_few (&judge->order, list);
  else
    drop_older (judge, list);
  drop_bound (&judge->order, list, rp_steps_host_of (&judge->order, address) != NULL);
  if (list->count > RP_CROWD_FEW)
    drop_racing (judge, list, crowd->racing);
  list->look_at = list->count < RP_CROWD_FEW / 2 ? RP_CROWD_FEW : list->count * 2;
}
