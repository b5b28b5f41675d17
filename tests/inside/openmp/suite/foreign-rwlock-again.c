// What a task gets that wants a read-write lock which it holds already.
// expect: clean
// prints: 16 16 35 35 0 110 0
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;

int
main (void)
{
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    pthread_rwlock_wrlock (&gate);
    int try_read = pthread_rwlock_tryrdlock (&gate), try_write = pthread_rwlock_trywrlock (&gate);
    int read = pthread_rwlock_rdlock (&gate), write = pthread_rwlock_wrlock (&gate);
    pthread_rwlock_unlock (&gate);
    pthread_rwlock_rdlock (&gate);
    int again = pthread_rwlock_rdlock (&gate), late = pthread_rwlock_timedwrlock (&gate, &now);
    pthread_rwlock_unlock (&gate);
    pthread_rwlock_unlock (&gate);
    int free = pthread_rwlock_timedwrlock (&gate, &now);
    pthread_rwlock_unlock (&gate);
    printf ("%d %d %d %d %d %d %d\n", try_read, try_write, read, write, again, late, free);
  }
  return 0;
}
