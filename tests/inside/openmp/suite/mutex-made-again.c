// Locks are made again and again at one address, more often than their numbers have room for. Each time they keep the
// threads of a region apart. Locks that are destroyed without having been made, or made twice, are locks, too.
// expect: clean
// prints: 80 40
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

int sum, wide;

int
main (void)
{
  pthread_rwlock_t lock;
  mtx_t mutex;
  for (int turn = 0; turn < 20; turn++)
    {
      pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
      pthread_rwlock_init (&lock, NULL);
      mtx_init (&mutex, mtx_recursive);
#pragma omp parallel num_threads(4)
      {
        mtx_lock (&mutex);
        mtx_lock (&mutex);
        sum++;
        mtx_unlock (&mutex);
        mtx_unlock (&mutex);
        pthread_rwlock_rdlock (&lock);
        int seen = wide;
        pthread_rwlock_unlock (&lock);
        pthread_mutex_lock (&other);
        pthread_rwlock_wrlock (&lock);
        if (seen >= 0 && wide < 2 * turn + 2)
          wide++;
        pthread_rwlock_unlock (&lock);
        pthread_mutex_unlock (&other);
      }
      mtx_destroy (&mutex);
      pthread_mutex_destroy (&other);
      pthread_rwlock_destroy (&lock);
    }
  printf ("%d %d\n", sum, wide);
  return 0;
}
