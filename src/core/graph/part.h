/* Parts: the pieces of the graph between a fork and its join. Every finish opens one, and so does
 * the first post into an empty region; it closes at the end of the finish, or at the await.
 *
 * A closed part that nothing links to the rest except its fork and its join (the meet and the join
 * of [Nakade, ch. 5]) can be replaced by a master node. Parts also say where reachability is easy:
 * see reach.h.
 *
 *   S1. A part's nodes are those made by its owner while it is on top of the owner's stack of open
 *       parts, and all nodes of tasks created then, unless they opened parts of their own.
 *   S2. An edge between nodes of different parts is regular if it leads from the fork into a part, or
 *       from a part to its join. Any other edge makes the two parts irregular, and with them every
 *       part around them, up to, but without, their nearest common part. The common part becomes tangled.
 *   S3. A part that is irregular when it closes, or has tasks that nobody joined, is merged into the
 *       part around it, which becomes tangled. */
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
  uint32_t merged; /* the part it was merged into, or RP_NO_PART */
  uint32_t depth;
  uint32_t fork;        /* the owner's node when the part was opened: outside, and before all nodes inside */
  uint32_t first, last; /* its nodes, linked by next_in_part */
  uint32_t region;      /* the region, if an await closes the part; RP_NO_PART for a finish */
  uint32_t open_tasks;  /* tasks created inside that are not joined yet */
  uint32_t site;
  bool irregular; /* S2 */
  bool tangled;   /* its own level is not planar: reach.h */
  bool isolated;  /* it, or a part inside it, has isolated nodes */
  bool folded;    /* its nodes are now part of `fork` */
  bool closed;    /* its owner has gone on, and it was not merged into another part */
} rp_part;

typedef struct rp_parts
{
  RP_VEC (rp_part) list;
  bool any_tangled;
} rp_parts;

uint32_t rp_part_open (struct rp_graph *graph, uint32_t parent, uint32_t fork, uint32_t region,
                       uint32_t site);

/* Returns the part that PART belongs to now: PART itself, or the part that it was merged into, directly
 * or step by step. */
uint32_t rp_part_find (const struct rp_graph *graph, uint32_t part);

void rp_part_add_node (struct rp_graph *graph, uint32_t part, uint32_t node);
void rp_part_merge (struct rp_graph *graph, uint32_t part, uint32_t into);

/* Makes parts irregular and tangled as S2 says, for an edge between nodes of A and B that is not regular. */
void rp_part_cross (struct rp_graph *graph, uint32_t a, uint32_t b);

/* Returns the innermost part that contains both A and B. */
uint32_t rp_part_common (const struct rp_graph *graph, uint32_t a, uint32_t b);

/* Where two tasks come together again: at an await, or at the end of a finish. */
typedef struct rp_meeting
{
  bool is_region;        /* at an await, else at the end of a finish */
  uint32_t region, site; /* site 0: the end of the program */
} rp_meeting;

/* Returns the end of the innermost part that contains both A and B. */
rp_meeting rp_part_meeting (const struct rp_graph *graph, uint32_t a, uint32_t b);

/* Gives the nodes of PART to the part around it. PART is not merged: it stays a part of its own. */
void rp_part_hand_up (struct rp_graph *graph, uint32_t part);

void rp_parts_clear (rp_parts *parts);

#endif
