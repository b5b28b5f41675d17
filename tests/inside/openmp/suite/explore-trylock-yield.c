// A mutex is tried until it is free, and the processor is given up in between.
// expect: clean
// also: undecided
// command: explore
// seconds: 30
#include <pthread.h>
#include <sched.h>
static int total;
int
main (void)
{
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#pragma omp parallel num_threads(2)
  {
    while (pthread_mutex_trylock (&mutex))
      sched_yield ();
    total++;
    pthread_mutex_unlock (&mutex);
  }
  return total != 2;
}
