#include "shadow/shadow.h"

#include "base/panic.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE_BYTES (RP_SHADOW_CELLS * sizeof (rp_cell))

#define CHUNK_BYTES ((size_t) 2 << 20)

/* Straight from the kernel: zeroed, never in the program's heap. Chunks are aligned to their size,
 * so that the kernel can back them by huge pages: cells are visited all over, and the translation
 * of their addresses is what costs. The first chunks stay small pages, for small programs. */
static void
add_chunk (rp_shadow *shadow)
{
  char *memory
    = mmap (NULL, 2 * CHUNK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    rp_panic (__FILE__, __LINE__, "out of memory for shadow pages (%llu in use)",
              (unsigned long long) shadow->page_count);
  char *aligned = (char *) (((uintptr_t) memory + CHUNK_BYTES - 1) & ~(CHUNK_BYTES - 1));
  if (aligned != memory)
    munmap (memory, (size_t) (aligned - memory));
  munmap (aligned + CHUNK_BYTES, (size_t) (memory + CHUNK_BYTES - aligned));
  if (shadow->chunks.count >= 2)
    madvise (aligned, CHUNK_BYTES, MADV_HUGEPAGE);
  RP_VEC_PUSH (&shadow->chunks, aligned);
  shadow->chunk_used = 0;
}

static rp_cell *
new_page (rp_shadow *shadow)
{
  if (!shadow->chunks.count || shadow->chunk_used == CHUNK_BYTES)
    add_chunk (shadow);
  char *cells = RP_VEC_LAST (&shadow->chunks) + shadow->chunk_used;
  shadow->chunk_used += PAGE_BYTES;
  shadow->page_count++;
  return (rp_cell *) cells;
}

rp_cell *
rp_shadow_find_page (rp_shadow *shadow, uint64_t page)
{
  bool is_new;
  uint64_t *slot = rp_map_insert (&shadow->pages, page, &is_new);
  if (is_new)
    *slot = (uint64_t) (uintptr_t) new_page (shadow);
  size_t entry = page % RP_SHADOW_CACHE;
  shadow->cache[entry].page = page + 1;
  shadow->cache[entry].cells = (rp_cell *) (uintptr_t) *slot;
  return shadow->cache[entry].cells;
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

/* What SLOT says about byte I alone. */
static rp_slot
slot_of_byte (rp_slot slot, unsigned i)
{
  if (!(slot.rest >> i & 1))
    return (rp_slot) { 0, 0 };
  return (rp_slot) { slot.strand, (slot.rest & ~(uint32_t) 255) | 1u << i };
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
  cell->reader = (rp_slot) { 0, 0 };
  return split;
}

static void
forget_bytes (rp_shadow *shadow, rp_cell *cell, unsigned bytes)
{
  if (cell->writer.strand == RP_SHADOW_SPLIT)
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
  cell->writer.rest &= ~bytes;
  cell->reader.rest &= ~bytes;
  if (!(cell->writer.rest & 255))
    cell->writer = (rp_slot) { 0, 0 };
  if (!(cell->reader.rest & 255))
    cell->reader = (rp_slot) { 0, 0 };
}

void
rp_shadow_forget (rp_shadow *shadow, uint64_t address, uint64_t size)
{
  uint64_t end = address + size;
  while (address < end)
    {
      uint64_t page = address >> RP_SHADOW_PAGE_BITS;
      uint64_t page_end = (page + 1) << RP_SHADOW_PAGE_BITS;
      const uint64_t *known = rp_map_find (&shadow->pages, page);
      if (!known)
        {
          address = page_end;
          continue;
        }
      rp_cell *cells = (rp_cell *) (uintptr_t) *known;
      for (uint64_t stop = page_end < end ? page_end : end; address < stop;)
        {
          unsigned first = address & 7;
          uint64_t granule_end = (address | 7) + 1;
          unsigned count = (unsigned) ((granule_end < stop ? granule_end : stop) - address);
          forget_bytes (shadow, &cells[address >> 3 & (RP_SHADOW_CELLS - 1)],
                        ((1u << count) - 1) << first);
          address += count;
        }
    }
}

uint64_t
rp_shadow_bytes (const rp_shadow *shadow)
{
  return shadow->page_count * PAGE_BYTES + shadow->splits.capacity * sizeof (rp_split);
}

void
rp_shadow_clear (rp_shadow *shadow)
{
  for (size_t i = 0; i < shadow->chunks.count; i++)
    munmap (shadow->chunks.items[i], CHUNK_BYTES);
  RP_VEC_CLEAR (&shadow->chunks);
  rp_map_clear (&shadow->pages);
  RP_VEC_CLEAR (&shadow->splits);
  RP_VEC_CLEAR (&shadow->free_splits);
  *shadow = (rp_shadow) { 0 };
}
