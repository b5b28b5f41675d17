// Threads read their neighbour's element without a barrier after writing their own.
// expect: race slot
// at: 15 16
#include <omp.h>
#include <stdio.h>

int slot[4], got[4];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num (), next = (me + 1) % omp_get_num_threads ();
    slot[me] = me;
    got[me] = slot[next];
  }
  printf ("%d\n", got[0] >= 0);
  return 0;
}
