#include "detect/parallel_readers.h"

void
rp_crowd_add_readers (const rp_step_bags *judge, rp_crowd_list *list, rp_slot slot)
{
  if (!rp_is_readers (slot.strand))
    {
      if (slot.rest & RP_SLOT_BYTES)
        rp_crowd_add (list, slot);
      return;
    }
  uint32_t first = list->count;
  for (const rp_reader *r = rp_reader_of (&judge->readers, slot.strand); r;
       r = rp_reader_of (&judge->readers, r->others))
    rp_crowd_add (list, (rp_slot) { r->step, r->where << 8 | (slot.rest & RP_SLOT_BYTES) });
  rp_slot *slots = rp_crowd_slots (list);
  for (uint32_t last = list->count; first + 1 < last; first++)
    {
      rp_slot swapped = slots[--last];
      slots[last] = slots[first];
      slots[first] = swapped;
    }
}

/* Of SET some are left in LIST, in their order: the largest set of the oldest of SET that all are; 0: none. */
static uint32_t
set_of_oldest (const rp_step_bags *judge, uint32_t set, rp_crowd_list *list)
{
  const rp_slot *slots = rp_crowd_slots (list);
  const rp_reader *r = rp_reader_of (&judge->readers, set);
  while (r && (r->count > list->count || slots[r->count - 1].strand != r->step))
    r = rp_reader_of (&judge->readers, set = r->others);
  return r ? set : 0;
}

static bool
has_step (rp_crowd_list *list, uint32_t step)
{
  for (uint32_t i = 0; i < list->count; i++)
    if (rp_crowd_slots (list)[i].strand == step)
      return true;
  return false;
}

static bool
has_reader (const rp_readers *readers, uint32_t set, uint32_t step)
{
  for (const rp_reader *r = rp_reader_of (readers, set); r; r = rp_reader_of (readers, r->others))
    if (r->step == step)
      return true;
  return false;
}

/* Of many, all are looked at only when there are twice as many as the last time; the newest, which a task that goes on
 * from another's end replaces, are every time. 0: look at all. */
static uint32_t
add_to_many (const rp_probe *p, uint32_t set)
{
  rp_readers *readers = &p->judge->readers;
  const rp_reader *r = rp_reader_of (readers, set);
  for (unsigned tried = 0; tried < RP_CROWD_FEW && r && rp_probe_replaces (p, (rp_slot) { r->step, p->bytes }); tried++)
    r = rp_reader_of (readers, set = r->others);
  bool is_many = r && r->count > RP_CROWD_FEW && r->count + 1 < r->look_at;
  return is_many && !has_reader (readers, set, p->now) ? rp_readers_with (readers, set, p->now, p->where)
                                                        : 0;
}

/* LIST as a set; SET has its oldest already, or is 0. 0: there are too many sets. */
static uint32_t
set_of_list (rp_step_bags *judge, uint32_t set, rp_crowd_list *list)
{
  for (uint32_t i = set ? rp_reader_of (&judge->readers, set)->count : 0; i < list->count; i++)
    {
      rp_slot member = rp_crowd_slots (list)[i];
      set = rp_readers_with (&judge->readers, set, member.strand, member.rest >> 8);
      if (!set)
        break;
    }
  return set;
}

uint32_t
rp_probe_make_readers (const rp_probe *p, rp_slot slot)
{
  rp_step_bags *judge = p->judge;
  uint32_t many = rp_is_readers (slot.strand) ? add_to_many (p, slot.strand) : 0;
  if (many)
    return many;
  rp_crowd nobody = { .racing = 0 };
  rp_crowd_list *list = &judge->changing;
  list->count = 0;
  rp_crowd_add_readers (judge, list, slot);
  rp_probe_drop_replaced (p, list);
  uint32_t left = rp_is_readers (slot.strand) ? set_of_oldest (judge, slot.strand, list) : 0;
  if (!has_step (list, p->now)) /* others may have run in the middle of it */
    rp_crowd_add (list, (rp_slot) { p->now, p->where << 8 | p->bytes });
  list->look_at = left ? rp_reader_of (&judge->readers, left)->look_at : RP_READERS_LOOK_AT;
  uint32_t before = list->count, look_at = list->look_at;
  rp_crowd_look_through (judge, &nobody, list, p->address);
  if (list->count == before && before >= look_at)
    rp_readers_note_look (&judge->readers, left, before);
  return set_of_list (judge, list->count < before ? set_of_oldest (judge, left, list) : left, list);
}

uint32_t
rp_probe_reader_enough (const rp_probe *p, rp_slot slot)
{
  const rp_readers *readers = &p->judge->readers;
  if (!rp_is_readers (slot.strand))
    return rp_probe_is_needless (p, slot) ? slot.strand : 0;
  if ((slot.rest & p->bytes) != p->bytes)
    return 0;
  const rp_reader *r = rp_reader_of (readers, slot.strand);
  for (unsigned tried = 0; r && tried < RP_CROWD_FEW / 2; tried++)
    {
      if (r->step == p->now || rp_probe_is_needless (p, (rp_slot) { r->step, p->bytes }))
        return r->step;
      r = rp_reader_of (readers, r->others);
    }
  return 0;
}
