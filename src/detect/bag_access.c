/* Accesses under ESP-bags: what the shadow memory has of a location is asked whether it is serial
 * or parallel to what runs, and takes the access in. */
#include "base/panic.h"
#include "detect/espbags.h"
#include "detect/step_bags.h"

enum
{
  BLOCK_BITS = 9
};

/* The mark on a plain cell: some of its bytes were accessed in a section or by an atomic operation,
 * too, and the shadows of those classes have to be asked. */
static bool
is_marked (const rp_cell *cell)
{
  return cell->reader.strand & RP_SHADOW_MARK;
}

static void
mark (rp_cell *cell)
{
  cell->writer.strand |= RP_SHADOW_MARK;
  cell->reader.strand |= RP_SHADOW_MARK;
}

static rp_cell
without_mark (rp_cell cell)
{
  cell.writer.strand &= ~RP_SHADOW_MARK;
  cell.reader.strand &= ~RP_SHADOW_MARK;
  return cell;
}

/* What rp_bags_access_location was called with. */
static uint64_t
location_of (const rp_bags *bags, uint64_t address)
{
  uint64_t place = address >> 3;
  return bags->blocks.items[place >> BLOCK_BITS] << BLOCK_BITS | place % (1 << BLOCK_BITS);
}

void
rp_bags_tell (const rp_bags *bags, rp_bag_race race)
{
  if (bags->blocks.count)
    race.address = location_of (bags, race.address) << 3;
  bags->found (bags->context, &race);
}

/* [Raman, Fig. 3 and 4]: L.writer or L.reader in a P-bag is a race with what runs now. */
static void
check (rp_bags *bags, rp_slot slot, bool slot_writes, rp_access_class class, rp_bag_race *race)
{
  uint32_t bytes = slot.rest & race->bytes;
  if (!bytes || slot.strand == bags->now || !rp_bags_find_parallel (bags, slot.strand))
    return;
  race->earlier_strand = slot.strand;
  race->earlier_where = rp_bags_where (bags, slot.rest, (unsigned) __builtin_ctz (bytes));
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
  rp_cell plain = without_mark (*cell);
  check (bags, plain.writer, true, class, race);
  if (race->later_writes)
    check (bags, plain.reader, false, class, race);
}

static bool
covers (uint32_t bytes, rp_slot slot)
{
  return !(slot.rest & 255 & ~bytes);
}

/* Whether SLOT can take what now is there: false if the cell has to be split first. */
static bool
merge (rp_bags *bags, rp_slot *slot, uint32_t bytes, uint32_t where, bool replace)
{
  if (slot->strand == bags->now && (slot->rest & bytes) == bytes)
    return true;
  if (slot->strand < bags->floor || (replace && covers (bytes, *slot)))
    {
      *slot = (rp_slot) { bags->now, where << 8 | bytes };
      return true;
    }
  if (slot->strand == bags->now)
    {
      uint32_t mixed
        = slot->rest >> 8 == where ? where : rp_bags_mix (bags, slot->rest, where, bytes);
      if (mixed)
        slot->rest = mixed << 8 | ((slot->rest | bytes) & 255);
      return mixed;
    }
  return !replace && (slot->rest & bytes) == bytes;
}

/* [Raman, Fig. 3]: a write always takes the place of the writer; a read that of a reader in an
 * S-bag. Inside sections [Raman, Fig. 4] a write too takes only that of a writer in an S-bag. A
 * serial reader under a write is dropped: who is parallel to it is parallel to the write, and
 * rp_bags_is_known counts on it. */
static bool
record_plainly (rp_bags *bags, rp_cell *cell, const rp_bag_race *race, uint32_t bytes)
{
  bool is_write = race->later_writes, plain = race->later_class == RP_ACCESS_PLAIN;
  rp_slot *slot = is_write ? &cell->writer : &cell->reader;
  bool replace = (is_write && plain) || !rp_bags_find_parallel (bags, slot->strand);
  if (!merge (bags, slot, bytes, race->later_where, replace))
    return false;
  if (is_write && plain && cell->reader.strand
      && !rp_bags_find_parallel (bags, cell->reader.strand))
    rp_slot_drop (&cell->reader, bytes);
  return true;
}

static bool
record (rp_bags *bags, rp_cell *cell, const rp_bag_race *race, uint32_t bytes)
{
  bool was_marked = is_marked (cell);
  *cell = without_mark (*cell);
  bool done = record_plainly (bags, cell, race, bytes);
  if (was_marked)
    mark (cell);
  return done;
}

static void
check_bytes (rp_bags *bags, rp_access_class class, rp_bag_race *race)
{
  rp_shadow *shadow = &bags->shadows[class];
  const rp_cell *cell = rp_shadow_peek (shadow, race->address);
  if (!cell)
    return;
  if (cell->writer.strand != RP_SHADOW_SPLIT)
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
  if (cell->writer.strand != RP_SHADOW_SPLIT)
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
                rp_access_class class, uint32_t where)
{
  if (bags->judge)
    {
      rp_step_bags_access (bags->judge, address, bytes, is_write, class, where);
      return;
    }
  if (!bags->unjoined)
    return;
  if (bags->depth)
    class |= RP_ACCESS_ISOLATED;
  rp_cell *cell = rp_shadow_cell (&bags->shadows[RP_ACCESS_PLAIN], address);
  if (class != RP_ACCESS_PLAIN)
    mark (cell);
  rp_bag_race race = { .address = address & ~(uint64_t) 7,
                       .bytes = bytes,
                       .later_strand = bags->now,
                       .later_where = where & (RP_WHERE_MIXED - 1),
                       .later_writes = is_write,
                       .later_class = class };
  check_bytes (bags, RP_ACCESS_PLAIN, &race);
  if (is_marked (cell))
    for (rp_access_class other = RP_ACCESS_PLAIN + 1; other < RP_ACCESS_CLASSES; other++)
      check_bytes (bags, other, &race);
  record_bytes (bags, &race);
}

void
rp_bags_forget (rp_bags *bags, uint64_t address, uint64_t size)
{
  if (bags->judge)
    {
      rp_step_bags_forget (bags->judge, address, size);
      return;
    }
  for (int i = 0; i < RP_ACCESS_CLASSES; i++)
    if (bags->shadows[i].chunks.count)
      rp_shadow_forget (&bags->shadows[i], address, size);
}

/* Locations of models are far apart; the shadow has their blocks side by side. */
static uint64_t
address_of (rp_bags *bags, uint64_t location)
{
  bool is_new;
  uint64_t *number = rp_map_insert (&bags->block_numbers, location >> BLOCK_BITS, &is_new);
  if (is_new)
    {
      *number = bags->blocks.count;
      RP_VEC_PUSH (&bags->blocks, location >> BLOCK_BITS);
    }
  return (*number << BLOCK_BITS | location % (1 << BLOCK_BITS)) << 3;
}

void
rp_bags_access_location (void *context, rp_strand *task, uint64_t base, uint32_t size,
                         bool is_write, uint32_t site)
{
  rp_bags *bags = context;
  bags->accesses++;
  if (bags->judge)
    rp_step_bags_run (bags->judge, task);
  for (uint64_t address = 0; size--; base++, address += 8)
    {
      if (!address || !(base % (1 << BLOCK_BITS)))
        address = address_of (bags, base);
      const rp_cell *cell = rp_shadow_cell (&bags->shadows[RP_ACCESS_PLAIN], address);
      if (bags->mode != RP_BAGS_FAST || !rp_bags_is_known (bags, cell, 255, is_write))
        rp_bags_access (bags, address, 255, is_write, RP_ACCESS_PLAIN, site);
    }
}
