// expect: findings RP005
#include "hclib.h"

static void
entry (void *argument)
{
  (void) argument;
}

int
main (void)
{
  const char *deps[] = { "system", "openshmem" };
  hclib_launch (entry, NULL, deps, 2); // here
  return 0;
}
