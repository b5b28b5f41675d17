// expect: race-free
#include "hclib.h"

static hclib_promise_t *promise;
int before, after;

static void
put (void *argument)
{
  before = 1;
  hclib_promise_put (promise, argument);
  after = 1;
}

static void
take (void *argument)
{
  hclib_future_wait (argument);
  before++;
}

static void
entry (void *argument)
{
  promise = hclib_promise_create ();
  hclib_start_finish ();
  hclib_async (take, hclib_get_future_for_promise (promise), NULL, 0, ANY_PLACE);
  hclib_async (put, argument, NULL, 0, ANY_PLACE);
  hclib_end_finish ();
  after++;
  hclib_promise_free (promise);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
