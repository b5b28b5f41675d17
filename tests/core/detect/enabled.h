/* Which steps a state allows, and what they are about. Nothing here changes a state. */
#ifndef RP_DIFF_ENABLED_H
#define RP_DIFF_ENABLED_H

#include "step.h"

typedef RP_VEC (rp_object) rp_objects;

const rp_instruction *rp_process_instruction (const rp_machine *machine, const rp_process *process);
bool rp_process_is_live (const rp_process *process);

/* A finish is named by the task that opened it and how many that one has open. */
uint64_t rp_process_finish (const rp_process *process);

/* Whether BY owns the posted task under that region. */
bool rp_process_is_joinable (const rp_process *process, const rp_process *by, uint32_t region);

/* What the section that the task is about to enter protects; false if a subscript is outside. */
bool rp_section_objects (rp_machine *machine, const rp_process *process, const rp_stmt *stmt,
                         rp_objects *list);

/* The permission that the task is about to acquire or release. */
rp_permit rp_process_permit (const rp_machine *machine, const rp_process *process);

/* Whether two tasks that have these are in conflict. */
bool rp_permits_conflict (const rp_permit *a, const rp_permit *b);

/* Evaluates the expression of the assume that the task stands before, for every outcome of its
 * choices. */
rp_outcome rp_assume_try (rp_machine *machine, const rp_world *world, const rp_process *process,
                          bool *holds, rp_accesses *accesses);

#endif
