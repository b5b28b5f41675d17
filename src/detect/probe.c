#include "detect/probe.h"

static bool
find_step_before (const rp_probe *p, uint32_t step)
{
  rp_step_bags *judge = p->judge;
  uint32_t *not_before = &judge->not_before[step % RP_KNOWN_STRANDS];
  if (*not_before == step || !rp_steps_is_before (&judge->order, step))
    {
      *not_before = step;
      judge->bags->has_known = true;
      const struct rp_steps_live *host = rp_probe_host (p);
      return host && rp_steps_is_before_on (&judge->order, host, step);
    }
  rp_bags_note_serial (judge->bags, step);
  return true;
}

/* All of them. */
static bool
find_readers_before (const rp_probe *p, uint32_t set)
{
  const rp_readers *readers = &p->judge->readers;
  for (const rp_reader *r = rp_reader_of (readers, set); r; r = rp_reader_of (readers, r->others))
    if (!rp_probe_is_before (p, r->step))
      return false;
  if (!rp_probe_host (p))
    rp_bags_note_serial (p->judge->bags, set);
  return true;
}

bool
rp_probe_find_before (const rp_probe *p, uint32_t strand)
{
  return rp_is_readers (strand) ? find_readers_before (p, strand) : find_step_before (p, strand);
}

/* What is in a set of readers is free. */
bool
rp_probe_replaces (const rp_probe *p, rp_slot slot)
{
  return slot.strand == p->now || slot.strand < p->judge->order.floor
         || (rp_probe_is_before (p, slot.strand)
             && (p->is_free
                 || (!rp_is_readers (slot.strand)
                     && rp_steps_is_freer (&p->judge->order, p->now, slot.strand))));
}

/* What is bound in the run is in no section. */
bool
rp_probe_is_needless (const rp_probe *p, rp_slot slot)
{
  return (slot.rest & p->bytes) == p->bytes
         && rp_steps_bounds_now (&p->judge->order, slot.strand) == RP_BOUND_IN_RUN
         && !(rp_probe_is_told (p, slot.strand) && rp_probe_host (p));
}

void
rp_probe_drop_replaced (const rp_probe *p, rp_crowd_list *list)
{
  rp_slot *slots = rp_crowd_slots (list);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++)
    {
      rp_slot slot = slots[i];
      bool goes = slot.strand < p->judge->order.floor
                  || ((slot.rest & p->bytes) && slot.strand != p->now && rp_probe_replaces (p, slot)
                      && rp_slot_drop_bytes (&slots[i], p->bytes));
      if (!goes)
        slots[kept++] = slots[i];
    }
  list->count = kept;
}
