// Both sections may have begun when one of them cancels the construct.
// expect: race a
// at: 18 23
// environment: OMP_CANCELLATION=true
#include <stdio.h>

int a;

int
main (void)
{
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
        a = 1;
#pragma omp cancel sections
      }
#pragma omp section
      {
        a = 2;
#pragma omp cancellation point sections
      }
    }
  }
  printf ("%d\n", a > 0);
  return 0;
}
