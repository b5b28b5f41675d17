/* Words with a cell for each half, against what each byte had: nothing is lost when a cell gets halves, nor when it does
 * without again; and it does without whenever one cell suffices. */
#include "base/rng.h"
#include "core/detect/espbags.h"
#include "core/detect/half_cells.h"
#include "core/detect/readers.h"
#include "test.h"

/* Of one byte; strands that do not count are 0. */
typedef struct byte_state
{
  uint32_t writer, writer_site, reader, reader_site;
} byte_state;

typedef struct trial
{
  rp_bags bags;
  rp_all_half_cells all;
  rp_rng rng;
  uint64_t made, joined, kept, mixed;
} trial;

static void
found (void *context, const rp_bag_race *race)
{
  (void) context;
  (void) race;
}

static uint32_t
below (trial *t, uint32_t bound)
{
  return (uint32_t) rp_rng_below (&t->rng, bound);
}

static uint32_t
place_of (const trial *t, rp_slot slot, unsigned byte)
{
  return rp_is_readers (slot.strand) ? 0 : rp_bags_site (&t->bags, slot.rest, byte);
}

static void
add_slot (const trial *t, rp_slot slot, unsigned byte, uint32_t *strand, uint32_t *site)
{
  if (!(slot.rest >> byte & 1) || (slot.strand & ~RP_SHADOW_MARK) < t->bags.floor)
    return;
  *strand = slot.strand;
  *site = place_of (t, slot, byte);
}

static byte_state
state_of (const trial *t, const rp_cell *cell, unsigned byte)
{
  byte_state state = { 0 };
  const rp_cell *own
    = rp_cell_has_half_cells (cell) ? &rp_half_cells_of (&t->all, cell)->half[byte / 4] : cell;
  add_slot (t, own->writer, byte, &state.writer, &state.writer_site);
  add_slot (t, own->reader, byte, &state.reader, &state.reader_site);
  return state;
}

static void
all_states (const trial *t, const rp_cell *cell, byte_state states[8])
{
  for (unsigned byte = 0; byte < 8; byte++)
    states[byte] = state_of (t, cell, byte);
}

static bool
are_same (const byte_state a[8], const byte_state b[8])
{
  for (unsigned i = 0; i < 8; i++)
    if (!CHECK_INT (a[i].writer, b[i].writer) || !CHECK_INT (a[i].writer_site, b[i].writer_site)
        || !CHECK_INT (a[i].reader, b[i].reader) || !CHECK_INT (a[i].reader_site, b[i].reader_site))
      return false;
  return true;
}

static rp_slot
random_slot (trial *t, uint32_t bytes, bool can_be_set)
{
  bytes &= 1 + below (t, 255);
  if (!bytes)
    return (rp_slot) { 0, 0 };
  uint32_t strand
    = can_be_set && !below (t, 4) ? RP_READERS_FIRST + below (t, 2) : 1 + below (t, 4);
  uint32_t site = rp_is_readers (strand) ? 0 : 1 + below (t, 2);
  if (site && !below (t, 3))
    site = rp_bags_mix (&t->bags, site << 8 | bytes, 3, bytes & -bytes);
  return (rp_slot) { strand, site << 8 | bytes };
}

static rp_cell
random_cell (trial *t, uint32_t bytes)
{
  rp_cell cell = { random_slot (t, bytes, false), random_slot (t, bytes, true) };
  if (cell.writer.strand && bytes != 255 && !below (t, 20))
    cell.writer.strand |= RP_SHADOW_MARK;
  return cell;
}

static bool
has_mark (const rp_half_cells *halves)
{
  return (halves->half[0].writer.strand | halves->half[1].writer.strand) & RP_SHADOW_MARK;
}

/* Whether one slot can have what both have: it has one strand, and mixtures are made of plain places only. */
static bool
can_be_one (const trial *t, rp_slot low, rp_slot high)
{
  if (low.strand < t->bags.floor || high.strand < t->bags.floor)
    return true;
  uint32_t place = high.rest >> 8;
  return low.strand == high.strand && (place == low.rest >> 8 || place < RP_SITE_MIXED);
}

static bool
check_join (trial *t, rp_cell *cell)
{
  byte_state before[8], after[8];
  const rp_half_cells halves = *rp_half_cells_of (&t->all, cell);
  bool can_join = !has_mark (&halves)
                  && can_be_one (t, halves.half[0].writer, halves.half[1].writer)
                  && can_be_one (t, halves.half[0].reader, halves.half[1].reader),
       may_allocate = below (t, 3), differ = rp_half_cells_differ (&halves, t->bags.floor);
  all_states (t, cell, before);
  bool is_joined = rp_half_cells_join (&t->all, &t->bags, cell, may_allocate);
  if (!CHECK (!is_joined || can_join) || !CHECK (is_joined || !can_join || !may_allocate)
      || !CHECK (!is_joined || !differ) || !CHECK (rp_cell_has_half_cells (cell) == !is_joined))
    return false;
  all_states (t, cell, after);
  t->joined += is_joined;
  t->kept += !is_joined;
  t->mixed += is_joined && cell->writer.rest >> 8 >= RP_SITE_MIXED;
  return are_same (before, after);
}

static bool
check_make (trial *t, rp_cell *cell)
{
  byte_state before[8], after[8];
  *cell = random_cell (t, 255);
  all_states (t, cell, before);
  rp_half_cells_make (&t->all, cell);
  t->made++;
  all_states (t, cell, after);
  return CHECK (rp_cell_has_half_cells (cell)) && are_same (before, after);
}

enum
{
  WORDS = 6
};

/* Words get halves, halves change, and words do without again; others stay as they were. */
static bool
check_step (trial *t, rp_cell cells[WORDS])
{
  byte_state before[WORDS][8], after[WORDS][8];
  uint32_t at = below (t, WORDS);
  for (uint32_t i = 0; i < WORDS; i++)
    all_states (t, &cells[i], before[i]);
  bool right = true;
  if (!rp_cell_has_half_cells (&cells[at]))
    right = check_make (t, &cells[at]);
  else if (below (t, 2))
    right = check_join (t, &cells[at]);
  else
    {
      uint32_t half = below (t, 2);
      rp_half_cells_of (&t->all, &cells[at])->half[half]
        = random_cell (t, (uint32_t) RP_HALF_BYTES << 4 * half);
    }
  for (uint32_t i = 0; i < WORDS && right; i++)
    {
      all_states (t, &cells[i], after[i]);
      right = i == at || are_same (before[i], after[i]);
    }
  return right && CHECK (t->all.items.count <= WORDS); /* places are used again */
}

TEST (random_operations)
{
  trial t = { .made = 0 };
  for (uint64_t seed = 1; seed <= TEST_RUNS (400); seed++)
    {
      rp_cell cells[WORDS] = { 0 };
      t.rng = rp_rng_from_seed (seed);
      rp_bags_init (&t.bags, found, NULL);
      bool right = true;
      for (int i = 0; i < 200 && right; i++)
        {
          if (!below (&t, 50) && t.bags.floor < 3)
            t.bags.floor++;
          right = check_step (&t, cells);
        }
      rp_half_cells_clear (&t.all);
      rp_bags_clear (&t.bags);
      if (!right)
        {
          test_note ("seed %llu", (unsigned long long) seed);
          return;
        }
    }
  CHECK (t.made > 1000);
  CHECK (t.joined > 1000);
  CHECK (t.kept > 1000);
  CHECK (t.mixed > 10);
}

/* What the step that ran last need not look at again. */
TEST (known)
{
  rp_cell cell = { { 0, 0 }, { RP_SHADOW_MARK, 0 } };
  rp_cell_note_known (&cell, 5, 0x0f);
  CHECK_INT (cell.reader.strand, 5);
  CHECK_INT (cell.reader.rest, 0x0f);
  rp_cell_note_known (&cell, 5, 0xc0);
  CHECK_INT (cell.reader.rest, 0xcf);
  rp_cell_note_known (&cell, 6, 0x01);
  CHECK_INT (cell.reader.strand, 6);
  CHECK_INT (cell.reader.rest, 0x01);
}
