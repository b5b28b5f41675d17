// expect: race-free
#include "hclib.h"

int sum;

static void
add (void *argument)
{
  (void) argument;
  sum++;
}

static void
entry (void *argument)
{
  hclib_start_finish ();
  hclib_async (add, NULL, NO_FUTURE, 0, ANY_PLACE);
  hclib_end_finish ();
  hclib_start_finish ();
  hclib_async (add, argument, NO_FUTURE, 0, ANY_PLACE);
  hclib_end_finish ();
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
