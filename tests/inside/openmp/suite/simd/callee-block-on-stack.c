// A block that an iteration gets by alloca stays until the function with the loop returns: a later iteration that uses it
// shares it.
// expect: race kept
#include <alloca.h>
#include <stdio.h>

static int *volatile kept;

int
main (void)
{
  int *before = alloca (sizeof *before), sum = 0;
  *before = 1;
  kept = before;
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < 16; i++)
    {
      int *now = alloca (sizeof *now), *last = kept;
      *now = i;
      sum += *last;
      kept = now;
    }
  printf ("%d\n", sum);
  return 0;
}
