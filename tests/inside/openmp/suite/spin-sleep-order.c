// Threads that sleep do so at the same time, wake up in the order of their times, and others run meanwhile.
// expect: clean
// seconds: 10
// prints: 0 4 3 2 1
#include <omp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static int order[5], count;

static void
arrive (int who)
{
#pragma omp critical
  order[count++] = who;
}

int
main (void)
{
#pragma omp parallel num_threads(5)
  {
    int me = omp_get_thread_num ();
    if (me == 1)
      sleep (1);
    if (me == 2)
      poll (NULL, 0, 600);
    if (me == 3)
      select (0, NULL, NULL, NULL, &(struct timeval) { .tv_usec = 400000 });
    if (me == 4)
      clock_nanosleep (CLOCK_MONOTONIC, 0, &(struct timespec) { .tv_nsec = 200000000 }, NULL);
    arrive (me);
  }
  printf ("%d %d %d %d %d\n", order[0], order[1], order[2], order[3], order[4]);
  return 0;
}
