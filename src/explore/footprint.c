#include "explore/footprint.h"

#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

enum
{
  FEW = 16 /* comparisons of at most this many pairs of touches are not remembered */
};

const rp_touch *
rp_footprints_get (const rp_footprints *footprints, rp_footprint footprint, size_t *count)
{
  *count = 0;
  if (footprint == RP_NO_FOOTPRINT)
    return NULL;
  const rp_footprint_row *row = &footprints->rows.items[footprint - 1];
  *count = row->count;
  return &footprints->touches.items[row->first];
}

static int
compare_touches (const void *a, const void *b)
{
  const rp_touch *x = a, *y = b;
  if (x->space != y->space)
    return x->space < y->space ? -1 : 1;
  if (x->is_write != y->is_write)
    return x->is_write ? -1 : 1;
  if (x->commutes != y->commutes)
    return x->commutes ? 1 : -1;
  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  return (x->end > y->end) - (x->end < y->end);
}

/* Sorts TOUCHES, and joins neighbouring and overlapping ranges of one kind, so that equal footprints have equal lists.
 * Returns how many touches are left. */
static size_t
compact (rp_touch *touches, size_t count)
{
  size_t kept = 0;
  if (count > 1)
    qsort (touches, count, sizeof *touches, compare_touches);
  for (size_t i = 0; i < count; i++)
    {
      rp_touch *last = kept ? &touches[kept - 1] : NULL;
      if (!last || last->space != touches[i].space || last->is_write != touches[i].is_write
          || last->commutes != touches[i].commutes || touches[i].base > last->end)
        touches[kept++] = touches[i];
      else if (touches[i].end > last->end)
        last->end = touches[i].end;
    }
  return kept;
}

static bool
same (const rp_touch *a, const rp_touch *b, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (compare_touches (&a[i], &b[i]))
      return false;
  return true;
}

static uint64_t
hash_touches (const rp_touch *touches, size_t count)
{
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++)
    hash = rp_hash64 (rp_hash64 (hash ^ touches[i].base) ^ touches[i].end) + touches[i].space * 4u
           + touches[i].commutes * 2u + touches[i].is_write;
  return hash;
}

rp_footprint
rp_footprints_intern (rp_footprints *footprints, rp_touch *touches, size_t count)
{
  count = compact (touches, count);
  if (!count)
    return RP_NO_FOOTPRINT;
  uint64_t *head = rp_map_insert (&footprints->by_hash, hash_touches (touches, count), NULL);
  for (rp_footprint f = (rp_footprint) *head; f; f = footprints->rows.items[f - 1].next)
    {
      const rp_footprint_row *row = &footprints->rows.items[f - 1];
      if (row->count == count && same (&footprints->touches.items[row->first], touches, count))
        return f;
    }
  rp_footprint_row row
    = { (uint32_t) footprints->touches.count, (uint32_t) count, (uint32_t) *head };
  for (size_t i = 0; i < count; i++)
    RP_VEC_PUSH (&footprints->touches, touches[i]);
  RP_VEC_PUSH (&footprints->rows, row);
  *head = footprints->rows.count;
  return (rp_footprint) *head;
}

rp_footprint
rp_footprints_union (rp_footprints *footprints, rp_footprint a, rp_footprint b)
{
  if (a == b || b == RP_NO_FOOTPRINT)
    return a;
  if (a == RP_NO_FOOTPRINT)
    return b;
  RP_VEC (rp_touch) both = { 0 };
  size_t count_a, count_b;
  const rp_touch *of_a = rp_footprints_get (footprints, a, &count_a);
  const rp_touch *of_b = rp_footprints_get (footprints, b, &count_b);
  for (size_t i = 0; i < count_a; i++)
    RP_VEC_PUSH (&both, of_a[i]);
  for (size_t i = 0; i < count_b; i++)
    RP_VEC_PUSH (&both, of_b[i]);
  rp_footprint result = rp_footprints_intern (footprints, both.items, both.count);
  RP_VEC_CLEAR (&both);
  return result;
}

static bool
touch_conflicts (const rp_touch *a, const rp_touch *b)
{
  return (a->is_write || b->is_write) && !(a->commutes && b->commutes) && a->space == b->space
         && a->base < b->end && b->base < a->end;
}

static bool
compare (const rp_touch *a, size_t count_a, const rp_touch *b, size_t count_b)
{
  for (size_t i = 0; i < count_a; i++)
    for (size_t j = 0; j < count_b; j++)
      if (touch_conflicts (&a[i], &b[j]))
        return true;
  return false;
}

bool
rp_footprints_conflict (rp_footprints *footprints, rp_footprint a, rp_footprint b)
{
  size_t count_a, count_b;
  const rp_touch *of_a = rp_footprints_get (footprints, a, &count_a);
  const rp_touch *of_b = rp_footprints_get (footprints, b, &count_b);
  if (count_a * count_b <= FEW)
    return compare (of_a, count_a, of_b, count_b);
  uint64_t key = a < b ? (uint64_t) a << 32 | b : (uint64_t) b << 32 | a;
  uint64_t *known = rp_map_insert (&footprints->conflicts, key, NULL);
  if (!*known)
    *known = 1 + compare (of_a, count_a, of_b, count_b);
  return *known == 2;
}

void
rp_footprints_clear (rp_footprints *footprints)
{
  RP_VEC_CLEAR (&footprints->touches);
  RP_VEC_CLEAR (&footprints->rows);
  rp_map_clear (&footprints->by_hash);
  rp_map_clear (&footprints->conflicts);
}
