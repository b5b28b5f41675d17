/* Shadow memory: for every 8 bytes of the program that were touched in parallel code, a cell that
 * says who wrote and who read them last, and where.
 *
 *   program    |  8 bytes  |  8 bytes  | ...
 *   shadow     |  16 bytes |  16 bytes | ...    cell: writer slot, reader slot
 *   slot       strand (32) | where (24) | bytes (8)
 *
 * Byte-precise: the low eight bits of a slot say which of the bytes the access touched. Where two
 * strands share 8 bytes, the cell is split into one of its own for every byte. Nothing is ever
 * evicted. Twice the touched memory, and sixteen times that for bytes in split cells.
 *
 * Shadow pages are made when first touched and found through a hash table, with a small
 * direct-mapped cache in front; any 64-bit address is good, so nothing depends on where the kernel
 * puts the program. */
#ifndef RP_SHADOW_SHADOW_H
#define RP_SHADOW_SHADOW_H

#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As writer.strand: the cell is split, and writer.rest says which split is its. */
#define RP_SHADOW_SPLIT UINT32_MAX

enum
{
  RP_SHADOW_PAGE_BITS = 15, /* bytes of the program per page: 32 KiB, a page is 64 KiB */
  RP_SHADOW_CELLS = 1 << (RP_SHADOW_PAGE_BITS - 3),
  RP_SHADOW_CACHE = 256
};

typedef struct rp_slot
{
  uint32_t strand; /* 0: none */
  uint32_t rest;   /* where << 8 | bytes */
} rp_slot;

typedef struct rp_cell
{
  rp_slot writer, reader;
} rp_cell;

typedef struct rp_split
{
  rp_cell bytes[8];
} rp_split;

typedef struct rp_shadow
{
  struct
  {
    uint64_t page; /* number plus 1; 0: empty */
    rp_cell *cells;
  } cache[RP_SHADOW_CACHE];
  rp_map pages; /* number -> cells */
  RP_VEC (rp_split) splits;
  RP_VEC (uint32_t) free_splits;
  RP_VEC (char *) chunks; /* what pages are cut from */
  size_t chunk_used;      /* of the last */
  uint64_t page_count;
} rp_shadow;

rp_cell *rp_shadow_find_page (rp_shadow *shadow, uint64_t page);

/* The cell of the 8 bytes around ADDRESS. */
static inline rp_cell *
rp_shadow_cell (rp_shadow *shadow, uint64_t address)
{
  uint64_t page = address >> RP_SHADOW_PAGE_BITS;
  size_t entry = page % RP_SHADOW_CACHE;
  rp_cell *cells = shadow->cache[entry].page == page + 1 ? shadow->cache[entry].cells
                                                         : rp_shadow_find_page (shadow, page);
  return &cells[address >> 3 & (RP_SHADOW_CELLS - 1)];
}

/* The same if its page is at hand, else NULL: never allocates. */
static inline const rp_cell *
rp_shadow_peek (const rp_shadow *shadow, uint64_t address)
{
  uint64_t page = address >> RP_SHADOW_PAGE_BITS;
  size_t entry = page % RP_SHADOW_CACHE;
  if (__builtin_expect (shadow->cache[entry].page != page + 1, 0))
    return NULL;
  return &shadow->cache[entry].cells[address >> 3 & (RP_SHADOW_CELLS - 1)];
}

/* Splits CELL; each byte that a slot had keeps it. */
rp_split *rp_shadow_split (rp_shadow *shadow, rp_cell *cell);
rp_split *rp_shadow_get_split (const rp_shadow *shadow, const rp_cell *cell);

/* Nothing is known of the bytes any more. Pages that were never touched stay untouched. */
void rp_shadow_forget (rp_shadow *shadow, uint64_t address, uint64_t size);

uint64_t rp_shadow_bytes (const rp_shadow *shadow);
void rp_shadow_clear (rp_shadow *shadow);

#endif
