#include "core/detect/parallel_readers.h"

void
rp_word_history_add_readers (const rp_step_bags *step_bags, rp_slot_list *list, rp_slot slot)
{
  if (!rp_is_readers (slot.strand))
    {
      if (slot.rest & RP_SLOT_BYTES)
        rp_word_history_add (list, slot);
      return;
    }
  uint32_t first = list->count;
  for (const rp_reader *r = rp_reader_of (&step_bags->readers, slot.strand); r;
       r = rp_reader_of (&step_bags->readers, r->others))
    rp_word_history_add (list,
                         (rp_slot) { r->step, rp_slot_rest (r->site, slot.rest & RP_SLOT_BYTES) });
  rp_slot *slots = rp_slot_list_slots (list);
  for (uint32_t last = list->count; first + 1 < last; first++)
    {
      rp_slot swapped = slots[--last];
      slots[last] = slots[first];
      slots[first] = swapped;
    }
}

/* LIST has some members of SET, oldest first. Returns the largest set that consists of the oldest members of SET and
 * has only members that are in LIST; 0 if there is none. */
static uint32_t
set_of_oldest (const rp_step_bags *step_bags, uint32_t set, rp_slot_list *list)
{
  const rp_slot *slots = rp_slot_list_slots (list);
  const rp_reader *r = rp_reader_of (&step_bags->readers, set);
  while (r && (r->count > list->count || slots[r->count - 1].strand != r->step))
    r = rp_reader_of (&step_bags->readers, set = r->others);
  return r ? set : 0;
}

static bool
has_step (rp_slot_list *list, uint32_t step)
{
  for (uint32_t i = 0; i < list->count; i++)
    if (rp_slot_list_slots (list)[i].strand == step)
      return true;
  return false;
}

/* Returns whether the running step is in SET. That is possible only if the step was interrupted and its task runs
 * again. */
static bool
has_own_step (const rp_new_access *p, uint32_t set)
{
  const rp_readers *readers = &p->step_bags->readers;
  if (p->now != p->step_bags->order.resumed)
    return false;
  for (const rp_reader *r = rp_reader_of (readers, set); r; r = rp_reader_of (readers, r->others))
    if (r->step == p->now)
      return true;
  return false;
}

/* A fast way for a large SET. Returns SET with the running step added. Leaves out the newest few members if the access
 * replaces them, for example because its task waited for the members' tasks. Does not look at the other members: that
 * is done only when the number of members has doubled since the last look at all of them. Returns 0 if it is time for
 * such a look, if SET is small or already has the running step, or if there are too many sets. */
static uint32_t
add_to_many (const rp_new_access *p, uint32_t set)
{
  rp_readers *readers = &p->step_bags->readers;
  const rp_reader *r = rp_reader_of (readers, set);
  for (unsigned tried = 0;
       tried < RP_HISTORY_FEW && r && rp_new_access_replaces (p, (rp_slot) { r->step, p->bytes });
       tried++)
    r = rp_reader_of (readers, set = r->others);
  bool is_many = r && r->count > RP_HISTORY_FEW && r->count + 1u < r->look_at;
  return is_many && !has_own_step (p, set)
           ? rp_readers_with (readers, set, p->now, p->site)
           : 0;
}

/* Returns a set with the members of LIST. SET, unless it is 0, is a set of the oldest of these members. Returns 0 if
 * there are too many sets. */
static uint32_t
set_of_list (rp_step_bags *step_bags, uint32_t set, rp_slot_list *list)
{
  for (uint32_t i = set ? rp_reader_of (&step_bags->readers, set)->count : 0; i < list->count; i++)
    {
      rp_slot member = rp_slot_list_slots (list)[i];
      set = rp_readers_with (&step_bags->readers, set, member.strand, rp_slot_site (member.rest));
      if (!set)
        break;
    }
  return set;
}

uint32_t
rp_new_access_make_readers (const rp_new_access *p, rp_slot slot)
{
  rp_step_bags *step_bags = p->step_bags;
  uint32_t many = rp_is_readers (slot.strand) ? add_to_many (p, slot.strand) : 0;
  if (many)
    return many;
  rp_word_history nobody = { .racing = 0 };
  rp_slot_list *list = &step_bags->changing;
  list->count = 0;
  rp_word_history_add_readers (step_bags, list, slot);
  rp_new_access_drop_replaced (p, list);
  uint32_t left = rp_is_readers (slot.strand) ? set_of_oldest (step_bags, slot.strand, list) : 0;
  if (!has_step (list, p->now)) /* LIST has NOW already if other tasks ran in the middle of the step */
    rp_word_history_add (list, (rp_slot) { p->now, rp_slot_rest (p->site, p->bytes) });
  list->look_at = left ? rp_reader_of (&step_bags->readers, left)->look_at : RP_READERS_LOOK_AT;
  uint32_t before = list->count, look_at = list->look_at;
  rp_word_history_look_through (step_bags, &nobody, list, p->address);
  if (list->count == before && before >= look_at)
    rp_readers_note_look (&step_bags->readers, left, before);
  return set_of_list (step_bags, list->count < before ? set_of_oldest (step_bags, left, list) : left, list);
}

uint32_t
rp_new_access_reader_enough (const rp_new_access *p, rp_slot slot)
{
  const rp_readers *readers = &p->step_bags->readers;
  if (!rp_is_readers (slot.strand))
    return rp_new_access_is_needless (p, slot) ? slot.strand : 0;
  if ((slot.rest & p->bytes) != p->bytes)
    return 0;
  const rp_reader *r = rp_reader_of (readers, slot.strand);
  for (unsigned tried = 0; r && tried < RP_HISTORY_FEW / 2; tried++)
    {
      if (r->step == p->now || rp_new_access_is_needless (p, (rp_slot) { r->step, p->bytes }))
        return r->step;
      r = rp_reader_of (readers, r->others);
    }
  return 0;
}
