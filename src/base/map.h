/* A hash map from 64-bit keys to 64-bit values: open addressing, linear probing, at most half full. Any key is allowed.
 * Iteration goes in the order of the table, so nothing that a user sees may depend on it. */
#ifndef RP_BASE_MAP_H
#define RP_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_map_entry
{
  uint64_t key, value;
} rp_map_entry;

typedef struct rp_map
{
  rp_map_entry *entries;
  unsigned char *used;
  size_t count, capacity; /* capacity is zero or a power of two */
} rp_map;

uint64_t rp_hash64 (uint64_t key);

/* Returns the address of the value of KEY, or NULL if KEY is not in the map. The address is valid until the next
 * rp_map_insert, rp_map_remove or rp_map_clear of the map: rp_map_insert may move all entries, even if KEY is in
 * the map already. */
uint64_t *rp_map_find (const rp_map *map, uint64_t key);

/* Returns the address of the value of KEY. If KEY was not in the map, adds KEY with the value 0. Sets *IS_NEW to
 * whether KEY was added; IS_NEW may be NULL. */
uint64_t *rp_map_insert (rp_map *map, uint64_t key, bool *is_new);

bool rp_map_remove (rp_map *map, uint64_t key);
void rp_map_clear (rp_map *map);

#endif
