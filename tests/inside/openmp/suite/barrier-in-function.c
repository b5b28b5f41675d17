// The barrier is in a function that every thread calls: it binds to the team all the same.
// expect: clean
#include <omp.h>

int slot[4];

static void
wait_for_all (void)
{
#pragma omp barrier
}

int
main (void)
{
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    int me = omp_get_thread_num (), next = (me + 1) % omp_get_num_threads ();
    slot[me] = me;
    wait_for_all ();
    wrong += slot[next] != next;
  }
  return wrong != 0;
}
