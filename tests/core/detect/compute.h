/* What a task does between two steps: computation on its own stack and frame. */
#ifndef RP_DIFF_COMPUTE_H
#define RP_DIFF_COMPUTE_H

#include "world.h"

/* Futures, phasers and actors as values. The tags are far from any number a model computes with. */
#define RP_FUTURE_TAG (INT64_C (0x46) << 56)
#define RP_PHASER_TAG (INT64_C (0x50) << 56)
#define RP_CLOCK_TAG (INT64_C (0x43) << 56)
#define RP_ACTOR_TAG (INT64_C (0x41) << 56)
#define RP_TAG_MASK (~((INT64_C (1) << 56) - 1))

/* An access a task stands before. */
typedef struct rp_access
{
  uint32_t location, site;
  bool write;
} rp_access;

typedef RP_VEC (rp_access) rp_accesses;

/* Runs PROCESS up to the next instruction that is a step of its own, or to a fault. */
void rp_compute (rp_machine *machine, rp_process *process);

/* Evaluates the code at ENTRY, up to its ASSUME_END, in one go in the given state, with PROCESS's
 * locals. Bits of CHOICES decide the choices in it, and *CHOICE_COUNT grows to their number. Reads
 * are added to ACCESSES if not NULL. */
typedef enum rp_outcome
{
  RP_OUTCOME_VALUE,
  RP_OUTCOME_BLOCKED, /* a get of a future that has not ended */
  RP_OUTCOME_FAULT
} rp_outcome;

rp_outcome rp_compute_atomically (rp_machine *machine, const rp_world *world,
                                  const rp_process *process, uint32_t entry, uint64_t choices,
                                  uint32_t *choice_count, rp_accesses *accesses, rp_values *result);

void rp_process_fault (rp_process *process, const char *why);

/* The element EXPR names, its subscripts at SUBSCRIPTS; false if outside the array. */
bool rp_locate (rp_machine *machine, const rp_expr *expr, const int64_t *subscripts,
                uint32_t *location);

rp_membership *rp_membership_find (const rp_process *process, int64_t phaser);
rp_membership *rp_clock_find (const rp_process *process); /* the innermost clock */

#endif
