/* Which sections exclude each other, as places in a tree: sections whose objects overlap are found
 * without a look at all others.
 *
 * The ends of all objects cut the locations into pieces. The pieces are the leaves of a binary tree whose nodes are
 * numbered from the root, 1, down: the children of v are 2v and 2v + 1. A set of objects is a few whole subtrees. Their
 * topmost nodes are the places of the set. Two sets overlap if and only if a place of one set is a place of the other,
 * or above one of its places, or below one. The place of the global section is the root, unless there are actors: then
 * its objects are the locations before and behind those of the actors. */
#ifndef RP_CORE_DETECT_LOCK_TREE_H
#define RP_CORE_DETECT_LOCK_TREE_H

#include "base/bitset.h"
#include "base/vec.h"
#include "core/graph/graph.h"

typedef struct rp_lock_tree
{
  RP_VEC (uint64_t) cuts; /* sorted: piece i is from cut i to cut i + 1 */
  uint32_t leaves;        /* a power of two, at least as many as there are pieces */
  rp_bitset seen;         /* lock sets whose ends are among the cuts */
  bool has_actors;
} rp_lock_tree;

typedef struct rp_lock_places
{
  RP_VEC (uint32_t) list;
} rp_lock_places;

/* Builds TREE for the sections that NODES are in. TREE is { 0 } before the first call, and may be
 * built again for other nodes. */
void rp_lock_tree_build (rp_lock_tree *tree, const rp_graph *graph, const uint32_t *nodes,
                         size_t count);
void rp_lock_tree_clear (rp_lock_tree *tree);

/* Stores the places of SET in PLACES. SET is the lock set of one of the nodes, and not RP_NO_LOCKS. */
void rp_lock_tree_find (const rp_lock_tree *tree, const rp_locksets *locksets, uint32_t set,
                        rp_lock_places *places);

#endif
