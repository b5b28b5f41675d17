// Four threads take turns by an atomic variable, five hundred times: sums need no lock.
// expect: clean
// plain: takes long if threads share processors
// seconds: 10
// prints: done
#include <omp.h>
#include <stdio.h>

static int turn, sum;

int
main (void)
{
#pragma omp parallel num_threads(4)
  for (int k = 0, now; k < 500; k++)
    {
      do
#pragma omp atomic read acquire
        now = turn;
      while (now % 4 != omp_get_thread_num ());
      sum++;
#pragma omp atomic update release
      turn++;
    }
  printf ("done\n");
  return 0;
}
