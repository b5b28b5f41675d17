// A counter under a pthread spin lock.
// expect: clean
// also: undecided
#include <pthread.h>
#include <stdio.h>
int
main (void)
{
  pthread_spinlock_t l;
  int x = 0;
  pthread_spin_init (&l, 0);
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      pthread_spin_lock (&l);
      x++;
      pthread_spin_unlock (&l);
    }
  pthread_spin_destroy (&l);
  printf ("%d\n", x);
  return x != 20;
}
