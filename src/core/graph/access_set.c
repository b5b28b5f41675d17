#include "core/graph/access_set.h"

#include "base/panic.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum
{
  RECENT = 8,       /* an access is merged into one of this many latest entries, if possible */
  COMPACT_MIN = 64, /* sets with fewer entries are not compacted */
  LARGEST = 1u << 31 /* the largest size of an entry */
};

static uint64_t
end_of (const rp_access *access)
{
  return access->base + access->size;
}

/* Returns whether A and B can become one entry: same site and kind, touching or overlapping. */
static bool
mergeable (const rp_access *a, const rp_access *b)
{
  return a->site == b->site && a->is_write == b->is_write && b->base <= end_of (a)
         && a->base <= end_of (b);
}

static bool
merge (rp_access *into, const rp_access *from)
{
  uint64_t base = into->base < from->base ? into->base : from->base;
  uint64_t end = end_of (into) > end_of (from) ? end_of (into) : end_of (from);
  if (end - base > LARGEST)
    return false;
  into->base = base;
  into->size = (uint32_t) (end - base);
  into->folded |= from->folded || into->task != from->task;
  return true;
}

static void
push (rp_access_set *set, rp_access access)
{
  size_t capacity = set->capacity;
  if (set->count == set->capacity)
    {
      set->items = rp_vec_grow (set->items, set->count + 1, &capacity, sizeof *set->items);
      set->capacity = (uint32_t) capacity;
    }
  set->items[set->count++] = access;
}

static void
compact_if_due (rp_access_set *set)
{
  if (set->compact_at < COMPACT_MIN)
    set->compact_at = COMPACT_MIN;
  if (set->count < set->compact_at)
    return;
  rp_access_set_compact (set);
  set->compact_at = set->count * 2 < COMPACT_MIN ? COMPACT_MIN : set->count * 2;
}

void
rp_access_set_add (rp_access_set *set, rp_access access)
{
  uint32_t oldest = set->count > RECENT ? set->count - RECENT : 0;
  for (uint32_t i = set->count; i-- > oldest;)
    if (mergeable (&set->items[i], &access) && merge (&set->items[i], &access))
      return;
  push (set, access);
  compact_if_due (set);
}

static int
compare (const void *left, const void *right)
{
  const rp_access *a = left, *b = right;
  if (a->site != b->site)
    return a->site < b->site ? -1 : 1;
  if (a->is_write != b->is_write)
    return a->is_write ? 1 : -1;
  if (a->base != b->base)
    return a->base < b->base ? -1 : 1;
  return (a->task > b->task) - (a->task < b->task);
}

void
rp_access_set_compact (rp_access_set *set)
{
  if (set->count < 2)
    return;
  qsort (set->items, set->count, sizeof *set->items, compare);
  uint32_t kept = 0;
  for (uint32_t i = 1; i < set->count; i++)
    if (!mergeable (&set->items[kept], &set->items[i])
        || !merge (&set->items[kept], &set->items[i]))
      set->items[++kept] = set->items[i];
  set->count = kept + 1;
}

void
rp_access_set_absorb (rp_access_set *set, rp_access_set *from)
{
  if (!set->count)
    {
      rp_access_set_clear (set);
      *set = *from;
      *from = (rp_access_set) { 0 };
      return;
    }
  for (uint32_t i = 0; i < from->count; i++)
    push (set, from->items[i]);
  rp_access_set_clear (from);
  compact_if_due (set);
}

void
rp_access_set_clear (rp_access_set *set)
{
  free (set->items);
  *set = (rp_access_set) { 0 };
}
