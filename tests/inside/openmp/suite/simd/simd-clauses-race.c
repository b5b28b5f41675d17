// The safelen that stands behind another clause is one too many.
// expect: race a
#include <stdio.h>

static int a[104];

int
main (void)
{
  int s = 0;
#pragma omp simd reduction(+ : s) safelen(5)
  for (int i = 0; i < 100; i++)
    {
      a[i + 4] = a[i] + i;
      s += i;
    }
  printf ("%d\n", s);
  return 0;
}
