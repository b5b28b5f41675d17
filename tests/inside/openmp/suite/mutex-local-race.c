// Each iteration makes a mutex of its own, at the same address as the one before: they exclude nobody.
// expect: race total
// at: 16
#include <pthread.h>
#include <stdlib.h>

int total;

static void
add (int n)
{
  pthread_mutex_t mutex;
  if (pthread_mutex_init (&mutex, NULL))
    abort ();
  pthread_mutex_lock (&mutex);
  total += n;
  pthread_mutex_unlock (&mutex);
  pthread_mutex_destroy (&mutex);
}

int
main (void)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 64; i++)
    add (i);
  return total != 2016;
}
