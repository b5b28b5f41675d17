/* A task ends in a section. No other task can enter one; with bags, an assertion failed. */
// expect: findings
#include "objects.h"

static int g1;

static void
enter (void *is_last)
{
  rp_isolated_begin ();
  g1++; /* @g1 */
  if (is_last)
    rp_isolated_end ();
}

int
main (void)
{
  note ("g1", &g1, sizeof g1);
  rp_finish
  {
    rp_async (enter, NULL);
  }
  rp_finish
  {
    rp_async (enter, &g1);
  }
  print_notes ();
  return 0;
}
