// The arrivals are counted in a critical section, but the waiting threads look without it.
// expect: race arrived
// expect: race slot
// at: 20 21
#include <omp.h>
#include <stdio.h>

volatile int arrived;
int slot[4];

int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    int me = omp_get_thread_num (), team = omp_get_num_threads ();
    slot[me] = me;
#pragma omp critical
    arrived++;
    while (arrived < team)
      {
      }
    sum += slot[(me + 1) % team];
  }
  printf ("%d\n", sum >= 0);
  return 0;
}
