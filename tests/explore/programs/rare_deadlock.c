/* Deadlocks only if the tasks enter their sections from the last to the first: `rare_deadlock N`. */
#include <raceproof/task.h>

#include <stdlib.h>

static long n;
static long step, a, b;

static void
descend (long i, void *argument)
{
  (void) argument;
  int is_late;
  rp_isolated_on (&step, sizeof step)
  {
    is_late = step == n - 1 - i;
    step += is_late;
  }
  if (i == 1 && is_late)
    rp_isolated_on (&a, sizeof a)
      rp_isolated_on (&b, sizeof b) /* line: first */
        ;
}

static void
ascend (void *argument)
{
  (void) argument;
  int all;
  rp_isolated_on (&step, sizeof step) all = step == n - 1;
  if (all)
    rp_isolated_on (&b, sizeof b)
      rp_isolated_on (&a, sizeof a) /* line: second */
        ;
}

int
main (int count, char **words)
{
  n = count > 1 ? atol (words[1]) : 2;
  rp_finish
  {
    rp_forasync (1, n, descend, NULL);
    rp_async (ascend, NULL);
  }
  return 0;
}
