/* Iterations of a loop use the same stack, one after the other: some become tasks in between, and their children get the
 * addresses of local variables. */
// expect: race-free
#include "objects.h"

static void
fill (void *array)
{
  memset (array, 1, 16);
}

static __attribute__ ((noinline)) void
use (char *array, long i)
{
  memset (array, (int) i, 16);
  if (i % 3 == 1)
    rp_finish rp_async (fill, array);
  sink += take (array, 8);
}

static void
body (long i, void *unused)
{
  char array[16] __attribute__ ((aligned (8)));
  (void) unused;
  use (array, i);
  if (i % 2)
    use (array, i + 1);
}

int
main (void)
{
  rp_forall (0, 12, body, NULL);
  rp_finish rp_forasync (0, 12, body, NULL);
  rp_forall_chunked (0, 12, 3, body, NULL);
  print_notes ();
  return 0;
}
