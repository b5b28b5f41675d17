/* The first reader is in the clock, so the advance makes it serial to the write; the second is not,
 * so it races with it. Bags kept the first alone. */
#include "objects.h"

static char g1[8] __attribute__ ((aligned (8)));

static void
look (void *unused)
{
  (void) unused;
  sink += *(u4 *) g1; /* @g1 */
}

int
main (void)
{
  note ("g1", g1, sizeof g1);
  rp_clocked_finish
  {
    rp_clocked_async (look, NULL);
    rp_async (look, NULL);
    rp_advance ();
    *(u4 *) g1 = 2; /* @g1 */
  }
  print_notes ();
  return 0;
}
