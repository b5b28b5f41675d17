#include "core/graph/lockset.h"

#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SET 2

static rp_range everything = { 0, RP_ACTOR_OBJECTS };

const rp_lockset *
rp_locksets_global (void)
{
  static const rp_lockset global = { .ranges = &everything, .count = 1 };
  return &global;
}

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
  if (count > 1)
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

static uint32_t
intern (rp_locksets *locksets, const rp_range *ranges, size_t count)
{
  uint64_t *head = rp_map_insert (&locksets->by_hash, hash_ranges (ranges, count), NULL);
  for (uint32_t set = (uint32_t) *head; set; set = rp_locksets_get (locksets, set)->next)
    {
      const rp_lockset *known = rp_locksets_get (locksets, set);
      if (known->count == count && !memcmp (known->ranges, ranges, count * sizeof *ranges))
        return set;
    }
  rp_range *own = rp_malloc (count * sizeof *own);
  memcpy (own, ranges, count * sizeof *own);
  RP_VEC_PUSH (&locksets->sets, (rp_lockset) { own, count, (uint32_t) *head });
  *head = locksets->sets.count - 1 + FIRST_SET;
  return (uint32_t) *head;
}

/* Returns the number of the set with the objects FIRST and SECOND. Nearly all sets are small and exist already; for
 * these the function allocates nothing. */
static uint32_t
intern_both (rp_locksets *locksets, const rp_range *first, size_t first_count, const rp_range *second, size_t second_count)
{
  enum
  {
    FEW = 8
  };
  size_t count = first_count + second_count;
  rp_range few[FEW], *ranges = count <= FEW ? few : rp_malloc (count * sizeof *ranges);
  if (first_count)
    memcpy (ranges, first, first_count * sizeof *ranges);
  memcpy (ranges + first_count, second, second_count * sizeof *ranges);
  uint32_t set = intern (locksets, ranges, sort_and_merge (ranges, count));
  if (ranges != few)
    free (ranges);
  return set;
}

bool
rp_locksets_have_apart (const rp_locksets *locksets, uint32_t set)
{
  if (set < FIRST_SET)
    return false;
  const rp_lockset *objects = rp_locksets_get (locksets, set);
  for (size_t i = 0; i < objects->count; i++)
    if (rp_range_is_apart (objects->ranges[i]))
      return true;
  return false;
}

bool
rp_locksets_have_unordered (const rp_locksets *locksets, uint32_t set)
{
  if (set < FIRST_SET)
    return false;
  const rp_lockset *objects = rp_locksets_get (locksets, set);
  for (size_t i = 0; i < objects->count; i++)
    if (rp_range_is_unordered (objects->ranges[i]))
      return true;
  return false;
}

/* Returns the lock set of a section on OBJECTS inside the global section. The inner section adds its objects only if
 * the global section does not have them (rp_range_is_apart). */
static uint32_t
extend_global (rp_locksets *locksets, const rp_range *objects, size_t count)
{
  if (!count || !rp_range_is_apart (objects[0]))
    return RP_GLOBAL_LOCK;
  return intern_both (locksets, &everything, 1, objects, count);
}

static uint32_t
extend (rp_locksets *locksets, uint32_t outer, const rp_range *objects, size_t count)
{
  if (outer == RP_GLOBAL_LOCK)
    return extend_global (locksets, objects, count);
  if (!count && !rp_locksets_have_apart (locksets, outer))
    return RP_GLOBAL_LOCK;
  if (!count)
    return extend (locksets, outer, &everything, 1);
  if (outer == RP_NO_LOCKS)
    return intern_both (locksets, NULL, 0, objects, count);
  const rp_lockset *held = rp_locksets_get (locksets, outer);
  return intern_both (locksets, held->ranges, held->count, objects, count);
}

/* Keeps the last result for a single object, because programs enter the same section again and again, and several
 * observers ask for its set. */
uint32_t
rp_locksets_extend (rp_locksets *locksets, uint32_t outer, const rp_range *objects, size_t count)
{
  rp_range *last = &locksets->last_object;
  if (count != 1)
    return extend (locksets, outer, objects, count);
  if (!locksets->last_inner || locksets->last_outer != outer || last->base != objects->base
      || last->size != objects->size)
    {
      locksets->last_inner = extend (locksets, outer, objects, 1);
      locksets->last_outer = outer;
      *last = *objects;
    }
  return locksets->last_inner;
}

static bool
ranges_meet (const rp_range *x, size_t x_count, const rp_range *y, size_t y_count)
{
  for (size_t i = 0, j = 0; i < x_count && j < y_count;)
    {
      if (rp_range_overlaps (x[i], y[j]))
        return true;
      if (x[i].base < y[j].base)
        i++;
      else
        j++;
    }
  return false;
}

/* Returns whether the global section excludes a section with the lock set SET. */
static bool
is_global (const rp_locksets *locksets, uint32_t set)
{
  if (set < FIRST_SET)
    return set == RP_GLOBAL_LOCK;
  const rp_lockset *objects = rp_locksets_get (locksets, set);
  return ranges_meet (&everything, 1, objects->ranges, objects->count);
}

bool
rp_locksets_exclude (const rp_locksets *locksets, uint32_t a, uint32_t b)
{
  if (a == RP_NO_LOCKS || b == RP_NO_LOCKS)
    return false;
  if (a == b)
    return true;
  if (a == RP_GLOBAL_LOCK || b == RP_GLOBAL_LOCK)
    return is_global (locksets, a == RP_GLOBAL_LOCK ? b : a);
  const rp_lockset *x = rp_locksets_get (locksets, a), *y = rp_locksets_get (locksets, b);
  return ranges_meet (x->ranges, x->count, y->ranges, y->count);
}

static rp_range
range_meet (rp_range a, rp_range b)
{
  uint64_t base = a.base > b.base ? a.base : b.base;
  uint64_t a_end = a.base + a.size, b_end = b.base + b.size;
  return (rp_range) { base, (a_end < b_end ? a_end : b_end) - base };
}

static void
narrow (rp_common_locks *common, const rp_lockset *set)
{
  size_t old = common->ranges.count;
  for (size_t i = 0, j = 0; i < old && j < set->count;)
    {
      rp_range x = common->ranges.items[i], y = set->ranges[j];
      if (rp_range_overlaps (x, y))
        RP_VEC_PUSH (&common->ranges, range_meet (x, y));
      if (x.base + x.size < y.base + y.size)
        i++;
      else
        j++;
    }
  common->ranges.count -= old;
  if (old)
    memmove (common->ranges.items, common->ranges.items + old,
             common->ranges.count * sizeof (rp_range));
}

static void
drop_apart (rp_common_locks *common)
{
  size_t kept = 0;
  for (size_t i = 0; i < common->ranges.count; i++)
    if (!rp_range_is_apart (common->ranges.items[i]))
      common->ranges.items[kept++] = common->ranges.items[i];
  common->ranges.count = kept;
}

void
rp_common_locks_add (rp_common_locks *common, const rp_locksets *locksets, uint32_t set)
{
  common->has_free |= set == RP_NO_LOCKS;
  common->has_global |= set == RP_GLOBAL_LOCK;
  if (common->has_free)
    return;
  common->has_apart |= !is_global (locksets, set);
  if (set != RP_GLOBAL_LOCK)
    {
      const rp_lockset *objects = rp_locksets_get (locksets, set);
      if (common->narrowed)
        narrow (common, objects);
      else
        for (size_t i = 0; i < objects->count; i++)
          RP_VEC_PUSH (&common->ranges, objects->ranges[i]);
      common->narrowed = true;
    }
  if (common->has_global)
    drop_apart (common);
}

bool
rp_common_locks_exclude (const rp_common_locks *common, const rp_locksets *locksets, uint32_t set)
{
  if (common->has_free || set == RP_NO_LOCKS)
    return false;
  if (!common->narrowed)
    return is_global (locksets, set);
  if (set == RP_GLOBAL_LOCK)
    return !common->has_apart;
  const rp_lockset *objects = rp_locksets_get (locksets, set);
  return ranges_meet (common->ranges.items, common->ranges.count, objects->ranges, objects->count);
}

void
rp_common_locks_reset (rp_common_locks *common)
{
  common->has_free = common->narrowed = common->has_global = common->has_apart = false;
  common->ranges.count = 0;
}

void
rp_common_locks_clear (rp_common_locks *common)
{
  rp_common_locks_reset (common);
  RP_VEC_CLEAR (&common->ranges);
}

void
rp_locksets_clear (rp_locksets *locksets)
{
  for (size_t i = 0; i < locksets->sets.count; i++)
    free (locksets->sets.items[i].ranges);
  RP_VEC_CLEAR (&locksets->sets);
  rp_map_clear (&locksets->by_hash);
  locksets->last_inner = 0;
}
