/* A race before a fork, and one in the child or in what the child executes. */
#include <raceproof/task.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int before, inside;

static void
add (void *to)
{
  ++*(int *) to;
}

static void
race (int *on)
{
  rp_finish
  {
    rp_async (add, on);
    rp_async (add, on);
  }
}

int
main (int argc, char **argv)
{
  char way = argc > 1 ? *argv[1] : 'n';
  int status;
  if (way == 'i')
    race (&inside);
  if (way == 'i' || way == 'n')
    return 0;
  race (&before);
  if (fork () == 0)
    {
      if (way == 'r')
        race (&inside);
      if (way == 'x')
        execl (argv[0], argv[0], "inside", (char *) NULL);
      exit (5);
    }
  wait (&status);
  printf ("child %d\n", WEXITSTATUS (status));
  return 0;
}
