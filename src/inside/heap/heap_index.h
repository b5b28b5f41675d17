/* The program's heap blocks by their first address; rp_heap_find looks blocks up here.
 *
 * There are two hash tables, in pages of their own. The first has an entry of 56 bytes for each block, and is at
 * most three quarters full. The second has the places where blocks begin: a bit for every 16 bytes of a page that
 * had a block. Adding or removing a block is one lookup in each table. Finding the block around an inner address
 * takes one lookup for every page back to the page where the block begins, up to 17. A block of 64 KiB or more may
 * begin further back. Such blocks are also in a list, which is searched last. */
#ifndef RP_INSIDE_HEAP_HEAP_INDEX_H
#define RP_INSIDE_HEAP_HEAP_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RP_HEAP_LARGE ((size_t) 1 << 16)

typedef struct rp_heap_entry
{
  uintptr_t base; /* 0: no entry */
  size_t size;
  uint32_t context, task;
  uintptr_t owner; /* owner, team, maker and moment: as in rp_heap_block */
  uint32_t team, maker, moment;
  uint32_t free_context;
  uint32_t is_free : 1;
  uint32_t large : 31; /* 1 + the block's place among the large blocks; 0: not large */
} rp_heap_entry;

/* rp_heap_index_add returns a new entry; it replaces an entry with the same base. rp_heap_index_at returns the entry
 * with this base, or NULL. The results stay valid until the next call that adds or removes. */
rp_heap_entry *rp_heap_index_add (uintptr_t base, size_t size);
rp_heap_entry *rp_heap_index_at (uintptr_t base);
void rp_heap_index_resize (rp_heap_entry *entry, size_t size);
void rp_heap_index_remove (uintptr_t base);

/* Returns the entry of the block that contains ADDRESS, or NULL. */
rp_heap_entry *rp_heap_index_around (uintptr_t address);

#endif
