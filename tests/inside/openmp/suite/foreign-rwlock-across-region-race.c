// The first thread of a region holds the read-write lock of the thread that opened it; what is read under it by the
// first thread is written by the other one without it.
// expect: race x
// at: 17 19
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
int x, seen;

int
main (void)
{
  pthread_rwlock_rdlock (&gate);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0) seen = x;
  else
    x = 3;
  pthread_rwlock_unlock (&gate);
  return seen < 0;
}
