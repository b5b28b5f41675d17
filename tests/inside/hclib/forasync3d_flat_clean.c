// expect: race-free
#include "hclib.h"

int cells[4][4][4], calls[4];

/* With a stride of 2 in the middle. */
static void
body (void *argument, int i, int j, int k)
{
  (void) argument;
  cells[i][j][k]++;
  calls[i]++;
}

static void
entry (void *argument)
{
  hclib_loop_domain_t loops[3] = { { 0, 4, 1, 1 }, { 0, 4, 2, 4 }, { 0, 4, 1, 4 } };
  hclib_start_finish ();
  hclib_forasync (body, argument, 3, loops, FORASYNC_MODE_FLAT);
  hclib_end_finish ();
  for (int j = 0; j < 4; j++)
    if (cells[1][j][2] != (j % 2 == 0))
      __builtin_abort ();
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
