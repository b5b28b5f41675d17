// expect: findings RP001
#include "hclib.h"

static hclib_promise_t promise;
int value, copies[2];

static void
first (void *argument)
{
  copies[0] = value;
  hclib_promise_put (&promise, argument);
}

static void
second (void *argument)
{
  (void) argument;
  copies[1] = value; // here
}

/* After the first reader, but not after the second. */
static void
write_value (void *argument)
{
  (void) argument;
  value = 1; // here
}

static void
entry (void *argument)
{
  hclib_future_t *future = &promise.future;
  hclib_promise_init (&promise);
  hclib_start_finish ();
  hclib_async (first, argument, NULL, 0, ANY_PLACE);
  hclib_async (second, argument, NULL, 0, ANY_PLACE);
  hclib_async (write_value, argument, &future, 1, ANY_PLACE);
  hclib_end_finish ();
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
