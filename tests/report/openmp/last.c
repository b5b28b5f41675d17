/* What the last iteration reads is kept apart from the sums before it by the order of critical sections alone. The
 * loop is known to have no schedule clause: the report says nothing about one. */
#include <stdio.h>

static double total;

static void
add (double value)
{
#pragma omp critical
  total += value;
}

int
main (void)
{
  double average = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 8; i++)
    {
      add (i);
      if (i == 7)
        average = total / 8;
    }
  printf ("%g\n", average);
  return 0;
}
