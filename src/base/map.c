#include "base/map.h"

#include "base/panic.h"

#include <stdlib.h>

/* Mixes the bits of KEY (xor-shift, multiply) so that neighbouring keys land far apart. Different keys have different
 * results. */
uint64_t
rp_hash64 (uint64_t key)
{
  key ^= key >> 32;
  key *= 0x9e3779b97f4a7c15u;
  key ^= key >> 29;
  key *= 0xd1b54a32d192ed03u;
  key ^= key >> 32;
  return key;
}

static size_t
slot_of (const rp_map *map, uint64_t key)
{
  size_t mask = map->capacity - 1;
  size_t slot = rp_hash64 (key) & mask;
  while (map->used[slot] && map->entries[slot].key != key)
    slot = (slot + 1) & mask;
  return slot;
}

uint64_t *
rp_map_find (const rp_map *map, uint64_t key)
{
  if (!map->count)
    return NULL;
  size_t slot = slot_of (map, key);
  return map->used[slot] ? &map->entries[slot].value : NULL;
}

static void
grow (rp_map *map)
{
  rp_map larger = { .capacity = map->capacity ? map->capacity * 2 : 8, .count = map->count };
  larger.entries = rp_malloc (larger.capacity * sizeof *larger.entries);
  larger.used = rp_calloc (larger.capacity, 1);
  for (size_t i = 0; i < map->capacity; i++)
    if (map->used[i])
      {
        size_t slot = slot_of (&larger, map->entries[i].key);
        larger.used[slot] = 1;
        larger.entries[slot] = map->entries[i];
      }
  free (map->entries);
  free (map->used);
  *map = larger;
}

uint64_t *
rp_map_insert (rp_map *map, uint64_t key, bool *is_new)
{
  if (map->count * 2 >= map->capacity)
    grow (map);
  size_t slot = slot_of (map, key);
  bool fresh = !map->used[slot];
  if (fresh)
    {
      map->used[slot] = 1;
      map->entries[slot] = (rp_map_entry) { key, 0 };
      map->count++;
    }
  if (is_new)
    *is_new = fresh;
  return &map->entries[slot].value;
}

/* Returns whether KEY was in the map. Backward-shift deletion: later members of the probe run move up, so no
 * tombstones are needed. */
bool
rp_map_remove (rp_map *map, uint64_t key)
{
  if (!map->count)
    return false;
  size_t mask = map->capacity - 1;
  size_t hole = slot_of (map, key);
  if (!map->used[hole])
    return false;
  for (size_t next = (hole + 1) & mask; map->used[next]; next = (next + 1) & mask)
    {
      size_t home = rp_hash64 (map->entries[next].key) & mask;
      bool may_move = ((next - home) & mask) >= ((next - hole) & mask);
      if (may_move)
        {
          map->entries[hole] = map->entries[next];
          hole = next;
        }
    }
  map->used[hole] = 0;
  map->count--;
  return true;
}

void
rp_map_clear (rp_map *map)
{
  free (map->entries);
  free (map->used);
  *map = (rp_map) { 0 };
}
