/* Atomic operations on 16 bytes. They cannot call libatomic, because our hooks have the names of its functions. */
#ifndef RP_INSIDE_ABI_ATOMIC_WIDE_H
#define RP_INSIDE_ABI_ATOMIC_WIDE_H

#include <stdbool.h>

__extension__ typedef unsigned __int128 rp_wide;

/* Compares and swaps once. Returns the value that was at ADDRESS before. */
rp_wide rp_wide_swap_if (rp_wide *address, rp_wide expected, rp_wide desired);

rp_wide rp_wide_load (rp_wide *address);
rp_wide rp_wide_exchange (rp_wide *address, rp_wide value);

/* One lock for all operations on objects whose size no instruction handles. */
void rp_atomic_lock (void);
void rp_atomic_unlock (void);

#endif
