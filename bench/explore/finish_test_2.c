/* Finish Test 2: 3 tasks, no regions, no race.
 *
 * A task creates another one, and the finish waits for both: main may read what either wrote. */
#include <raceproof/task.h>

static int outer, inner;

static void
run_inner (void *unused)
{
  (void) unused;
  inner = outer + 1;
}

static void
run_outer (void *unused)
{
  (void) unused;
  outer = 1;
  rp_async (run_inner, NULL);
}

int
main (void)
{
  rp_finish
  {
    rp_async (run_outer, NULL);
  }
  return outer + inner != 3;
}
