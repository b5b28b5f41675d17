// The tasks of a taskloop share the temporary that is declared before it.
// expect: race scratch
// at: 17
#include <stdio.h>

int store[30], *a = store, scratch;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop num_tasks(5) shared(scratch)
    for (int i = 0; i < 30; i++)
      {
        scratch = i;
        a[i] += scratch;
      }
  }
  printf ("%d\n", a[29]);
  return 0;
}
