// The loop does not wait, so the tasks made in it may still run in the next one.
// expect: race a
// at: 17 21
#include <stdio.h>

int a[20], b[20];

int
main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 20; i++)
      {
#pragma omp task
        a[i] = i;
      }
#pragma omp for
    for (int i = 0; i < 20; i++)
      b[i] = a[i];
  }
  printf ("%d\n", b[0]);
  return 0;
}
