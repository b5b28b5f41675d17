// expect: findings RP001
#include "hclib.h"

#include <stdlib.h>

static int *cell;

static void *
compute (void *argument)
{
  *cell = 7; // here
  return argument;
}

static void
entry (void *argument)
{
  cell = malloc (sizeof *cell);
  hclib_future_t *future = hclib_async_future (compute, &cell, NULL, 0, ANY_PLACE);
  (void) argument;
  *cell = 8; // here
  hclib_future_wait (future);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
