/* Units of loops that are not tasks. A unit is an iteration or a chunk. A loop whose units may run in parallel reserves
 * two step numbers for each unit. Each thread has one task for all units that it executes, its loop task. When the loop
 * task continues with the next unit, it takes the next number. So a unit needs no memory.
 *
 *   block    | unit 0 | unit 1 | ... | unit n-1 | unit 0 | ... | unit n-1 |
 *             plain accesses                      atomic operations
 *
 * L1. The units of a loop are parallel to each other, whichever loop tasks they belong to.
 * L2. Relative to everything else, a unit is ordered like its loop task. It comes after everything that came before the
 *     creation of the task, and before everything that comes after the end of the task.
 * L3. A unit that makes further orders (it creates a task, waits, releases) must first become a task of its own:
 *     rp_steps_unit_leave. From then on its steps are steps of that task. Sections are the exception: L5.
 * L4. If a unit has not become a task, all paths that leave it go through the end of its loop task's finish. So if such
 *     a unit has ended and has read a word, no other unit of the loop has to be kept as a reader of that word (O2 of
 *     step_bags.h).
 * L5. A unit may enter sections. The step inside a section, and the step after it, are ordinary steps of the loop task;
 *     rp_step.number of such a step is the unit. *Chains* keep this run's order of sections: the releases of each lock
 *     set are numbered, and a task knows for each lock set the last release that comes before it. A step of a unit
 *     comes before a task in this run if the unit's first release after the step comes before the task.
 *
 * Units get their places in a block in the order in which they begin. A *run* is a part of a block that one loop task
 * executes, and whose units have numbers that can be computed (rp_unit_numbers). Blocks are dropped when nothing is
 * parallel any more. */
#ifndef RP_CORE_DETECT_LOOP_STEPS_H
#define RP_CORE_DETECT_LOOP_STEPS_H

#include "base/map.h"
#include "base/vec.h"
#include "core/event/unit_numbers.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct rp_loop_run
{
  uint32_t place; /* position of its first unit in the block */
  uint32_t task;  /* the loop task */
  rp_unit_numbers numbers;
} rp_loop_run;

typedef struct rp_loop_block
{
  uint32_t first, units; /* the block has 2 * UNITS steps, from FIRST on */
  uint32_t rows;         /* how many ordinary steps, from the floor on, have numbers below FIRST */
  uint32_t begun;        /* how many units have begun */

  /* No unit from position SIBLINGS on has become a task, was ever suspended, or entered a section: L4 can be used for
   * all of them. No unit from position LEFT on has become a task or entered a section: L4 can be used for each of them
   * that is not suspended now. */
  uint32_t siblings, left;
  RP_VEC (rp_loop_run) runs; /* sorted by PLACE */
} rp_loop_block;

/* UNIT has ended a section with the lock set LOCKS: release NUMBER of this lock set. Steps of UNIT below LIMIT come
 * before the release. */
typedef struct rp_unit_release
{
  uint32_t unit, limit, locks, number;
} rp_unit_release;

/* The releases 1 .. NUMBER of LOCKS. NUMBER 0: no release. */
typedef struct rp_chain_link
{
  uint32_t locks, number;
} rp_chain_link;

typedef struct rp_loops
{
  rp_loop_block *items; /* sorted by FIRST */
  size_t count, capacity;
  uint32_t forgotten; /* how many blocks were dropped: items[0] is block number FORGOTTEN + 1 */
  rp_map tasks;     /* units that became tasks: the unit's step for plain accesses -> task */
  rp_map suspended; /* units that were suspended and have not ended: the unit's step for plain
                     * accesses -> 1 */
  uint32_t first_suspended,
    last_suspended; /* SUSPENDED has no step below first_suspended or above last_suspended; 0: no unit was suspended.
                     * Both stay when a step is removed */
  RP_VEC (rp_unit_release) releases; /* sorted by unit, then by LIMIT */
  RP_VEC (uint32_t) released; /* for each lock set: how many releases there were */
  uint64_t all_tasks, all_units, all_left; /* since the start: loop tasks; their units; units that became tasks */
} rp_loops;

struct rp_steps;
struct rp_strand;

/* Reserves steps for a loop with UNITS units. Returns the number of its block, which is valid until nothing is parallel
 * any more. Returns 0 if UNITS is 0, or if there are not enough numbers left. */
uint32_t rp_steps_reserve (struct rp_steps *order, uint64_t units);

/* The running task begins the next unit of BLOCK. It is a loop task of BLOCK, or has made no access yet and becomes
 * one. NUMBERS has the numbers of this unit and of the following ones. Called for the first unit of a loop task, and
 * for each unit whose number does not continue the numbers of the last call. Returns false if all steps of the block
 * are used, if the block was dropped, or if the task is in a section. */
bool rp_steps_unit_begin (struct rp_steps *order, uint32_t block, rp_unit_numbers numbers);

/* The running loop task continues with the next unit of its run. Returns false and changes nothing if another loop task
 * has begun a unit in the meantime, if all steps are used, or if the task is in a section. The caller then calls
 * rp_steps_unit_begin. */
bool rp_steps_unit_next (struct rp_steps *order);

/* Stores the two reserved steps of the running unit in STEPS. Returns false if the unit is or was in a section: its
 * current step is then not a reserved one. */
bool rp_steps_unit_has_two_steps (const struct rp_steps *order, uint32_t steps[2]);

/* L3, in two calls. rp_steps_unit_leave is called while the loop task runs; it returns the running unit. Then the
 * caller creates a task with the same creator as the loop task or, if the loop task is going to begin further units, with
 * the loop task as its creator. rp_steps_unit_become is called when this task runs and
 * has made no access. From then on the steps of UNIT are steps of the new task. */
uint32_t rp_steps_unit_leave (struct rp_steps *order);
void rp_steps_unit_become (struct rp_steps *order, uint32_t unit);

/* If the running task is a loop task, returns how many steps for plain accesses, from *FIRST on, belong to the running
 * unit or to units for which L4 can be used. Otherwise returns 0. */
uint32_t rp_steps_unit_siblings (const struct rp_steps *order, uint32_t *first);

/* The atomic operations of a loop: COUNT steps from FIRST on. */
typedef struct rp_unit_atomics
{
  uint32_t first, count;
  uint32_t own;   /* the running unit's step for atomic operations */
  uint32_t units; /* units of the loop; a unit's step for plain accesses is smaller by this than its step here */
} rp_unit_atomics;

/* Stores in *ATOMICS the steps for atomic operations of the units from position LEFT of the block on (rp_loop_block):
 * none of these units has become a task or entered a section. Returns false if the running task is not a loop task, or
 * if the running unit is or was in a section. */
bool rp_steps_unit_atomics (const struct rp_steps *order, rp_unit_atomics *atomics);

/* Returns whether STEP is one of ATOMICS, and belongs to the running unit or to a unit for which L4 can be used. */
static inline bool
rp_unit_atomics_have (const rp_loops *loops, const rp_unit_atomics *atomics, uint32_t step)
{
  uint32_t plain = step - atomics->units;
  return step - atomics->first < atomics->count
         && (step == atomics->own || plain < loops->first_suspended || plain > loops->last_suspended
             || !rp_map_find (&loops->suspended, plain));
}

/* Returns whether STEP belongs to a unit that has not become a task. If so, stores the unit's name in *NAME. */
bool rp_steps_unit_name (const struct rp_steps *order, uint32_t step, rp_unit_name *name);

/* Drops all blocks. Called when everything so far comes before everything from now on. */
void rp_loops_forget (rp_loops *loops);
void rp_loops_clear (rp_loops *loops);

#endif
