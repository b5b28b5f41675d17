// expect: race-free
#include "hclib.h"

#include <stdlib.h>

static void
entry (void *argument)
{
  (void) argument;
  hclib_locale_t *here = hclib_get_closest_locale ();
  char *a = hclib_future_wait (hclib_allocate_at (64, here));
  char *b = hclib_future_wait (hclib_allocate_at (64, here));
  hclib_future_t *set = hclib_memset_at (a, 3, 64, here);
  hclib_future_t *copied = hclib_async_copy (here, b, here, a, 64, &set, 1);
  hclib_future_wait (copied);
  hclib_future_wait (set);
  if (b[63] != 3)
    abort ();
  hclib_free_at (a, here);
  hclib_free_at (b, here);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
