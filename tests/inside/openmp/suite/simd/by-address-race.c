// A shared variable that iterations change by its address; nothing makes copies of it.
// expect: race sum
// compilers: gcc
// flags: -O0
#include <stdio.h>

static void
add (int *sum, int value)
{
  *sum += value;
}

int
main (void)
{
  int sum = 0, other = 0;
#pragma omp simd reduction(+ : other)
  for (int i = 0; i < 100; i++)
    {
      add (&sum, i);
      add (&other, i);
    }
  printf ("%d %d\n", sum, other);
  return 0;
}
