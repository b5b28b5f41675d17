// The threads wait only for the first arrival and not for all.
// expect: race slot
// at: 16 24
#include <omp.h>
#include <stdio.h>

int slot[4], arrived;

int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    int me = omp_get_thread_num (), team = omp_get_num_threads (), seen = 0;
    slot[me] = me;
#pragma omp atomic update seq_cst
    arrived++;
    while (seen < 1)
      {
#pragma omp atomic read seq_cst
        seen = arrived;
      }
    sum += slot[(me + 1) % team];
  }
  printf ("%d\n", sum >= 0);
  return 0;
}
