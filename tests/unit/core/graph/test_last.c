/* The last section on each location, against an array with an entry for each. */
#include "base/bitset.h"
#include "base/rng.h"
#include "core/graph/last.h"
#include "test.h"

#include <string.h>

enum
{
  LOCATIONS = 120,
  PLAIN = 90, /* those from here on stand for actors */
  NONE = 0
};

/* As the product knows it; a range has no locations of both kinds. */
static rp_range
real (rp_range range)
{
  if (range.base >= PLAIN)
    range.base += RP_ACTOR_OBJECTS;
  return range;
}

typedef struct naive
{
  uint32_t node[LOCATIONS]; /* plus 1 */
  uint32_t global;          /* plus 1 */
} naive;

static void
naive_find (const naive *n, const rp_range *objects, size_t count, rp_bitset *found)
{
  const rp_range all = { 0, PLAIN };
  bool is_plain = !count;
  for (size_t i = 0; i < count; i++)
    is_plain |= objects[i].base < PLAIN;
  if (n->global && is_plain)
    rp_bitset_add (found, n->global - 1);
  for (size_t i = 0; i < (count ? count : 1); i++)
    {
      rp_range range = count ? objects[i] : all;
      for (uint64_t at = range.base; at < range.base + range.size; at++)
        if (n->node[at] != NONE)
          rp_bitset_add (found, n->node[at] - 1);
    }
}

static void
naive_set (naive *n, const rp_range *objects, size_t count, uint32_t node)
{
  if (!count)
    {
      memset (n->node, 0, PLAIN * sizeof n->node[0]);
      n->global = node + 1;
    }
  for (size_t i = 0; i < count; i++)
    for (uint64_t at = objects[i].base; at < objects[i].base + objects[i].size; at++)
      n->node[at] = node + 1;
}

static bool
same (const rp_last *last, const rp_bitset *expected)
{
  size_t at = 0;
  for (size_t n = rp_bitset_next (expected, 0); n != SIZE_MAX; n = rp_bitset_next (expected, n + 1))
    if (at == last->found.count || last->found.items[at++] != n)
      return false;
  return at == last->found.count;
}

TEST (random_sections)
{
  for (uint64_t seed = 0; seed < 40; seed++)
    {
      rp_rng rng = rp_rng_from_seed (seed);
      unsigned widest = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 6 : LOCATIONS / 2;
      rp_last last = { 0 };
      naive n = { 0 };
      bool right = true;
      for (uint32_t node = 0; right && node < 600; node++)
        {
          rp_range objects[4], reals[4];
          size_t count = rp_rng_below (&rng, 40) ? 1 + rp_rng_below (&rng, 4) : 0;
          for (size_t i = 0; i < count; i++)
            {
              uint64_t size = 1 + rp_rng_below (&rng, widest);
              objects[i] = (rp_range) { rp_rng_below (&rng, LOCATIONS - size), size };
              if (objects[i].base < PLAIN && objects[i].base + size > PLAIN)
                objects[i].size = PLAIN - objects[i].base;
              reals[i] = real (objects[i]);
            }
          rp_bitset expected = { 0 };
          naive_find (&n, objects, count, &expected);
          rp_last_find (&last, reals, count);
          right = CHECK (same (&last, &expected));
          rp_bitset_clear (&expected);
          if (rp_rng_below (&rng, 3))
            {
              naive_set (&n, objects, count, node);
              rp_last_set (&last, reals, count, node);
            }
        }
      if (!right)
        test_note ("seed %llu", (unsigned long long) seed);
      rp_last_clear (&last);
    }
}

/* Storage comes back when sections are overwritten. */
TEST (ranges_are_used_again)
{
  rp_last last = { 0 };
  for (uint32_t round = 0; round < 50; round++)
    {
      for (uint32_t i = 0; i < 100; i++)
        rp_last_set (&last, &(rp_range) { i * 2, 1 }, 1, i);
      rp_last_set (&last, &(rp_range) { 0, 200 }, 1, 7);
    }
  CHECK (last.ranges.count < 210); /* those, and what is left between them */
  rp_last_find (&last, NULL, 0);
  CHECK_INT (last.found.count, 1);
  rp_last_clear (&last);
}
