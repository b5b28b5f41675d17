/* The program's own numbers of the units of a loop (core/detect/loop_steps.h), in the order in which one loop task
 * executes the units:
 *
 *   FIRST, FIRST + STEP, FIRST + 2 STEP ...                      LENGTH numbers
 *   FIRST + STRIDE, FIRST + STRIDE + STEP ...                    LENGTH numbers
 *   FIRST + 2 STRIDE ...                                         and so on */
#ifndef RP_CORE_EVENT_UNIT_NUMBERS_H
#define RP_CORE_EVENT_UNIT_NUMBERS_H

#include <stdint.h>

typedef struct rp_unit_numbers
{
  int64_t first, step, stride;
  uint64_t length; /* not 0 */

  /* The units have the task numbers TASK, TASK + 1, ... in reports (rp_task_table_number). 0: a unit gets a task number
   * only when it becomes a row of the table of tasks. */
  uint32_t task;
} rp_unit_numbers;

/* How reports name a unit. */
typedef struct rp_unit_name
{
  int64_t number; /* the program's own number */
  uint32_t task;  /* as in rp_unit_numbers */
} rp_unit_name;

/* Returns the name of the unit that comes AT units after the first one of NUMBERS. */
static inline rp_unit_name
rp_unit_name_at (const rp_unit_numbers *numbers, uint64_t at)
{
  uint64_t length = numbers->length;
  int64_t number = numbers->first + (int64_t) (at / length) * numbers->stride
                   + (int64_t) (at % length) * numbers->step;
  return (rp_unit_name) { number, numbers->task ? numbers->task + (uint32_t) at : 0 };
}

#endif
