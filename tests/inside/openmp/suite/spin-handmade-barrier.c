// A barrier made of an atomic counter: everyone comes after all arrivals.
// expect: clean
#include <omp.h>

int slot[4], arrived;

int
main (void)
{
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    int me = omp_get_thread_num (), team = omp_get_num_threads (), seen = 0;
    slot[me] = me;
#pragma omp atomic update seq_cst
    arrived++;
    while (seen < team)
      {
#pragma omp atomic read seq_cst
        seen = arrived;
      }
    wrong += slot[(me + 1) % team] != (me + 1) % team;
  }
  return wrong != 0;
}
