/* Many bytes at once.
 *
 * The calls that clang's plug-in puts before loops (src/pass/regions.cc): one for all elements that
 * a loop accesses. Each is an access as if it were announced alone; but words of which all bytes
 * are accessed are looked at once. And what library functions read and write. */
#include "hooks/fast.h"
#include "hooks/hook.h"

enum
{
  WORD = 8
};

typedef struct loop_access
{
  size_t element;
  bool is_write;
  uintptr_t pc;
} loop_access;

static void
access_element (const loop_access *how, uintptr_t address)
{
#define ELEMENT(SIZE) \
  case SIZE: \
    if (how->is_write) \
      rp_fast_write (address, SIZE, how->pc); \
    else \
      rp_fast_read (address, SIZE, how->pc); \
    break
  switch (how->element)
    {
      ELEMENT (1);
      ELEMENT (2);
      ELEMENT (4);
      ELEMENT (8);
    }
#undef ELEMENT
}

/* As rp_fast_record does for one access: 0 if the place is not to be had. */
static uint32_t
place_of (const loop_access *how)
{
  uint32_t where = rp_where_recent (how->pc);
  if ((uintptr_t) __builtin_frame_address (0) < rp_engine_now.running->stack_low)
    return 0;
  return where ? where : rp_monitor_where (how->pc, how->element);
}

static void
access_elements (const loop_access *how, uintptr_t address)
{
  for (size_t done = 0; done < WORD; done += how->element)
    access_element (how, address + done);
}

static bool
is_plain (const rp_cell *cell)
{
  return !((cell->writer.strand | cell->reader.strand) & RP_SHADOW_MARK);
}

/* The first of COUNT words is judged, element by element. Those after it that had the same accesses
 * are the same from now on, unless there is something to tell of each: all are in one object.
 * Returns how many there are. */
static size_t
access_alike (const loop_access *how, uintptr_t address, rp_cell *cells, size_t count)
{
  const rp_step_bags *judge = &rp_engine_now.judge;
  uint64_t told = judge->told, moves = judge->moves;
  rp_cell before = cells[0];
  access_elements (how, address);
  rp_cell after = cells[0];
  if (!rp_engine_now.bags.judge || rp_engine_now.bags.mode || told != judge->told
      || moves != judge->moves || !is_plain (&before) || !is_plain (&after))
    return 1;
  size_t i = 1;
  for (; i < count && rp_cell_is_same (&cells[i], &before); i++)
    cells[i] = after;
  return i;
}

/* A word that has halves, where what is on record of both can be replaced without a search. */
static bool
record_halves (rp_bags *bags, rp_cell *cell, bool is_write, uint32_t where)
{
  rp_all_halves *all = &rp_engine_now.judge.halves;
  rp_halves *halves = rp_halves_of (all, cell);
  for (int i = 0; i < 2; i++)
    if (!rp_fast_record_cell (bags, &halves->half[i], RP_HALF_BYTES << 4 * i, is_write, where))
      return false;
  if (!rp_halves_differ (halves, bags->floor))
    return rp_halves_join (all, bags, cell, false);
  rp_cell_note_known (cell, bags->now, 255);
  return true;
}

/* Accesses whole words: how many of the COUNT. */
static size_t
access_words (const loop_access *how, uintptr_t address, size_t count)
{
  rp_bags *bags = &rp_engine_now.bags;
  uintptr_t chunk = bags->mode ? 0 : rp_fast_chunk (address);
  if (!chunk)
    return 0;
  const uintptr_t covered = (uintptr_t) 1 << RP_SHADOW_CHUNK_BITS;
  size_t rest = (covered - address % covered) / WORD;
  rp_cell *cells = rp_fast_cell (chunk, address, WORD);
  bool is_write = how->is_write;
  uint32_t where = 0;
  count = count < rest ? count : rest;
  for (size_t i = 0; i < count;)
    {
      if (rp_bags_is_known (bags, &cells[i], 255, is_write))
        {
          i++;
          continue;
        }
      if (!where && !(where = place_of (how)))
        return i;
      bool is_aside = bags->has_aside && rp_bags_is_aside (bags, address + WORD * i);
      bool has_halves = rp_cell_has_halves (&cells[i]);
      if (!is_aside
          && (has_halves ? record_halves (bags, &cells[i], is_write, where)
                         : rp_fast_record_cell (bags, &cells[i], 255, is_write, where)))
        i++;
      else if (is_aside || has_halves)
        return i;
      else
        i += access_alike (how, address + WORD * i, &cells[i], count - i);
      if (bags->mode)
        return i;
    }
  return count;
}

/* Words of one chunk; of the first and the last some bytes. */
RP_FAST_INLINE bool
is_known (uintptr_t address, size_t size, bool is_write)
{
  const rp_bags *bags = &rp_engine_now.bags;
  uintptr_t chunk = bags->mode ? 0 : rp_fast_chunk (address), last = address + size - 1;
  if (!chunk || (address ^ last) >> RP_SHADOW_CHUNK_BITS)
    return false;
  const rp_cell *cell = rp_fast_cell (chunk, address, 1), *end = rp_fast_cell (chunk, last, 1);
  uint32_t first_bytes = 255u << address % WORD & 255,
           last_bytes = 255u >> (WORD - 1 - last % WORD);
  if (cell == end)
    return rp_bags_is_known (bags, cell, first_bytes & last_bytes, is_write);
  if (!rp_bags_is_known (bags, cell, first_bytes, is_write)
      || !rp_bags_is_known (bags, end, last_bytes, is_write))
    return false;
  for (cell++; cell < end; cell++)
    if (!rp_bags_is_known (bags, cell, 255, is_write))
      return false;
  return true;
}

bool
rp_monitor_knows (uintptr_t address, size_t size, bool is_write)
{
  return is_write ? is_known (address, size, true) : is_known (address, size, false);
}

/* Elements may overlap, so that the last one is not whole. */
static void
access_rest (loop_access how, uintptr_t address, size_t bytes)
{
  while (bytes)
    {
      while (how.element > bytes)
        how.element /= 2;
      access_element (&how, address);
      address += how.element;
      bytes -= how.element;
    }
}

static void
access_row (const loop_access *how, uintptr_t address, size_t bytes)
{
  uintptr_t end = address + bytes;
  while (end - address >= how->element)
    {
      size_t words = address % WORD ? 0 : (end - address) / WORD;
      size_t done = words ? access_words (how, address, words) : 0;
      if (!done)
        access_element (how, address);
      address += done ? done * WORD : how->element;
    }
  access_rest (*how, address, end - address);
}

static __attribute__ ((noinline)) void
access_rows (loop_access how, uintptr_t first, size_t bytes, size_t rows, long stride)
{
  for (size_t i = 0; i < rows; i++)
    access_row (&how, first + i * (uintptr_t) stride, bytes);
}

/* ROWS times BYTES that begin STRIDE bytes apart: elements of 1, 2, 4 or 8 bytes. Most loops are short, and run through
 * more than once. */
#define REGION(KIND, IS_WRITE) \
  RP_HOOK (void, rp_##KIND##_region, const void *first, size_t bytes, size_t element, size_t rows, \
           long stride) \
  { \
    if (!bytes || rp_engine_now.bags.mode == RP_BAGS_IDLE \
        || (rows == 1 && is_known ((uintptr_t) first, bytes, IS_WRITE))) \
      return; \
    access_rows ((loop_access) { element, IS_WRITE, RP_CALLER }, (uintptr_t) first, bytes, rows, \
                 stride); \
  }

REGION (read, false)
REGION (write, true)
