// The iteration says that it is done before it writes.
// expect: race a
// at: 16
#include <stdio.h>

int a[30];

int
main (void)
{
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 30; i++)
    {
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
      a[i] = a[i - 1] + 1;
    }
  printf ("%d\n", a[29]);
  return 0;
}
