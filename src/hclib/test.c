/* HClib: whether a future is satisfied yet. A program that links this file can tell schedules apart
 * by it: then each put stores to what is loaded here, as atomic operations. */
#include "hclib/task.h"

const char rp_hclib_tests_futures = 1;

int
hclib_future_is_satisfied (hclib_future_t *future)
{
  return rp_hclib_is_satisfied (future, (uintptr_t) __builtin_return_address (0));
}
