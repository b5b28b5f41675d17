// expect: findings RP005
#include "hclib.h"

static void
child (void *argument)
{
  (void) argument;
  hclib_end_finish (); // here
}

static void
entry (void *argument)
{
  hclib_start_finish ();
  hclib_async (child, argument, NULL, 0, ANY_PLACE);
  hclib_end_finish ();
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
