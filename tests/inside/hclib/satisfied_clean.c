// expect: undecided
// explored: race-free
#include "hclib.h"

static hclib_promise_t promise;
int value;

static void
put (void *argument)
{
  value = 1;
  hclib_promise_put (&promise, argument);
}

static void
ask (void *argument)
{
  int is_there = hclib_future_is_satisfied (argument);
  if (is_there)
    value++;
}

static void
entry (void *argument)
{
  (void) argument;
  hclib_promise_init (&promise);
  hclib_async (put, NULL, NULL, 0, ANY_PLACE);
  hclib_async (ask, hclib_get_future_for_promise (&promise), NULL, 0, ANY_PLACE);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
