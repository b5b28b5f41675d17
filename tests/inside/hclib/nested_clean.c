// expect: race-free
#include "hclib.h"

int value;

static void
child (void *argument)
{
  (void) argument;
  value = 1;
}

static void
parent (void *argument)
{
  hclib_async (child, argument, NO_FUTURE, 0, ANY_PLACE);
}

static void
entry (void *argument)
{
  hclib_start_finish ();

  hclib_async_nb (parent, argument, ANY_PLACE);
  hclib_end_finish ();
  value = 2;
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
