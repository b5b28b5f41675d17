/* Reciprocal Array Sum: 2 tasks, 2 regions, a race.
 *
 * A task adds the reciprocals of the lower half of an array, main those of the upper half; then
 * main adds the two sums, and has forgotten to wait. */
#include <raceproof/task.h>

enum
{
  SIZE = 20
};

static double numbers[SIZE], lower;

static void
add_lower (void *unused)
{
  (void) unused;
  double sum = 0;
  for (int i = 0; i < SIZE / 2; i++)
    sum += 1 / numbers[i];
  rp_writing (&lower, sizeof lower)
  {
    lower = sum;
  }
}

int
main (void)
{
  double sum = 0;
  for (int i = 0; i < SIZE; i++)
    numbers[i] = i + 1;
  rp_async (add_lower, NULL);
  for (int i = SIZE / 2; i < SIZE; i++)
    sum += 1 / numbers[i];
  rp_reading (&lower, sizeof lower)
  {
    sum += lower;
  }
  return sum > 4;
}
