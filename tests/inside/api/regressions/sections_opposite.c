/* Sections on two objects, each inside the other: the verdict was race-free, and another order deadlocks. */
// expect: undecided
#include "objects.h"

static int a, b;

static void
one (void *unused)
{
  (void) unused;
  rp_isolated_on (&a, sizeof a)
  {
    rp_isolated_on (&b, sizeof b)
    {
    }
  }
}

static void
other (void *unused)
{
  (void) unused;
  rp_isolated_on (&b, sizeof b)
  {
    rp_isolated_on (&a, sizeof a)
    {
    }
  }
}

int
main (void)
{
  rp_finish
  {
    rp_async (one, NULL);
    rp_async (other, NULL);
  }
  return 0;
}
