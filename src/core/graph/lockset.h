/* A lock set: the objects of all isolated sections that a node is in. Equal lock sets have the same number; nodes carry
 * this number. Two sections exclude each other if their objects overlap. The global section is on all objects of the
 * program; not on those of rp_range_is_apart: actors, atomic operations, and objects of OpenMP's library. */
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
  RP_GLOBAL_LOCK /* in the global section, and in none on an object of rp_range_is_apart */
};

typedef struct rp_lockset
{
  rp_range *ranges; /* sorted, disjoint; owned */
  size_t count;
  uint32_t next; /* the next set with the same hash; 0: none */
} rp_lockset;

typedef struct rp_locksets
{
  RP_VEC (rp_lockset) sets; /* set number n is at n - 2 */
  rp_map by_hash;
  /* The last call of rp_locksets_extend with a single object. */
  rp_range last_object; /* the object */
  uint32_t last_outer;  /* the argument OUTER */
  uint32_t last_inner;  /* the result; 0: there was no such call */
} rp_locksets;

/* Returns the number of the lock set inside a section on OBJECTS that is inside sections with the lock set OUTER.
 * Without objects, the inner section is the global one. */
uint32_t rp_locksets_extend (rp_locksets *locksets, uint32_t outer, const rp_range *objects,
                             size_t count);

/* Returns whether SET has an object that the global section is not on (rp_range_is_apart). */
bool rp_locksets_have_apart (const rp_locksets *locksets, uint32_t set);

/* Returns whether SET has an object that orders nothing: sections on it exclude each other, but are not ordered
 * (observer.h, RP_UNORDERED). */
bool rp_locksets_have_unordered (const rp_locksets *locksets, uint32_t set);

bool rp_locksets_exclude (const rp_locksets *locksets, uint32_t a, uint32_t b);

/* The objects that several lock sets have in common. Start with { 0 }, and add the sets. */
typedef struct rp_common_locks
{
  bool has_free;   /* at least one set is RP_NO_LOCKS */
  bool narrowed;   /* at least one set is not RP_GLOBAL_LOCK, so `ranges` has the common objects */
  bool has_global; /* at least one set is RP_GLOBAL_LOCK, so `ranges` has no object of rp_range_is_apart */
  bool
    has_apart; /* at least one set has only objects of rp_range_is_apart: the global section does not exclude it */
  RP_VEC (rp_range) ranges;
} rp_common_locks;

void rp_common_locks_add (rp_common_locks *common, const rp_locksets *locksets, uint32_t set);

/* Returns true if SET is known to exclude each added set: by an object that SET and all added sets have, or because SET
 * is RP_GLOBAL_LOCK and each added set has an object that is not of rp_range_is_apart. False: this is not known. */
bool rp_common_locks_exclude (const rp_common_locks *common, const rp_locksets *locksets,
                              uint32_t set);
void rp_common_locks_reset (rp_common_locks *common); /* removes all sets, and keeps the storage */
void rp_common_locks_clear (rp_common_locks *common);

/* Returns the objects that the global section is on. */
const rp_lockset *rp_locksets_global (void);

/* Returns the objects of SET, which must be neither RP_NO_LOCKS nor RP_GLOBAL_LOCK. */
const rp_lockset *rp_locksets_get (const rp_locksets *locksets, uint32_t set);
void rp_locksets_clear (rp_locksets *locksets);

#endif
