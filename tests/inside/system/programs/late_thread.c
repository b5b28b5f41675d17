/* A thread that has not begun when the program ends. */
#include <pthread.h>
#include <stdio.h>
static int shared;
static void *
work (void *argument)
{
  shared++;
  return argument;
}
int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, work, NULL);
  printf ("1\n");
  return 0;
}
