// expect: findings RP005
#include "hclib.h"

static hclib_promise_t promise;

static void
entry (void *argument)
{
  hclib_promise_put (&promise, argument); // here
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
