/* Libraries whose own calls of memcpy and similar functions do not count. A summary (imports.h) says what a call into
 * such a library accesses, and these accesses are recorded at that call. MPI's library needs this for another reason,
 * too: while one task is in it, the library may move data of other tasks. */
#ifndef RP_INSIDE_HOOK_QUIET_H
#define RP_INSIDE_HOOK_QUIET_H

#include <stdbool.h>
#include <stdint.h>

enum
{
  RP_QUIET_MAX = 256
};

typedef struct rp_quiet_range
{
  uintptr_t low, high;
} rp_quiet_range;

extern unsigned rp_quiet_count;
extern rp_quiet_range rp_quiet_ranges[RP_QUIET_MAX];

/* Adds the code from LOW to HIGH, unless it is there already or there are too many libraries. */
void rp_quiet_add (uintptr_t low, uintptr_t high);

/* Returns whether the code at PC belongs to a library that rp_quiet_add has added. */
static inline bool
rp_quiet_has (uintptr_t pc)
{
  for (unsigned i = 0; i < rp_quiet_count; i++)
    if (pc - rp_quiet_ranges[i].low < rp_quiet_ranges[i].high - rp_quiet_ranges[i].low)
      return true;
  return false;
}

#endif
