// expect: race-free
#include "hclib.h"

int cells[10];

/* Indices in one tile are in order; the first of a tile does not look at the one before. */
static void
body (void *argument, int index)
{
  (void) argument;
  if (index % 3 != 0)
    cells[index] = cells[index - 1] + 1;
  else
    cells[index] = 0;
}

static void
entry (void *argument)
{
  hclib_loop_domain_t loop = { 0, 10, 1, 3 };
  hclib_start_finish ();
  hclib_forasync (body, argument, 1, &loop, FORASYNC_MODE_FLAT);
  hclib_end_finish ();
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
