/* Mixtures: slots whose bytes were accessed at several sites (rp_mixture in espbags.h). */
#include "core/detect/espbags.h"

uint32_t
rp_bags_site (const rp_bags *bags, uint32_t rest, unsigned byte)
{
  uint32_t site = rp_slot_site (rest);
  return site < RP_SITE_MIXED ? site : bags->mixtures.items[site - RP_SITE_MIXED].sites[byte];
}

static bool
same_mixture (const rp_mixture *a, const rp_mixture *b)
{
  for (unsigned i = 0; i < 8; i++)
    if (a->sites[i] != b->sites[i])
      return false;
  return true;
}

/* Returns the site number of MIXTURE. Equal mixtures have equal numbers. Returns 0 if there is no room for another. */
static uint32_t
intern_mixture (rp_bags *bags, const rp_mixture *mixture)
{
  uint64_t key = 0;
  for (unsigned i = 0; i < 8; i++)
    key = rp_hash64 (key ^ mixture->sites[i]);
  for (;; key++)
    {
      uint64_t *slot = rp_map_insert (&bags->mixture_numbers, key, NULL);
      if (!*slot && bags->mixtures.count == RP_SITE_MIXED)
        return 0;
      if (!*slot)
        {
          RP_VEC_PUSH (&bags->mixtures, *mixture);
          *slot = bags->mixtures.count;
        }
      if (same_mixture (&bags->mixtures.items[*slot - 1], mixture))
        return RP_SITE_MIXED + (uint32_t) *slot - 1;
    }
}

uint32_t
rp_bags_mix (rp_bags *bags, uint32_t old_rest, uint32_t site, uint32_t bytes)
{
  uint32_t mixed = rp_bags_recent_mixture (bags, old_rest, site, bytes);
  if (mixed)
    return mixed;
  rp_mixture mixture = { 0 };
  for (unsigned i = 0; i < 8; i++)
    if (bytes >> i & 1)
      mixture.sites[i] = site;
    else if (old_rest >> i & 1)
      mixture.sites[i] = rp_bags_site (bags, old_rest, i);
  mixed = intern_mixture (bags, &mixture);
  uint32_t entry = rp_bags_mixing_entry (old_rest, site, bytes);
  bags->recent_mixings[entry ^ 1] = bags->recent_mixings[entry];
  bags->recent_mixings[entry] = (rp_mixing) { old_rest, site, bytes, mixed };
  return mixed;
}
