// What a function writes that teams call before the loop of theirs is seen.
// expect: race calls
// at: 12
#include <stdio.h>

static int a[100], calls;

__attribute__ ((noinline)) static int
bound (void)
{
  for (int i = 0; i < 3; i++)
    calls = i;
  return 100;
}

int
main (void)
{
  int i;
#pragma omp teams
  {
    int n = bound ();
#pragma omp distribute simd
    for (i = 0; i < n; i++)
      a[i] = i;
  }
  printf ("%d %d\n", i, calls);
  return 0;
}
