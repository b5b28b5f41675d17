/* A tree that finds the sections which exclude a given section, without a look at all others.
 *
 * The ends of all objects cut the locations into pieces. The pieces are the leaves of a binary tree. Its root has
 * number 1, and the children of node v are 2v and 2v + 1. A set of objects is a union of subtrees; their roots are the
 * *places* of the set. Two sets overlap if and only if a place of one set is equal to, above, or below a place of the
 * other.
 *
 *        1           pieces:   a  b  c  d        the objects {a, b, c}
 *      2   3         leaves:   4  5  6  7        have the places 2 and 6
 *     4 5 6 7
 *
 * The global section is on all locations except those of rp_range_is_apart. If no lock set has such locations, the only
 * place of the global section is the root. Otherwise its places are those of all other locations. */
#ifndef RP_CORE_DETECT_LOCK_TREE_H
#define RP_CORE_DETECT_LOCK_TREE_H

#include "base/bitset.h"
#include "base/vec.h"
#include "core/graph/graph.h"

typedef struct rp_lock_tree
{
  RP_VEC (uint64_t) cuts; /* sorted; piece i goes from cut i to cut i + 1 */
  uint32_t leaves;        /* a power of two, not less than the number of pieces */
  rp_bitset seen;         /* the lock sets whose objects have their ends in CUTS */
  bool has_apart;
} rp_lock_tree;

typedef struct rp_lock_places
{
  RP_VEC (uint32_t) list;
} rp_lock_places;

/* Builds TREE for the lock sets of NODES. TREE is { 0 } before the first call. It may be built again for other
 * nodes. */
void rp_lock_tree_build (rp_lock_tree *tree, const rp_graph *graph, const uint32_t *nodes,
                         size_t count);
void rp_lock_tree_clear (rp_lock_tree *tree);

/* Stores the places of SET in PLACES. SET is the lock set of one of the nodes that TREE was built for, and not
 * RP_NO_LOCKS. */
void rp_lock_tree_find (const rp_lock_tree *tree, const rp_locksets *locksets, uint32_t set,
                        rp_lock_places *places);

#endif
