/* `last` of [Nakade, Fig. 6.1]: for each location, the node in which the last section on it ended. Locations that have
 * the same last section are kept as one range. The ranges are disjoint, and a treap keeps them sorted. A search costs
 * O(log n + k) for n ranges, of which it finds k. When a section on a range R ends, R replaces the parts of older
 * ranges that R overlaps. The other parts of the older ranges stay. */
#ifndef RP_CORE_GRAPH_LAST_H
#define RP_CORE_GRAPH_LAST_H

#include "base/vec.h"
#include "core/event/observer.h"

typedef struct rp_last_range
{
  uint64_t base, end;
  uint32_t node;
  uint32_t left, right; /* indices in rp_last.ranges; in the free list, left is the next free range */
  uint32_t priority;
} rp_last_range;

typedef struct rp_last
{
  RP_VEC (rp_last_range) ranges; /* element 0 is not used: index 0 means none */
  uint32_t root, free;
  uint32_t made;            /* counts insertions: the seed of the priorities */
  uint32_t global;          /* the node in which the last global section ended, plus 1; 0 if there was none */
  RP_VEC (uint32_t) found;  /* the result of rp_last_find: each node once, sorted by number */
  RP_VEC (uint32_t) places; /* the stack of walk () */
} rp_last;

/* rp_last_find sets last->found to the nodes in which the last sections on OBJECTS ended. OBJECTS need not be sorted.
 * Without objects, it finds the nodes for all locations except those of rp_range_is_apart. Objects that order nothing
 * (rp_range_is_unordered) have no node. rp_last_find_all sets last->found to the nodes for all locations, including
 * those of rp_range_is_apart. A zeroed rp_last is empty. */
void rp_last_find (rp_last *last, const rp_range *objects, size_t count);
void rp_last_find_all (rp_last *last);

/* Records that a section on OBJECTS ended in NODE; without objects, the global section. */
void rp_last_set (rp_last *last, const rp_range *objects, size_t count, uint32_t node);

void rp_last_clear (rp_last *last);

#endif
