// A semaphore is waited for until a time: the one who posts it comes first; a second token never comes.
// expect: clean
// also: undecided
// prints: 4 -1 110
#include <errno.h>
#include <omp.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static sem_t full;
static int x;

int
main (void)
{
  int seen = 0, status = 0, error = 0;
  struct timespec until;
  sem_init (&full, 0, 0);
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_sec += 1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      if (!sem_timedwait (&full, &until))
        seen = x;
      status = sem_timedwait (&full, &until);
      error = errno;
    }
  else
    {
      x = 4;
      sem_post (&full);
    }
  printf ("%d %d %d\n", seen, status, error);
  return 0;
}
