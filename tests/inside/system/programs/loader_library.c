/* A library whose constructor waits for a thread, which calls the program. */
#include <pthread.h>
#include <stdio.h>

int work (void);

static int result;

static void *
run (void *argument)
{
  result = work ();
  return argument;
}

static void __attribute__ ((constructor)) start (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  printf ("%d\n", result);
}
