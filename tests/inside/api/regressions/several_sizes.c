/* Ranges of three tasks that overlap by two bytes, then by six: the same places in the program, the
 * same first byte. One of the two races was taken for the other. */
// expect: findings
#include "objects.h"

static char g0[200] __attribute__ ((aligned (8))), g1[200] __attribute__ ((aligned (8)));

static void
inner (long i, void *outer)
{
  long j = *(long *) outer;
  memcpy (g1 + 64 + 4 * j + 12 * i, g0 + 64 + 4 * j + 12 * i, 10); /* @g0 g1 */
}

static void
outer (long j, void *unused)
{
  (void) unused;
  rp_forall (0, 3, inner, &j);
}

int
main (void)
{
  note ("g0", g0, sizeof g0);
  note ("g1", g1, sizeof g1);
  rp_forall (0, 3, outer, NULL);
  print_notes ();
  return 0;
}
