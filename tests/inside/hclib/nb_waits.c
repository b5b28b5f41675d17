// expect: findings RP005
#include "hclib.h"

static hclib_promise_t promise;

static void
child (void *argument)
{
  (void) argument;
  hclib_future_wait (&promise.future); // here
}

static void
entry (void *argument)
{
  hclib_promise_init (&promise);
  hclib_promise_put (&promise, NULL);
  hclib_async_nb (child, argument, ANY_PLACE);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
