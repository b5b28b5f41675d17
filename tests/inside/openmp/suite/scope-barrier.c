// The implied barrier of scope separates writing from reading.
// expect: clean
// compilers: gcc
#include <omp.h>

int slot[4];

int
main (void)
{
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    int me = omp_get_thread_num (), next = (me + 1) % omp_get_num_threads ();
#pragma omp scope
    slot[me] = me;
    wrong += slot[next] != next;
  }
  return wrong != 0;
}
