/* A race, and then an end that is not main's own: HOW it ends, in a thread of the program's own unless something else is
 * defined:
 *   BUSY       the main thread is in a parallel region meanwhile
 *   BLOCKED    the main thread blocks all signals
 *   LEFT       the main thread has called pthread_exit
 *   HANDLER    in a signal handler
 *   AT_EXIT    in an atexit handler
 *   REGION     in a parallel region */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

static int counter, turns;
static volatile int go_on = 1;

static void
race (void)
{
#pragma omp parallel num_threads(2)
  counter++;
}

static void
crash (void)
{
  *(volatile int *) 8 = 1;
}

static void
become (const char *path)
{
  execl (path, "true", (char *) NULL);
}

static void
beget (void (*end) (int))
{
  int status;
  pid_t child = fork ();
  if (child == 0)
    end (5);
  waitpid (child, &status, 0);
  printf ("child %d\n", WEXITSTATUS (status));
  fflush (stdout);
  go_on = 0;
}

static void
finish (void)
{
  HOW;
}

static void *
run (void *argument)
{
#if defined BUSY || defined LEFT
  usleep (100000);
#endif
  finish ();
  return argument;
}

static int
run_c11 (void *argument)
{
  run (argument);
  return 0;
}

static void
handle (int number)
{
  (void) number;
  finish ();
}

static void
keep_busy (void)
{
#pragma omp parallel num_threads(2)
  while (go_on)
    {
#pragma omp atomic
      turns++;
    }
}

static void
main_ends (void)
{
#if defined HANDLER
  signal (SIGALRM, handle);
  ualarm (100000, 0);
  while (go_on)
    free (malloc (10));
#elif defined AT_EXIT
  atexit (finish);
#elif defined REGION
#pragma omp parallel num_threads(2)
  finish ();
#endif
}

static void
thread_ends (void)
{
#if defined C11
  thrd_t thread;
  thrd_create (&thread, run_c11, NULL);
  thrd_join (thread, NULL);
#else
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
#if defined BUSY
  keep_busy ();
#elif defined LEFT
  pthread_exit (NULL);
#endif
  pthread_join (thread, NULL);
#endif
}

int
main (void)
{
  race ();
#if defined BLOCKED
  sigset_t all;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, NULL);
#endif
#if defined HANDLER || defined AT_EXIT || defined REGION
  main_ends ();
  (void) handle;
#else
  thread_ends ();
#endif
  (void) run_c11;
  (void) keep_busy;
  return 0;
}
