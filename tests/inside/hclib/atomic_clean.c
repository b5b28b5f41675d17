// expect: race-free
#include "hclib.h"
#include "hclib_atomic.h"

#include <stdlib.h>

static void
init (void *value, void *data)
{
  (void) data;
  *(int *) value = 0;
}

static void
add (void *value, void *data)
{
  *(int *) value += *(int *) data;
}

static void
gather (void *a, void *b, void *data)
{
  (void) data;
  *(int *) a += *(int *) b;
}

static void
update (void *argument)
{
  int one = 1;
  for (int i = 0; i < 3; i++)
    hclib_atomic_update (argument, add, &one);
}

static void
entry (void *argument)
{
  hclib_atomic_t *sum = hclib_atomic_create (sizeof (int), init, argument);
  hclib_start_finish ();
  for (int i = 0; i < 10; i++)
    hclib_async (update, sum, NULL, 0, ANY_PLACE);
  hclib_end_finish ();
  int *result = hclib_atomic_gather (sum, gather, NULL);
  if (*result != 30)
    abort ();
  free (result);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
