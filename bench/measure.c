/* Runs a command and writes what it took to a file:
 *
 *   WALL_SECONDS PROCESSOR_SECONDS PEAK_KILOBYTES EXIT_STATUS
 *
 * with 128 + N for an end by signal N, and -1 if it was stopped: after LIMIT seconds, or
 * because this program was asked to end. A small program, since Linux counts what the starting
 * process had in memory towards the peak of the started one: started by Python, a program that
 * needs 2 MB seems to need 20.
 *
 * usage: measure FILE LIMIT COMMAND [ARGS...] */
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

static double
seconds (struct timeval time)
{
  return (double) time.tv_sec + (double) time.tv_usec * 1e-6;
}

/* Waits at most LIMIT seconds for one of SIGNALS; returns it, or 0 if there was none. */
static int
wait_signal (const sigset_t *signals, double limit)
{
  double end = now () + limit;
  for (double left = limit; left > 0; left = end - now ())
    {
      time_t whole = (time_t) left;
      struct timespec time = { whole, (long) ((left - (double) whole) * 1e9) };
      int number = sigtimedwait (signals, NULL, &time);
      if (number > 0)
        return number;
    }
  return 0;
}

/* What a stopped command had started became our children; adds what they took. */
static void
add_orphans (struct rusage *usage)
{
  struct rusage other;
  while (wait4 (-1, NULL, 0, &other) > 0)
    {
      timeradd (&usage->ru_utime, &other.ru_utime, &usage->ru_utime);
      timeradd (&usage->ru_stime, &other.ru_stime, &usage->ru_stime);
      if (other.ru_maxrss > usage->ru_maxrss)
        usage->ru_maxrss = other.ru_maxrss;
    }
}

int
main (int count, char **arguments)
{
  double limit = count > 3 ? atof (arguments[2]) : 0;
  if (limit <= 0)
    {
      fprintf (stderr, "usage: measure FILE LIMIT COMMAND [ARGS...]\n");
      return 2;
    }
  sigset_t signals, old;
  sigemptyset (&signals);
  sigaddset (&signals, SIGCHLD);
  sigaddset (&signals, SIGINT);
  sigaddset (&signals, SIGTERM);
  sigprocmask (SIG_BLOCK, &signals, &old);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  double begin = now ();
  pid_t process = fork ();
  if (process < 0)
    {
      perror ("measure: fork");
      return 2;
    }
  if (process == 0)
    {
      setpgid (0, 0); /* so that what the command starts can be stopped with it */
      sigprocmask (SIG_SETMASK, &old, NULL);
      execvp (arguments[3], arguments + 3);
      perror (arguments[3]);
      _exit (127);
    }
  bool is_over = wait_signal (&signals, limit) != SIGCHLD;
  if (is_over)
    kill (-process, SIGKILL);
  int status = 0;
  struct rusage usage;
  wait4 (process, &status, 0, &usage);
  if (is_over)
    add_orphans (&usage);
  double wall = now () - begin;

  int result = WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
  FILE *file = fopen (arguments[1], "w");
  if (!file)
    {
      perror (arguments[1]);
      return 2;
    }
  fprintf (file, "%.6f %.6f %ld %d\n", wall, seconds (usage.ru_utime) + seconds (usage.ru_stime),
           usage.ru_maxrss, is_over ? -1 : result);
  return fclose (file) ? 2 : 0;
}
