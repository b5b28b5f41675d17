/* A race, and then one of the ways out of a program; built with `raceproof cc -fopenmp`. The first argument names it;
 * a second one puts it into a parallel region. With -DCLEAN there is no race. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int shared;

static void
handle (int number)
{
  (void) number;
}

static void
leave_at_once (int number)
{
  _exit (number);
}

static void
raise_again (int number)
{
  signal (number, SIG_DFL);
  raise (number);
}

static void
say_last (void)
{
  if (write (1, "last\n", 5) != 5)
    abort ();
}

static int
end (const char *way, char *program)
{
  char *nothing[] = { NULL };
  if (!strncmp (way, "return", 6))
    return atoi (way + 6);
  if (!strncmp (way, "exit", 4))
    exit (atoi (way + 4));
  if (!strcmp (way, "_exit"))
    _exit (3);
  if (!strcmp (way, "_Exit"))
    _Exit (-1);
  if (!strcmp (way, "quick_exit"))
    {
      at_quick_exit (say_last);
      quick_exit (4);
    }
  if (!strcmp (way, "execl"))
    execl ("/bin/sh", "sh", "-c", "echo replaced; exit 5", (char *) NULL);
  if (!strcmp (way, "execlp"))
    execlp ("sh", "sh", "-c", "echo replaced; exit 5", (char *) NULL);
  if (!strcmp (way, "execle"))
    execle ("/bin/sh", "sh", "-c", "echo replaced $X; exit 5", (char *) NULL, (char *[]) { "X=own", NULL });
  if (!strcmp (way, "execvp"))
    execvp ("sh", (char *[]) { "sh", "-c", "echo replaced; exit 5", NULL });
  if (!strcmp (way, "itself"))
    execv (program, (char *[]) { program, "return9", NULL });
  if (!strcmp (way, "no_program"))
    {
      execv ("/no/such/program", nothing);
      execvp ("no-such-program", nothing);
      return 8;
    }
  if (!strcmp (way, "vfork"))
    {
      int status = 1;
      if (vfork () == 0)
        {
          execl ("/bin/sh", "sh", "-c", "exit 2", (char *) NULL);
          _exit (1);
        }
      wait (&status);
      if (vfork () == 0)
        _exit (3);
      wait (&status);
      return WEXITSTATUS (status) + 3;
    }
  if (!strcmp (way, "abort"))
    abort ();
  if (!strcmp (way, "handled"))
    {
      signal (SIGABRT, handle);
      abort ();
    }
  if (!strcmp (way, "ignored"))
    {
      signal (SIGABRT, SIG_IGN);
      abort ();
    }
  if (!strcmp (way, "interrupt"))
    raise (SIGINT);
  if (!strcmp (way, "alarm"))
    {
      alarm (1);
      for (;;)
        pause ();
    }
  if (!strcmp (way, "pipe"))
    {
      int ends[2];
      if (pipe (ends) == 0)
        close (ends[0]);
      if (write (ends[1], "x", 1) < 0)
        return 1;
    }
  if (!strcmp (way, "default"))
    {
      struct sigaction before;
      sigaction (SIGTERM, NULL, &before);
      if (before.sa_handler != SIG_DFL)
        return 1;
      signal (SIGTERM, handle);
      if (signal (SIGTERM, SIG_DFL) != handle)
        return 2;
      raise (SIGTERM);
    }
  if (!strcmp (way, "again"))
    {
      signal (SIGINT, raise_again);
      raise (SIGINT);
      return 1;
    }
  if (!strcmp (way, "at_once"))
    {
      signal (SIGINT, leave_at_once);
      raise (SIGINT);
    }
  return 0;
}

int
main (int argc, char **argv)
{
  char *way = argc > 1 ? argv[1] : "";
  printf ("begun "); /* kept in the buffer if nobody flushes it */
#pragma omp parallel num_threads(2)
  {
#ifdef CLEAN
#pragma omp atomic
#endif
    shared++; /* line: race */
  }
  if (argc <= 2)
    return end (way, argv[0]);
  int status = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  status = end (way, argv[0]);
  return status;
}
