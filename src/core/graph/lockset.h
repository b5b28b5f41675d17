/* A lock set: the objects of all isolated sections that a node is in. Equal lock sets have one number, which nodes
 * carry. Sections exclude each other if their objects overlap. The global section is on all objects except actors. */
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
  RP_GLOBAL_LOCK /* in the global section, and in no section of an actor */
};

typedef struct rp_lockset
{
  rp_range *ranges; /* sorted, disjoint; owned */
  size_t count;
  uint32_t next; /* the number of the next set with the same hash; 0: none */
} rp_lockset;

typedef struct rp_locksets
{
  RP_VEC (rp_lockset) sets; /* set number n is at n - 2 */
  rp_map by_hash;
  rp_range last_object; /* the last single object that a set was extended by */
  uint32_t last_outer;  /* the number of the set before it was extended */
  uint32_t last_inner;  /* the number of the extended set; 0: none yet */
} rp_locksets;

/* Returns the number of the set that has the objects of the set OUTER, and OBJECTS of a further section. Without
 * objects, the further section is the global one. */
uint32_t rp_locksets_extend (rp_locksets *locksets, uint32_t outer, const rp_range *objects,
                             size_t count);

/* Returns whether an actor is among the objects of SET. */
bool rp_locksets_have_actor (const rp_locksets *locksets, uint32_t set);

/* Returns whether SET has an object whose sections exclude each other, but order nothing (observer.h, RP_UNORDERED). */
bool rp_locksets_have_unordered (const rp_locksets *locksets, uint32_t set);

bool rp_locksets_exclude (const rp_locksets *locksets, uint32_t a, uint32_t b);

/* The objects that several sets have in common. Start with { 0 }, and add the sets. */
typedef struct rp_common_locks
{
  bool has_free;   /* one set is RP_NO_LOCKS */
  bool narrowed;   /* one set is not RP_GLOBAL_LOCK, so RANGES are the common objects */
  bool has_global; /* one set is RP_GLOBAL_LOCK, so no actor is in RANGES */
  bool has_apart;  /* one set has only actors, so the global section does not exclude it */
  RP_VEC (rp_range) ranges;
} rp_common_locks;

void rp_common_locks_add (rp_common_locks *common, const rp_locksets *locksets, uint32_t set);

/* Returns true if SET excludes every set that was added, because it overlaps with the objects that all of them have.
 * False may also mean that this is not known. */
bool rp_common_locks_exclude (const rp_common_locks *common, const rp_locksets *locksets,
                              uint32_t set);
void rp_common_locks_reset (rp_common_locks *common); /* storage is kept */
void rp_common_locks_clear (rp_common_locks *common);

/* Returns the objects that the global section is on. */
const rp_lockset *rp_locksets_global (void);

/* Returns the objects of SET, which must be neither RP_NO_LOCKS nor RP_GLOBAL_LOCK. */
const rp_lockset *rp_locksets_get (const rp_locksets *locksets, uint32_t set);
void rp_locksets_clear (rp_locksets *locksets);

#endif
