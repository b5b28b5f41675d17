/* Monte Carlo transport: particles fly through a slab, are absorbed, leave it, or split in two. A
 * loop over source particles; each iteration keeps the particles that come of its own on a stack of
 * its own, and has random numbers of its own. What is absorbed is counted by atomic operations.
 *
 * RACY: all iterations draw from one sequence of random numbers. */
#include "program.h"

#include <math.h>

enum
{
  STACK = 64,
  CELLS = 100
};

typedef struct particle
{
  double place, direction; /* from 0 to CELLS, from -1 to 1 */
} particle;

static const double absorbed_below = 0.4, split_below = 0.6; /* else it is scattered */

static long absorbed[CELLS], escaped, born;

static void
count_one (long *counter)
{
#pragma omp atomic
  ++*counter;
}

static double
random_direction (uint64_t *state)
{
  return 2 * random_unit (state) - 1;
}

/* Flies to the place where the next thing happens; false if that is outside. */
static bool
fly (particle *one, uint64_t *state)
{
  one->place -= log (1 - random_unit (state)) * one->direction;
  return one->place >= 0 && one->place < CELLS;
}

static void
follow (uint64_t *state)
{
  particle stack[STACK];
  int count = 1;
  stack[0] = (particle) { CELLS * random_unit (state), random_direction (state) };
  while (count)
    {
      particle one = stack[--count];
      if (!fly (&one, state))
        {
          count_one (&escaped);
          continue;
        }
      double chance = random_unit (state);
      if (chance < absorbed_below)
        {
          count_one (&absorbed[(int) one.place]);
          continue;
        }
      bool is_split = chance < split_below && count + 1 < STACK;
      if (is_split)
        count_one (&born);
      for (int i = 0; i <= is_split; i++)
        {
          one.direction = random_direction (state);
          stack[count++] = one;
        }
    }
}

static void
follow_all (long n)
{
#ifdef RACY
  uint64_t state = 1;
#endif
#pragma omp parallel for schedule(dynamic, 16)
  for (long i = 0; i < n; i++)
    {
#ifndef RACY
      uint64_t state = mix ((uint64_t) i + 1);
#endif
      follow (&state);
    }
}

int
main (int count, char **arguments)
{
  long n = read_size (count, arguments, 200000, 1, 1000000000);
  follow_all (n);

  /* What began ended, and far from the ends as much is absorbed in one half as in the other. */
  long ended = escaped, left = 0, right = 0;
  for (int i = 0; i < CELLS; i++)
    {
      ended += absorbed[i];
      *(i < CELLS / 2 ? &left : &right) += absorbed[i];
    }
  bool is_even = n < 1000 || is_near ((double) left, (double) right, 0.2);
  return end_program ("transport", ended == n + born && is_even);
}
