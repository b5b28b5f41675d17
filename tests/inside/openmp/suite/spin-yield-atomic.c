// Threads wait for an atomic flag and yield: what was written before the flag is theirs.
// expect: clean
// seconds: 10
// prints: 126
#include <omp.h>
#include <sched.h>
#include <stdio.h>

static int flag, data, sum;

int
main (void)
{
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    int seen = 0;
    if (omp_get_thread_num () == 3)
      {
        data = 42;
#pragma omp atomic write release
        flag = 1;
      }
    else
      {
        while (!seen)
          {
            sched_yield ();
#pragma omp atomic read acquire
            seen = flag;
          }
        sum += data;
      }
  }
  printf ("%d\n", sum);
  return 0;
}
