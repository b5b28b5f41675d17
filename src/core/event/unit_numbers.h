/* The numbers that a program knows the units of a loop by (core/detect/loop_steps.h), as far as one loop task executes
 * them in a row: FIRST, FIRST + STEP, ..., LENGTH of them; then the same from FIRST + STRIDE on; and so on. */
#ifndef RP_CORE_EVENT_UNIT_NUMBERS_H
#define RP_CORE_EVENT_UNIT_NUMBERS_H

#include <stdint.h>

typedef struct rp_unit_numbers
{
  int64_t first, step, stride;
  uint64_t length; /* not 0 */
} rp_unit_numbers;

#endif
