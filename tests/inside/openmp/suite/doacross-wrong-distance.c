// Iteration i waits for i - 2, but reads what i - 1 writes.
// expect: race a
// at: 15
#include <stdio.h>

int a[30];

int
main (void)
{
#pragma omp parallel for ordered(1)
  for (int i = 2; i < 30; i++)
    {
#pragma omp ordered depend(sink : i - 2)
      a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
    }
  printf ("%d\n", a[29]);
  return 0;
}
