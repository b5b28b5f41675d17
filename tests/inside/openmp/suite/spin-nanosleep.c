// A thread waits for a plain flag and gives up the processor meanwhile, by nanosleep: the other one runs.
// expect: race flag
// at: 17 20
// seconds: 10
// prints: done
#include <omp.h>
#include <stdio.h>
#include <time.h>

static volatile int flag;

int
main (void)
{
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    while (!flag)
      nanosleep (&(struct timespec) { .tv_nsec = 1000 }, NULL);
  else
    flag = 1;
  printf ("done\n");
  return 0;
}
