#include "detect/halves.h"

#include "detect/espbags.h"
#include "detect/readers.h"

static rp_slot
part_of (rp_slot slot, uint32_t bytes)
{
  slot.rest &= ~(uint32_t) 255 | bytes;
  return slot.rest & 255 ? slot : (rp_slot) { 0, 0 };
}

void
rp_halves_make (rp_all_halves *all, rp_cell *cell)
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
      RP_VEC_PUSH (&all->items, (rp_halves) { 0 });
    }
  for (int i = 0; i < 2; i++)
    {
      uint32_t bytes = RP_HALF_BYTES << 4 * i;
      all->items.items[number].half[i]
        = (rp_cell) { part_of (cell->writer, bytes), part_of (cell->reader, bytes) };
    }
  cell->writer = (rp_slot) { RP_CELL_HALVES, number };
  cell->reader = (rp_slot) { RP_SHADOW_MARK, 0 };
}

/* Whether one slot can stand for both, which have different bytes. */
static bool
join_slots (rp_bags *bags, rp_slot a, rp_slot b, bool may_allocate, rp_slot *joined)
{
  bool has_a = a.strand >= bags->floor, has_b = b.strand >= bags->floor;
  *joined = has_a ? a : has_b ? b : (rp_slot) { 0, 0 };
  if (!has_a || !has_b)
    return true;
  uint32_t where = a.rest >> 8;
  if (a.strand != b.strand || (b.rest >> 8 != where && b.rest >> 8 >= RP_WHERE_MIXED))
    return false;
  if (b.rest >> 8 != where)
    where = may_allocate ? rp_bags_mix (bags, a.rest, b.rest >> 8, b.rest & 255)
                         : rp_bags_recent_mixture (bags, a.rest, b.rest >> 8, b.rest & 255);
  joined->rest = where << 8 | ((a.rest | b.rest) & 255);
  return where || rp_is_readers (a.strand); /* which have no place */
}

bool
rp_halves_join (rp_all_halves *all, rp_bags *bags, rp_cell *cell, bool may_allocate)
{
  rp_halves *halves = rp_halves_of (all, cell);
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
rp_halves_clear (rp_all_halves *all)
{
  RP_VEC_CLEAR (&all->items);
  all->free = all->free_count = 0;
}
