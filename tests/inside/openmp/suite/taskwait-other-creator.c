// taskwait waits for the children of the task that executes it, not for those of other threads.
// expect: race slot
// at: 16 18
#include <omp.h>
#include <stdio.h>

int slot[2], got[2];

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
#pragma omp task
    slot[me] = me;
#pragma omp taskwait
    got[me] = slot[1 - me];
  }
  printf ("%d\n", got[0]);
  return 0;
}
