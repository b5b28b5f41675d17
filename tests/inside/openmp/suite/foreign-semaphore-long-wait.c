// A task waits for a semaphore while two others take many turns with theirs: no deadlock.
// expect: clean
// prints: 60000 2
#include <semaphore.h>
#include <stdio.h>

static sem_t ping, pong, done;
int turns, ends;

int
main (void)
{
  sem_init (&ping, 0, 0);
  sem_init (&pong, 0, 0);
  sem_init (&done, 0, 0);
#pragma omp parallel num_threads(3)
#pragma omp sections
  {
#pragma omp section
    {
      sem_wait (&done);
      ends++;
    }
#pragma omp section
    {
      for (int i = 0; i < 30000; i++)
        {
          sem_wait (&ping);
          turns++;
          sem_post (&pong);
        }
      ends++;
      sem_post (&done);
    }
#pragma omp section
    for (int i = 0; i < 30000; i++)
      {
        sem_post (&ping);
        sem_wait (&pong);
        turns++;
      }
  }
  printf ("%d %d\n", turns, ends);
  return 0;
}
