/* Finds items of a list by a hash. Items are numbered in the order in which they are added. Different items may have
 * the same hash; the caller compares them. */
#ifndef RP_PROVE_C_READER_CHAINS_H
#define RP_PROVE_C_READER_CHAINS_H

#include "base/map.h"
#include "base/vec.h"

#define RP_C_NO_ITEM UINT32_MAX

typedef struct rp_c_chains
{
  rp_map last; /* for each hash: the last item with this hash, plus 1 */
  RP_VEC (uint32_t) before; /* for each item: the last earlier one with its hash, or RP_C_NO_ITEM */
} rp_c_chains;

/* Adds the next item, with this hash. */
void rp_c_chains_add (rp_c_chains *chains, uint64_t hash);
/* rp_c_chains_last returns the last item with HASH. rp_c_chains_before returns the last item before ITEM that has the
 * same hash. Both return RP_C_NO_ITEM if there is none. */
uint32_t rp_c_chains_last (const rp_c_chains *chains, uint64_t hash);
uint32_t rp_c_chains_before (const rp_c_chains *chains, uint32_t item);
void rp_c_chains_clear (rp_c_chains *chains);

uint64_t rp_c_hash_text (const char *text);

#endif
