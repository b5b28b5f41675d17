/* Units of loops that are no tasks. A unit is an iteration, or a chunk. A loop whose units may run in parallel reserves
 * a row of step numbers, two for each unit. A thread has one task for all units of the loop that it executes: its loop
 * task. To go on to the next unit, the loop task goes on to the next number; this takes no memory.
 *
 *   block    | unit 0 | unit 1 | ... | unit n-1 | unit 0 | ... | unit n-1 |
 *             plain accesses                      atomic operations
 *
 * L1. The units of a loop are parallel to each other, whichever loop tasks they belong to.
 * L2. Against everything else, a unit is ordered as its loop task is: the unit comes after whatever came before the
 *     task when the task was created, and before whatever comes after the end of the task.
 * L3. A unit that orders more than that (it creates a task, waits, releases) must become a task of its own before it
 *     does so: rp_steps_unit_leave. Its steps are that task's from then on. Sections are the exception, L5.
 * L4. All paths that leave a unit that has not become a task go through the end of the finish around its loop task.
 *     So if such a unit has ended, and has read a word, no other unit of the loop needs to be kept as a reader of that
 *     word (O2 of step_bags.h).
 * L5. A unit may enter sections. The step inside a section, and the step behind it, are ordinary steps of the loop
 *     task that name the unit. Chains keep the order of sections in this run: the releases of each lock set are
 *     numbered, and a task knows, for each lock set, the last release that comes before it. A step of a unit comes
 *     before a task in this run if the unit's first release after the step comes before the task.
 *
 * Units take their places in a block in the order in which they begin. A run is a part of a block that one loop task
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
  uint32_t place; /* the place of its first unit in the block */
  uint32_t task;  /* the loop task */
  rp_unit_numbers numbers;
} rp_loop_run;

typedef struct rp_loop_block
{
  uint32_t first, units; /* the block has the 2 * UNITS steps from FIRST on */
  uint32_t rows;         /* how many ordinary steps since the floor have numbers below FIRST */
  uint32_t begun;        /* how many units have begun */

  /* L4 holds for the units from this place on: each has ended, or is running, or has not begun; none became a task, was
   * suspended, or entered a section. */
  uint32_t siblings;
  RP_VEC (rp_loop_run) runs; /* by PLACE */
} rp_loop_block;

/* A unit has ended a section on LOCKS: release number NUMBER of this lock set. The unit's steps with numbers below
 * LIMIT come before the release. */
typedef struct rp_unit_release
{
  uint32_t unit, limit, locks, number;
} rp_unit_release;

/* The releases of LOCKS up to number NUMBER; if NUMBER is 0, no release. */
typedef struct rp_chain_link
{
  uint32_t locks, number;
} rp_chain_link;

typedef struct rp_loops
{
  rp_loop_block *items; /* ordered by FIRST */
  size_t count, capacity;
  uint32_t forgotten; /* how many blocks were dropped: items[0] is block number FORGOTTEN + 1 */
  rp_map tasks;     /* units that became tasks: step for plain accesses -> task */
  rp_map suspended; /* units during which other tasks have run: step for plain accesses -> 1 */
  RP_VEC (rp_unit_release) releases; /* sorted by unit, then by LIMIT */
  RP_VEC (uint32_t) released; /* for each lock set: how many releases there were */
  uint64_t all_tasks, all_units, all_left; /* since the beginning: loop tasks, their units, units that became tasks */
} rp_loops;

struct rp_steps;
struct rp_strand;

/* Reserves steps for a loop of UNITS. Returns the number of its block, which is valid until nothing is parallel any
 * more; 0 if there are not enough numbers left. */
uint32_t rp_steps_reserve (struct rp_steps *order, uint64_t units);

/* The running task, which has made no access or is a loop task of BLOCK, begins the next unit of BLOCK. NUMBERS has the
 * numbers of this unit and of the units that follow it. The call is needed for the first unit of a loop task, and
 * whenever the numbers do not continue those of the last call. Returns false if all steps of the block are used, if the
 * block was dropped, or if the task is in a section. */
bool rp_steps_unit_begin (struct rp_steps *order, uint32_t block, rp_unit_numbers numbers);

/* The running loop task goes on to the next unit of its run. Returns false, and changes nothing, if another loop task
 * has begun a unit since, if all steps are used, or if the task is in a section.
 * The caller then tries rp_steps_unit_begin. */
bool rp_steps_unit_next (struct rp_steps *order);

/* Stores the two reserved steps of the running unit in STEPS. Returns false if the unit stands at another step, because
 * it is or was in a section. */
bool rp_steps_unit_has_two_steps (const struct rp_steps *order, uint32_t steps[2]);

/* L3, in two calls. LEAVE is called while the loop task runs: its unit is about to become a task. LEAVE returns the
 * unit. BECOME is called next, while the new task runs. The new task has the creator of the loop task, and has made no
 * access yet. From then on UNIT's steps are steps of the new task. */
uint32_t rp_steps_unit_leave (struct rp_steps *order);
void rp_steps_unit_become (struct rp_steps *order, uint32_t unit);

/* If the running task is a loop task, stores in *FIRST the first of the steps for plain accesses that belong to units
 * for which L4 holds, or to the running unit. Returns how many such steps follow in a row; otherwise 0. */
uint32_t rp_steps_unit_siblings (const struct rp_steps *order, uint32_t *first);

/* Returns whether STEP belongs to a unit that has not become a task. If so, stores in *NUMBER the number that the
 * program knows the unit by. */
bool rp_steps_unit_number (const struct rp_steps *order, uint32_t step, int64_t *number);

/* Drops all blocks: everything so far comes before everything from now on. */
void rp_loops_forget (rp_loops *loops);
void rp_loops_clear (rp_loops *loops);

#endif
