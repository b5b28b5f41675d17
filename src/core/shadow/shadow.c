#include "core/shadow/shadow.h"

#include "base/panic.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define TABLE_BYTES (sizeof (uintptr_t) << (RP_SHADOW_ADDRESS_BITS - RP_SHADOW_CHUNK_BITS))
#define COVERED ((uint64_t) 1 << RP_SHADOW_CHUNK_BITS)
#define CHUNK_BYTES ((size_t) (2 * COVERED))

enum
{
  SYSTEM_PAGE = 4096,
  MAX_SPARE = 256,
  HUGE_CHUNKS = 512 /* only the first 512 chunks, 2 GiB, may have huge pages */
};

/* Ends the process with a message: the memory for WHAT could not be mapped, because of a limit of the machine or of the
 * user. */
static _Noreturn void
out_of_memory (const rp_shadow *shadow, const char *what)
{
  int reason = errno;
  fflush (stdout);
  fprintf (stderr,
           "raceproof: no room for %s (%llu MiB of shadow memory in use): %s; see `ulimit -v'\n",
           what, (unsigned long long) (rp_shadow_bytes (shadow) >> 20), strerror (reason));
  _Exit (RP_EXIT_INTERNAL);
}

/* Returns SIZE bytes that the kernel maps: zeroed, and not part of the program's heap. Does not return if there is no
 * memory. */
static void *
map (const rp_shadow *shadow, size_t size, int protection, const char *what)
{
  void *memory = mmap (NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    out_of_memory (shadow, what);
  return memory;
}

/* Maps memory for more chunks: a quarter of the number that exist, but at least 1 and at most MAX_SPARE. The kernel
 * limits the number of mappings, so a mapping for each chunk would be too many. The memory is aligned, so that the
 * kernel can use huge pages. */
static void
map_spare (rp_shadow *shadow)
{
  size_t huge = (size_t) 2 << 20, few = shadow->chunks.count / 4;
  shadow->spare_chunks = few < 1 ? 1 : few > MAX_SPARE ? MAX_SPARE : few;
  size_t size = shadow->spare_chunks * CHUNK_BYTES;
  char *memory = map (shadow, size + huge, PROT_READ | PROT_WRITE, "shadow memory");
  size_t before = -(uintptr_t) memory % huge;
  if (before)
    munmap (memory, before);
  munmap (memory + before + size, huge - before);
  shadow->spare = memory + before;
}

static char *
take_chunk (rp_shadow *shadow)
{
  if (!shadow->spare_chunks)
    map_spare (shadow);
  char *chunk = shadow->spare;
  shadow->spare += CHUNK_BYTES;
  shadow->spare_chunks--;
  return chunk;
}

static void
set_entry (rp_shadow *shadow, uint64_t index, uintptr_t entry)
{
  uintptr_t page = (uintptr_t) &shadow->table[index] & ~(uintptr_t) (SYSTEM_PAGE - 1);
  if (mprotect ((void *) page, SYSTEM_PAGE, PROT_READ | PROT_WRITE))
    out_of_memory (shadow, "the table of shadow memory");
  shadow->table[index] = entry;
}

/* Returns whether the chunk at INDEX should use huge pages: the chunk is one of the first HUGE_CHUNKS, and covers
 * pages of the program of which more than half are in use. Such a chunk probably covers a large array, and all its
 * cells will be accessed. Address translation is then the main cost, and huge pages make it cheap. A chunk that
 * covers stacks of tasks gets no huge pages: the stacks are far apart and nearly empty. */
static bool
is_in_large_array (const rp_shadow *shadow, uint64_t index)
{
  unsigned char resident[COVERED / SYSTEM_PAGE];
  size_t pages = 0;
  if (shadow->chunks.count >= HUGE_CHUNKS
      || mincore ((void *) (uintptr_t) (index * COVERED), COVERED, resident))
    return false;
  for (size_t page = 0; page < sizeof resident; page++)
    pages += resident[page] & 1;
  return pages > sizeof resident / 2;
}

void
rp_shadow_open (rp_shadow *shadow)
{
  if (!shadow->table)
    shadow->table = map (shadow, TABLE_BYTES, PROT_READ, "the table of shadow memory");
}

/* Keeps errno: the program does not expect a plain access to change it, and mincore fails for memory that is in use only
 * in part. */
void
rp_shadow_add_chunk (rp_shadow *shadow, uint64_t address)
{
  int saved = errno;
  uint64_t index = rp_shadow_index (address);
  rp_shadow_open (shadow);
  char *chunk = take_chunk (shadow);
  if (is_in_large_array (shadow, index))
    madvise (chunk, CHUNK_BYTES, MADV_HUGEPAGE);
  set_entry (shadow, index, (uintptr_t) chunk - 2 * index * COVERED);
  RP_VEC_PUSH (&shadow->chunks, index);
  errno = saved;
}

rp_split *
rp_shadow_get_split (const rp_shadow *shadow, const rp_cell *cell)
{
  return &shadow->splits.items[cell->writer.rest];
}

static uint32_t
take_split (rp_shadow *shadow)
{
  if (shadow->free_splits.count)
    return RP_VEC_POP (&shadow->free_splits);
  RP_VEC_PUSH (&shadow->splits, (rp_split) { 0 });
  return (uint32_t) shadow->splits.count - 1;
}

/* Returns a slot for byte I alone, with what SLOT says about it. The mark is removed. */
static rp_slot
slot_of_byte (rp_slot slot, unsigned i)
{
  if (!(slot.rest >> i & 1))
    return (rp_slot) { 0, 0 };
  return (rp_slot) { slot.strand & ~RP_SHADOW_MARK, (slot.rest & ~RP_SLOT_BYTES) | 1u << i };
}

rp_split *
rp_shadow_split (rp_shadow *shadow, rp_cell *cell)
{
  uint32_t number = take_split (shadow);
  rp_split *split = &shadow->splits.items[number];
  for (unsigned i = 0; i < 8; i++)
    {
      split->bytes[i].writer = slot_of_byte (cell->writer, i);
      split->bytes[i].reader = slot_of_byte (cell->reader, i);
    }
  cell->writer = (rp_slot) { RP_SHADOW_SPLIT, number };
  cell->reader = (rp_slot) { cell->reader.strand & RP_SHADOW_MARK, 0 };
  return split;
}

static void
forget_bytes (rp_shadow *shadow, rp_cell *cell, unsigned bytes)
{
  if (rp_cell_is_split (cell))
    {
      rp_split *split = rp_shadow_get_split (shadow, cell);
      for (unsigned i = 0; i < 8; i++)
        if (bytes >> i & 1)
          split->bytes[i] = (rp_cell) { 0 };
      if (bytes != 255)
        return;
      RP_VEC_PUSH (&shadow->free_splits, cell->writer.rest);
      *cell = (rp_cell) { 0 };
      return;
    }
  rp_slot_drop (&cell->writer, bytes);
  rp_slot_drop (&cell->reader, bytes);
  if (bytes == 255)
    *cell = (rp_cell) { 0 };
}

/* Empties COUNT cells, none of which may be split. */
static void
forget_words (rp_cell *cells, uint64_t count)
{
  for (uint64_t i = 0; i < count; i++)
    cells[i] = (rp_cell) { 0 };
}

/* Forgets everything about the bytes ADDRESS .. END-1, which are in one chunk. */
static void
forget_in_chunk (rp_shadow *shadow, uint64_t address, uint64_t end)
{
  bool has_splits = shadow->splits.count > shadow->free_splits.count;
  while (address < end)
    {
      rp_cell *cell = rp_shadow_peek (shadow, address);
      uint64_t words = (end - address) / 8;
      if (!has_splits && !(address & 7) && words)
        {
          forget_words (cell, words);
          address += 8 * words;
          continue;
        }
      uint64_t word_end = (address | 7) + 1;
      unsigned count = (unsigned) ((word_end < end ? word_end : end) - address);
      forget_bytes (shadow, cell, ((1u << count) - 1) << (address & 7));
      address += count;
    }
}

void
rp_shadow_forget (rp_shadow *shadow, uint64_t address, uint64_t size)
{
  if (!shadow->table)
    return;
  for (uint64_t end = address + size, stop; address < end; address = stop)
    {
      uint64_t chunk_end = (address | (COVERED - 1)) + 1;
      stop = chunk_end < end && chunk_end ? chunk_end : end;
      if (shadow->table[rp_shadow_index (address)])
        forget_in_chunk (shadow, address, stop);
    }
}

/* Returns the chunk at INDEX of the table. It covers COVERED bytes of the program. */
static char *
chunk_at (const rp_shadow *shadow, uint64_t index)
{
  return (char *) (shadow->table[index] + 2 * index * COVERED);
}

/* Visits whole chunks, because we cannot know which pages were touched: mincore does not report swapped pages. */
void
rp_shadow_visit_cells (const rp_shadow *shadow, rp_shadow_visit *visit, void *context)
{
  for (size_t i = 0; i < shadow->chunks.count; i++)
    visit (context, (rp_cell *) chunk_at (shadow, shadow->chunks.items[i]), CHUNK_BYTES / sizeof (rp_cell));
}

uint64_t
rp_shadow_bytes (const rp_shadow *shadow)
{
  uint64_t pages = 0;
  for (size_t i = 0; i < shadow->chunks.count; i++)
    {
      unsigned char resident[CHUNK_BYTES / SYSTEM_PAGE];
      if (mincore (chunk_at (shadow, shadow->chunks.items[i]), CHUNK_BYTES, resident))
        continue;
      for (size_t page = 0; page < sizeof resident; page++)
        pages += resident[page] & 1;
    }
  return pages * SYSTEM_PAGE + shadow->splits.capacity * sizeof (rp_split);
}

void
rp_shadow_clear (rp_shadow *shadow)
{
  for (size_t i = 0; i < shadow->chunks.count; i++)
    munmap (chunk_at (shadow, shadow->chunks.items[i]), CHUNK_BYTES);
  if (shadow->spare_chunks)
    munmap (shadow->spare, shadow->spare_chunks * CHUNK_BYTES);
  if (shadow->table)
    munmap (shadow->table, TABLE_BYTES);
  RP_VEC_CLEAR (&shadow->chunks);
  RP_VEC_CLEAR (&shadow->splits);
  RP_VEC_CLEAR (&shadow->free_splits);
  *shadow = (rp_shadow) { 0 };
}
