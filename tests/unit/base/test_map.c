#include "base/map.h"
#include "base/rng.h"
#include "test.h"

#include <string.h>

TEST (empty_map_has_nothing)
{
  rp_map map = { 0 };
  CHECK (!rp_map_find (&map, 0));
  CHECK (!rp_map_remove (&map, 0));
  rp_map_clear (&map);
}

TEST (any_key_is_allowed)
{
  const uint64_t keys[] = { 0, 1, UINT64_MAX, UINT64_MAX - 1, (uint64_t) 1 << 63 };
  rp_map map = { 0 };
  bool is_new;
  for (size_t i = 0; i < 5; i++)
    {
      uint64_t *value = rp_map_insert (&map, keys[i], &is_new);
      CHECK (is_new);
      CHECK_INT (*value, 0);
      *value = i + 100;
    }
  for (size_t i = 0; i < 5; i++)
    {
      CHECK_INT (*rp_map_insert (&map, keys[i], &is_new), i + 100);
      CHECK (!is_new);
    }
  CHECK_INT (map.count, 5);
  CHECK (!rp_map_find (&map, 2));
  rp_map_clear (&map);
  CHECK (!rp_map_find (&map, 0));
}

TEST (hash_is_injective_on_small_keys)
{
  rp_map seen = { 0 };
  bool is_new;
  size_t repeated = 0;
  for (uint64_t key = 0; key < 50000; key++)
    {
      rp_map_insert (&seen, rp_hash64 (key), &is_new);
      repeated += !is_new;
    }
  CHECK_INT (repeated, 0);
  rp_map_clear (&seen);
}

/* The model is a table with a place per possible key. Few keys and many removals, so that probe
 * runs meet, wrap around the end and close up again. */
TEST (random_run_against_a_table)
{
  enum
  {
    KEYS = 500
  };
  static uint64_t model[KEYS];
  static bool present[KEYS];
  rp_map map = { 0 };
  rp_rng rng = rp_rng_from_seed (3);
  size_t count = 0, wrong = 0;
  for (int i = 0; i < 300000; i++)
    {
      size_t k = rp_rng_below (&rng, KEYS);
      uint64_t key = k * UINT64_C (0x100000001), *value;
      bool is_new;
      switch (rp_rng_below (&rng, 3))
        {
        case 0:
          value = rp_map_insert (&map, key, &is_new);
          wrong += is_new == present[k] || *value != (present[k] ? model[k] : 0);
          count += !present[k];
          present[k] = true;
          *value = model[k] = rp_rng_next (&rng);
          break;
        case 1:
          wrong += rp_map_remove (&map, key) != present[k];
          count -= present[k];
          present[k] = false;
          break;
        default:
          value = rp_map_find (&map, key);
          wrong += (value != NULL) != present[k] || (value && *value != model[k]);
        }
      wrong += map.count != count || map.count * 2 > map.capacity;
    }
  size_t listed = 0;
  for (size_t i = 0; i < map.capacity; i++)
    if (map.used[i])
      {
        size_t k = map.entries[i].key / UINT64_C (0x100000001);
        wrong += !present[k] || model[k] != map.entries[i].value;
        listed++;
      }
  CHECK_INT (listed, count);
  CHECK_INT (wrong, 0);
  rp_map_clear (&map);
}
