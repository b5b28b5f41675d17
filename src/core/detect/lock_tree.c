#include "core/detect/lock_tree.h"

#include "base/panic.h"

static void
add_cuts (rp_lock_tree *tree, const rp_lockset *set)
{
  for (size_t i = 0; i < set->count; i++)
    {
      RP_VEC_PUSH (&tree->cuts, set->ranges[i].base);
      RP_VEC_PUSH (&tree->cuts, set->ranges[i].base + set->ranges[i].size);
    }
}

static int
compare_cuts (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

static void
sort_cuts (rp_lock_tree *tree)
{
  size_t kept = 0;
  if (tree->cuts.count)
    qsort (tree->cuts.items, tree->cuts.count, sizeof *tree->cuts.items, compare_cuts);
  for (size_t i = 0; i < tree->cuts.count; i++)
    if (!kept || tree->cuts.items[i] != tree->cuts.items[kept - 1])
      tree->cuts.items[kept++] = tree->cuts.items[i];
  tree->cuts.count = kept;
}

void
rp_lock_tree_build (rp_lock_tree *tree, const rp_graph *graph, const uint32_t *nodes, size_t count)
{
  tree->cuts.count = 0;
  tree->has_apart = false;
  rp_bitset_clear (&tree->seen);
  for (size_t i = 0; i < count; i++)
    {
      uint32_t set = rp_graph_node (graph, nodes[i])->lockset;
      if (set == RP_NO_LOCKS || set == RP_GLOBAL_LOCK || !rp_bitset_add (&tree->seen, set))
        continue;
      add_cuts (tree, rp_locksets_get (&graph->locksets, set));
      tree->has_apart |= rp_locksets_have_apart (&graph->locksets, set);
    }
  if (tree->has_apart)
    add_cuts (tree, rp_locksets_global ());
  sort_cuts (tree);
  tree->leaves = 1;
  while (tree->leaves < tree->cuts.count)
    tree->leaves *= 2;
}

void
rp_lock_tree_clear (rp_lock_tree *tree)
{
  RP_VEC_CLEAR (&tree->cuts);
  rp_bitset_clear (&tree->seen);
}

static uint32_t
piece_at (const rp_lock_tree *tree, uint64_t cut)
{
  size_t low = 0, high = tree->cuts.count;
  while (high - low > 1)
    {
      size_t middle = low + (high - low) / 2;
      if (tree->cuts.items[middle] <= cut)
        low = middle;
      else
        high = middle;
    }
  RP_ASSERT (tree->cuts.count && tree->cuts.items[low] == cut);
  return (uint32_t) low;
}

void
rp_lock_tree_find (const rp_lock_tree *tree, const rp_locksets *locksets, uint32_t set,
                   rp_lock_places *places)
{
  places->list.count = 0;
  if (set == RP_GLOBAL_LOCK && !tree->has_apart)
    {
      RP_VEC_PUSH (&places->list, 1);
      return;
    }
  const rp_lockset *objects
    = set == RP_GLOBAL_LOCK ? rp_locksets_global () : rp_locksets_get (locksets, set);
  for (size_t i = 0; i < objects->count; i++)
    {
      /* goes up level by level; a node at an end of [low, high) whose sibling is outside is a place */
      uint32_t low = tree->leaves + piece_at (tree, objects->ranges[i].base);
      uint32_t high
        = tree->leaves + piece_at (tree, objects->ranges[i].base + objects->ranges[i].size);
      for (; low < high; low /= 2, high /= 2)
        {
          if (low & 1)
            RP_VEC_PUSH (&places->list, low++);
          if (high & 1)
            RP_VEC_PUSH (&places->list, --high);
        }
    }
}
