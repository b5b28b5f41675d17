// expect: findings RP001
#include "hclib-isolated.h"
#include "hclib.h"

int accounts[2];

static void
transfer (void *argument)
{
  (void) argument;
  accounts[0]--; // here
  accounts[1]++; // here
}

static void
move (void *argument)
{
  (void) argument;
  void *objects[] = { &accounts[1], &accounts[0] };
  isolated_execution (objects, 2, transfer, NULL);
}

static void
entry (void *argument)
{
  void *objects[] = { &accounts[0], &accounts[1] };
  enable_isolation (objects, 2);
  hclib_start_finish ();
  hclib_async (move, argument, NULL, 0, ANY_PLACE);
  hclib_async (transfer, argument, NULL, 0, ANY_PLACE);
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
