/* The fast paths ask here for whom an access counts: for the running strand, or for its host. The answer compares a
 * few addresses; the owners of heap blocks are cached. */
#ifndef RP_INSIDE_ENGINE_OWNER_H
#define RP_INSIDE_ENGINE_OWNER_H

#include "core/detect/espbags.h"

typedef enum rp_owner
{
  RP_OWNER_RUNNING, /* the access counts as the running strand's */
  RP_OWNER_HOST,    /* the access counts as the running strand's host's */
  RP_OWNER_UNKNOWN
} rp_owner;

/* Returns for which strand an access to ADDRESS counts. The host owns its stack, and the blocks that its thread
 * allocated. Returns RP_OWNER_UNKNOWN for thread-local variables, and for blocks whose owner is not cached. */
static inline __attribute__ ((always_inline)) rp_owner
rp_owner_of (const rp_bags *bags, uintptr_t address)
{
  if (!bags->has_host)
    return RP_OWNER_RUNNING;
  if (rp_range_has (bags->host[RP_HOST_STACK], address))
    return RP_OWNER_HOST;
  if (rp_range_has (bags->host[RP_HOST_LOCALS], address))
    return RP_OWNER_UNKNOWN;
  if (!rp_range_has (bags->host[RP_HOST_HEAP], address))
    return RP_OWNER_RUNNING;
  const rp_block_owner *known = &bags->block_owners[rp_bags_block_owner (address)];
  if (!rp_range_has (known->block, address) || known->generation != bags->block_generation)
    return RP_OWNER_UNKNOWN;
  return known->is_host ? RP_OWNER_HOST : RP_OWNER_RUNNING;
}

/* Called when rp_owner_of has returned RP_OWNER_UNKNOWN. Looks up the block of ADDRESS, caches and returns its
 * owner. Returns RP_OWNER_UNKNOWN for thread-local variables, if no block has ADDRESS, if the block was freed, and
 * while the monitor is off (rp_monitor_is_on). */
rp_owner rp_owner_find (uintptr_t address);

#endif
