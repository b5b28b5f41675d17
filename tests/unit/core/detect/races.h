/* The races that a detector reported, per location, so that two detectors can be compared however
 * they cut ranges. */
#ifndef RP_TESTS_UNIT_CORE_DETECT_RACES_H
#define RP_TESTS_UNIT_CORE_DETECT_RACES_H

#include "base/vec.h"
#include "core/detect/race.h"

#include <stdlib.h>
#include <string.h>

/* One side as a number: site and write. Equal sides are one class to a detector. */
typedef struct race_row
{
  uint64_t location, one, other; /* one <= other */
  uint64_t kind;
} race_row;

typedef struct race_rows
{
  RP_VEC (race_row) list;
} race_rows;

static inline uint64_t
race_side (const rp_race_side *side)
{
  return (uint64_t) side->site << 32 | side->is_write;
}

static inline void
race_add (race_rows *rows, uint64_t location, uint64_t a, uint64_t b, rp_race_kind kind)
{
  RP_VEC_PUSH (&rows->list, (race_row) { location, a < b ? a : b, a < b ? b : a, kind });
}

/* An rp_race_found. */
static inline void
race_found (void *context, const rp_race *race)
{
  race_rows *rows = context;
  for (uint64_t i = 0; i < race->range.size; i++)
    race_add (rows, race->range.base + i, race_side (&race->earlier), race_side (&race->later),
              race->kind);
}

static inline int
race_compare (const void *a, const void *b)
{
  const race_row *x = a, *y = b;
  if (x->location != y->location)
    return x->location < y->location ? -1 : 1;
  if (x->one != y->one)
    return x->one < y->one ? -1 : 1;
  if (x->other != y->other)
    return x->other < y->other ? -1 : 1;
  return (x->kind < y->kind) - (x->kind > y->kind);
}

/* Orders that matter are apart from races. */
static inline bool
race_same_pair (const race_row *a, const race_row *b)
{
  return a->location == b->location && a->one == b->one && a->other == b->other
         && (a->kind == RP_RACE_ORDER) == (b->kind == RP_RACE_ORDER);
}

/* Sorts, and keeps of equal pairs the one of the strongest kind. */
static inline void
race_settle (race_rows *rows)
{
  size_t kept = 0;
  if (!rows->list.count)
    return;
  qsort (rows->list.items, rows->list.count, sizeof *rows->list.items, race_compare);
  for (size_t i = 1; i < rows->list.count; i++)
    if (!race_same_pair (&rows->list.items[kept], &rows->list.items[i]))
      rows->list.items[++kept] = rows->list.items[i];
  rows->list.count = kept + 1;
}

static inline bool
race_equal (const race_rows *a, const race_rows *b)
{
  return a->list.count == b->list.count
         && (!a->list.count
             || !memcmp (a->list.items, b->list.items, a->list.count * sizeof *a->list.items));
}

static inline size_t
race_count (const race_rows *rows, rp_race_kind kind)
{
  size_t count = 0;
  for (size_t i = 0; i < rows->list.count; i++)
    count += rows->list.items[i].kind == kind;
  return count;
}

static inline void
race_clear (race_rows *rows)
{
  RP_VEC_CLEAR (&rows->list);
}

#endif
