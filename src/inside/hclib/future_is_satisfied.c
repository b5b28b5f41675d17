/* HClib: whether a future is satisfied yet. A program that links this file can distinguish schedules by this
 * question. Then each put is an atomic store, and each question an atomic load of the same location. */
#include "inside/hclib/task.h"

static void RP_FRONT_CONSTRUCTOR
announce (void)
{
  rp_hclib_tests_futures = true;
}

int
hclib_future_is_satisfied (hclib_future_t *future)
{
  return rp_hclib_is_satisfied (future, (uintptr_t) __builtin_return_address (0));
}
