#include "core/graph/last.h"

#include "base/map.h"

static rp_last_range *
at (const rp_last *last, uint32_t place)
{
  return &last->ranges.items[place];
}

static uint32_t
make (rp_last *last, uint64_t base, uint64_t end, uint32_t node)
{
  uint32_t place = last->free;
  if (place)
    last->free = at (last, place)->left;
  else
    {
      if (!last->ranges.count)
        RP_VEC_PUSH (&last->ranges, (rp_last_range) { 0 });
      place = (uint32_t) last->ranges.count;
      RP_VEC_PUSH (&last->ranges, (rp_last_range) { 0 });
    }
  *at (last, place) = (rp_last_range) {
    .base = base, .end = end, .node = node, .priority = (uint32_t) rp_hash64 (last->made++)
  };
  return place;
}

/* Splits TREE. *LOW gets the ranges that start before BASE, *HIGH gets the others. */
static void
split (rp_last *last, uint32_t tree, uint64_t base, uint32_t *low, uint32_t *high)
{
  uint32_t *to_low = low, *to_high = high;
  while (tree)
    if (at (last, tree)->base < base)
      {
        *to_low = tree;
        to_low = &at (last, tree)->right;
        tree = *to_low;
      }
    else
      {
        *to_high = tree;
        to_high = &at (last, tree)->left;
        tree = *to_high;
      }
  *to_low = *to_high = 0;
}

/* Returns the tree of all ranges of LOW and HIGH. All ranges of LOW must come before those of HIGH. */
static uint32_t
merge (rp_last *last, uint32_t low, uint32_t high)
{
  uint32_t root, *to = &root;
  while (low && high)
    if (at (last, low)->priority > at (last, high)->priority)
      {
        *to = low;
        to = &at (last, low)->right;
        low = *to;
      }
    else
      {
        *to = high;
        to = &at (last, high)->left;
        high = *to;
      }
  *to = low ? low : high;
  return root;
}

static uint32_t
rightmost (const rp_last *last, uint32_t tree)
{
  while (tree && at (last, tree)->right)
    tree = at (last, tree)->right;
  return tree;
}

/* Adds the nodes of all ranges in TREE to last->found. If DROP, moves the ranges to the free list instead. */
static void
walk (rp_last *last, uint32_t tree, bool drop)
{
  last->places.count = 0;
  if (tree)
    RP_VEC_PUSH (&last->places, tree);
  while (last->places.count)
    {
      uint32_t place = RP_VEC_POP (&last->places);
      rp_last_range *range = at (last, place);
      if (range->left)
        RP_VEC_PUSH (&last->places, range->left);
      if (range->right)
        RP_VEC_PUSH (&last->places, range->right);
      if (drop)
        {
          range->left = last->free;
          last->free = place;
        }
      else
        RP_VEC_PUSH (&last->found, range->node);
    }
}

/* Returns the range of the tree that is exactly BASE .. END-1, or NULL. Usually there is such a range, because sections
 * repeat the objects of earlier sections. Then the caller need not split the tree. */
static rp_last_range *
range_of (const rp_last *last, uint64_t base, uint64_t end)
{
  uint32_t tree = last->root;
  while (tree && at (last, tree)->base != base)
    tree = at (last, tree)->base < base ? at (last, tree)->right : at (last, tree)->left;
  return tree && at (last, tree)->end == end ? at (last, tree) : NULL;
}

static void
find_on (rp_last *last, uint64_t base, uint64_t end)
{
  uint32_t low, middle, high;
  const rp_last_range *known = range_of (last, base, end);
  if (known)
    {
      RP_VEC_PUSH (&last->found, known->node);
      return;
    }
  split (last, last->root, end, &low, &high);
  split (last, low, base, &low, &middle);
  uint32_t before = rightmost (last, low);
  if (before && at (last, before)->end > base)
    RP_VEC_PUSH (&last->found, at (last, before)->node);
  walk (last, middle, false);
  last->root = merge (last, merge (last, low, middle), high);
}

static int
compare_nodes (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

static void
sort_found (rp_last *last)
{
  size_t kept = 0;
  if (last->found.count > 1)
    qsort (last->found.items, last->found.count, sizeof *last->found.items, compare_nodes);
  for (size_t i = 0; i < last->found.count; i++)
    if (!kept || last->found.items[i] != last->found.items[kept - 1])
      last->found.items[kept++] = last->found.items[i];
  last->found.count = kept;
}

static bool
meets_global (const rp_range *objects, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!rp_range_is_apart (objects[i]))
      return true;
  return !count;
}

void
rp_last_find (rp_last *last, const rp_range *objects, size_t count)
{
  last->found.count = 0;
  if (last->global && meets_global (objects, count))
    RP_VEC_PUSH (&last->found, last->global - 1);
  if (!count)
    find_on (last, 0, RP_ACTOR_OBJECTS);
  for (size_t i = 0; i < count; i++)
    if (!rp_range_is_unordered (objects[i]))
      find_on (last, objects[i].base, objects[i].base + objects[i].size);
  sort_found (last);
}

void
rp_last_find_all (rp_last *last)
{
  last->found.count = 0;
  if (last->global)
    RP_VEC_PUSH (&last->found, last->global - 1);
  walk (last, last->root, false);
  sort_found (last);
}

static void
set_on (rp_last *last, uint64_t base, uint64_t end, uint32_t node)
{
  uint32_t low, middle, high, rest = 0;
  rp_last_range *known = range_of (last, base, end);
  if (known)
    {
      known->node = node;
      return;
    }
  split (last, last->root, end, &low, &high);
  /* a range that starts before END may reach beyond END: keep the part beyond as REST */
  uint32_t across = rightmost (last, low);
  if (across && at (last, across)->end > end)
    rest = make (last, end, at (last, across)->end, at (last, across)->node);
  split (last, low, base, &low, &middle);
  uint32_t before = rightmost (last, low);
  if (before && at (last, before)->end > base)
    at (last, before)->end = base;
  walk (last, middle, true);
  low = merge (last, low, make (last, base, end, node));
  last->root = merge (last, merge (last, low, rest), high);
}

void
rp_last_set (rp_last *last, const rp_range *objects, size_t count, uint32_t node)
{
  if (!count)
    {
      uint32_t low, apart;
      last->global = node + 1;
      split (last, last->root, RP_ACTOR_OBJECTS, &low, &apart);
      walk (last, low, true);
      last->root = apart;
    }
  for (size_t i = 0; i < count; i++)
    if (!rp_range_is_unordered (objects[i]))
      set_on (last, objects[i].base, objects[i].base + objects[i].size, node);
}

void
rp_last_clear (rp_last *last)
{
  RP_VEC_CLEAR (&last->ranges);
  RP_VEC_CLEAR (&last->found);
  RP_VEC_CLEAR (&last->places);
  *last = (rp_last) { 0 };
}
