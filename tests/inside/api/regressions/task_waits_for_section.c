/* A task waits for the section that it was created in, so its creator goes on before it: the order
 * is not depth-first, and bags took the two writes for serial. */
#include "objects.h"

static char g1[8] __attribute__ ((aligned (8)));

static void
wait_and_write (void *unused)
{
  (void) unused;
  rp_isolated {} * (u4 *) g1 = 1; /* @g1 */
}

int
main (void)
{
  note ("g1", g1, sizeof g1);
  rp_finish
  {
    rp_isolated
    {
      rp_async (wait_and_write, NULL);
    }
    *(u4 *) g1 = 2; /* @g1 */
  }
  print_notes ();
  return 0;
}
