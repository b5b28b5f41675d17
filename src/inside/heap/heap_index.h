/* The program's heap blocks by their first address: what rp_heap_find looks through.
 *
 * A hash table in pages of its own, 48 bytes an entry, at most three quarters full, and another of
 * the places where blocks begin, a bit for every 16 bytes of a page that had one. Adding and removing
 * take one probe of each; finding the block around an inner address one for every page back to where
 * it begins, up to 17. Blocks of 64 KiB and more are also in a list. */
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
  uintptr_t owner; /* as in rp_heap_block, and the next two */
  uint32_t maker, moment;
  uint32_t free_context;
  uint32_t is_free : 1;
  uint32_t large : 31; /* 1 + its place among the large blocks, 0: not large */
} rp_heap_entry;

/* Replaces an entry with the same base. The result stays valid until the next call that adds or removes. */
rp_heap_entry *rp_heap_index_add (uintptr_t base, size_t size);
rp_heap_entry *rp_heap_index_at (uintptr_t base);
void rp_heap_index_resize (rp_heap_entry *entry, size_t size);
void rp_heap_index_remove (uintptr_t base);

/* The entry of the block that contains ADDRESS, or NULL. */
rp_heap_entry *rp_heap_index_around (uintptr_t address);

#endif
