// expect: findings RP005
#include "hclib-isolated.h"
#include "hclib.h"

int account;

static void
entry (void *argument)
{
  void *objects[] = { &account };
  (void) argument;
  enable_isolation (objects, 1);
  isolated_execution (objects, 1, NULL, NULL); // here
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
