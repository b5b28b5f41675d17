// Holders of the read side of a lock write: they do not exclude each other.
// expect: race x
// at: 15
#include <pthread.h>
#include <stdio.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      pthread_rwlock_rdlock (&l);
      x++;
      pthread_rwlock_unlock (&l);
    }
  printf ("%d\n", x);
  return 0;
}
