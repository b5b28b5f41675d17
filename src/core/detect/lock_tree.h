/* Which sections exclude each other, as places in a tree: sections whose objects overlap are found
 * without a look at all others.
 *
 * The ends of all objects cut the locations into pieces. Over the pieces stands a binary tree whose
 * nodes are numbered from the root, 1, down: the children of v are 2v and 2v + 1. A set of objects
 * is a few whole subtrees; their tops are its places. Then two sets overlap if and only if a place
 * of one is a place of the other, or above one, or below one. The global section has the root,
 * unless there are actors: then it is on what lies before and behind them. */
#ifndef RP_CORE_DETECT_LOCK_TREE_H
#define RP_CORE_DETECT_LOCK_TREE_H

#include "base/bitset.h"
#include "base/vec.h"
#include "core/graph/graph.h"

typedef struct rp_lock_tree
{
  RP_VEC (uint64_t) cuts; /* sorted: piece i is from cut i to cut i + 1 */
  uint32_t leaves;        /* a power of two, at least as many as there are pieces */
  rp_bitset seen;         /* sets whose ends are among the cuts */
  bool has_actors;
} rp_lock_tree;

typedef struct rp_lock_places
{
  RP_VEC (uint32_t) list;
} rp_lock_places;

/* Builds TREE, which begins as { 0 }, for the sections that NODES are in. It may be built again for other nodes. */
void rp_lock_tree_build (rp_lock_tree *tree, const rp_graph *graph, const uint32_t *nodes,
                         size_t count);
void rp_lock_tree_clear (rp_lock_tree *tree);

/* The places of SET, which is not RP_NO_LOCKS and that of one of the nodes. */
void rp_lock_tree_find (const rp_lock_tree *tree, const rp_locksets *locksets, uint32_t set,
                        rp_lock_places *places);

#endif
