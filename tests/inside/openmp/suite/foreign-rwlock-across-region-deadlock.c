// A thread of a region wants to write under a lock that the thread which opened the region holds to read until its end.
// expect: deadlock
#include <omp.h>
#include <pthread.h>

static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static int x;

int
main (void)
{
  pthread_rwlock_rdlock (&gate);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 1)
    {
      pthread_rwlock_wrlock (&gate);
      x++;
      pthread_rwlock_unlock (&gate);
    }
  pthread_rwlock_unlock (&gate);
  return x != 1;
}
