/* A thread has regions while main has others. */
#include <pthread.h>
#include <stdio.h>
enum { SIZE = 20000 };
static long a[SIZE], b[SIZE];
static void *
work (void *argument)
{
  long *values = argument;
  for (int round = 0; round < 5; round++)
#pragma omp parallel for
    for (int i = 0; i < SIZE; i++)
      values[i] += i;
  return NULL;
}
int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, work, a);
  work (b);
  pthread_join (thread, NULL);
  printf ("%ld %ld\n", a[SIZE - 1], b[SIZE - 1]);
  return 0;
}
