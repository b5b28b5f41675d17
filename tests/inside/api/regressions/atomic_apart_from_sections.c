/* A section excludes other sections, but no atomic operation outside of sections: a race of this operation and the plain
 * write. One statement reads atomically in a section and outside, so that the graph has both for one pair of statements. It
 * took the two sections for all there is. */
// expect: findings
#include "objects.h"

static int g1;

static void
plain_inside (void *unused)
{
  (void) unused;
  rp_isolated
  {
    g1 = 1; /* @g1 */
  }
}

static void
atomic_inside_or_outside (void *is_inside)
{
  if (is_inside)
    rp_isolated_begin ();
  (void) __atomic_load_n (&g1, __ATOMIC_SEQ_CST); /* @g1 */
  if (is_inside)
    rp_isolated_end ();
}

int
main (void)
{
  note ("g1", &g1, sizeof g1);
  rp_finish
  {
    rp_async (plain_inside, NULL);
    rp_async (atomic_inside_or_outside, &g1);
    rp_async (atomic_inside_or_outside, NULL);
  }
  print_notes ();
  return 0;
}
