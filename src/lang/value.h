/* Values of the model language: integers, and handles of futures, phasers and actors. All zero bytes
 * are the integer 0. */
#ifndef RP_LANG_VALUE_H
#define RP_LANG_VALUE_H

#include "core/runtime/runtime.h"

#include <stdint.h>

typedef enum rp_value_kind
{
  RP_VALUE_INT,
  RP_VALUE_FUTURE,
  RP_VALUE_PHASER,
  RP_VALUE_ACTOR
} rp_value_kind;

typedef struct rp_value
{
  rp_value_kind kind;
  union
  {
    int64_t number;
    rp_task *future;
    rp_phaser *phaser;
    rp_actor *actor;
  };
} rp_value;

static inline rp_value
rp_value_int (int64_t number)
{
  return (rp_value) { .kind = RP_VALUE_INT, .number = number };
}

#endif
