/* What the files of step_bags.h share: the access that is being made, which earlier accesses it makes
 * needless, and which earlier accesses make it needless (O1 and O2 there). */
#ifndef RP_CORE_DETECT_NEW_ACCESS_H
#define RP_CORE_DETECT_NEW_ACCESS_H

#include "core/detect/step_bags.h"

/* What is reported of two accesses: as in race.h. */
typedef enum rp_conflict_kind
{
  RP_CONFLICT_ORDER,
  RP_CONFLICT_POSSIBLE,
  RP_CONFLICT_CERTAIN,
  RP_CONFLICT_KINDS
} rp_conflict_kind;

typedef struct rp_ownership
{
  const struct rp_steps_live *host;
  bool is_found;
} rp_ownership;

/* An access on its way. */
typedef struct rp_new_access
{
  rp_step_bags *step_bags;
  uint64_t address;
  uint32_t bytes, now, site;
  bool is_write;
  rp_step_sections sections;  /* of NOW */
  bool is_free;               /* no section, no atomic operation: it excludes nothing */
  struct rp_ownership *whose; /* the word: found when it is asked for */
  unsigned reported[RP_CONFLICT_KINDS];
  uint32_t reported_bytes[RP_CONFLICT_KINDS];
} rp_new_access;

/* Whose memory the word is, where that matters to what comes before what; or NULL. */
static inline const struct rp_steps_live *
rp_new_access_host (const rp_new_access *p)
{
  const rp_steps *order = &p->step_bags->order;
  if (!order->hosts.count)
    return NULL;
  if (!p->whose->is_found)
    *p->whose = (rp_ownership) { rp_steps_host_of (order, p->address), true };
  return p->whose->host;
}

/* For rp_new_access_is_before, if it is not known already. */
bool rp_new_access_find_before (const rp_new_access *p, uint32_t strand);

/* Whether STRAND, a step or a set of readers, comes before the access. */
static inline bool
rp_new_access_is_before (const rp_new_access *p, uint32_t strand)
{
  return rp_bags_is_serial (p->step_bags->bags, strand) || rp_new_access_find_before (p, strand);
}

/* No section, no atomic operation. */
static inline bool
rp_step_is_free (const rp_steps *order, uint32_t step)
{
  rp_step_sections row = rp_steps_sections_of (order, step);
  return row.locks == RP_NO_LOCKS && !row.is_atomic;
}

/* O2 does not hold for STEP in the memory of a host. */
static inline bool
rp_new_access_passes_through_guest (const rp_new_access *p, uint32_t step)
{
  return p->step_bags->order.hosts.count
         && rp_steps_passes_through_guest (&p->step_bags->order, step);
}

/* True if nothing is left of SLOT. */
static inline bool
rp_slot_drop_bytes (rp_slot *slot, uint32_t bytes)
{
  slot->rest &= ~bytes;
  return !(slot->rest & RP_SLOT_BYTES);
}

/* O1 for SLOT, whatever its bytes. */
bool rp_new_access_replaces (const rp_new_access *p, rp_slot slot);

/* O1 for all that the access at hand covers. */
void rp_new_access_drop_replaced (const rp_new_access *p, rp_slot_list *list);

/* O2 for the access at hand. */
bool rp_new_access_is_needless (const rp_new_access *p, rp_slot slot);

#endif
