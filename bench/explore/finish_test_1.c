/* Finish Test 1: 3 tasks, no regions, no race.
 *
 * Two tasks use one variable, each in a finish of its own, one after the other. */
#include <raceproof/task.h>

static int value;

static void
increment (void *unused)
{
  (void) unused;
  value++;
}

int
main (void)
{
  rp_finish
  {
    rp_async (increment, NULL);
  }
  rp_finish
  {
    rp_async (increment, NULL);
  }
  return value != 2;
}
