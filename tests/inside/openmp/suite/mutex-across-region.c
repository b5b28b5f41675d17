// The thread that opens a region is its first thread, and holds the same mutexes: it may unlock inside what it locked
// outside, lock across a barrier inside, and unlock outside what it locked inside.
// expect: clean
// prints: 4
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

int
main (void)
{
  pthread_mutex_lock (&first);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        x++;
        pthread_mutex_unlock (&first);
        pthread_mutex_lock (&second);
      }
    else
      {
        pthread_mutex_lock (&first);
        x++;
        pthread_mutex_unlock (&first);
      }
#pragma omp barrier
    if (omp_get_thread_num () == 0)
      y++;
  }
  y++;
  pthread_mutex_unlock (&second);
  printf ("%d\n", x + y);
  return 0;
}
