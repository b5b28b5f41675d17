/* Shadow memory: a cell for every 8 bytes of the program that were accessed in parallel code. The cell says which
 * strand wrote these bytes last, which strand read them, and at which sites.
 *
 *   program    |  8 bytes  |  8 bytes  | ...
 *   shadow     |  16 bytes |  16 bytes | ...    cell: writer slot, reader slot, of many forms (cell.h)
 *
 * Shadow memory is byte-precise: a slot says which of the 8 bytes the access touched. If two strands share the 8 bytes,
 * the cell can be split into one cell for every byte. Nothing is ever evicted. Shadow memory takes twice the memory
 * that the program touched, and 16 bytes more for each byte of a split cell.
 *
 * A chunk has the cells for 2 MiB of the program. It is mapped when one of its cells is first used, and takes memory
 * only for the pages that are touched. A table of all chunks covers the whole address space, so the program may be
 * anywhere. The table takes address space (512 MiB on x86-64), not memory: it is mapped for reading only, except the
 * pages in use, so that a kernel without overcommit need not reserve memory for it. */
#ifndef RP_CORE_SHADOW_SHADOW_H
#define RP_CORE_SHADOW_SHADOW_H

#include "base/vec.h"
#include "core/shadow/cell.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
#ifdef __x86_64__
  RP_SHADOW_ADDRESS_BITS = 47,
#else
  RP_SHADOW_ADDRESS_BITS = 48,
#endif
  RP_SHADOW_CHUNK_BITS = 21 /* a chunk has the cells for 2^21 bytes of the program */
};

typedef struct rp_shadow
{
  /* Index: address >> RP_SHADOW_CHUNK_BITS. Entry: the address of the chunk minus twice the first address that it
   * covers, so that a cell is at entry + 2 * address; 0: no chunk. The table is NULL before the first use. */
  uintptr_t *table;
  RP_VEC (uint64_t) chunks; /* the table indices of all chunks */
  char *spare;              /* mapped memory for the next chunks */
  size_t spare_chunks;
  RP_VEC (rp_split) splits;
  RP_VEC (uint32_t) free_splits;
} rp_shadow;

/* Maps the table, unless it is mapped already. rp_shadow_add_chunk also does this. */
void rp_shadow_open (rp_shadow *shadow);

/* Maps the chunk that covers ADDRESS. */
void rp_shadow_add_chunk (rp_shadow *shadow, uint64_t address);

/* Returns the table index for ADDRESS. Ignores the top bits of ADDRESS: the processor may ignore them too, and a wild
 * pointer may have set them. So the index is always inside the table. */
static inline uint64_t
rp_shadow_index (uint64_t address)
{
  return address << (64 - RP_SHADOW_ADDRESS_BITS)
         >> (64 - RP_SHADOW_ADDRESS_BITS + RP_SHADOW_CHUNK_BITS);
}

/* Returns the cell of the word that contains ADDRESS, or NULL if its chunk was never added. */
static inline rp_cell *
rp_shadow_peek (const rp_shadow *shadow, uint64_t address)
{
  uintptr_t chunk = shadow->table ? shadow->table[rp_shadow_index (address)] : 0;
  return chunk ? (rp_cell *) (chunk + 2 * (address & ~(uint64_t) 7)) : NULL;
}

/* Returns the cell of the word that contains ADDRESS. Adds its chunk if necessary. */
static inline rp_cell *
rp_shadow_cell (rp_shadow *shadow, uint64_t address)
{
  rp_cell *cell = rp_shadow_peek (shadow, address);
  if (__builtin_expect (cell != NULL, 1))
    return cell;
  rp_shadow_add_chunk (shadow, address);
  return rp_shadow_peek (shadow, address);
}

/* rp_shadow_split splits CELL into a cell for each byte, and returns these cells. Each of them gets what the slots of
 * CELL said about its byte. If CELL is already split, rp_shadow_get_split returns the cells of its bytes. Both results
 * are valid until the next split. */
rp_split *rp_shadow_split (rp_shadow *shadow, rp_cell *cell);
rp_split *rp_shadow_get_split (const rp_shadow *shadow, const rp_cell *cell);

/* Forgets everything about the SIZE bytes from ADDRESS on. Adds no chunks. */
void rp_shadow_forget (rp_shadow *shadow, uint64_t address, uint64_t size);

/* Calls VISIT once for each chunk, with its COUNT cells from CELLS on. Every cell that was ever used is among them, and
 * many that were not. */
typedef void rp_shadow_visit (void *context, rp_cell *cells, size_t count);

void rp_shadow_visit_cells (const rp_shadow *shadow, rp_shadow_visit *visit, void *context);

/* Returns how many bytes of memory the chunks and the split cells use. */
uint64_t rp_shadow_bytes (const rp_shadow *shadow);
void rp_shadow_clear (rp_shadow *shadow);

#endif
