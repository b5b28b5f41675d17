/* Atomic operations of two tasks on one location: no race, but their order is left open. The graph
 * took them for plain writes. */
// expect: undecided
#include "objects.h"

static char g1[8] __attribute__ ((aligned (8)));

static void
count (void *unused)
{
  (void) unused;
  __atomic_fetch_add ((int *) g1, 1, __ATOMIC_SEQ_CST); /* @g1 */
}

int
main (void)
{
  note ("g1", g1, sizeof g1);
  rp_finish
  {
    rp_async (count, NULL);
    rp_async (count, NULL);
  }
  print_notes ();
  return 0;
}
