// Each thread waits for the tasks of its own group: that of the single may be another thread's.
// expect: race x
// at: 17 21
#include <stdio.h>

int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp taskgroup
    {
#pragma omp single nowait
#pragma omp task
      x = 1;
    }
    int seen;
#pragma omp critical
    seen = x;
    if (seen > 1)
      printf ("%d\n", seen);
  }
  return 0;
}
