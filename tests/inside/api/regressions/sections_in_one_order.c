/* Sections on two objects, always in the same order. */
// expect: race-free
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
  rp_isolated_on (&a, sizeof a)
  {
    rp_isolated_on (&b, sizeof b)
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
