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
} rp_unit_numbers;

#endif
