/* Iterations of a loop with atomic operations, which count as sections: the write of one iteration comes before the write
 * of another one in this run, but perhaps not in others. */
// expect: undecided
#include "objects.h"

static char g1[8] __attribute__ ((aligned (8)));
static char g2[8] __attribute__ ((aligned (8)));

static void
body (long i, void *unused)
{
  (void) unused;
  if (i == 1)
    *(u4 *) g1 = 1; /* @g1 */
  if (i != 2)
    __atomic_fetch_add ((int *) g2, 1, __ATOMIC_SEQ_CST); /* @g2 */
  if (i == 3)
    *(u4 *) g1 = 2; /* @g1 */
}

int
main (void)
{
  note ("g1", g1, sizeof g1);
  note ("g2", g2, sizeof g2);
  rp_forall (0, 4, body, NULL);
  print_notes ();
  return 0;
}
