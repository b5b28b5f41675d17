/* An atomic operation inside a section on an object excludes what is in a global section: no race, the
 * order is left open. The graph took it for an atomic operation only. */
// expect: undecided
#include "objects.h"

static char g1[8] __attribute__ ((aligned (8)));

static void
atomic_inside (void *unused)
{
  (void) unused;
  rp_isolated_on (g1, sizeof g1)
  {
    __atomic_store_n ((int *) g1, 1, __ATOMIC_SEQ_CST); /* @g1 */
  }
}

static void
plain_inside (void *unused)
{
  (void) unused;
  rp_isolated
  {
    sink += *(int *) g1; /* @g1 */
  }
}

int
main (void)
{
  note ("g1", g1, sizeof g1);
  rp_finish
  {
    rp_async (atomic_inside, NULL);
    rp_async (plain_inside, NULL);
  }
  print_notes ();
  return 0;
}
