/* The short path for atomic operations of units of a loop (rp_step_bags_unit_atomic in step_bags.h). */
#include "core/detect/new_access.h"

/* Returns whether SLOT is an atomic access by a unit of the running loop: rp_unit_atomics_have. */
static bool
is_of_atomics (const rp_step_bags *step_bags, rp_slot slot)
{
  return rp_unit_atomics_have (&step_bags->order.loops, &step_bags->atomics, slot.strand);
}

/* An atomic access at SITE to ADDRESS follows the one in SLOT. Returns their open order. */
static inline rp_open_order
open_order_after (uint64_t address, rp_slot slot, bool slot_writes, uint32_t site, bool is_write)
{
  return (rp_open_order) { address >> RP_OPEN_ORDER_BITS,
                           2 * rp_slot_site (slot.rest) + slot_writes, 2 * site + is_write };
}

/* Returns the entry of the cache that has ORDER if ORDER was reported before, as far as the cache knows. */
static inline rp_open_order *
open_order_entry (rp_step_bags *step_bags, const rp_open_order *order)
{
  uint64_t hash
    = order->place * 0x9e3779b97f4a7c15u ^ order->earlier_site * 0x85ebca6bu ^ order->later_site;
  return &step_bags->open_orders[(hash ^ hash >> 17) % RP_OPEN_ORDERS];
}

static inline bool
is_same_open_order (const rp_open_order *a, const rp_open_order *b)
{
  return a->place == b->place && a->earlier_site == b->earlier_site
         && a->later_site == b->later_site;
}

/* Reports that the order of ACCESS, an atomic access by a unit, and the atomic access in SLOT is open. */
static __attribute__ ((noinline)) void
report_open_order (rp_step_bags *step_bags, rp_new_access access, rp_slot slot, bool slot_writes)
{
  rp_step_sections atomic = { RP_NO_LOCKS, true };
  access.step_bags = step_bags;
  access.sections = atomic;
  rp_new_access_tell (&access, slot, atomic, slot_writes, RP_CONFLICT_ORDER);
}

/* The unit with the step NOW makes an atomic access at SITE. SLOT has an atomic access of the same loop, or a step
 * below the floor. If another unit of the loop made the access in SLOT, the two have bytes in common, and their open
 * order was not reported yet, reports it. */
static inline void
tell_open_order (rp_step_bags *step_bags, uint32_t now, uint64_t address, uint32_t bytes,
                 bool is_write, uint32_t site, rp_slot slot, bool slot_writes)
{
  if (!(slot.rest & bytes) || slot.strand == now || slot.strand < step_bags->order.floor)
    return;
  rp_open_order order = open_order_after (address, slot, slot_writes, site, is_write);
  rp_open_order *known = open_order_entry (step_bags, &order);
  if (is_same_open_order (known, &order))
    return;
  *known = order;
  rp_new_access access = { .address = address & ~(uint64_t) 7,
                           .bytes = bytes,
                           .now = now,
                           .site = site,
                           .is_write = is_write };
  report_open_order (step_bags, access, slot, slot_writes);
}

/* Returns the cell that records an atomic access to BYTES of the word at ADDRESS: the cell of the word or, if
 * the word has half cells, that of the half with all of BYTES. Makes half cells if the cell is plain, BYTES are
 * in one half, and the slot of the same kind (read or write) has bytes of the other half only, from a unit of
 * the running loop. Returns NULL if the word has no cell, or if it has half cells and BYTES are in both halves. */
static rp_cell *
cell_for_atomic (rp_step_bags *step_bags, uint64_t address, uint32_t bytes, bool is_write)
{
  rp_cell *cell = rp_shadow_peek (&step_bags->bags->shadows[RP_ACCESS_PLAIN], address);
  if (!cell)
    return NULL;
  uint32_t half = bytes & RP_HALF_BYTES ? RP_HALF_BYTES : RP_HALF_BYTES << 4;
  bool is_in_half = !(bytes & ~half);
  if (!rp_cell_has_half_cells (cell))
    {
      const rp_slot *own = is_write ? &cell->writer : &cell->reader;
      if (!is_in_half || !(own->rest & RP_SLOT_BYTES & ~half) || own->rest & half
          || !rp_cell_is_plain (cell) || !is_of_atomics (step_bags, *own))
        return cell;
      rp_half_cells_make (&step_bags->half_cells, cell);
    }
  if (!is_in_half)
    return NULL;
  rp_cell_forget_known (cell);
  return &rp_half_cells_of (&step_bags->half_cells, cell)->half[half != RP_HALF_BYTES];
}

/* Records in CELL, whose records of the same kind are all below the floor, the atomic access of the running unit. A
 * read of the same unit is then needless. */
static void
record_first_atomic (rp_cell *cell, uint32_t bytes, bool is_write, uint32_t site, uint32_t step)
{
  *(is_write ? &cell->writer : &cell->reader) = (rp_slot) { step, rp_slot_rest (site, bytes) };
  if (is_write && cell->reader.strand == step)
    rp_slot_drop (&cell->reader, bytes);
}

/* Returns whether all of this holds for the running unit's atomic access to BYTES at SITE: an atomic write by a unit of
 * the running loop is in CELL and has BYTES; that unit has ended, or is the running one; no read above the floor is in
 * CELL; and no open order is left to report. Then the access changes nothing. */
static inline bool
is_covered_atomic (rp_step_bags *step_bags, const rp_cell *cell, uint64_t address, uint32_t bytes,
                   bool is_write, uint32_t site)
{
  rp_slot writer = cell->writer;
  if ((writer.rest & bytes) != bytes || cell->reader.strand >= step_bags->order.floor
      || !is_of_atomics (step_bags, writer))
    return false;
  if (writer.strand == step_bags->atomics.own)
    return true;
  rp_open_order order = open_order_after (address, writer, true, site, is_write);
  return is_same_open_order (open_order_entry (step_bags, &order), &order);
}

static __attribute__ ((noinline)) bool
find_unit_atomic (rp_step_bags *step_bags, uint64_t address, uint32_t bytes, bool is_write,
                  uint32_t site)
{
  const rp_steps *order = &step_bags->order;
  uint32_t now = step_bags->atomics.own;
  rp_cell *cell = cell_for_atomic (step_bags, address, bytes, is_write);
  if (!cell)
    return false;
  const rp_slot *own = is_write ? &cell->writer : &cell->reader,
                *other = is_write ? &cell->reader : &cell->writer;
  bool is_first = own->strand < order->floor, is_alone = other->strand < order->floor;
  if (!is_alone && !is_of_atomics (step_bags, *other))
    return false;
  if (is_first && !is_write && !is_alone && (other->rest & bytes) != bytes)
    return false;
  if (!is_first && ((own->rest & bytes) != bytes || !is_of_atomics (step_bags, *own)))
    return false;
  if (is_first && (is_write || is_alone))
    record_first_atomic (cell, bytes, is_write, site, now);
  if (is_alone && is_first)
    return true;
  tell_open_order (step_bags, now, address, bytes, is_write, site, cell->writer, true);
  if (is_write)
    tell_open_order (step_bags, now, address, bytes, is_write, site, cell->reader, false);
  return true;
}

bool
rp_step_bags_unit_atomic (rp_step_bags *step_bags, uint64_t address, uint32_t bytes, bool is_write,
                          uint32_t site)
{
  if (!step_bags->atomics.count)
    return false;
  site &= RP_SITE_MIXED - 1;
  rp_cell *cell = rp_shadow_peek (&step_bags->bags->shadows[RP_ACCESS_PLAIN], address);
  if (cell && rp_cell_has_half_cells (cell) && (!(bytes & RP_HALF_BYTES) || bytes <= RP_HALF_BYTES))
    {
      rp_cell_forget_known (cell);
      cell = &rp_half_cells_of (&step_bags->half_cells, cell)->half[bytes > RP_HALF_BYTES];
    }
  return (cell && is_covered_atomic (step_bags, cell, address, bytes, is_write, site))
         || find_unit_atomic (step_bags, address, bytes, is_write, site);
}
