// A producer and a consumer of two places, counted by two semaphores.
// expect: clean
// also: undecided
#include <semaphore.h>
#include <stdio.h>
#define N 8
int buf[2], sum;
sem_t full, empty;
int
main (void)
{
  sem_init (&full, 0, 0);
  sem_init (&empty, 0, 2);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    for (int i = 0; i < N; i++)
      {
        sem_wait (&empty);
        buf[i % 2] = i;
        sem_post (&full);
      }
#pragma omp section
    for (int i = 0; i < N; i++)
      {
        sem_wait (&full);
        sum += buf[i % 2];
        sem_post (&empty);
      }
  }
  printf ("%d\n", sum);
  return sum != 28;
}
