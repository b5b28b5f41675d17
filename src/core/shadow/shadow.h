/* Shadow memory: for every 8 bytes of the program that were touched in parallel code, a cell that says which
 * strand wrote and which read them last, and at which place.
 *
 *   program    |  8 bytes  |  8 bytes  | ...
 *   shadow     |  16 bytes |  16 bytes | ...    cell: writer slot, reader slot, of many forms (cell.h)
 *
 * Shadow memory is byte-precise: a slot says which of the bytes the access touched. If two strands share 8 bytes, the
 * cell can be split into one cell for every byte. Nothing is ever evicted. Shadow memory takes twice the memory that
 * was touched, and 16 bytes more for each byte in a split cell.
 *
 * The cells for 2 MiB of the program lie together in a chunk, which is mapped when one of them is first
 * touched, and takes memory only for the pages touched in it. A table of all chunks covers the whole address
 * space, so nothing depends on where the kernel puts the program. The table is mapped for reading only,
 * except the parts in use: a kernel that does not overcommit need not promise memory for it. It takes address
 * space (512 MiB on x86-64), not memory. */
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
  /* By address >> RP_SHADOW_CHUNK_BITS: the chunk's address minus twice the address of the memory
   * it speaks of, so that a cell is found by adding; 0: none. NULL before the first touch. */
  uintptr_t *table;
  RP_VEC (uint64_t) chunks; /* the indices in the table of all chunks that there are */
  char *spare;              /* mapped memory for the next chunks */
  size_t spare_chunks;
  RP_VEC (rp_split) splits;
  RP_VEC (uint32_t) free_splits;
} rp_shadow;

/* Maps the table, unless it is mapped already. rp_shadow_add_chunk calls this, too. */
void rp_shadow_open (rp_shadow *shadow);

/* Maps the chunk around ADDRESS. */
void rp_shadow_add_chunk (rp_shadow *shadow, uint64_t address);

/* Returns the index in the table for ADDRESS. The top bits of ADDRESS, which the processor may ignore or a wild
 * pointer may have set, do not count, so the index is always inside the table. */
static inline uint64_t
rp_shadow_index (uint64_t address)
{
  return address << (64 - RP_SHADOW_ADDRESS_BITS)
         >> (64 - RP_SHADOW_ADDRESS_BITS + RP_SHADOW_CHUNK_BITS);
}

/* Returns the cell of the 8 bytes around ADDRESS, or NULL if the chunk around ADDRESS was never added. */
static inline rp_cell *
rp_shadow_peek (const rp_shadow *shadow, uint64_t address)
{
  uintptr_t chunk = shadow->table ? shadow->table[rp_shadow_index (address)] : 0;
  return chunk ? (rp_cell *) (chunk + 2 * (address & ~(uint64_t) 7)) : NULL;
}

/* Returns the cell of the 8 bytes around ADDRESS. Adds its chunk if there is none. */
static inline rp_cell *
rp_shadow_cell (rp_shadow *shadow, uint64_t address)
{
  rp_cell *cell = rp_shadow_peek (shadow, address);
  if (__builtin_expect (cell != NULL, 1))
    return cell;
  rp_shadow_add_chunk (shadow, address);
  return rp_shadow_peek (shadow, address);
}

/* Splits CELL into a cell for each byte, and returns these. The slots of each byte's cell say what the slots of
 * CELL said about this byte. rp_shadow_get_split returns the cells of a CELL that is split. Both are valid
 * until the next split. */
rp_split *rp_shadow_split (rp_shadow *shadow, rp_cell *cell);
rp_split *rp_shadow_get_split (const rp_shadow *shadow, const rp_cell *cell);

/* Forgets everything about the SIZE bytes from ADDRESS on. Adds no chunks. */
void rp_shadow_forget (rp_shadow *shadow, uint64_t address, uint64_t size);

/* Calls VISIT for all cells that were ever touched, and for others near them, COUNT at a time. */
typedef void rp_shadow_visit (void *context, rp_cell *cells, size_t count);

void rp_shadow_visit_cells (const rp_shadow *shadow, rp_shadow_visit *visit, void *context);

/* Returns how many bytes of memory the chunks and the split cells use. */
uint64_t rp_shadow_bytes (const rp_shadow *shadow);
void rp_shadow_clear (rp_shadow *shadow);

#endif
