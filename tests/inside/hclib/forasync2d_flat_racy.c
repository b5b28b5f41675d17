// expect: findings RP001
#include "hclib.h"

int cells[6][8], total[6];

static void
body (void *argument, int i, int j)
{
  (void) argument;
  cells[i][j] = i * j;
  total[i] += j; // here
}

static void
entry (void *argument)
{
  hclib_loop_domain_t loops[2] = { { 0, 6, 1, 1 }, { 0, 8, 1, 2 } };
  hclib_start_finish ();
  hclib_forasync (body, argument, 2, loops, FORASYNC_MODE_FLAT);
  hclib_end_finish ();
  total[0]++;
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
