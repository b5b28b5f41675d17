/* What comes from outside the program: `outside input|print|time|pid|environment`. */
#include <raceproof/task.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int x, sum;

static void
add (long i, void *argument)
{
  (void) argument;
  rp_isolated sum = sum * 2 + (int) i;
}

static int
read_number (void)
{
  int number = 0;
  return scanf ("%d", &number) == 1 ? number : -1;
}

static void
add_some (void *argument)
{
  int times = *(int *) argument;
  for (int i = 0; i < times; i++)
    rp_isolated x++;
}

int
main (int count, char **words)
{
  const char *what = count > 1 ? words[1] : "";
  int tasks = 2;
  if (!strcmp (what, "input"))
    tasks = read_number ();
  if (!strcmp (what, "print"))
    {
      puts ("to stdout");
      fputs ("to stderr\n", stderr);
    }
  if (!strcmp (what, "time"))
    {
      struct timespec now;
      clock_gettime (CLOCK_MONOTONIC, &now);
      int times = 3 + (int) (now.tv_nsec / 1000 % 50); /* many orders, all of which would have to draw the same */
      rp_finish
      {
        rp_async (add_some, &times);
        rp_async (add_some, &times);
      }
      return 0;
    }
  rp_forall (0, tasks, add, NULL);
  return tasks < 0 ? 9 : 0;
}
