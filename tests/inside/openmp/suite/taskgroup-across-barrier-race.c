// A taskgroup with a barrier inside still waits at its end for the tasks behind the barrier, but for those of its own
// thread only.
// expect: race b
// at: 20 23
#include <omp.h>
#include <stdio.h>

int a[2], b[2], sum;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
#pragma omp taskgroup
    {
#pragma omp barrier
#pragma omp task
      a[me] = b[me] = 1;
    }
#pragma omp atomic
    sum += a[me] + b[1 - me];
  }
  printf ("%d\n", sum > 0);
  return 0;
}
