// expect: findings RP005
#include "hclib.h"

static void
work (void *argument)
{
  (void) argument;
}

int
main (void)
{
  hclib_async (work, NULL, NULL, 0, ANY_PLACE); // here
  return 0;
}
