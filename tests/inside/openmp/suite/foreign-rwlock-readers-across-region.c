// Readers do not exclude each other: the thread that opened the region holds the lock to read, and so do the others.
// expect: clean
#include <pthread.h>

static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static int x = 2;

int
main (void)
{
  int sum = 0;
  pthread_rwlock_rdlock (&gate);
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    pthread_rwlock_rdlock (&gate);
    sum += x;
    pthread_rwlock_unlock (&gate);
  }
  pthread_rwlock_unlock (&gate);
  return sum != 6;
}
