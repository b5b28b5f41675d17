/* Random numbers that a seed determines, on every machine alike. Not for secrets. */
#ifndef RP_BASE_RNG_H
#define RP_BASE_RNG_H

#include <stdint.h>

typedef struct rp_rng
{
  uint64_t state;
} rp_rng;

static inline rp_rng
rp_rng_from_seed (uint64_t seed)
{
  return (rp_rng) { seed };
}

uint64_t rp_rng_next (rp_rng *rng);

/* Returns a number that is uniform in 0..BOUND-1; BOUND is not 0. */
uint64_t rp_rng_below (rp_rng *rng, uint64_t bound);

/* Returns a number that is uniform in LOW..HIGH, both included. */
int64_t rp_rng_between (rp_rng *rng, int64_t low, int64_t high);

#endif
