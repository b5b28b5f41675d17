/* Ways for a task to end the program, chosen by the first argument; built with `raceproof cc`. */
#include <raceproof/task.h>
#include <stdlib.h>
#include <string.h>

static volatile int *nowhere;

static int
recurse (int depth)
{
  volatile char frame[1000];
  frame[depth % 1000] = 1;
  return recurse (depth + 1) + frame[7]; /* line: overflow */
}

static void
end (void *way)
{
  if (!strcmp (way, "crash"))
    *nowhere = 1; /* line: crash */
  else if (!strcmp (way, "abort"))
    abort (); /* line: abort */
  else if (!strcmp (way, "exit"))
    exit (7);
  else if (!strcmp (way, "misuse"))
    rp_advance (); /* line: misuse */
  else if (!strcmp (way, "overflow"))
    recurse (0);
}

int
main (int argc, char **argv)
{
  rp_finish rp_async (end, argc > 1 ? argv[1] : "");
  return 3;
}
