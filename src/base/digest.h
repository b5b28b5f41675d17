/* Digests: 128-bit hashes of things that are compared by their hash alone, as states in exploration are. A digest has
 * two words that are mixed in different ways. Among n different things, the chance that two have the same digest is
 * about n * n / 2^129.
 *
 * rp_digest_add is for sequences. rp_digest_join is for sets: the digest of a set is the sum of the digests of its
 * members, each of which begins with an rp_digest_start of its own. A sequence may also start from { 0 }, without
 * rp_digest_start: even adding the value 0 changes this digest. */
#ifndef RP_BASE_DIGEST_H
#define RP_BASE_DIGEST_H

#include "base/map.h"

typedef struct rp_digest
{
  uint64_t words[2];
} rp_digest;

/* Begins a digest. KIND makes digests of different kinds of things different. */
static inline rp_digest
rp_digest_start (uint64_t kind)
{
  return (rp_digest) { { rp_hash64 (kind + 1), rp_hash64 (~kind) } };
}

static inline void
rp_digest_add (rp_digest *digest, uint64_t value)
{
  digest->words[0] = rp_hash64 (digest->words[0] ^ value) + 0xa0761d6478bd642fu;
  digest->words[1] = (rp_hash64 (digest->words[1] + value * 0x9e3779b97f4a7c15u) ^ value) + 0xe7037ed1a0b428dbu;
}

static inline void
rp_digest_add_digest (rp_digest *digest, rp_digest other)
{
  rp_digest_add (digest, other.words[0]);
  rp_digest_add (digest, other.words[1]);
}

static inline void
rp_digest_join (rp_digest *set, rp_digest member)
{
  set->words[0] += member.words[0];
  set->words[1] += member.words[1];
}

#endif
