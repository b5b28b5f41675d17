// expect: findings RP001
#include "hclib.h"
#include "hclib_atomic.h"

int calls;

static void
init (void *value, void *data)
{
  (void) data;
  *(int *) value = 0;
}

/* Updates are not sections: what else they touch is nobody's. */
static void
add (void *value, void *data)
{
  ++*(int *) value;
  ++*(int *) data; // here
}

static void
update (void *argument)
{
  hclib_atomic_update (argument, add, &calls);
}

static void
entry (void *argument)
{
  hclib_atomic_t *sum = hclib_atomic_create (sizeof (int), init, argument);
  hclib_start_finish ();
  hclib_async (update, sum, NULL, 0, ANY_PLACE);
  hclib_async (update, sum, NULL, 0, ANY_PLACE);
  hclib_end_finish ();
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
