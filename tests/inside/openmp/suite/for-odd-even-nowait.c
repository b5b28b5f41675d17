// Red-black sweeps whose first loop does not wait.
// expect: race a
// at: 15 18
#include <stdio.h>

int a[42];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 1; i < 41; i += 2)
      a[i] = i;
#pragma omp for
    for (int i = 2; i < 41; i += 2)
      a[i] = a[i - 1];
  }
  printf ("%d\n", a[40]);
  return 0;
}
