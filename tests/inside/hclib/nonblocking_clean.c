// expect: race-free
#include "hclib.h"

int value, other;

static void
child (void *argument)
{
  (void) argument;
  value = 1;
}

static void
parent (void *argument)
{
  hclib_async (child, argument, NULL, 0, ANY_PLACE);
}

static void
after (void *argument)
{
  (void) argument;
  value++;
}

static void
entry (void *argument)
{
  hclib_start_finish ();
  hclib_start_finish ();
  hclib_async (parent, argument, NULL, 0, ANY_PLACE);
  hclib_future_t *done = hclib_end_finish_nonblocking ();
  hclib_async (after, argument, &done, 1, ANY_PLACE);
  other++;

  hclib_end_finish ();
  value = 3;
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
