/* A past says what comes before a strand: for each task, how many of its steps. It is a vector clock, but a
 * persistent one: pasts share what they have in common, and none is ever changed.
 *
 * A past is a tree over the numbers of tasks with eight branches at each node. Nodes with the same
 * content are one node, so equal pasts have equal roots, and a union looks only at what differs;
 * unions made a short while ago are remembered, as in a package for decision diagrams. Where all
 * tasks of a subtree are known to their end, the subtree is RP_PAST_ALL and takes no space: in
 * depth-first order the tasks of a closed finish have numbers in a row. */
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

/* As a number of steps: all that there are, the task has ended. */
#define RP_PAST_ENDED UINT32_MAX

/* { 0 } is empty. Tasks 0 .. 8^height - 1 can be in it. */
typedef struct rp_past
{
  uint32_t root, height;
} rp_past;

typedef struct rp_past_node
{
  uint32_t slots[RP_PAST_BRANCHES]; /* nodes; at level 1 numbers of steps; of a free one [0] is the next */
  uint16_t level;                   /* 0: free */
  bool marked;
} rp_past_node;

/* The hash is kept with the node: most nodes other than the one that is looked for need not be compared. */
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
  RP_VEC (rp_past_node) nodes; /* [0] is empty, [1] stands for RP_PAST_ALL */
  uint32_t free;
  uint32_t live;             /* nodes in use */
  uint64_t threshold;        /* with so many, it is time to collect */
  uint64_t marks;            /* pasts that were marked since the last collection */
  rp_past_entry *table;      /* by hash, at most three quarters full */
  uint32_t capacity;         /* a power of two */
  rp_past_union_made *made;  /* recent unions */
} rp_pasts;

void rp_pasts_init (rp_pasts *pasts);
void rp_pasts_clear (rp_pasts *pasts);

/* How many steps of TASK are in PAST. */
uint32_t rp_past_steps (const rp_pasts *pasts, rp_past past, uint32_t task);

/* PAST and the first STEPS steps of TASK. */
rp_past rp_past_with (rp_pasts *pasts, rp_past past, uint32_t task, uint32_t steps);

rp_past rp_past_union (rp_pasts *pasts, rp_past a, rp_past b);

/* Calls FOUND for each task of which LATER has more steps than EARLIER. The additional steps are those after
 * step FROM, up to and including step TO. */
typedef void rp_past_found (void *context, uint32_t task, uint32_t from, uint32_t to);

void rp_past_compare (const rp_pasts *pasts, rp_past earlier, rp_past later, rp_past_found *found,
                      void *context);

/* Whether it is time to collect the pasts that nobody uses. To collect: mark all pasts in use, then sweep. */
bool rp_pasts_are_many (const rp_pasts *pasts);
void rp_past_mark (rp_pasts *pasts, rp_past past);
void rp_pasts_sweep (rp_pasts *pasts);

#endif
