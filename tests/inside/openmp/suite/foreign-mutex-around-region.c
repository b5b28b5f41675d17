// The same without the conflict: what is under the mutex and what is in the loop stays in order.
// expect: clean
// prints: 8
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int b[8], count;

int
main (void)
{
  pthread_mutex_lock (&mutex);
  count = 7;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; i++)
    b[i] = count;
  count++;
  pthread_mutex_unlock (&mutex);
  printf ("%d\n", count);
  return 0;
}
