// expect: race-free
#include "hclib.h"

#define N 8

static hclib_promise_t **promises;
int cells[N];

static void
stage (void *argument)
{
  int i = (int) ((int *) argument - cells);
  if (i > 0)
    hclib_future_wait (&promises[i - 1]->future);
  cells[i] = i > 0 ? cells[i - 1] + 1 : 1;
  hclib_promise_put (promises[i], NULL);
}

static void
entry (void *argument)
{
  (void) argument;
  promises = hclib_promise_create_n (N + 1, 1);
  hclib_start_finish ();
  for (int i = N; i-- > 0;)
    hclib_async (stage, &cells[i], NULL, 0, ANY_PLACE);
  hclib_end_finish ();
  hclib_promise_free_n (promises, N + 1, 1);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
