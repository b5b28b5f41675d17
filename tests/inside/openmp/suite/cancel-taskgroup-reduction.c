// Tasks that take part in the reduction of a loop cancel the taskgroup around the loop.
// expect: clean
// environment: OMP_CANCELLATION=true
#include <stdlib.h>

int
main (void)
{
  int a = 0;
#pragma omp parallel num_threads(2)
#pragma omp taskgroup
  {
#pragma omp for reduction(task, + : a)
    for (int i = 0; i < 16; i++)
      {
        a++;
#pragma omp task in_reduction(+ : a)
        {
          a += 0;
#pragma omp cancel taskgroup
          abort ();
        }
      }
    if (a != 16)
      abort ();
  }
  return 0;
}
