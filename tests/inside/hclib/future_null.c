// expect: findings RP005
#include "hclib.h"

static void
entry (void *argument)
{
  hclib_async_future (NULL, argument, NULL, 0, ANY_PLACE); // here
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
