// expect: findings RP002
#include "hclib.h"

static hclib_future_t *done;
static hclib_promise_t started;

/* Inside the finish that it waits for. */
static void
child (void *argument)
{
  (void) argument;
  hclib_future_wait (&started.future);
  hclib_future_wait (done);
}

static void
entry (void *argument)
{
  hclib_promise_init (&started);
  hclib_start_finish ();
  hclib_async (child, argument, NULL, 0, ANY_PLACE);
  done = hclib_end_finish_nonblocking ();
  hclib_promise_put (&started, NULL);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
