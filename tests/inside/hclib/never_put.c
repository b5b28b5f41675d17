// expect: findings RP002
#include "hclib.h"

static void
entry (void *argument)
{
  hclib_promise_t *promise = hclib_promise_create ();
  (void) argument;
  hclib_future_wait (&promise->future);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
