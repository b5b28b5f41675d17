/* Tasks nest so deeply that a child ran after its creator had gone on, which bags did not hear of.
 */
#include "objects.h"

static char g1[8] __attribute__ ((aligned (8)));

static void
descend (void *argument)
{
  long level = (long) argument, last = 20000;
  if (level > last)
    *(u4 *) g1 = 2; /* @g1 */
  if (level <= last)
    rp_finish
    {
      rp_async (descend, (void *) (level + 1));
      if (level == last)
        *(u4 *) g1 = 1; /* @g1 */
    }
}

int
main (void)
{
  note ("g1", g1, sizeof g1);
  rp_finish rp_async (descend, (void *) 1L);
  print_notes ();
  return 0;
}
