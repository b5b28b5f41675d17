// expect: findings RP005
#include "hclib.h"

static void
idle (unsigned worker, unsigned count)
{
  (void) worker;
  (void) count;
}

static void
entry (void *argument)
{
  (void) argument;
  hclib_set_idle_callback (idle); // here
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
