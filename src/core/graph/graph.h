/* The computation graph [Nakade, Def. 1]. A node is a stretch of one task without synchronisation, with what it reads
 * and writes. An edge is an order that holds in every schedule, except for the edges of I3. build.c adds nodes and
 * edges by the thesis's rules as the program runs.
 *
 * Invariants
 *  I1. Every edge goes from an older node to a newer one, that is, to a larger stamp. So stamps are a topological
 *      order, and the graph has no cycle.
 *  I2. Folding (on-the-fly checking) frees node numbers, which are then reused. Stamps are never reused.
 *  I3. The edges from `last` [Nakade, Fig. 6.1] hold only in this run: they record the order of isolated sections. If
 *      rp_builder.by_conflicts is set, the edges of conflict.h replace them. Both sorts of edges have rp_edge.is_last.
 *  I4. With the edges from `last`, two nodes in sections that exclude each other are always ordered. Exception: two
 *      sections that exclude each other only by an object of RP_UNORDERED (observer.h). With the edges of conflict.h,
 *      this holds only for two accesses that conflict, in sections that do not both commute. */
#ifndef RP_CORE_GRAPH_GRAPH_H
#define RP_CORE_GRAPH_GRAPH_H

#include "base/vec.h"
#include "core/event/observer.h"
#include "core/event/task_table.h"
#include "core/graph/access_set.h"
#include "core/graph/lockset.h"
#include "core/graph/part.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RP_NO_NODE UINT32_MAX

typedef enum rp_node_kind
{
  RP_NODE_START,    /* first node of a task */
  RP_NODE_CONTINUE, /* after a post: n0' of POST */
  RP_NODE_JOIN,     /* after a join: n' of AWAIT-NEXT and EWAIT */
  RP_NODE_CALL,     /* first node of a call: n1 of CALL */
  RP_NODE_ISOLATED, /* inside an isolated section: n' of ISOLATED */
  RP_NODE_LEAVE,    /* after an isolated section: n' of ISOLATED-END */
  RP_NODE_SIGNAL,   /* after a signal */
  RP_NODE_PHASE,    /* a phase of a phaser or clock is complete; belongs to no task */
  RP_NODE_WAIT,     /* after a wait for a phase */
  RP_NODE_FREE      /* not in the graph */
} rp_node_kind;

typedef struct rp_node
{
  uint32_t stamp;   /* position in the order of creation: I1 */
  uint32_t task;    /* RP_NO_TASK for phases */
  uint32_t pred[2]; /* two predecessors; RP_NO_NODE: none. Edges of I3 are never here */
  uint32_t more;    /* further incoming edges: first of a list in rp_graph.edges, or RP_NO_NODE */
  uint32_t part;
  uint32_t next_in_part; /* next node of the part; of a free node, next in the free list */
  uint32_t site;
  uint32_t lockset; /* the lock set of the sections that the node is in; RP_NO_LOCKS if none */
  uint32_t chain;   /* of a phase: the barrier, counted from 1 */
  uint32_t index;   /* of a phase: the number of the phase */
  uint8_t kind;
  rp_access_set accesses;
} rp_node;

/* An incoming edge that its node does not have in rp_node.pred: each edge of I3, and others if `pred` is full. */
typedef struct rp_edge
{
  uint32_t from, next;
  bool is_last; /* I3 */
} rp_edge;

/* A signal or a wait of TASK on a clock or phaser. A signal: TASK was in PHASE up to the node with stamp STAMP,
 * and signalled PHASE there. A wait (is_wait): TASK waited for PHASE, and this node is the first one after the wait. */
typedef struct rp_signal
{
  uint32_t chain; /* which clock or phaser, counted from 1 */
  bool is_clock, is_wait;
  uint32_t task, stamp;
  uint64_t phase;
} rp_signal;

#define RP_MAX_SIGNALS 1000000 /* only reports use signals, so further signals are not kept */

typedef struct rp_graph
{
  RP_VEC (rp_node) nodes;
  RP_VEC (rp_edge) edges;
  uint32_t free_edges; /* heads of free lists */
  uint32_t free_nodes;
  uint32_t stamp; /* nodes made so far */
  uint32_t live;  /* nodes in the graph now */
  uint32_t most;  /* largest value of live */
  uint64_t edge_count, accesses, folded; /* edges and accesses so far; nodes that folding removed */
  uint64_t unmade; /* how many nodes rp_builder.fold_calls left out; they have no stamps */
  bool has_isolated;
  RP_VEC (rp_signal) signals; /* in order of the run */
  rp_locksets locksets;
  rp_parts parts;
} rp_graph;

void rp_graph_init (rp_graph *graph);
void rp_graph_clear (rp_graph *graph);

uint32_t rp_graph_add_node (rp_graph *graph, rp_node_kind kind, uint32_t task, uint32_t part,
                            uint32_t site);
void rp_graph_add_edge (rp_graph *graph, uint32_t from, uint32_t to, bool is_last);
void rp_graph_remove_node (rp_graph *graph, uint32_t node); /* with its incoming edges */

static inline rp_node *
rp_graph_node (const rp_graph *graph, uint32_t node)
{
  return &graph->nodes.items[node];
}

/* Returns all nodes in the graph, sorted by stamp: a topological order. The caller frees the array. */
uint32_t *rp_graph_sorted (const rp_graph *graph, size_t *count);

/* Runs the statements for every predecessor FROM of NODE. IS_LAST is true for the edges of I3. */
#define RP_GRAPH_FOR_PREDS(GRAPH, NODE, FROM, IS_LAST, ...) \
  do \
    { \
      const rp_node *rp_preds_of_ = rp_graph_node ((GRAPH), (NODE)); \
      for (int rp_pred_ = 0; rp_pred_ < 2; rp_pred_++) \
        if (rp_preds_of_->pred[rp_pred_] != RP_NO_NODE) \
          { \
            uint32_t FROM = rp_preds_of_->pred[rp_pred_]; \
            const bool IS_LAST = false; \
            (void) IS_LAST; \
            __VA_ARGS__ \
          } \
      for (uint32_t rp_edge_ = rp_preds_of_->more; rp_edge_ != RP_NO_NODE; \
           rp_edge_ = (GRAPH)->edges.items[rp_edge_].next) \
        { \
          uint32_t FROM = (GRAPH)->edges.items[rp_edge_].from; \
          const bool IS_LAST = (GRAPH)->edges.items[rp_edge_].is_last; \
          (void) IS_LAST; \
          __VA_ARGS__ \
        } \
    } \
  while (0)

#endif
