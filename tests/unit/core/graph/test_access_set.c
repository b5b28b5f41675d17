/* Access sets against a table with a row per location, site and kind. */
#include "base/rng.h"
#include "core/graph/access_set.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LOCATIONS = 300,
  SITES = 6
};

typedef struct model
{
  unsigned char touched[SITES][2][LOCATIONS];
} model;

static void
add (rp_access_set *set, model *m, uint64_t base, uint32_t size, uint32_t site, bool is_write)
{
  rp_access_set_add (
    set, (rp_access) { .base = base, .size = size, .task = 1, .site = site, .is_write = is_write });
  memset (&m->touched[site][is_write][base], 1, size);
}

/* The same set of (location, site, write), however it is cut. */
static bool
same (const rp_access_set *set, const model *m)
{
  static model seen;
  memset (&seen, 0, sizeof seen);
  for (uint32_t i = 0; i < set->count; i++)
    {
      const rp_access *a = &set->items[i];
      if (!a->size || a->base + a->size > LOCATIONS || a->site >= SITES)
        return false;
      memset (&seen.touched[a->site][a->is_write][a->base], 1, a->size);
    }
  return !memcmp (&seen, m, sizeof seen);
}

/* After compacting, no two entries of one site and kind touch: one entry per run. */
static bool
is_compact (const rp_access_set *set, const model *m)
{
  uint32_t runs = 0;
  for (int site = 0; site < SITES; site++)
    for (int kind = 0; kind < 2; kind++)
      for (int i = 0; i < LOCATIONS; i++)
        runs += m->touched[site][kind][i] && (!i || !m->touched[site][kind][i - 1]);
  return set->count == runs;
}

TEST (random_adds)
{
  for (uint64_t seed = 0; seed < 60; seed++)
    {
      rp_rng rng = rp_rng_from_seed (seed);
      rp_access_set set = { 0 };
      model m = { 0 };
      uint64_t longest = 1 + rp_rng_below (&rng, 40);
      unsigned count = 1 + (unsigned) rp_rng_below (&rng, 2000);
      for (unsigned i = 0; i < count; i++)
        {
          uint32_t size = 1 + (uint32_t) rp_rng_below (&rng, longest);
          add (&set, &m, rp_rng_below (&rng, LOCATIONS - size), size,
               (uint32_t) rp_rng_below (&rng, SITES), rp_rng_below (&rng, 2));
          if (i % 100 == 0)
            CHECK (same (&set, &m));
        }
      bool right = CHECK (same (&set, &m));
      rp_access_set_compact (&set);
      right &= CHECK (same (&set, &m));
      right &= CHECK (is_compact (&set, &m));
      if (!right)
        test_note ("seed %d", (int) seed);
      rp_access_set_clear (&set);
    }
}

TEST (a_loop_over_an_array_is_one_entry)
{
  rp_access_set set = { 0 };
  model m = { 0 };
  for (uint64_t i = 0; i < LOCATIONS; i++)
    add (&set, &m, i, 1, 1, true);
  CHECK_INT (set.count, 1);
  rp_access_set_clear (&set);
  memset (&m, 0, sizeof m);
  for (uint64_t i = LOCATIONS; i-- > 0;)
    add (&set, &m, i, 1, 1, true);
  CHECK_INT (set.count, 1);
  rp_access_set_clear (&set);
  memset (&m, 0, sizeof m);
  /* x[i] = x[i - 1] + x[i + 1] */
  for (uint64_t i = 1; i < LOCATIONS - 1; i++)
    {
      add (&set, &m, i - 1, 1, 1, false);
      add (&set, &m, i + 1, 1, 2, false);
      add (&set, &m, i, 1, 3, true);
    }
  CHECK_INT (set.count, 3);
  CHECK (same (&set, &m));
  rp_access_set_clear (&set);
}

/* A long run that touches the same places again and again stays small. */
TEST (repeated_accesses_are_bounded)
{
  rp_access_set set = { 0 };
  model m = { 0 };
  rp_rng rng = rp_rng_from_seed (3);
  uint32_t most = 0;
  for (int i = 0; i < 200000; i++)
    {
      /* every third location of 100 and 3 sites: 300 runs, far apart in time */
      add (&set, &m, 3 * rp_rng_below (&rng, 100), 1, (uint32_t) rp_rng_below (&rng, 3), false);
      most = set.count > most ? set.count : most;
    }
  CHECK (same (&set, &m));
  CHECK (most <= 700);
  rp_access_set_clear (&set);
}

TEST (absorb_moves_everything)
{
  for (uint64_t seed = 0; seed < 40; seed++)
    {
      rp_rng rng = rp_rng_from_seed (seed);
      rp_access_set all = { 0 };
      model m = { 0 };
      for (int k = 0; k < 20; k++)
        {
          rp_access_set from = { 0 };
          unsigned count = (unsigned) rp_rng_below (&rng, 50);
          for (unsigned i = 0; i < count; i++)
            add (&from, &m, rp_rng_below (&rng, LOCATIONS - 5),
                 1 + (uint32_t) rp_rng_below (&rng, 5), (uint32_t) rp_rng_below (&rng, SITES),
                 rp_rng_below (&rng, 2));
          rp_access_set_absorb (&all, &from);
          CHECK_INT (from.count, 0);
          rp_access_set_clear (&from);
        }
      CHECK (same (&all, &m));
      rp_access_set_clear (&all);
    }
}

TEST (merged_tasks_are_marked)
{
  rp_access_set set = { 0 };
  rp_access_set_add (&set, (rp_access) { .base = 1, .size = 2, .task = 1, .site = 1 });
  rp_access_set_add (&set, (rp_access) { .base = 2, .size = 2, .task = 1, .site = 1 });
  CHECK_INT (set.count, 1);
  CHECK (!set.items[0].folded);
  CHECK_INT (set.items[0].base, 1);
  CHECK_INT (set.items[0].size, 3);
  rp_access_set_add (&set, (rp_access) { .base = 4, .size = 1, .task = 2, .site = 1 });
  CHECK_INT (set.count, 1);
  CHECK (set.items[0].folded);
  rp_access_set_clear (&set);
}

/* Sizes have 32 bits: entries are not merged beyond that, and nothing is lost. */
TEST (very_large_ranges)
{
  rp_access_set set = { 0 };
  const uint32_t size = 1u << 30;
  for (uint64_t i = 0; i < 8; i++)
    rp_access_set_add (&set, (rp_access) { .base = i * size, .size = size, .site = 1 });
  rp_access_set_compact (&set);
  uint64_t next = 0, total = 0;
  for (uint32_t i = 0; i < set.count; i++)
    {
      CHECK (set.items[i].base == next);
      next += set.items[i].size;
      total += set.items[i].size;
    }
  CHECK (total == (uint64_t) size * 8);
  CHECK (set.count < 8);
  rp_access_set_clear (&set);
}

TEST (empty_sets)
{
  rp_access_set set = { 0 }, other = { 0 };
  rp_access_set_compact (&set);
  rp_access_set_absorb (&set, &other);
  CHECK_INT (set.count, 0);
  rp_access_set_clear (&set);
  rp_access_set_clear (&set);
}
