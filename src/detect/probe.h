/* What the files of step_bags.h share: an access on its way, and what that makes needless of
 * accesses before it, or is made needless by (O1 and O2 there). */
#ifndef RP_DETECT_PROBE_H
#define RP_DETECT_PROBE_H

#include "detect/step_bags.h"

/* What is told of two accesses: as in race.h. */
typedef enum rp_told_kind
{
  RP_TOLD_ORDER,
  RP_TOLD_POSSIBLE,
  RP_TOLD_CERTAIN,
  RP_TOLD_KINDS
} rp_told_kind;

typedef struct rp_ownership
{
  const struct rp_steps_live *host;
  bool is_found;
} rp_ownership;

/* An access on its way. */
typedef struct rp_probe
{
  rp_step_bags *judge;
  uint64_t address;
  uint32_t bytes, now, where;
  bool is_write;
  bool is_free;               /* no section, no atomic operation: it excludes nothing */
  struct rp_ownership *whose; /* the word: found when it is asked for */
  unsigned told[RP_TOLD_KINDS];
  uint32_t told_bytes[RP_TOLD_KINDS];
} rp_probe;

/* Whose memory the word is, where that matters to what comes before what; or NULL. */
static inline const struct rp_steps_live *
rp_probe_host (const rp_probe *p)
{
  const rp_steps *order = &p->judge->order;
  if (!order->hosts.count)
    return NULL;
  if (!p->whose->is_found)
    *p->whose = (rp_ownership) { rp_steps_host_of (order, p->address), true };
  return p->whose->host;
}

/* For rp_probe_is_before, if it is not known already. */
bool rp_probe_find_before (const rp_probe *p, uint32_t strand);

/* Whether STRAND, a step or a set of readers, comes before the access. */
static inline bool
rp_probe_is_before (const rp_probe *p, uint32_t strand)
{
  return rp_bags_is_serial (p->judge->bags, strand) || rp_probe_find_before (p, strand);
}

/* No section, no atomic operation. */
static inline bool
rp_step_is_free (const rp_steps *order, uint32_t step)
{
  const rp_step *row = &order->steps.items[step];
  return row->locks == RP_NO_LOCKS && !row->is_atomic;
}

/* O2 does not hold for STEP in the memory of a host. */
static inline bool
rp_probe_is_told (const rp_probe *p, uint32_t step)
{
  return p->judge->order.hosts.count && rp_steps_is_told (&p->judge->order, step);
}

/* True if nothing is left of SLOT. */
static inline bool
rp_slot_drop_bytes (rp_slot *slot, uint32_t bytes)
{
  slot->rest &= ~bytes;
  return !(slot->rest & RP_SLOT_BYTES);
}

/* O1 for SLOT, whatever its bytes. */
bool rp_probe_replaces (const rp_probe *p, rp_slot slot);

/* O1 for all that the access at hand covers. */
void rp_probe_drop_replaced (const rp_probe *p, rp_crowd_list *list);

/* O2 for the access at hand. */
bool rp_probe_is_needless (const rp_probe *p, rp_slot slot);

#endif
