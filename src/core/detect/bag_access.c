/* Accesses under ESP-bags. For each access, this file decides whether the recorded accesses to the location are serial
 * or parallel to the running strand. Then it records the new access. */
#include "base/panic.h"
#include "core/detect/espbags.h"

/* The locations of a model have made-up addresses in shadow memory (rp_bags_address_of). Returns the location whose
 * made-up address is ADDRESS. */
static uint64_t
location_of (const rp_bags *bags, uint64_t address)
{
  uint64_t place = address >> 3;
  return bags->blocks.items[place >> RP_BAGS_BLOCK_BITS] << RP_BAGS_BLOCK_BITS | place % (1 << RP_BAGS_BLOCK_BITS);
}

void
rp_bags_tell (rp_bags *bags, rp_bag_race race)
{
  bags->atomics_met += race.order && race.later_class & RP_ACCESS_ATOMIC;
  if (bags->blocks.count)
    race.address = location_of (bags, race.address) << 3;
  bags->found (bags->context, &race);
}

/* Compares the new access, which RACE describes, with the access recorded in SLOT, which has CLASS [Raman, Fig. 3
 * and 4]. If the two have bytes in common and SLOT's strand is in a P-bag, they race or, if their classes exclude
 * each other, their order matters (rp_bag_race.order). The function then stores the earlier access in RACE, and
 * reports RACE for the common bytes. Otherwise it does nothing. */
static void
check (rp_bags *bags, rp_slot slot, bool slot_writes, rp_access_class class, rp_bag_race *race)
{
  uint32_t bytes = slot.rest & race->bytes;
  if (!bytes || slot.strand == bags->now || !rp_bags_find_parallel (bags, slot.strand))
    return;
  race->earlier_strand = slot.strand;
  race->earlier_site = rp_bags_site (bags, slot.rest, (unsigned) __builtin_ctz (bytes));
  race->earlier_writes = slot_writes;
  race->earlier_class = class;
  race->order = class & race->later_class;
  race->certain = !race->order && !rp_bags_may_be_before (bags, slot.strand);
  rp_bag_race seen = *race;
  seen.bytes = bytes;
  rp_bags_tell (bags, seen);
}

static void
check_cell (rp_bags *bags, const rp_cell *cell, rp_access_class class, rp_bag_race *race)
{
  rp_cell plain = rp_cell_without_mark (*cell);
  check (bags, plain.writer, true, class, race);
  if (race->later_writes)
    check (bags, plain.reader, false, class, race);
}

/* Returns whether BYTES include all bytes of SLOT. */
static bool
covers (uint32_t bytes, rp_slot slot)
{
  return !(slot.rest & RP_SLOT_BYTES & ~bytes);
}

/* Tries to record in SLOT that the running strand accessed BYTES at SITE. If SLOT has an old access of another
 * strand:
 * - The new access replaces the old one if that strand is below the floor, or if REPLACE and the old access has no
 *   bytes except BYTES.
 * - If not REPLACE and the old access has all BYTES, the old access stays, and the new one need not be recorded.
 * Returns false if the cell has to be split first. */
static bool
merge (rp_bags *bags, rp_slot *slot, uint32_t bytes, uint32_t site, bool replace)
{
  if (slot->strand == bags->now && (slot->rest & bytes) == bytes)
    return true;
  if (slot->strand < bags->floor || (replace && covers (bytes, *slot)))
    {
      *slot = (rp_slot) { bags->now, rp_slot_rest (site, bytes) };
      return true;
    }
  if (slot->strand == bags->now)
    {
      uint32_t mixed
        = rp_slot_site (slot->rest) == site ? site : rp_bags_mix (bags, slot->rest, site, bytes);
      if (mixed)
        slot->rest = rp_slot_rest (mixed, (slot->rest | bytes) & RP_SLOT_BYTES);
      return mixed;
    }
  return !replace && (slot->rest & bytes) == bytes;
}

/* [Raman, Fig. 3]: a plain write always replaces the recorded writer. A read replaces the recorded reader if that
 * reader is in an S-bag. A write in a section [Raman, Fig. 4], or by an atomic operation, replaces the recorded writer
 * only if that writer is in an S-bag. A plain write drops a serial reader, because every strand that is parallel to
 * that reader is parallel to the write too. rp_bags_is_known relies on this. Returns false if the cell has to be split
 * first. */
static bool
record_plainly (rp_bags *bags, rp_cell *cell, const rp_bag_race *race, uint32_t bytes)
{
  bool is_write = race->later_writes, plain = race->later_class == RP_ACCESS_PLAIN;
  rp_slot *slot = is_write ? &cell->writer : &cell->reader;
  bool replace = (is_write && plain) || !rp_bags_find_parallel (bags, slot->strand);
  if (!merge (bags, slot, bytes, race->later_site, replace))
    return false;
  if (is_write && plain && cell->reader.strand
      && !rp_bags_find_parallel (bags, cell->reader.strand))
    rp_slot_drop (&cell->reader, bytes);
  return true;
}

static bool
record (rp_bags *bags, rp_cell *cell, const rp_bag_race *race, uint32_t bytes)
{
  bool was_marked = rp_cell_is_marked (cell);
  *cell = rp_cell_without_mark (*cell);
  bool done = record_plainly (bags, cell, race, bytes);
  if (was_marked)
    rp_cell_mark (cell);
  return done;
}

static void
check_bytes (rp_bags *bags, rp_access_class class, rp_bag_race *race)
{
  rp_shadow *shadow = &bags->shadows[class];
  const rp_cell *cell = rp_shadow_peek (shadow, race->address);
  if (!cell)
    return;
  if (!rp_cell_is_split (cell))
    {
      check_cell (bags, cell, class, race);
      return;
    }
  uint32_t all = race->bytes;
  for (unsigned i = 0; i < 8; i++)
    if (all >> i & 1)
      {
        race->bytes = 1u << i;
        check_cell (bags, &rp_shadow_get_split (shadow, cell)->bytes[i], class, race);
      }
  race->bytes = all;
}

static void
record_bytes (rp_bags *bags, const rp_bag_race *race)
{
  rp_shadow *shadow = &bags->shadows[race->later_class];
  rp_cell *cell = rp_shadow_cell (shadow, race->address);
  if (!rp_cell_is_split (cell))
    {
      if (record (bags, cell, race, race->bytes))
        return;
      rp_shadow_split (shadow, cell);
    }
  rp_split *split = rp_shadow_get_split (shadow, cell);
  for (unsigned i = 0; i < 8; i++)
    if (race->bytes >> i & 1)
      {
        bool done = record (bags, &split->bytes[i], race, 1u << i);
        RP_ASSERT (done);
      }
}

void
rp_bags_access (rp_bags *bags, uint64_t address, uint32_t bytes, bool is_write,
                rp_access_class class, uint32_t site)
{
  if (!bags->unjoined)
    return;
  if (bags->depth)
    class |= RP_ACCESS_ISOLATED;
  rp_cell *cell = rp_shadow_cell (&bags->shadows[RP_ACCESS_PLAIN], address);
  if (class != RP_ACCESS_PLAIN)
    rp_cell_mark (cell);
  rp_bag_race race = { .address = address & ~(uint64_t) 7,
                       .bytes = bytes,
                       .later_strand = bags->now,
                       .later_site = site & (RP_SITE_MIXED - 1),
                       .later_writes = is_write,
                       .later_class = class };
  check_bytes (bags, RP_ACCESS_PLAIN, &race);
  if (rp_cell_is_marked (cell))
    for (rp_access_class other = RP_ACCESS_PLAIN + 1; other < RP_ACCESS_CLASSES; other++)
      check_bytes (bags, other, &race);
  record_bytes (bags, &race);
}

void
rp_bags_forget (rp_bags *bags, uint64_t address, uint64_t size)
{
  for (int i = 0; i < RP_ACCESS_CLASSES; i++)
    if (bags->shadows[i].chunks.count)
      rp_shadow_forget (&bags->shadows[i], address, size);
}

uint64_t
rp_bags_address_of (rp_bags *bags, uint64_t location)
{
  bool is_new;
  uint64_t *number = rp_map_insert (&bags->block_numbers, location >> RP_BAGS_BLOCK_BITS, &is_new);
  if (is_new)
    {
      *number = bags->blocks.count;
      RP_VEC_PUSH (&bags->blocks, location >> RP_BAGS_BLOCK_BITS);
    }
  return (*number << RP_BAGS_BLOCK_BITS | location % (1 << RP_BAGS_BLOCK_BITS)) << 3;
}

void
rp_bags_access_location (void *context, rp_strand *task, uint64_t base, uint32_t size,
                         bool is_write, uint32_t site)
{
  rp_bags *bags = context;
  bags->accesses++;
  (void) task; /* it is the running task, which bags->running has */
  for (uint64_t address = 0; size--; base++, address += 8)
    {
      if (!address || rp_bags_begins_block (base))
        address = rp_bags_address_of (bags, base);
      const rp_cell *cell = rp_shadow_cell (&bags->shadows[RP_ACCESS_PLAIN], address);
      if (bags->mode != RP_BAGS_FAST || !rp_bags_is_known (bags, cell, 255, is_write))
        rp_bags_access (bags, address, 255, is_write, RP_ACCESS_PLAIN, site);
    }
}
