/* Primitive Array No Race: 3 tasks, no regions, no race.
 *
 * Two tasks fill the two halves of an array, main adds it up after the finish. */
#include <raceproof/task.h>

enum
{
  SIZE = 10
};

static int numbers[SIZE];

static void
fill (void *first)
{
  long low = (int *) first - numbers;
  for (long i = low; i < low + SIZE / 2; i++)
    numbers[i] = (int) i;
}

int
main (void)
{
  int sum = 0;
  rp_finish
  {
    rp_async (fill, &numbers[0]);
    rp_async (fill, &numbers[SIZE / 2]);
  }
  for (int i = 0; i < SIZE; i++)
    sum += numbers[i];
  return sum != SIZE * (SIZE - 1) / 2;
}
