/* Shared by the files of step_bags.h: the access that is being made, which earlier accesses it makes needless (O1
 * there), and which earlier accesses make it needless (O2). A needless access is not kept, because every access that
 * races with it also races with another access that is kept. */
#ifndef RP_CORE_DETECT_NEW_ACCESS_H
#define RP_CORE_DETECT_NEW_ACCESS_H

#include "core/detect/step_bags.h"

/* The kind of a conflict. The meanings are those of rp_race_kind in race.h. */
typedef enum rp_conflict_kind
{
  RP_CONFLICT_ORDER,
  RP_CONFLICT_POSSIBLE,
  RP_CONFLICT_CERTAIN,
  RP_CONFLICT_KINDS
} rp_conflict_kind;

/* The host whose memory has a word, or NULL; valid if IS_FOUND. While it is false, nothing about the access has depended
 * on whose memory the word is in. */
typedef struct rp_ownership
{
  const struct rp_steps_live *host;
  bool is_found;
} rp_ownership;

/* The access that is being made: the step NOW accesses BYTES of the word at ADDRESS, at SITE. The comments below call
 * it "the access". */
typedef struct rp_new_access
{
  rp_step_bags *step_bags;
  uint64_t address;
  uint32_t bytes, now, site;
  bool is_write;
  rp_step_sections sections;  /* the sections of NOW */
  bool is_free;               /* NOW is in no section and is no atomic operation: it excludes nothing */
  struct rp_ownership *whose; /* the host of the word; searched for when first needed */
  unsigned reported[RP_CONFLICT_KINDS];       /* how many conflicts of each kind this access has */
  uint32_t reported_bytes[RP_CONFLICT_KINDS]; /* the bytes of these conflicts */
} rp_new_access;

/* Returns the host whose memory has the word; NULL if there is none. */
static inline const struct rp_steps_live *
rp_new_access_host (const rp_new_access *p)
{
  const rp_steps *order = &p->step_bags->order;
  if (!p->whose->is_found)
    *p->whose
      = (rp_ownership) { order->hosts.count ? rp_steps_host_of (order, p->address) : NULL, true };
  return p->whose->host;
}

/* Reports the conflict of KIND between the access and SLOT. Does nothing if MAX_REPORTED conflicts of KIND (new_access.c)
 * were reported, among them some for each byte of this one. SECTIONS are the sections of SLOT's step. */
void rp_new_access_tell (rp_new_access *p, rp_slot slot, rp_step_sections sections,
                         bool slot_writes, rp_conflict_kind kind);

/* Computes the result of rp_new_access_is_before if it is not cached. */
bool rp_new_access_find_before (const rp_new_access *p, uint32_t strand);

/* Returns whether STRAND, a step or a set of readers, comes before the access. A set comes before the access if all its
 * members do. */
static inline bool
rp_new_access_is_before (const rp_new_access *p, uint32_t strand)
{
  return rp_bags_is_serial (p->step_bags->bags, strand) || rp_new_access_find_before (p, strand);
}

/* Returns whether STEP is in no section and is no atomic operation. */
static inline bool
rp_step_is_free (const rp_steps *order, uint32_t step)
{
  rp_step_sections row = rp_steps_sections_of (order, step);
  return row.locks == RP_NO_LOCKS && !row.is_atomic;
}

/* Returns whether O2 must not be applied to STEP for words in the memory of a host. */
static inline bool
rp_new_access_passes_through_guest (const rp_new_access *p, uint32_t step)
{
  return p->step_bags->order.hosts.count
         && rp_steps_passes_through_guest (&p->step_bags->order, step);
}

/* Removes BYTES from SLOT. Returns whether no byte is left. */
static inline bool
rp_slot_drop_bytes (rp_slot *slot, uint32_t bytes)
{
  slot->rest &= ~bytes;
  return !(slot->rest & RP_SLOT_BYTES);
}

/* Returns whether the access replaces SLOT by O1, for the bytes of the access. */
bool rp_new_access_replaces (const rp_new_access *p, rp_slot slot);

/* O1: removes from each slot of LIST that the access replaces the bytes of the access. Then removes from LIST the slots
 * that have no byte left or are below the floor. */
void rp_new_access_drop_replaced (const rp_new_access *p, rp_slot_list *list);

/* O2: returns whether the access is needless because SLOT is kept. */
bool rp_new_access_is_needless (const rp_new_access *p, rp_slot slot);

#endif
