/* Iterations that are no tasks. A loop whose iterations may run in parallel reserves one number in a row for the step
 * of each unit: an iteration, or a chunk. A thread that executes units of the loop is one task, the loop task, for all
 * of them. To go on to the next unit is to go on to the next number; no memory is taken for it.
 *
 *   block    | unit 0 | unit 1 | ... | unit n-1 | unit 0 | ... | unit n-1 |
 *             plain accesses                      atomic operations
 *
 * L1. The units of a loop are parallel to each other, whichever loop tasks they belong to.
 * L2. Against everything else, a unit is ordered as its loop task is: it comes after whatever the task came after when
 *     it was created, and before whatever comes after the end of the task.
 * L3. A unit that orders more than that (it creates a task, waits, releases) must become a task of its own before it
 *     does so: rp_steps_unit_leave. Its steps are that task's from then on. Sections are the exception, L5.
 * L4. All paths that leave a unit that has not become a task go through the end of the finish around its loop task.
 *     So if such a unit has ended, and has read a word, no other unit of the loop needs to be kept as a reader of that
 *     word (O2 of step_bags.h).
 * L5. A unit may enter sections. The step inside a section, and the step behind it, are ordinary steps of the loop
 *     task that name the unit. Chains keep the order of sections in this run: the releases of each set of locks are
 *     numbered, and a task knows, for each set, the last release that comes before it. A step comes before a task in
 *     this run if the first release of the step's unit after the step does.
 *
 * Units take their places in a block in the order in which they are begun. A run is a part of a block that one loop task
 * executes, and whose units have numbers that can be computed. Blocks are dropped when nothing is parallel any more. */
#ifndef RP_CORE_DETECT_LOOP_STEPS_H
#define RP_CORE_DETECT_LOOP_STEPS_H

#include "base/map.h"
#include "base/vec.h"
#include "core/event/unit_numbers.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct rp_loop_run
{
  uint32_t place; /* in the block, of its first unit */
  uint32_t task;  /* the loop task */
  rp_unit_numbers numbers;
} rp_loop_run;

typedef struct rp_loop_block
{
  uint32_t first, units; /* FIRST is a step; the block has 2 * UNITS of them */
  uint32_t rows;         /* how many ordinary steps come before it, since the floor */
  uint32_t begun;        /* units so far */
  uint32_t siblings;     /* the first place from which on L4 holds: each unit has ended, or is running, or has not begun; none
                          * became a task, was suspended, or entered a section */
  RP_VEC (rp_loop_run) runs;
} rp_loop_block;

/* A unit has ended a section on a set of locks, as number NUMBER of all. The unit's steps below LIMIT come before that. */
typedef struct rp_unit_release
{
  uint32_t unit, limit, locks, number;
} rp_unit_release;

/* The releases of LOCKS up to NUMBER; 0: none. */
typedef struct rp_chain_link
{
  uint32_t locks, number;
} rp_chain_link;

typedef struct rp_loops
{
  rp_loop_block *items; /* ordered by FIRST */
  size_t count, capacity;
  uint32_t forgotten; /* blocks that were dropped: the first of ITEMS has the number after that */
  rp_map tasks;     /* of units that became tasks: step for plain accesses -> task */
  rp_map suspended; /* units that were interrupted, while other tasks ran: step for plain accesses -> 1 */
  RP_VEC (rp_unit_release) releases; /* by unit, then by LIMIT */
  RP_VEC (uint32_t) released; /* for each set of locks: how many releases there were */
  uint64_t all_tasks, all_units, all_left; /* since the beginning: loop tasks, their units, units that became tasks */
} rp_loops;

struct rp_steps;
struct rp_strand;

/* Reserves steps for a loop of UNITS. Returns the number of its block, which is not 0, and good until nothing is
 * parallel any more; 0 if there are not enough numbers left. */
uint32_t rp_steps_reserve (struct rp_steps *order, uint64_t units);

/* The running task, which has made no access, is a loop task, and begins the next unit of BLOCK. NUMBERS are those of
 * this unit and of what follows it. Needed for the first unit, and where the numbers are not what was said before.
 * Returns false if all steps of the block are used, or the block was dropped. */
bool rp_steps_unit_begin (struct rp_steps *order, uint32_t block, rp_unit_numbers numbers);

/* The running loop task goes on to the next unit of its run. Returns false if another loop task has begun a unit
 * since, or if all steps are used: then rp_steps_unit_begin is needed. */
bool rp_steps_unit_next (struct rp_steps *order);

/* Stores the two steps that each unit has, those of the running unit. Returns false if it has more, because it was in a
 * section. */
bool rp_steps_unit_has_two_steps (const struct rp_steps *order, uint32_t steps[2]);

/* L3, in two calls. LEAVE, called while the loop task runs: its unit is about to become a task. Returns the unit.
 * BECOME, called next by the new task, which has the same creator as the loop task and has made no access yet: from
 * now on the running task is UNIT. */
uint32_t rp_steps_unit_leave (struct rp_steps *order);
void rp_steps_unit_become (struct rp_steps *order, uint32_t unit);

/* If the running task is a loop task: FIRST and COUNT - 1 steps after it are of units for which L4 holds, or of the
 * running unit. Returns COUNT, or 0. */
uint32_t rp_steps_unit_siblings (const struct rp_steps *order, uint32_t *first);

/* Whether STEP belongs to a unit that has not become a task. Then *NUMBER is the number of the unit. */
bool rp_steps_unit_number (const struct rp_steps *order, uint32_t step, int64_t *number);

/* Everything so far comes before everything from now on. */
void rp_loops_forget (rp_loops *loops);
void rp_loops_clear (rp_loops *loops);

#endif
