/* A past says what comes before a strand: for each task, how many of its steps. It is a vector clock, but a
 * persistent one: pasts share what they have in common, and none is ever changed.
 *
 * A past is a tree over the numbers of tasks with eight branches at each node. Nodes with the same
 * content are one node, so equal pasts have equal roots, and a union looks only at what differs;
 * unions made a short while ago are remembered, as in a package for decision diagrams. Where all tasks of a subtree
 * are known to their end, the subtree is the node ALL and takes no space. This happens often: in depth-first order the
 * tasks of a closed finish have numbers in a row. */
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

/* As a number of steps: all steps of the task, which has ended. */
#define RP_PAST_ENDED UINT32_MAX

/* A past: a node, and the height of the tree below it. Tasks 0 .. 8^height - 1 can be in it. { 0 } is empty. */
typedef struct rp_past
{
  uint32_t root, height;
} rp_past;

typedef struct rp_past_node
{
  /* At level 1: for each task, how many of its steps. Above: the nodes of the level below. Of a free node, [0] is the
   * next free one. */
  uint32_t slots[RP_PAST_BRANCHES];
  uint16_t level; /* 0: the node is free */
  bool marked;
} rp_past_node;

/* The hash is kept with the node. So a search compares the contents of a node only if the hashes are equal. */
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
  RP_VEC (rp_past_node) nodes; /* [0] stands for the empty subtree, [1] for one that is known to its end (ALL) */
  uint32_t free;             /* the first free node; 0: none */
  uint32_t live;             /* how many nodes are in use */
  uint64_t threshold;        /* with so many nodes in use, it is time to collect */
  uint64_t marks;            /* pasts that were marked since the last collection */
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

/* Returns the past that has, of each task, the steps that A has and those that B has. */
rp_past rp_past_union (rp_pasts *pasts, rp_past a, rp_past b);

/* Called by rp_past_compare for a task of which LATER has more steps than EARLIER: TO steps, where EARLIER has FROM. */
typedef void rp_past_found (void *context, uint32_t task, uint32_t from, uint32_t to);

/* Calls FOUND for each task of which LATER has more steps than EARLIER. */
void rp_past_compare (const rp_pasts *pasts, rp_past earlier, rp_past later, rp_past_found *found,
                      void *context);

/* Collecting pasts that nobody uses. ARE_MANY returns whether it is time to collect. To collect, the owner marks all
 * pasts in use, and then sweeps. */
bool rp_pasts_are_many (const rp_pasts *pasts);
void rp_past_mark (rp_pasts *pasts, rp_past past);
void rp_pasts_sweep (rp_pasts *pasts);

#endif
