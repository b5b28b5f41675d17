/* A lock set: the isolated sections that a node is in, as a set of objects. Sets are interned, so a node
 * carries a number. Sections exclude each other if their objects overlap. The global section is on all
 * objects except actors. */
#ifndef RP_CORE_GRAPH_LOCKSET_H
#define RP_CORE_GRAPH_LOCKSET_H

#include "base/map.h"
#include "base/vec.h"
#include "core/event/observer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
  RP_NO_LOCKS,   /* in no section */
  RP_GLOBAL_LOCK /* in the global section, and in that of no actor */
};

typedef struct rp_lockset
{
  rp_range *ranges; /* sorted, disjoint; owned */
  size_t count;
  uint32_t next; /* of the same hash */
} rp_lockset;

typedef struct rp_locksets
{
  RP_VEC (rp_lockset) sets; /* set number n is at n - 2 */
  rp_map by_hash;
  rp_range last_object; /* the last single object that a set was extended by, */
  uint32_t last_outer;  /* that set, */
  uint32_t last_inner;  /* and what it became; 0: none yet */
} rp_locksets;

/* The set OUTER with the objects of a further section; no objects: the global one. */
uint32_t rp_locksets_extend (rp_locksets *locksets, uint32_t outer, const rp_range *objects,
                             size_t count);

/* Whether an actor is among its objects. */
bool rp_locksets_have_actor (const rp_locksets *locksets, uint32_t set);

/* Whether the set has an object whose sections exclude each other, but order nothing (observer.h,
 * RP_UNORDERED). */
bool rp_locksets_have_unordered (const rp_locksets *locksets, uint32_t set);

bool rp_locksets_exclude (const rp_locksets *locksets, uint32_t a, uint32_t b);

/* What all of several sets have in common. Start with { 0 }. */
typedef struct rp_common_locks
{
  bool has_free;   /* one is RP_NO_LOCKS */
  bool narrowed;   /* one is not RP_GLOBAL_LOCK, so RANGES count */
  bool has_global; /* one is: no actor is in RANGES */
  bool has_apart;  /* one is that of an actor alone: the global section does not exclude it */
  RP_VEC (rp_range) ranges;
} rp_common_locks;

void rp_common_locks_add (rp_common_locks *common, const rp_locksets *locksets, uint32_t set);

/* Whether SET excludes every set that was added: it does if it overlaps with the objects that all of them
 * have. False may also mean that this is not known. */
bool rp_common_locks_exclude (const rp_common_locks *common, const rp_locksets *locksets,
                              uint32_t set);
void rp_common_locks_reset (rp_common_locks *common); /* storage is kept */
void rp_common_locks_clear (rp_common_locks *common);

/* What the global section is on. */
const rp_lockset *rp_locksets_global (void);

/* The objects of a set that is neither of the two special ones. */
const rp_lockset *rp_locksets_get (const rp_locksets *locksets, uint32_t set);
void rp_locksets_clear (rp_locksets *locksets);

#endif
