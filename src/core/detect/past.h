/* A past: for each task, how many of its steps come before a strand. It is a vector clock, but a persistent one: pasts
 * share their common parts, and no past ever changes. Some owners count other things than the steps of tasks: the steps
 * of lines, the snapshots of hosts, the releases of lock sets (steps.h).
 *
 * A past is a tree over the numbers of tasks, with eight branches at each node. Nodes with equal contents are one node.
 * So equal pasts have equal roots, and a union only visits the parts that differ. A cache keeps recent unions, as in
 * packages for decision diagrams. If a past has all steps of all tasks in a subtree, the subtree is the node ALL and
 * takes no space. This is common: in depth-first order, the tasks of a closed finish have consecutive numbers. */
#ifndef RP_CORE_DETECT_PAST_H
#define RP_CORE_DETECT_PAST_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum
{
  RP_PAST_BITS = 3,
  RP_PAST_BRANCHES = 1 << RP_PAST_BITS
};

/* In place of a number of steps: all steps of a task that has ended. */
#define RP_PAST_ENDED UINT32_MAX

/* A past: a node, and the height of the tree below it. Tasks 0 .. 8^height - 1 can be in it. { 0 } is empty. */
typedef struct rp_past
{
  uint32_t root, height;
} rp_past;

typedef struct rp_past_node
{
  /* At level 1: the number of steps of each task. Above: nodes of the level below. In a free node, slots[0] is the next
   * free node. */
  uint32_t slots[RP_PAST_BRANCHES];
  uint16_t level; /* 0: the node is free */
  bool marked;
} rp_past_node;

/* An entry of the hash table. It has the hash, so a search compares the contents of a node only if the hashes are
 * equal. */
typedef struct rp_past_entry
{
  uint32_t hash, node; /* 0: none */
} rp_past_entry;

typedef struct rp_past_union_made
{
  uint32_t a, b, result;
} rp_past_union_made;

typedef struct rp_pasts
{
  RP_VEC (rp_past_node) nodes; /* [0] is the empty subtree, [1] is ALL */
  uint32_t free;             /* the first free node; 0: none */
  uint32_t live;             /* how many nodes are in use */
  uint64_t threshold;        /* collect when this many nodes are in use */
  uint64_t marks;            /* how many pasts were marked since the last collection */
  rp_past_entry *table;      /* by hash, at most three quarters full */
  uint32_t capacity;         /* a power of two */
  rp_past_union_made *made;  /* recent unions */
} rp_pasts;

void rp_pasts_init (rp_pasts *pasts);
void rp_pasts_clear (rp_pasts *pasts);

/* Returns how many steps of TASK are in PAST. */
uint32_t rp_past_steps (const rp_pasts *pasts, rp_past past, uint32_t task);

/* Returns PAST with the first STEPS steps of TASK added. */
rp_past rp_past_with (rp_pasts *pasts, rp_past past, uint32_t task, uint32_t steps);

/* Returns the union of A and B: for each task, the larger number of steps. */
rp_past rp_past_union (rp_pasts *pasts, rp_past a, rp_past b);

/* Called by rp_past_compare: EARLIER has FROM steps of TASK, LATER has TO steps, and TO is larger. */
typedef void rp_past_found (void *context, uint32_t task, uint32_t from, uint32_t to);

/* Calls FOUND for each task of which LATER has more steps than EARLIER. */
void rp_past_compare (const rp_pasts *pasts, rp_past earlier, rp_past later, rp_past_found *found,
                      void *context);

/* Collecting unused pasts. rp_pasts_are_many returns whether it is time to collect. To collect, the owner marks all
 * pasts in use, and then sweeps. */
bool rp_pasts_are_many (const rp_pasts *pasts);
void rp_past_mark (rp_pasts *pasts, rp_past past);
void rp_pasts_sweep (rp_pasts *pasts);

#endif
