#include "base/rng.h"

#include "base/map.h"
#include "base/panic.h"

/* Returns the next number of a Weyl sequence (a counter that steps by an odd constant, here 2^64 / golden ratio),
 * scrambled by the hash function. The period is 2^64, and neighbouring seeds give unrelated sequences. */
uint64_t
rp_rng_next (rp_rng *rng)
{
  rng->state += UINT64_C (0x9e3779b97f4a7c15);
  return rp_hash64 (rng->state);
}

/* [Lemire, "Fast random integer generation in an interval", 2019]: the high word of a product is
 * uniform if products whose low word is below 2^64 mod BOUND are rejected. */
uint64_t
rp_rng_below (rp_rng *rng, uint64_t bound)
{
  RP_ASSERT (bound);
  uint64_t rejected = -bound % bound;
  unsigned __int128 product;
  do
    product = (unsigned __int128) rp_rng_next (rng) * bound;
  while ((uint64_t) product < rejected);
  return (uint64_t) (product >> 64);
}

int64_t
rp_rng_between (rp_rng *rng, int64_t low, int64_t high)
{
  RP_ASSERT (low <= high);
  uint64_t count = (uint64_t) high - (uint64_t) low + 1;
  uint64_t offset = count ? rp_rng_below (rng, count) : rp_rng_next (rng);
  return (int64_t) ((uint64_t) low + offset);
}
