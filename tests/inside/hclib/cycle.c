// expect: findings RP002
#include "hclib.h"

static hclib_promise_t promises[2];

static void
pass (void *argument)
{
  hclib_promise_t *own = argument;
  hclib_future_wait (&promises[own == promises].future);
  hclib_promise_put (own, NULL);
}

static void
entry (void *argument)
{
  (void) argument;
  hclib_promise_init (&promises[0]);
  hclib_promise_init (&promises[1]);
  hclib_async (pass, &promises[0], NULL, 0, ANY_PLACE);
  hclib_async (pass, &promises[1], NULL, 0, ANY_PLACE);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
