/* OpenMP regions in two threads of the program's own. */
#include <pthread.h>
#include <stdio.h>
static int sums[2], counter;
static void *
work (void *argument)
{
  int *sum = argument;
#pragma omp parallel for reduction(+ : sum[ : 1])
  for (int i = 0; i < 1000; i++)
    sum[0]++;
#pragma omp parallel num_threads(2)
#pragma omp atomic
  counter++;
  return NULL;
}
int
main (void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, work, &sums[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  printf ("%d %d %d\n", sums[0], sums[1], counter);
  return 0;
}
