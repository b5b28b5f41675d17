// expect: findings RP001
#include "hclib.h"

int cells[16];

static void
body (void *argument, int index)
{
  (void) argument;
  cells[index] = index; // here
}

static void
entry (void *argument)
{
  hclib_loop_domain_t loop = { 0, 16, 1, -1 };
  hclib_future_t *done = hclib_forasync_future (body, argument, 1, &loop, FORASYNC_MODE_FLAT);
  cells[3] = 0; // here
  hclib_future_wait (done);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
