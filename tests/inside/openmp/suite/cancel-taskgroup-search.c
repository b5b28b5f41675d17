// A search that ends when one task has found it: of the many that come after, few are executed.
// expect: clean
// plain: libgomp and libomp may have begun most of the tasks when one cancels them
// also: undecided
// environment: OMP_CANCELLATION=true
#include <stdlib.h>

enum
{
  TASKS = 100000
};

int found, begun;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < TASKS; i++)
    {
#pragma omp task
      {
#pragma omp atomic
        begun++;
        if (i == 10)
          {
#pragma omp atomic write
            found = i;
#pragma omp cancel taskgroup
          }
      }
    }
  if (found != 10 || begun > TASKS / 2)
    abort ();
  return 0;
}
