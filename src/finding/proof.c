#include "finding/proof.h"

void
rp_proof_clear (rp_proof *proof)
{
  for (size_t i = 0; i < proof->pairs.count; i++)
    RP_VEC_CLEAR (&proof->pairs.items[i].phases);
  RP_VEC_CLEAR (&proof->pairs);
  RP_VEC_CLEAR (&proof->notes);
  RP_VEC_CLEAR (&proof->regions);
  rp_arena_clear (&proof->arena);
}

const char *
rp_proof_status_name (rp_proof_status status)
{
  static const char *const names[] = { [RP_PROOF_REFUTED] = "refuted",
                                       [RP_PROOF_RACE] = "race",
                                       [RP_PROOF_POSSIBLE] = "possible",
                                       [RP_PROOF_UNDECIDED] = "undecided" };
  return names[status];
}

uint32_t
rp_proof_count (const rp_proof *proof, rp_proof_status status)
{
  uint32_t count = 0;
  for (size_t i = 0; i < proof->pairs.count; i++)
    count += proof->pairs.items[i].status == status;
  return count;
}

const char *
rp_region_status_name (rp_region_status status)
{
  static const char *const names[] = { [RP_REGION_PROVED] = "proved",
                                       [RP_REGION_RACE] = "race",
                                       [RP_REGION_UNDECIDED] = "undecided" };
  return names[status];
}

uint32_t
rp_proof_count_regions (const rp_proof *proof, rp_region_status status)
{
  uint32_t count = 0;
  for (size_t i = 0; i < proof->regions.count; i++)
    count += proof->regions.items[i].status == status;
  return count;
}
