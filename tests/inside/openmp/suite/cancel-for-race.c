// Two iterations may find a value before the cancellation takes effect, and both store it.
// expect: race found
// at: 20
// environment: OMP_CANCELLATION=true
#include <stdio.h>

int a[50], found = -1;

int
main (void)
{
  a[12] = a[33] = 1;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 50; i++)
      {
        if (a[i])
          {
            found = i;
#pragma omp cancel for
          }
#pragma omp cancellation point for
      }
  }
  printf ("%d\n", found >= 0);
  return 0;
}
