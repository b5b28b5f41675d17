#include "prove/c/reader/chains.h"

void
rp_c_chains_add (rp_c_chains *chains, uint64_t hash)
{
  uint64_t *last = rp_map_insert (&chains->last, hash, NULL);
  RP_VEC_PUSH (&chains->before, *last ? (uint32_t) *last - 1 : RP_C_NO_ITEM);
  *last = chains->before.count;
}

uint32_t
rp_c_chains_last (const rp_c_chains *chains, uint64_t hash)
{
  const uint64_t *last = rp_map_find (&chains->last, hash);
  return last ? (uint32_t) *last - 1 : RP_C_NO_ITEM;
}

uint32_t
rp_c_chains_before (const rp_c_chains *chains, uint32_t item)
{
  return chains->before.items[item];
}

void
rp_c_chains_clear (rp_c_chains *chains)
{
  rp_map_clear (&chains->last);
  RP_VEC_CLEAR (&chains->before);
}

/* FNV-1a */
uint64_t
rp_c_hash_text (const char *text)
{
  uint64_t hash = 14695981039346656037u;
  for (; *text; text++)
    hash = (hash ^ (unsigned char) *text) * 1099511628211u;
  return hash;
}
