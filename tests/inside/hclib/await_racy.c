// expect: findings RP001
#include "hclib.h"

int value, other;

static void *
first (void *argument)
{
  value = 1; // here
  return argument;
}

static void *
second (void *argument)
{
  other = 1;
  return argument;
}

static void
last (void *argument)
{
  (void) argument;
  value += other; // here
}

static void
entry (void *argument)
{
  hclib_future_t *futures[3] = { NULL };
  futures[0] = hclib_async_future (first, argument, NULL, 0, ANY_PLACE);
  futures[2] = hclib_async_future (second, argument, NULL, 0, ANY_PLACE);
  hclib_async (last, argument, &futures[1], 2, ANY_PLACE);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
