/* A race, and then an end before the end, in a task or in main; built with `raceproof cc`. The
 * first argument says how, the second may be `main`. */
#include <raceproof/task.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int shared;
static int *volatile nowhere;

static void
write_shared (void *unused)
{
  (void) unused;
  shared = 1; /* line: race */
}

static int
recurse (int depth)
{
  volatile char frame[1000];
  frame[depth % 1000] = 1;
  return recurse (depth + 1) + frame[7];
}

static void
end (void *argument)
{
  const char *way = argument;
  if (!strcmp (way, "crash"))
    *nowhere = 1; /* line: crash */
  else if (!strcmp (way, "signal"))
    raise (SIGFPE); /* line: signal */
  else if (!strcmp (way, "abort"))
    abort (); /* line: abort */
  else if (!strcmp (way, "kill"))
    raise (SIGKILL);
  else if (!strcmp (way, "exit"))
    exit (7); /* line: exit */
  else if (!strcmp (way, "quick"))
    _exit (7);
  else if (!strcmp (way, "overflow"))
    recurse (0);
  else if (!strcmp (way, "deadlock"))
    rp_isolated
    {
      rp_finish rp_async (end, (void *) "wait");
    }
  else if (!strcmp (way, "wait"))
    rp_isolated_begin ();
  else if (!strcmp (way, "misuse"))
    rp_advance (); /* line: misuse */
}

int
main (int argc, char **argv)
{
  char *way = argc > 1 ? argv[1] : "";
  printf ("begun\n");
  rp_finish
  {
    rp_async (write_shared, NULL);
    rp_async (write_shared, NULL);
  }
  if (argc > 2)
    end (way);
  else
    rp_finish rp_async (end, way);
  return 3;
}
