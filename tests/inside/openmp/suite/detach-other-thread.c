// A thread of the program fulfils the event of a detached task: that is no deadlock.
// expect: clean
// also: undecided
// seconds: 10
// prints: 2
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static omp_event_handle_t handle;
static int x;

static void *
fulfil (void *argument)
{
  (void) argument;
  usleep (20000);
  omp_fulfill_event (handle);
  return NULL;
}

int
main (void)
{
  pthread_t thread;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x)
    x = 1;
    handle = event;
    pthread_create (&thread, NULL, fulfil, NULL);
#pragma omp task depend(inout : x)
    x++;
  }
  pthread_join (thread, NULL);
  printf ("%d\n", x);
  return 0;
}
