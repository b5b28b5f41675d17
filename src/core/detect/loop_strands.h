/* Units of loops that are no tasks, for ESP-bags: the same idea as in loop_steps.h, which describes the functions. A unit
 * is a strand without a row. A loop reserves a number for each of its units.
 *
 *   strands   ... 7 | 8 (unit 0) | 9 (unit 1) | ... | 8+n-1 (unit n-1) | 8+n ...
 *   rows      ... 7 |                 one for each run                 | ...
 *
 * B1. The running unit is serial to itself. All units that have ended are in the P-bag of their loop task, like tasks
 *     that have returned to it. So one row suffices for all units of a run.
 * B2. A run ends where sections were entered since its first unit began: its row says how many there were before
 *     (rp_strand_row.section).
 * B3. A unit that has become a task has the row of this task.
 *
 * Loops are dropped when nothing is parallel any more. */
#ifndef RP_CORE_DETECT_LOOP_STRANDS_H
#define RP_CORE_DETECT_LOOP_STRANDS_H

#include "base/map.h"
#include "base/vec.h"
#include "core/event/unit_numbers.h"

#include <stdbool.h>
#include <stdint.h>

/* Units that one loop task executed one after the other, and that the program numbers by NUMBERS. */
typedef struct rp_bag_run
{
  uint32_t first; /* the strand of its first unit */
  uint32_t row;
  rp_unit_numbers numbers;
} rp_bag_run;

typedef struct rp_bag_loop
{
  uint32_t first, units;    /* the strands of the loop: UNITS of them, from FIRST on */
  uint32_t shift;           /* rp_bag_loops.shift before the loop */
  uint32_t begun;           /* how many units have begun */
  uint32_t sections;        /* how many sections had been entered when the last run began */
  RP_VEC (rp_bag_run) runs; /* sorted by FIRST */
} rp_bag_loop;

typedef struct rp_bag_loops
{
  rp_bag_loop *items; /* sorted by FIRST */
  size_t count, capacity;
  uint32_t forgotten; /* how many loops were dropped: items[0] is loop number FORGOTTEN + 1 */
  /* the number of a strand after all loops, minus its row, modulo 2^32 */
  uint32_t shift;
  rp_map tasks; /* units that became tasks -> the row of the task */

  /* since the start */
  uint64_t all_tasks; /* loop tasks */
  uint64_t all_runs;  /* their runs */
  uint64_t all_units; /* their units */
  uint64_t all_left;  /* units that became tasks */
} rp_bag_loops;

struct rp_bags;

uint32_t rp_bag_loops_row (const rp_bag_loops *loops, uint32_t strand); /* called by rp_bags_row */

uint32_t rp_bags_reserve (struct rp_bags *bags, uint64_t units);
bool rp_bags_unit_begin (struct rp_bags *bags, uint32_t loop, rp_unit_numbers numbers);
bool rp_bags_unit_next (struct rp_bags *bags);
uint32_t rp_bags_unit_leave (struct rp_bags *bags);
void rp_bags_unit_become (struct rp_bags *bags, uint32_t unit);
bool rp_bags_unit_name (const struct rp_bags *bags, uint32_t strand, rp_unit_name *name);

/* Drops all loops. Called when everything so far comes before everything from now on. */
void rp_bag_loops_forget (rp_bag_loops *loops);
void rp_bag_loops_clear (rp_bag_loops *loops);

#endif
