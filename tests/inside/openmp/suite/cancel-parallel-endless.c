// Threads that search for ever, until one finds the value and cancels the region.
// expect: clean
// environment: OMP_CANCELLATION=true
#include <omp.h>
#include <stdio.h>

int found;

int
main (void)
{
#pragma omp parallel
  {
    int me = omp_get_thread_num ();
    for (unsigned round = 0;; round++)
      {
        if (me == 1 && round == 100)
          {
#pragma omp atomic write
            found = 1;
#pragma omp cancel parallel
          }
#pragma omp cancellation point parallel
      }
  }
  printf ("%d\n", found);
  return 0;
}
