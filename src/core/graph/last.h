/* `last` of [Nakade, Fig. 6.1], for each location: the node in which the last section on it ended. Locations of one
 * section stay together as ranges. The ranges are disjoint and in order, in a treap. A question costs the logarithm of
 * their number, plus the number of ranges it finds. When the section that asked ends, its own range replaces the
 * ranges that were found. */
#ifndef RP_CORE_GRAPH_LAST_H
#define RP_CORE_GRAPH_LAST_H

#include "base/vec.h"
#include "core/event/observer.h"

typedef struct rp_last_range
{
  uint64_t base, end;
  uint32_t node;
  uint32_t left, right; /* places in rp_last.ranges; left is also the free list */
  uint32_t priority;
} rp_last_range;

typedef struct rp_last
{
  RP_VEC (rp_last_range) ranges; /* place 0 is not used: the number 0 stands for no range */
  uint32_t root, free;
  uint32_t made;            /* counts insertions: the seed of the priorities */
  uint32_t global;          /* where the last global section ended, plus 1; 0 if there was none */
  RP_VEC (uint32_t) found;  /* the answer to rp_last_find: each node once, by number */
  RP_VEC (uint32_t) places; /* a stack for walks */
} rp_last;

/* Finds the nodes in which the last sections on any of OBJECTS ended. OBJECTS need not be in order; without objects,
 * finds the nodes for all locations except actors. Objects that order nothing (rp_range_is_unordered) have no node.
 * The nodes are in last->found until the next call. rp_last_find_all finds the nodes for all locations, actors
 * included. A zeroed rp_last is empty. */
void rp_last_find (rp_last *last, const rp_range *objects, size_t count);
void rp_last_find_all (rp_last *last);

/* Records that a section on OBJECTS, or without objects the global section, ended in NODE. */
void rp_last_set (rp_last *last, const rp_range *objects, size_t count, uint32_t node);

void rp_last_clear (rp_last *last);

#endif
