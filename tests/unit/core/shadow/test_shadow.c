/* Shadow memory against a map of bytes that is as plain as can be. */
#include "base/rng.h"
#include "core/shadow/shadow.h"
#include "test.h"

#include <string.h>

#define CHUNK ((uint64_t) 1 << RP_SHADOW_CHUNK_BITS)

TEST (nothing_near_nothing_there)
{
  rp_shadow shadow = { 0 };
  CHECK (!rp_shadow_peek (&shadow, 0x1000));
  rp_shadow_forget (&shadow, 0, UINT64_MAX >> 1);
  rp_shadow_cell (&shadow, 0x1000);
  CHECK (rp_shadow_peek (&shadow, 0x1000));
  CHECK (rp_shadow_peek (&shadow, CHUNK - 1));
  CHECK (!rp_shadow_peek (&shadow, CHUNK));
  rp_shadow_clear (&shadow);
}

TEST (cells_are_for_eight_bytes)
{
  rp_shadow shadow = { 0 };
  rp_cell *cell = rp_shadow_cell (&shadow, 0x7fff12345678);
  CHECK (cell == rp_shadow_cell (&shadow, 0x7fff1234567f));
  CHECK (cell + 1 == rp_shadow_cell (&shadow, 0x7fff12345680));
  CHECK (cell - 1 == rp_shadow_cell (&shadow, 0x7fff12345677));
  CHECK (!cell->writer.strand && !cell->writer.rest);
  CHECK (!cell->reader.strand && !cell->reader.rest);
  rp_shadow_clear (&shadow);
}

TEST (the_whole_address_space)
{
  static const uint64_t addresses[]
    = { 0, 8, CHUNK - 8, CHUNK, 0x555555554000, 0x7ffff7fff000, ((uint64_t) 1 << RP_SHADOW_ADDRESS_BITS) - 8 };
  enum
  {
    COUNT = sizeof addresses / sizeof *addresses
  };
  rp_shadow shadow = { 0 };
  for (uint32_t i = 0; i < COUNT; i++)
    rp_slot_set (&rp_shadow_cell (&shadow, addresses[i])->writer, i + 1, 255);
  for (uint32_t i = 0; i < COUNT; i++)
    CHECK_INT (rp_shadow_peek (&shadow, addresses[i])->writer.strand, i + 1);
  rp_shadow_clear (&shadow);
}

TEST (memory_is_for_what_was_touched)
{
  rp_shadow shadow = { 0 };
  for (uint64_t address = 0; address < 64 * CHUNK; address += CHUNK)
    rp_shadow_cell (&shadow, (uint64_t) 1 << 40 | address)->writer.strand = 1;
  CHECK_INT (rp_shadow_bytes (&shadow), 64 * 4096);
  rp_shadow_clear (&shadow);
  rp_shadow_cell (&shadow, (uint64_t) 1 << 40)->writer.strand = 1;
  CHECK_INT (rp_shadow_bytes (&shadow), 4096);
  rp_shadow_clear (&shadow);
}

TEST (split_keeps_each_byte)
{
  rp_shadow shadow = { 0 };
  rp_cell *cell = rp_shadow_cell (&shadow, 64);
  rp_slot_set (&cell->writer, 7, 5 << 8 | 0x0f);
  rp_slot_set (&cell->reader, 9 | RP_SHADOW_MARK, 6 << 8 | 0x18);
  rp_split *split = rp_shadow_split (&shadow, cell);
  CHECK (cell->writer.strand == RP_SHADOW_SPLIT);
  CHECK (cell->reader.strand == RP_SHADOW_MARK);
  CHECK (split == rp_shadow_get_split (&shadow, cell));
  for (unsigned i = 0; i < 8; i++)
    {
      CHECK_INT (split->bytes[i].writer.strand, i < 4 ? 7 : 0);
      CHECK_INT (split->bytes[i].reader.strand, i == 3 || i == 4 ? 9 : 0);
      CHECK_INT (split->bytes[i].writer.rest, i < 4 ? (5u << 8 | 1u << i) : 0);
    }
  rp_shadow_forget (&shadow, 64, 3);
  CHECK_INT (rp_shadow_get_split (&shadow, cell)->bytes[2].writer.strand, 0);
  CHECK_INT (rp_shadow_get_split (&shadow, cell)->bytes[3].writer.strand, 7);
  rp_shadow_forget (&shadow, 64, 8);
  CHECK (!cell->writer.strand && !cell->reader.strand);
  CHECK_INT (shadow.free_splits.count, 1);
  rp_shadow_clear (&shadow);
}

TEST (a_mark_stays_until_all_is_forgotten)
{
  rp_shadow shadow = { 0 };
  rp_cell *cell = rp_shadow_cell (&shadow, 8);
  rp_slot_set (&cell->writer, 3 | RP_SHADOW_MARK, 255);
  rp_slot_set (&cell->reader, RP_SHADOW_MARK, 0);
  rp_shadow_forget (&shadow, 8, 4);
  CHECK_INT (cell->writer.rest, 0xf0);
  CHECK (cell->reader.strand == RP_SHADOW_MARK);
  rp_shadow_forget (&shadow, 12, 4);
  CHECK (cell->writer.strand == RP_SHADOW_MARK && !cell->writer.rest);
  rp_shadow_forget (&shadow, 8, 8);
  CHECK (!cell->writer.strand && !cell->reader.strand);
  rp_shadow_clear (&shadow);
}

/* Bytes around the border of two chunks, in words that are split and words that are not. */
enum
{
  BYTES = 512
};

typedef struct plain
{
  uint32_t writer[BYTES], reader[BYTES];
} plain;

static void
record (rp_shadow *shadow, plain *expected, uint64_t low, unsigned at, uint32_t strand, bool writes)
{
  rp_cell *cell = rp_shadow_cell (shadow, low + at);
  if (cell->writer.strand != RP_SHADOW_SPLIT)
    rp_shadow_split (shadow, cell);
  rp_cell *byte = &rp_shadow_get_split (shadow, cell)->bytes[(low + at) % 8];
  rp_slot_set (writes ? &byte->writer : &byte->reader, strand, 1u << (low + at) % 8);
  (writes ? expected->writer : expected->reader)[at] = strand;
}

static rp_cell
look (const rp_shadow *shadow, uint64_t address)
{
  const rp_cell *cell = rp_shadow_peek (shadow, address);
  if (!cell)
    return (rp_cell) { 0 };
  if (cell->writer.strand == RP_SHADOW_SPLIT)
    return rp_shadow_get_split (shadow, cell)->bytes[address % 8];
  rp_cell seen = *cell;
  rp_slot_drop (&seen.writer, ~(1u << address % 8) & 255);
  rp_slot_drop (&seen.reader, ~(1u << address % 8) & 255);
  return seen;
}

TEST (random_recording_and_forgetting)
{
  rp_rng random = rp_rng_from_seed (20261115);
  for (int round = 0; round < 200; round++)
    {
      rp_shadow shadow = { 0 };
      plain expected = { 0 };
      uint64_t low = CHUNK - BYTES / 2;
      for (uint32_t step = 1; step < 200; step++)
        {
          unsigned at = (unsigned) (rp_rng_next (&random) % BYTES);
          if (rp_rng_next (&random) % 4)
            {
              record (&shadow, &expected, low, at, step, rp_rng_next (&random) % 2);
              continue;
            }
          unsigned size = (unsigned) (rp_rng_next (&random) % (BYTES - at));
          rp_shadow_forget (&shadow, low + at, size);
          memset (&expected.writer[at], 0, size * sizeof (uint32_t));
          memset (&expected.reader[at], 0, size * sizeof (uint32_t));
        }
      for (unsigned i = 0; i < BYTES; i++)
        {
          rp_cell seen = look (&shadow, low + i);
          CHECK_INT (seen.writer.strand, expected.writer[i]);
          CHECK_INT (seen.reader.strand, expected.reader[i]);
        }
      rp_shadow_clear (&shadow);
    }
}
