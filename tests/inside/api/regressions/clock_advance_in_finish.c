/* As clock_unclocked_reader.c, with a finish that an advance is inside of. */
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
    rp_finish
    {
      rp_async (look, NULL);
      rp_advance ();
      *(u4 *) g1 = 2; /* @g1 */
    }
  }
  print_notes ();
  return 0;
}
