// The copy that a target region gets is a read of the original by the thread that meets it.
// expect: race a
#include <stdio.h>

int a[5], seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp sections
  {
#pragma omp section
    a[2] = 8;
#pragma omp section
    {
      int first = 0;
#pragma omp target firstprivate(a) map(from : first)
      first = a[2];
      seen = first;
    }
  }
  printf ("%d\n", seen);
  return 0;
}
