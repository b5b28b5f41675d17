#include "base/bitset.h"
#include "base/rng.h"
#include "test.h"

TEST (empty_set)
{
  rp_bitset set = { 0 }, other = { 0 };
  CHECK (!rp_bitset_has (&set, 0));
  CHECK (!rp_bitset_has (&set, 1000000));
  CHECK (!rp_bitset_remove (&set, 5));
  CHECK (!rp_bitset_join (&set, &other));
  CHECK (!rp_bitset_meets (&set, &other));
  CHECK_INT (rp_bitset_size (&set), 0);
  CHECK (rp_bitset_next (&set, 0) == SIZE_MAX);
  rp_bitset_clear (&set);
}

TEST (word_borders)
{
  static const size_t numbers[] = { 0, 63, 64, 127, 128, 1000 };
  rp_bitset set = { 0 };
  for (size_t i = 0; i < 6; i++)
    {
      CHECK (rp_bitset_add (&set, numbers[i]));
      CHECK (!rp_bitset_add (&set, numbers[i]));
    }
  CHECK_INT (rp_bitset_size (&set), 6);
  size_t at = 0;
  for (size_t number = rp_bitset_next (&set, 0); number != SIZE_MAX;
       number = rp_bitset_next (&set, number + 1))
    if (CHECK (at < 6))
      CHECK_INT (number, numbers[at++]);
  CHECK_INT (at, 6);
  rp_bitset_clear (&set);
  CHECK_INT (rp_bitset_size (&set), 0);
}

enum
{
  RANGE = 700
};

static size_t
differences (const rp_bitset *set, const bool *model)
{
  size_t wrong = 0, size = 0, next = SIZE_MAX;
  for (size_t i = RANGE; i-- > 0;)
    {
      if (model[i])
        next = i;
      size += model[i];
      wrong += rp_bitset_has (set, i) != model[i];
      wrong += rp_bitset_next (set, i) != next;
    }
  return wrong + (rp_bitset_size (set) != size);
}

TEST (random_run_against_arrays)
{
  static bool model[2][RANGE];
  rp_bitset sets[2] = { 0 };
  rp_rng rng = rp_rng_from_seed (5);
  size_t wrong = 0;
  for (int i = 0; i < 20000; i++)
    {
      size_t which = rp_rng_below (&rng, 2);
      size_t number = rp_rng_below (&rng, rp_rng_below (&rng, RANGE) + 1);
      bool *mine = model[which], *others = model[1 - which];
      bool changed = false, meets = false;
      switch (rp_rng_below (&rng, 16))
        {
        case 0:
          for (size_t k = 0; k < RANGE; k++)
            {
              changed |= others[k] && !mine[k];
              mine[k] |= others[k];
            }
          wrong += rp_bitset_join (&sets[which], &sets[1 - which]) != changed;
          break;
        case 1:
          for (size_t k = 0; k < RANGE; k++)
            meets |= others[k] && mine[k];
          wrong += rp_bitset_meets (&sets[0], &sets[1]) != meets;
          break;
        case 2 ... 8:
          wrong += rp_bitset_add (&sets[which], number) == mine[number];
          mine[number] = true;
          break;
        default:
          wrong += rp_bitset_remove (&sets[which], number) != mine[number];
          mine[number] = false;
        }
      if (i % 50 == 0)
        wrong += differences (&sets[0], model[0]) + differences (&sets[1], model[1]);
    }
  CHECK_INT (wrong, 0);
  rp_bitset_clear (&sets[0]);
  rp_bitset_clear (&sets[1]);
}
