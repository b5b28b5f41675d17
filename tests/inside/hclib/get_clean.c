// expect: race-free
#include "hclib.h"

static hclib_promise_t promise;
int seen;

static void
put (void *argument)
{
  hclib_promise_put (&promise, argument);
}

static void
get (void *argument)
{
  (void) argument;
  seen = hclib_future_get (&promise.future) != NULL;
}

static void
entry (void *argument)
{
  (void) argument;
  hclib_promise_init (&promise);
  hclib_future_t *future = hclib_get_future_for_promise (&promise);
  hclib_async (put, &seen, NULL, 0, ANY_PLACE);
  hclib_async (get, NULL, &future, 1, ANY_PLACE);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
