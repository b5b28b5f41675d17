/* Scalar Multiply: 3 tasks, 2 regions, no race.
 *
 * Two tasks multiply the elements of an array by a number, one the even ones and one the odd ones,
 * in place. */
#include <raceproof/task.h>

enum
{
  SIZE = 16
};

static int numbers[SIZE];

static void
multiply_even (void *factor)
{
  for (int i = 0; i < SIZE; i += 2)
    rp_writing (&numbers[i], sizeof numbers[i])
    {
      numbers[i] *= *(const int *) factor;
    }
}

static void
multiply_odd (void *factor)
{
  for (int i = 1; i < SIZE; i += 2)
    rp_writing (&numbers[i], sizeof numbers[i])
    {
      numbers[i] *= *(const int *) factor;
    }
}

int
main (void)
{
  int factor = 3, wrong = 0;
  for (int i = 0; i < SIZE; i++)
    numbers[i] = i;
  rp_finish
  {
    rp_async (multiply_even, &factor);
    rp_async (multiply_odd, &factor);
  }
  for (int i = 0; i < SIZE; i++)
    wrong += numbers[i] != 3 * i;
  return wrong;
}
