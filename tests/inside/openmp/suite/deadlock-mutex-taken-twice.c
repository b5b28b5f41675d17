// A plain mutex is locked a second time by the thread that holds it.
// expect: deadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    pthread_mutex_lock (&mutex);
    pthread_mutex_lock (&mutex);
    total++;
    pthread_mutex_unlock (&mutex);
    pthread_mutex_unlock (&mutex);
  }
  return total != 1;
}
