// Each thread has cancelled a group of its own before it executes its part of a loop: the tasks of that part are
// discarded, whichever thread got it.
// expect: clean
// environment: OMP_CANCELLATION=true
#include <stdlib.h>

int done[16];

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp taskgroup
  {
#pragma omp task
    {
#pragma omp cancel taskgroup
    }
#pragma omp taskwait
#pragma omp for
    for (int i = 0; i < 16; i++)
      {
        done[i] = 1;
#pragma omp task
        abort ();
      }
#pragma omp task
    abort ();
  }
  for (int i = 0; i < 16; i++)
    if (!done[i])
      abort ();
  return 0;
}
