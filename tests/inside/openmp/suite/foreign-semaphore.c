// A semaphore with one token as a lock.
// expect: clean
// also: undecided
#include <semaphore.h>
#include <stdio.h>
int
main (void)
{
  sem_t s;
  int x = 0;
  sem_init (&s, 0, 1);
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      sem_wait (&s);
      x++;
      sem_post (&s);
    }
  printf ("%d\n", x);
  return x != 20;
}
