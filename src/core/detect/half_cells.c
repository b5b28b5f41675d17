#include "core/detect/half_cells.h"

#include "core/detect/espbags.h"
#include "core/detect/readers.h"

static rp_slot
part_of (rp_slot slot, uint32_t bytes)
{
  slot.rest &= ~(uint32_t) 255 | bytes;
  return slot.rest & RP_SLOT_BYTES ? slot : (rp_slot) { 0, 0 };
}

void
rp_half_cells_make (rp_all_half_cells *all, rp_cell *cell)
{
  uint32_t number = all->free - 1;
  if (all->free)
    {
      all->free = all->items.items[number].half[0].writer.rest;
      all->free_count--;
    }
  else
    {
      number = (uint32_t) all->items.count;
      RP_VEC_PUSH (&all->items, (rp_half_cells) { 0 });
    }
  for (int i = 0; i < 2; i++)
    {
      uint32_t bytes = RP_HALF_BYTES << 4 * i;
      all->items.items[number].half[i]
        = (rp_cell) { part_of (cell->writer, bytes), part_of (cell->reader, bytes) };
    }
  rp_cell_set_form (cell, RP_CELL_HALVES, number);
}

/* A and B are the slots of the two halves of a word. If one slot can hold the accesses of both, stores that slot in
 * *JOINED and returns true; else returns false. */
static bool
join_slots (rp_bags *bags, rp_slot a, rp_slot b, bool may_allocate, rp_slot *joined)
{
  bool has_a = a.strand >= bags->floor, has_b = b.strand >= bags->floor;
  *joined = has_a ? a : has_b ? b : (rp_slot) { 0, 0 };
  if (!has_a || !has_b)
    return true;
  uint32_t site = rp_slot_site (a.rest);
  if (a.strand != b.strand
      || (rp_slot_site (b.rest) != site && rp_slot_site (b.rest) >= RP_SITE_MIXED))
    return false;
  if (rp_slot_site (b.rest) != site)
    site = may_allocate
             ? rp_bags_mix (bags, a.rest, rp_slot_site (b.rest), b.rest & RP_SLOT_BYTES)
             : rp_bags_recent_mixture (bags, a.rest, rp_slot_site (b.rest), b.rest & RP_SLOT_BYTES);
  joined->rest = rp_slot_rest (site, (a.rest | b.rest) & RP_SLOT_BYTES);
  return site || rp_is_readers (a.strand); /* a set of readers has no site */
}

bool
rp_half_cells_join (rp_all_half_cells *all, rp_bags *bags, rp_cell *cell, bool may_allocate)
{
  rp_half_cells *halves = rp_half_cells_of (all, cell);
  const rp_cell *low = &halves->half[0], *high = &halves->half[1];
  rp_cell joined;
  if ((low->writer.strand | high->writer.strand) & RP_SHADOW_MARK
      || !join_slots (bags, low->writer, high->writer, may_allocate, &joined.writer)
      || !join_slots (bags, low->reader, high->reader, may_allocate, &joined.reader))
    return false;
  halves->half[0].writer.rest = all->free;
  all->free = cell->writer.rest + 1;
  all->free_count++;
  *cell = joined;
  return true;
}

void
rp_half_cells_clear (rp_all_half_cells *all)
{
  RP_VEC_CLEAR (&all->items);
  all->free = all->free_count = 0;
}
