/* One task writes bytes 69 and 71, the other 68 to 71: byte 70 lies between two that race, and does
 * not. Bags told a race of two bytes from 69 on. */
// expect: findings
#include "objects.h"

static char g1[200] __attribute__ ((aligned (8)));

static void
two (void *unused)
{
  (void) unused;
  *(u1 *) (g1 + 69) = 1; /* @g1 */
  *(u1 *) (g1 + 71) = 1; /* @g1 */
}

static void
four (void *unused)
{
  (void) unused;
  *(u4 *) (g1 + 68) = 1; /* @g1 */
}

int
main (void)
{
  note ("g1", g1, sizeof g1);
  rp_finish
  {
    rp_async (two, NULL);
    rp_async (four, NULL);
  }
  print_notes ();
  return 0;
}
