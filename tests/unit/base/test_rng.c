#include "base/rng.h"
#include "test.h"

TEST (seed_determines_the_sequence)
{
  rp_rng a = rp_rng_from_seed (9), b = rp_rng_from_seed (9), c = rp_rng_from_seed (10);
  size_t same = 0, common = 0;
  for (int i = 0; i < 1000; i++)
    {
      uint64_t value = rp_rng_next (&a);
      same += value == rp_rng_next (&b);
      common += value == rp_rng_next (&c);
    }
  CHECK_INT (same, 1000);
  CHECK_INT (common, 0);
}

/* Witnesses and random models name their seed, so the sequence must never change. */
TEST (sequence_is_fixed)
{
  rp_rng rng = rp_rng_from_seed (0);
  CHECK (rp_rng_next (&rng) == UINT64_C (0x57d0b8cea862fc5a));
  CHECK (rp_rng_next (&rng) == UINT64_C (0xcaf2b5c9780b5b69));
}

TEST (below_is_uniform)
{
  enum
  {
    FACES = 7,
    THROWS = 70000
  };
  size_t seen[FACES] = { 0 };
  rp_rng rng = rp_rng_from_seed (1);
  for (int i = 0; i < THROWS; i++)
    {
      uint64_t face = rp_rng_below (&rng, FACES);
      if (!CHECK (face < FACES))
        return;
      seen[face]++;
    }
  for (int i = 0; i < FACES; i++) /* five standard deviations of 92 */
    CHECK (seen[i] > THROWS / FACES - 460 && seen[i] < THROWS / FACES + 460);
  CHECK_INT (rp_rng_below (&rng, 1), 0);
}

/* With a bound of 3/4 of the range a biased method would favour the lower part two to one. */
TEST (below_is_unbiased_for_huge_bounds)
{
  const uint64_t bound = UINT64_C (3) << 62;
  size_t low = 0;
  rp_rng rng = rp_rng_from_seed (2);
  for (int i = 0; i < 30000; i++)
    low += rp_rng_below (&rng, bound) < bound / 3;
  CHECK (low > 9500 && low < 10500);
}

TEST (between_covers_its_ends)
{
  size_t seen[5] = { 0 };
  rp_rng rng = rp_rng_from_seed (3);
  for (int i = 0; i < 1000; i++)
    {
      int64_t value = rp_rng_between (&rng, -2, 2);
      if (!CHECK (value >= -2 && value <= 2))
        return;
      seen[value + 2]++;
    }
  for (int i = 0; i < 5; i++)
    CHECK (seen[i] > 100);
  CHECK_INT (rp_rng_between (&rng, INT64_MAX, INT64_MAX), INT64_MAX);
  bool negative = false, positive = false;
  for (int i = 0; i < 100; i++)
    {
      int64_t value = rp_rng_between (&rng, INT64_MIN, INT64_MAX);
      negative |= value < 0;
      positive |= value > 0;
    }
  CHECK (negative && positive);
}
