#include "graph/lockset.h"

#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SET 2

const rp_lockset *
rp_locksets_get (const rp_locksets *locksets, uint32_t set)
{
  RP_ASSERT (set >= FIRST_SET);
  return &locksets->sets.items[set - FIRST_SET];
}

static int
compare_ranges (const void *a, const void *b)
{
  const rp_range *x = a, *y = b;
  return (x->base > y->base) - (x->base < y->base);
}

static size_t
sort_and_merge (rp_range *ranges, size_t count)
{
  qsort (ranges, count, sizeof *ranges, compare_ranges);
  size_t kept = 0;
  for (size_t i = 1; i < count; i++)
    {
      uint64_t end = ranges[kept].base + ranges[kept].size;
      if (ranges[i].base > end)
        ranges[++kept] = ranges[i];
      else if (ranges[i].base + ranges[i].size > end)
        ranges[kept].size = ranges[i].base + ranges[i].size - ranges[kept].base;
    }
  return kept + 1;
}

static uint64_t
hash_ranges (const rp_range *ranges, size_t count)
{
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++)
    hash = rp_hash64 (hash ^ ranges[i].base) + ranges[i].size;
  return hash;
}

/* Takes RANGES. */
static uint32_t
intern (rp_locksets *locksets, rp_range *ranges, size_t count)
{
  uint64_t *head = rp_map_insert (&locksets->by_hash, hash_ranges (ranges, count), NULL);
  for (uint32_t set = (uint32_t) *head; set; set = rp_locksets_get (locksets, set)->next)
    {
      const rp_lockset *known = rp_locksets_get (locksets, set);
      if (known->count == count && !memcmp (known->ranges, ranges, count * sizeof *ranges))
        {
          free (ranges);
          return set;
        }
    }
  RP_VEC_PUSH (&locksets->sets, (rp_lockset) { ranges, count, (uint32_t) *head });
  *head = locksets->sets.count - 1 + FIRST_SET;
  return (uint32_t) *head;
}

uint32_t
rp_locksets_extend (rp_locksets *locksets, uint32_t outer, const rp_range *objects, size_t count)
{
  if (outer == RP_GLOBAL_LOCK || !count)
    return RP_GLOBAL_LOCK;
  size_t held = outer == RP_NO_LOCKS ? 0 : rp_locksets_get (locksets, outer)->count;
  rp_range *ranges = rp_malloc ((held + count) * sizeof *ranges);
  if (held)
    memcpy (ranges, rp_locksets_get (locksets, outer)->ranges, held * sizeof *ranges);
  memcpy (ranges + held, objects, count * sizeof *ranges);
  return intern (locksets, ranges, sort_and_merge (ranges, held + count));
}

bool
rp_locksets_exclude (const rp_locksets *locksets, uint32_t a, uint32_t b)
{
  if (a == RP_NO_LOCKS || b == RP_NO_LOCKS)
    return false;
  if (a == b || a == RP_GLOBAL_LOCK || b == RP_GLOBAL_LOCK)
    return true;
  const rp_lockset *x = rp_locksets_get (locksets, a), *y = rp_locksets_get (locksets, b);
  for (size_t i = 0, j = 0; i < x->count && j < y->count;)
    {
      if (rp_range_overlaps (x->ranges[i], y->ranges[j]))
        return true;
      if (x->ranges[i].base < y->ranges[j].base)
        i++;
      else
        j++;
    }
  return false;
}

void
rp_locksets_clear (rp_locksets *locksets)
{
  for (size_t i = 0; i < locksets->sets.count; i++)
    free (locksets->sets.items[i].ranges);
  RP_VEC_CLEAR (&locksets->sets);
  rp_map_clear (&locksets->by_hash);
}
