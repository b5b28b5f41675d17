// The semaphore is posted before the data are written.
// expect: race buf
// at: 17 22
#include <semaphore.h>
#include <stdio.h>
int buf, got;
sem_t full;
int
main (void)
{
  sem_init (&full, 0, 0);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      sem_post (&full);
      buf = 4;
    }
#pragma omp section
    {
      sem_wait (&full);
      got = buf;
    }
  }
  printf ("%d\n", got);
  return 0;
}
