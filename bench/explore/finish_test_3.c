/* Finish Test 3: 4 tasks, no regions, no race.
 *
 * A finish inside a task inside a finish: the inner one orders its two tasks before the rest of the
 * task around it, the outer one orders all before main. */
#include <raceproof/task.h>

static int halves[2], sum;

static void
fill (void *half)
{
  *(int *) half = 21;
}

static void
add (void *unused)
{
  (void) unused;
  rp_finish
  {
    rp_async (fill, &halves[0]);
    rp_async (fill, &halves[1]);
  }
  sum = halves[0] + halves[1];
}

int
main (void)
{
  rp_finish
  {
    rp_async (add, NULL);
  }
  return sum != 42;
}
