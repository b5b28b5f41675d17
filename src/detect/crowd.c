/* What a crowd need not keep: O1 and O2 of step_bags.h, for accesses that are on record. */
#include "detect/step_bags.h"

#include <string.h>

/* Whether X, which was there before Y, comes before it in the run: they exclude each other
 * (graph.h, I4). But an atomic operation inside a section is before others only when the section
 * has ended. */
static bool
is_before_in_run (const rp_steps *order, uint32_t x, uint32_t y)
{
  const rp_step *row = &order->steps.items[x];
  return rp_steps_excludes (order, x, y) && !(row->is_atomic && row->locks != RP_NO_LOCKS);
}

/* O2: the access at PLACE stays, others go because of it. */
static void
drop_bound_by (const rp_steps *order, rp_crowd_list *list, size_t *place, bool exactly,
               bool is_hosted)
{
  uint32_t finish;
  rp_slot *slots = list->slots.items, by = slots[*place];
  const rp_step *row = &order->steps.items[by.strand];
  rp_steps_bound bound = rp_steps_bound_of (order, by.strand, &finish);
  bool in_run = bound == RP_BOUND_IN_RUN || !exactly;
  if (!bound || (!in_run && row->locks == RP_NO_LOCKS && !row->is_atomic)
      || (is_hosted && rp_steps_is_told (order, by.strand)))
    return;
  size_t kept = 0, at = *place;
  for (size_t i = 0; i < list->slots.count; i++)
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
  list->slots.count = kept;
}

static void
drop_bound (const rp_steps *order, rp_crowd_list *list, bool is_hosted)
{
  bool exactly = list->slots.count <= RP_CROWD_EXACT;
  for (size_t place = list->slots.count; place-- > 0;)
    drop_bound_by (order, list, &place, exactly, is_hosted);
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

/* O1 among the steps of each task, though it does not run: one that accesses the word again and
 * again, and lets others go first meanwhile. Some stay if there are many tasks. */
static void
drop_older (rp_step_bags *judge, rp_crowd_list *list)
{
  const rp_steps *order = &judge->order;
  rp_slot *slots = list->slots.items;
  size_t first = list->slots.count;
  memset (judge->newest, 0, sizeof judge->newest);
  for (size_t i = list->slots.count; i-- > 0;)
    {
      rp_slot *by = newest_like (judge, slots[i]);
      bool goes = order->steps.items[by->strand].task == order->steps.items[slots[i].strand].task
                  && by->strand && !(slots[i].rest & RP_SLOT_BYTES & ~by->rest)
                  && rp_steps_is_freer (order, by->strand, slots[i].strand);
      if (goes)
        continue;
      *by = slots[i];
      slots[--first] = slots[i];
    }
  list->slots.count -= first;
  memmove (slots, slots + first, list->slots.count * sizeof *slots);
}

/* Bytes that certainly have a race may lose others of it: of two accesses from one place, under the
 * same locks, the newer is enough. */
static void
drop_racing (rp_step_bags *judge, rp_crowd_list *list, uint32_t racing)
{
  const rp_step *steps = judge->order.steps.items;
  rp_slot *slots = list->slots.items;
  size_t first = list->slots.count;
  for (size_t i = list->slots.count; i-- > 0;)
    {
      bool goes = false;
      for (size_t k = first;
           !(slots[i].rest & RP_SLOT_BYTES & ~racing) && k < list->slots.count && !goes; k++)
        goes = slots[k].rest == slots[i].rest
               && steps[slots[k].strand].locks == steps[slots[i].strand].locks
               && steps[slots[k].strand].is_atomic == steps[slots[i].strand].is_atomic;
      if (!goes)
        slots[--first] = slots[i];
    }
  list->slots.count -= first;
  memmove (slots, slots + first, list->slots.count * sizeof *slots);
}

void
rp_crowd_look_through (rp_step_bags *judge, const rp_crowd *crowd, rp_crowd_list *list,
                       uint64_t address)
{
  if (list->slots.count < list->look_at)
    return;
  drop_older (judge, list);
  drop_bound (&judge->order, list, rp_steps_host_of (&judge->order, address) != NULL);
  if (list->slots.count > RP_CROWD_FEW)
    drop_racing (judge, list, crowd->racing);
  list->look_at
    = list->slots.count < RP_CROWD_FEW ? (size_t) 2 * RP_CROWD_FEW : list->slots.count * 2;
}
