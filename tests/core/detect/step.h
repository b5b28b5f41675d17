/* One step of one task: a shared access or a synchronisation. Nothing is a step that only the task
 * itself can notice. */
#ifndef RP_DIFF_STEP_H
#define RP_DIFF_STEP_H

#include "compute.h"

/* The state before the first step of PROGRAM. */
rp_world *rp_step_begin (rp_machine *machine);

/* How many ways the task's next step has in this state; 0: it is blocked, or has ended. */
size_t rp_step_ways (rp_machine *machine, const rp_world *world, size_t index);

/* Takes the step, then computes up to the task's next one. */
void rp_step_take (rp_machine *machine, rp_world *world, size_t index, size_t way);

/* Whether the step only ever enables others: once possible it stays possible, it commutes with
 * every step of every other task, and no way of it is lost by taking it at once. */
bool rp_step_only_enables (const rp_machine *machine, const rp_world *world, size_t index);

/* Adds the accesses the task stands before. */
void rp_step_accesses (rp_machine *machine, const rp_world *world, size_t index,
                       rp_accesses *accesses);

#endif
