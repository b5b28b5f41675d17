/* Reachability: does node a happen before node b? [Nakade, Alg. 1, line 7]
 *
 * Draw the graph of a structured program with every child to the left of its parent: the drawing is planar. A planar
 * lattice has dimension two (English and Hebrew labels are the same idea), so two topological orders decide: the order
 * that always goes left first, and the order that always goes right first. a happens before b if and only if a precedes
 * b in both. That is O(1) for each question.
 *
 * Futures, phasers, clocks and regions that do not nest add edges that do not fit into the drawing: the innermost part
 * that contains both ends of one of these edges is tangled (part.h). Every path still goes forward in both orders. So
 * if b precedes a in one order, a does not happen before b. Otherwise:
 *   - if a is an ancestor of b in the tree of first predecessors, a happens before b;
 *   - if a leads to a phase of a barrier, and b comes after this phase or a later one of the same barrier, a happens
 *     before b;
 *   - else a search from both ends decides. It skips nodes that the two orders, or the lengths of the longest paths,
 *     exclude.
 *
 * An index is built over a closed set of nodes: every path between two of its nodes stays in the set. The index is
 * valid until the graph changes. */
#ifndef RP_CORE_GRAPH_REACH_H
#define RP_CORE_GRAPH_REACH_H

#include "core/graph/graph.h"

typedef struct rp_reach_row
{
  uint32_t left, right; /* positions in the two orders */
  uint32_t level;       /* length of the longest path to this node */
  uint32_t mark;        /* a value of rp_reach.search: the last search that saw the node, and from which end */
  uint32_t enter,
    size; /* the node's subtree in the tree of first predecessors has the numbers enter .. enter+size-1 */

  /* to_chain: the youngest barrier with a phase that the node leads to; to_index: the earliest such phase of this
   * barrier. from_chain: the youngest barrier with a phase that leads to the node; from_index: the latest such phase of
   * this barrier. Chain 0: none. */
  uint32_t to_chain, to_index;
  uint32_t from_chain, from_index;
} rp_reach_row;

typedef struct rp_reach
{
  const rp_graph *graph;
  bool with_last; /* also follow the edges that hold only in this run (graph.h, I3) */
  const uint32_t *nodes;
  size_t count;
  RP_VEC (uint32_t) local; /* node number -> index in NODES */
  RP_VEC (rp_reach_row) rows;
  RP_VEC (uint32_t) out_start, out; /* successors of NODES[i]: out[k] for out_start[i] <= k < out_start[i + 1], by
                                     * stamp */
  RP_VEC (uint32_t) in_start, in;   /* predecessors, in the same form */
  RP_VEC (uint32_t) stack, ahead, behind;
  uint32_t search;
  uint64_t searches, steps; /* how many searches there were, and how many edges they followed */
} rp_reach;

/* Builds the index for NODES, which are borrowed and sorted by stamp. REACH is zeroed, or has an older index, whose
 * storage is used again. */
void rp_reach_build (rp_reach *reach, const rp_graph *graph, const uint32_t *nodes, size_t count,
                     bool with_last);
void rp_reach_clear (rp_reach *reach);

/* Returns whether NODE, which may be RP_NO_NODE, is in the set of nodes of the index. */
bool rp_reach_has (const rp_reach *reach, uint32_t node);

/* Returns whether A is B or happens before B. Both must be in the set. */
bool rp_reach_ordered (rp_reach *reach, uint32_t a, uint32_t b);

#endif
