// expect: findings RP005
#include "hclib.h"

static hclib_promise_t promise;

static void
put (void *argument)
{
  hclib_promise_put (&promise, argument); // here
}

static void
entry (void *argument)
{
  hclib_promise_init (&promise);
  hclib_async (put, argument, NULL, 0, ANY_PLACE);
  hclib_async (put, argument, NULL, 0, ANY_PLACE);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
