/* On x86-64 these functions use cmpxchg16b, elsewhere one lock that all wide operations share (as libatomic does). */
#include "inside/abi/atomic_wide.h"

static char lock;

void
rp_atomic_lock (void)
{
  while (__atomic_test_and_set (&lock, __ATOMIC_ACQUIRE))
    continue;
}

void
rp_atomic_unlock (void)
{
  __atomic_clear (&lock, __ATOMIC_RELEASE);
}

#if defined __x86_64__

__attribute__ ((target ("cx16"))) rp_wide
rp_wide_swap_if (rp_wide *address, rp_wide expected, rp_wide desired)
{
  return __sync_val_compare_and_swap (address, expected, desired);
}

#else

rp_wide
rp_wide_swap_if (rp_wide *address, rp_wide expected, rp_wide desired)
{
  rp_atomic_lock ();
  rp_wide found = *address;
  if (found == expected)
    *address = desired;
  rp_atomic_unlock ();
  return found;
}

#endif

/* Swaps 0 for 0, which reads the value and changes nothing. The memory must be writable, as for libatomic. */
rp_wide
rp_wide_load (rp_wide *address)
{
  return rp_wide_swap_if (address, 0, 0);
}

rp_wide
rp_wide_exchange (rp_wide *address, rp_wide value)
{
  rp_wide seen = rp_wide_load (address);
  for (;;)
    {
      rp_wide found = rp_wide_swap_if (address, seen, value);
      if (found == seen)
        return found;
      seen = found;
    }
}
