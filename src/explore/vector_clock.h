/* Vector clocks: for each task, by its number in rp_task_names, how many of its events or ticks came before. A missing
 * entry is 0. { 0 } is an empty clock; RP_VEC_CLEAR frees the storage. */
#ifndef RP_EXPLORE_VECTOR_CLOCK_H
#define RP_EXPLORE_VECTOR_CLOCK_H

#include "base/vec.h"

#include <stdint.h>
#include <string.h>

typedef RP_VEC (uint32_t) rp_clock;

static inline uint32_t
rp_clock_at (const rp_clock *clock, uint32_t task)
{
  return task < clock->count ? clock->items[task] : 0;
}

static inline void
rp_clock_extend (rp_clock *clock, size_t count)
{
  if (count <= clock->count)
    return;
  RP_VEC_RESERVE (clock, count);
  memset (clock->items + clock->count, 0, (count - clock->count) * sizeof *clock->items);
  clock->count = count;
}

static inline void
rp_clock_set (rp_clock *clock, uint32_t task, uint32_t value)
{
  rp_clock_extend (clock, (size_t) task + 1);
  clock->items[task] = value;
}

static inline void
rp_clock_join (rp_clock *clock, const rp_clock *other)
{
  rp_clock_extend (clock, other->count);
  for (size_t i = 0; i < other->count; i++)
    if (clock->items[i] < other->items[i])
      clock->items[i] = other->items[i];
}

static inline void
rp_clock_copy (rp_clock *clock, const rp_clock *other)
{
  clock->count = 0;
  rp_clock_join (clock, other);
}

#endif
