/* Two threads of the program's own, with a race. */
#include <pthread.h>
#include <stdio.h>
static int shared;
static void *
work (void *argument)
{
  for (int i = 0; i < 1000; i++)
    shared++;
  return argument;
}
int
main (void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  printf ("%d\n", shared > 0);
  return 0;
}
