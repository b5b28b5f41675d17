#include "core/detect/new_access.h"

/* STEP comes before an access that counts as the access of HOST, which is the running task. Caches this. Leaves out units
 * of HOST itself: a unit does not come before the next one. */
static void
note_on_host (const rp_new_access *p, const struct rp_steps_live *host, uint32_t step)
{
  const rp_steps *order = &p->step_bags->order;
  if (!order->is_on_host || host != order->running || step < order->floor)
    return;
  rp_step row = rp_steps_get (order, step);
  if (!row.is_of_unit || row.task != rp_steps_host_now (order) - 1)
    p->step_bags->bags->known_on_host[step % RP_KNOWN_STRANDS] = step;
}

/* Returns whether STEP comes before the access. Caches the answer in known_serial or not_before; an order that holds only
 * in the memory of a host is cached in known_on_host. */
static bool
find_step_before (const rp_new_access *p, uint32_t step)
{
  rp_step_bags *step_bags = p->step_bags;
  uint32_t *not_before = &step_bags->not_before[step % RP_KNOWN_STRANDS];
  if (*not_before == step || !rp_steps_is_before (&step_bags->order, step))
    {
      *not_before = step;
      step_bags->bags->has_known = true;
      const struct rp_steps_live *host = rp_new_access_host (p);
      bool is_before = host && rp_steps_is_before_on (&step_bags->order, host, step);
      if (is_before)
        note_on_host (p, host, step);
      return is_before;
    }
  note_on_host (p, step_bags->order.running, step);
  rp_bags_note_serial (step_bags->bags, step);
  return true;
}

/* Returns whether all members of SET come before the access. Caches a positive answer, unless the word is in the memory
 * of a host. */
static bool
find_readers_before (const rp_new_access *p, uint32_t set)
{
  const rp_readers *readers = &p->step_bags->readers;
  for (const rp_reader *r = rp_reader_of (readers, set); r; r = rp_reader_of (readers, r->others))
    if (!rp_new_access_is_before (p, r->step))
      return false;
  if (!rp_new_access_host (p))
    rp_bags_note_serial (p->step_bags->bags, set);
  return true;
}

bool
rp_new_access_find_before (const rp_new_access *p, uint32_t strand)
{
  return rp_is_readers (strand) ? find_readers_before (p, strand) : find_step_before (p, strand);
}

/* A set of readers has no atomic operations and no steps in sections, so only a free access may replace it. */
bool
rp_new_access_replaces (const rp_new_access *p, rp_slot slot)
{
  return slot.strand == p->now || slot.strand < p->step_bags->order.floor
         || (rp_new_access_is_before (p, slot.strand)
             && (p->is_free
                 || (!rp_is_readers (slot.strand)
                     && rp_steps_is_freer (&p->step_bags->order, p->now, slot.strand))));
}

/* A step with RP_BOUND_IN_RUN is in no section. But it may be an atomic operation, which excludes other steps. */
bool
rp_new_access_is_needless (const rp_new_access *p, rp_slot slot)
{
  const rp_steps *order = &p->step_bags->order;
  return (slot.rest & p->bytes) == p->bytes && rp_steps_bounds_now (order, slot.strand) == RP_BOUND_IN_RUN
         && (rp_step_is_free (order, slot.strand) || rp_steps_is_freer (order, slot.strand, p->now))
         && !(rp_new_access_passes_through_guest (p, slot.strand) && rp_new_access_host (p));
}

void
rp_new_access_drop_replaced (const rp_new_access *p, rp_slot_list *list)
{
  rp_slot *slots = rp_slot_list_slots (list);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++)
    {
      rp_slot slot = slots[i];
      bool goes = slot.strand < p->step_bags->order.floor
                  || ((slot.rest & p->bytes) && slot.strand != p->now && rp_new_access_replaces (p, slot)
                      && rp_slot_drop_bytes (&slots[i], p->bytes));
      if (!goes)
        slots[kept++] = slots[i];
    }
  list->count = kept;
}

/* ---- races ---- */

/* An access reports this many conflicts of each kind, and more only for bytes without a report. */
enum
{
  MAX_REPORTED = 4
};

static rp_access_class
class_of (rp_step_sections row)
{
  return (row.is_atomic ? RP_ACCESS_ATOMIC : 0)
         | (row.locks == RP_NO_LOCKS ? 0 : RP_ACCESS_ISOLATED);
}

void
rp_new_access_tell (rp_new_access *p, rp_slot slot, rp_step_sections sections, bool slot_writes,
                    rp_conflict_kind kind)
{
  uint32_t bytes = slot.rest & p->bytes;
  if (p->reported[kind]++ >= MAX_REPORTED && !(bytes & ~p->reported_bytes[kind]))
    return;
  p->reported_bytes[kind] |= bytes;
  rp_bags *bags = p->step_bags->bags;
  rp_bag_race race = {
    .address = p->address,
    .bytes = bytes,
    .earlier_strand = slot.strand,
    .earlier_site = rp_bags_site (bags, slot.rest, (unsigned) __builtin_ctz (bytes)),
    .earlier_writes = slot_writes,
    .earlier_class = class_of (sections),
    .later_strand = p->now,
    .later_site = p->site,
    .later_writes = p->is_write,
    .later_class = class_of (p->sections),
    .order = kind == RP_CONFLICT_ORDER,
    .certain = kind == RP_CONFLICT_CERTAIN,
  };
  p->step_bags->reported++;
  rp_bags_tell (bags, race);
}
