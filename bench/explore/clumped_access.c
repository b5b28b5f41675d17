/* Clumped Access: 3 tasks, 2 regions, no race.
 *
 * Two tasks take turns over clumps of neighbouring elements, and announce a clump at a time. The
 * clumps of the two touch each other and never overlap. */
#include <raceproof/task.h>

enum
{
  CLUMPS = 10,
  WIDTH = 8
};

static int numbers[CLUMPS * WIDTH];

static void
visit_even (void *unused)
{
  (void) unused;
  for (int c = 0; c < CLUMPS; c += 2)
    rp_writing (&numbers[c * WIDTH], WIDTH * sizeof numbers[0])
    {
      for (int i = 0; i < WIDTH; i++)
        numbers[c * WIDTH + i] += 1;
    }
}

static void
visit_odd (void *unused)
{
  (void) unused;
  for (int c = 1; c < CLUMPS; c += 2)
    rp_writing (&numbers[c * WIDTH], WIDTH * sizeof numbers[0])
    {
      for (int i = 0; i < WIDTH; i++)
        numbers[c * WIDTH + i] += 2;
    }
}

int
main (void)
{
  int sum = 0;
  rp_finish
  {
    rp_async (visit_even, NULL);
    rp_async (visit_odd, NULL);
  }
  for (int i = 0; i < CLUMPS * WIDTH; i++)
    sum += numbers[i];
  return sum != 3 * CLUMPS * WIDTH / 2;
}
