// Readers and writers of a variable hold a read-write lock.
// expect: clean
// also: undecided
#include <pthread.h>
#include <stdio.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
int
main (void)
{
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 20; i++)
    {
      if (i % 5 == 0)
        {
          pthread_rwlock_wrlock (&l);
          x++;
          pthread_rwlock_unlock (&l);
        }
      else
        {
          pthread_rwlock_rdlock (&l);
          s += x;
          pthread_rwlock_unlock (&l);
        }
    }
  printf ("%d %d\n", x, s >= 0);
  return x != 4;
}
