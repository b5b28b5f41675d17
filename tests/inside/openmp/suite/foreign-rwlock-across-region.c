// A read-write lock goes with the thread that opens a region: taken outside, given back inside, and the other way round.
// expect: clean
// prints: 4
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t first = PTHREAD_RWLOCK_INITIALIZER, second = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

int
main (void)
{
  pthread_rwlock_wrlock (&first);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        x++;
        pthread_rwlock_unlock (&first);
        pthread_rwlock_rdlock (&second);
      }
    else
      {
        pthread_rwlock_wrlock (&first);
        x++;
        pthread_rwlock_unlock (&first);
      }
#pragma omp barrier
    if (omp_get_thread_num () == 0)
      y++;
  }
  y++;
  pthread_rwlock_unlock (&second);
  printf ("%d\n", x + y);
  return 0;
}
