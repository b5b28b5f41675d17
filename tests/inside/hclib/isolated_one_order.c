// expect: race-free
#include "hclib-isolated.h"
#include "hclib.h"

int accounts[2];

static void
nothing (void *argument)
{
  (void) argument;
}

static void
inner (void *argument)
{
  isolated_execution (&argument, 1, nothing, NULL);
}

static void
nested (void *argument)
{
  int *first = argument;
  void *outer = first;
  isolated_execution (&outer, 1, inner, &accounts[first == accounts]);
}

static void
entry (void *argument)
{
  (void) argument;
  void *objects[] = { &accounts[0], &accounts[1] };
  enable_isolation (objects, 2);
  hclib_start_finish ();
  hclib_async (nested, &accounts[0], NULL, 0, ANY_PLACE);
  hclib_async (nested, &accounts[0], NULL, 0, ANY_PLACE);
  hclib_end_finish ();
  disable_isolation (objects, 2);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
