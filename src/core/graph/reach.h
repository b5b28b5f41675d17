/* Reachability: does node a happen before node b? [Nakade, Alg. 1, line 7]
 *
 * Drawn with every child to the left of its parent, the graph of a structured program is planar, so
 * two topological orders decide: a comes before b in every schedule if and only if it does so in
 * the one that always goes left first and in the one that always goes right first (a planar lattice
 * has dimension two; English and Hebrew labels are the same idea). That is O(1) per question.
 *
 * Futures, phasers, clocks and regions that do not nest add edges that the drawing cannot hold. For
 * two nodes whose nearest common part is tangled (part.h), the two orders still refute, since every
 * path goes forward in both; if they do not, then
 *   - if a is above b in the tree of first predecessors, a comes before b;
 *   - if a leads to a phase, and b comes after the same or a later phase of that barrier, a comes before b;
 *   - else a search from both ends decides. It leaves out nodes that the two orders, or the lengths of the longest
 *     paths, exclude.
 *
 * An index is built over a set of nodes that is closed: every path between two of them stays
 * inside. It is valid until the graph changes. */
#ifndef RP_CORE_GRAPH_REACH_H
#define RP_CORE_GRAPH_REACH_H

#include "core/graph/graph.h"

typedef struct rp_reach_row
{
  uint32_t left, right; /* places in the two orders */
  uint32_t level;       /* longest path from the start */
  uint32_t mark;        /* the last search, and the end of it, that saw the node */
  uint32_t enter,
    size; /* numbers enter .. enter+size-1: its subtree in the tree of first predecessors */
  uint32_t to_chain, to_index;     /* the earliest phase of a barrier that the node leads to; chain 0: none */
  uint32_t from_chain, from_index; /* the latest phase of a barrier that the node comes after; chain 0: none */
} rp_reach_row;

typedef struct rp_reach
{
  const rp_graph *graph;
  bool with_last; /* follow the edges of this run's isolated sections too */
  const uint32_t *nodes;
  size_t count;
  RP_VEC (uint32_t) local; /* node number -> place in nodes */
  RP_VEC (rp_reach_row) rows;
  RP_VEC (uint32_t) out_start, out; /* successors, by place, in order of stamps */
  RP_VEC (uint32_t) in_start, in;   /* predecessors */
  RP_VEC (uint32_t) stack, ahead, behind;
  uint32_t search;
  uint64_t searches, steps; /* how many searches there were, and how many edges they followed */
} rp_reach;

/* Indexes NODES (borrowed, sorted by stamp). A zeroed rp_reach may be built again and again. */
void rp_reach_build (rp_reach *reach, const rp_graph *graph, const uint32_t *nodes, size_t count,
                     bool with_last);
void rp_reach_clear (rp_reach *reach);

/* Returns whether NODE, which may be RP_NO_NODE, is in the set. */
bool rp_reach_has (const rp_reach *reach, uint32_t node);

/* Returns whether A is B or happens before B. Both must be in the set. */
bool rp_reach_ordered (rp_reach *reach, uint32_t a, uint32_t b);

#endif
