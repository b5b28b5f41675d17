/* Two tasks, one after the other on one stack, each with a race on its own array, at other bytes.
 * The graph told the second at an address that no program has. */
// expect: findings
#include "objects.h"

typedef struct part
{
  char *array;
  long owner;
} part;

static void
overlap (long i, void *argument)
{
  const part *own = argument;
  char *s2 = own->array;
  long owner = own->owner;
  sink += *(u4 *) (s2 + 64 + 4 * owner + 12 * i); /* @s2 */
  *(u1 *) (s2 + 54 + 4 * owner + 12 * i) = 1;     /* @s2 */
}

static void
own_array (long owner, void *unused)
{
  (void) unused;
  char s2[200] __attribute__ ((aligned (8)));
  part own = { s2, owner };
  note ("s2", s2, sizeof s2);
  rp_forall (0, 2, overlap, &own);
}

int
main (void)
{
  rp_finish rp_forasync (0, 2, own_array, NULL);
  print_notes ();
  return 0;
}
