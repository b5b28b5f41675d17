/* Primitive Array Race: 3 tasks, 2 regions, a race.
 *
 * Two tasks fill an array from both ends, and both fill the element in the middle. */
#include <raceproof/task.h>

enum
{
  SIZE = 11
};

static int numbers[SIZE];

static void
fill_front (void *unused)
{
  (void) unused;
  for (int i = 0; i <= SIZE / 2; i++)
    rp_writing (&numbers[i], sizeof numbers[i])
    {
      numbers[i] = 1;
    }
}

static void
fill_back (void *unused)
{
  (void) unused;
  for (int i = SIZE - 1; i >= SIZE / 2; i--)
    rp_writing (&numbers[i], sizeof numbers[i])
    {
      numbers[i] = 2;
    }
}

int
main (void)
{
  rp_finish
  {
    rp_async (fill_front, NULL);
    rp_async (fill_back, NULL);
  }
  return numbers[0] != 1 || numbers[SIZE - 1] != 2;
}
