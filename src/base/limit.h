/* Limits of a run: the user asks it to end, or its time is up. Neither is an error. */
#ifndef RP_BASE_LIMIT_H
#define RP_BASE_LIMIT_H

#include "base/clock.h"

#include <signal.h>
#include <stdbool.h>

typedef struct rp_limit
{
  const volatile sig_atomic_t *interrupt; /* the run ends when this is set; may be NULL */
  double deadline;                        /* in rp_seconds; 0: none */
} rp_limit;

static inline bool
rp_limit_is_reached (const rp_limit *limit)
{
  return (limit->interrupt && *limit->interrupt)
         || (limit->deadline > 0 && rp_seconds () >= limit->deadline);
}

#endif
