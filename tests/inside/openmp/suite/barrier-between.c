// A barrier separates writing one's own element from reading the neighbour's.
// expect: clean
#include <omp.h>

int slot[64], got[64];

int
main (void)
{
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    int me = omp_get_thread_num (), next = (me + 1) % omp_get_num_threads ();
    slot[me] = me;
#pragma omp barrier
    got[me] = slot[next];
    wrong += got[me] != next;
  }
  return wrong != 0;
}
