/* An atomic operation inside a section excludes both plain accesses in sections and atomic ones
 * outside: no race, the orders are left open. Bags took it for the one or the other only. */
// expect: undecided
#include "objects.h"

static char g1[8] __attribute__ ((aligned (8)));

static void
atomic_inside (void *unused)
{
  (void) unused;
  rp_isolated
  {
    __atomic_fetch_add ((int *) g1, 1, __ATOMIC_SEQ_CST); /* @g1 */
  }
}

static void
plain_inside (void *unused)
{
  (void) unused;
  rp_isolated
  {
    *(int *) g1 += 1; /* @g1 */
  }
}

static void
atomic_outside (void *unused)
{
  (void) unused;
  __atomic_fetch_add ((int *) (g1 + 4), 1, __ATOMIC_SEQ_CST); /* @g1 */
}

static void
other_atomic_inside (void *unused)
{
  (void) unused;
  rp_isolated
  {
    __atomic_fetch_add ((int *) (g1 + 4), 1, __ATOMIC_SEQ_CST); /* @g1 */
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
    rp_async (atomic_outside, NULL);
    rp_async (other_atomic_inside, NULL);
  }
  print_notes ();
  return 0;
}
