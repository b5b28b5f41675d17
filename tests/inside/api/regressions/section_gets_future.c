/* A future that needs the section in which it is waited for: the verdict was race-free, and another order
 * deadlocks. */
// expect: undecided
#include "objects.h"

static void *
compute (void *unused)
{
  rp_isolated
  {
  }
  return unused;
}

int
main (void)
{
  rp_future future = rp_future_new (compute, NULL);
  rp_isolated
  {
    rp_future_get (future);
  }
  return 0;
}
