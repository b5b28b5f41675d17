// The taskgroup waits for the tasks made inside it, not for the one made before.
// expect: race early
// at: 15 21
#include <stdio.h>

int early, late;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    early = 1;
#pragma omp taskgroup
    {
#pragma omp task
      late = 2;
    }
    printf ("%d %d\n", early, late);
  }
  return 0;
}
