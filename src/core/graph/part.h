/* Parts: pieces of the graph between a fork and its join. Every finish opens a part and closes it at its end. The first
 * post into an empty region opens a part too, which closes at the await.
 *
 * A closed part can be replaced by one node, its master node, if only its fork and its join link it to the rest of the
 * graph (the meet and the join of [Nakade, ch. 5]). Parts also show where reachability is easy to decide: reach.h.
 *
 *   S1. A part has the nodes that its owner makes while the part is on top of the owner's stack of open parts, and the
 *       nodes of all tasks created meanwhile, except the nodes in parts that these tasks open.
 *   S2. An edge between nodes of different parts is regular if it leads from the fork into a part, or from a part to
 *       its join. Any other edge makes the two parts irregular, and all parts around them up to their nearest common
 *       part. The common part itself does not become irregular, but tangled.
 *   S3. When a part closes that is irregular, or has tasks that nobody joined, it is merged into the part around it,
 *       which becomes tangled. */
#ifndef RP_CORE_GRAPH_PART_H
#define RP_CORE_GRAPH_PART_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define RP_NO_PART UINT32_MAX

struct rp_graph;

typedef struct rp_part
{
  uint32_t parent;
  uint32_t merged; /* the part into which this part was merged, or RP_NO_PART */
  uint32_t depth;
  uint32_t fork;        /* the owner's last node before the part was opened: outside the part, before all its nodes */
  uint32_t first, last; /* the part's nodes, linked by next_in_part */
  uint32_t region;      /* the region, if an await closes the part; RP_NO_PART for a finish, and
                         * for the outermost part, main's */
  uint32_t open_tasks;  /* how many tasks were created inside and are not joined yet */
  uint32_t site;
  bool irregular; /* S2 */
  bool tangled;   /* the two orders of reach.h alone do not tell whether one node comes before another one, if this is
                   * the innermost part that contains both */
  bool isolated;  /* the part, or a part inside it, has nodes in isolated sections */
  bool folded;    /* the part is folded: `fork` has its accesses */
  bool closed;    /* the part is complete, and was not merged into another part */
} rp_part;

typedef struct rp_parts
{
  RP_VEC (rp_part) list;
  bool any_tangled;
} rp_parts;

uint32_t rp_part_open (struct rp_graph *graph, uint32_t parent, uint32_t fork, uint32_t region,
                       uint32_t site);

/* Returns the part that has the nodes of PART now: PART itself or, after merges, the part at the end of the chain of
 * `merged`. */
uint32_t rp_part_find (const struct rp_graph *graph, uint32_t part);

void rp_part_add_node (struct rp_graph *graph, uint32_t part, uint32_t node);
void rp_part_merge (struct rp_graph *graph, uint32_t part, uint32_t into);

/* Called for an edge between nodes of A and B that is not regular: makes parts irregular and tangled by S2. */
void rp_part_cross (struct rp_graph *graph, uint32_t a, uint32_t b);

/* Returns the innermost part that contains both A and B. */
uint32_t rp_part_common (const struct rp_graph *graph, uint32_t a, uint32_t b);

/* Where two tasks are joined: at an await, or at the end of a finish. */
typedef struct rp_meeting
{
  bool is_region;        /* true: at an await of REGION; false: at the end of a finish */
  uint32_t region, site; /* site 0: the end of the program */
} rp_meeting;

/* Returns where the innermost part that contains A and B ends. */
rp_meeting rp_part_meeting (const struct rp_graph *graph, uint32_t a, uint32_t b);

/* Moves the nodes of PART to the part around it. PART is not merged: rp_part_find still returns PART. */
void rp_part_hand_up (struct rp_graph *graph, uint32_t part);

void rp_parts_clear (rp_parts *parts);

#endif
