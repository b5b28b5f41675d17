// nowait leaves out the barrier of scope.
// expect: race slot
// at: 17 18
// compilers: gcc
#include <omp.h>
#include <stdio.h>

int slot[4], got[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num (), next = (me + 1) % omp_get_num_threads ();
#pragma omp scope nowait
    slot[me] = me;
    got[me] = slot[next];
  }
  printf ("%d\n", got[0] >= 0);
  return 0;
}
