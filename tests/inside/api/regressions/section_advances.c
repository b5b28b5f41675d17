/* A task that needs a section before it comes to the clock, while another one waits there in that section. */
// expect: undecided
#include "objects.h"

static void
member (void *unused)
{
  (void) unused;
  rp_isolated
  {
  }
  rp_advance ();
}

int
main (void)
{
  rp_clocked_finish
  {
    rp_clocked_async (member, NULL);
    rp_isolated
    {
      rp_advance ();
    }
  }
  return 0;
}
