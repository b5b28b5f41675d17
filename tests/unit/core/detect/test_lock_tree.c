/* Places in the tree meet exactly where sets of objects exclude each other. */
#include "base/rng.h"
#include "core/detect/lock_tree.h"
#include "test.h"

static bool
is_above (uint32_t above, uint32_t place)
{
  while (place > above)
    place /= 2;
  return place == above;
}

static bool
places_meet (const rp_lock_places *a, const rp_lock_places *b)
{
  for (size_t i = 0; i < a->list.count; i++)
    for (size_t j = 0; j < b->list.count; j++)
      if (is_above (a->list.items[i], b->list.items[j])
          || is_above (b->list.items[j], a->list.items[i]))
        return true;
  return false;
}

/* A graph without edges, each node in a random section; none for some. With actors, some sections
 * are inside those of one. */
static void
add_nodes (rp_graph *graph, rp_rng *rng, uint32_t count, unsigned objects, bool with_actors)
{
  uint32_t part = rp_part_open (graph, RP_NO_PART, RP_NO_NODE, RP_NO_PART, 0);
  for (uint32_t i = 0; i < count; i++)
    {
      rp_graph_add_node (graph, RP_NODE_START, i, part, 0);
      rp_range list[4];
      for (int k = 0; k < 4; k++)
        list[k] = (rp_range) { rp_rng_below (rng, objects), 1 + rp_rng_below (rng, objects / 4) };
      rp_range actor = { RP_ACTOR_OBJECTS + 1 + 2 * rp_rng_below (rng, 5), 1 };
      uint32_t outer = RP_NO_LOCKS;
      if (with_actors && rp_rng_below (rng, 2))
        outer = rp_locksets_extend (&graph->locksets, outer, &actor, 1);
      rp_graph_node (graph, i)->lockset
        = rp_rng_below (rng, outer ? 2 : 10)
            ? rp_locksets_extend (&graph->locksets, outer, list, rp_rng_below (rng, 5))
            : outer;
    }
}

TEST (random_sets)
{
  rp_rng rng = rp_rng_from_seed (5);
  rp_lock_tree tree = { 0 };
  rp_lock_places a = { 0 }, b = { 0 };
  int wrong = 0, excluded = 0, asked = 0;
  for (int round = 0; round < 60; round++)
    {
      uint32_t count = 1 + (uint32_t) rp_rng_below (&rng, 40);
      rp_graph graph;
      rp_graph_init (&graph);
      add_nodes (&graph, &rng, count, 5 + (unsigned) rp_rng_below (&rng, 200), round % 2);
      uint32_t *nodes = rp_graph_sorted (&graph, &(size_t) { 0 });
      rp_lock_tree_build (&tree, &graph, nodes, count);
      for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++)
          {
            uint32_t x = rp_graph_node (&graph, i)->lockset;
            uint32_t y = rp_graph_node (&graph, j)->lockset;
            if (x == RP_NO_LOCKS || y == RP_NO_LOCKS)
              continue;
            rp_lock_tree_find (&tree, &graph.locksets, x, &a);
            rp_lock_tree_find (&tree, &graph.locksets, y, &b);
            bool expected = rp_locksets_exclude (&graph.locksets, x, y);
            wrong += places_meet (&a, &b) != expected;
            excluded += expected;
            asked++;
          }
      free (nodes);
      rp_graph_clear (&graph);
    }
  CHECK_INT (wrong, 0);
  CHECK (excluded > asked / 10 && excluded < asked * 9 / 10);
  RP_VEC_CLEAR (&a.list);
  RP_VEC_CLEAR (&b.list);
  rp_lock_tree_clear (&tree);
}

/* However wide, a range has at most two places on each level. */
TEST (wide_ranges_have_few_places)
{
  enum
  {
    OBJECTS = 1000
  };
  rp_graph graph;
  rp_graph_init (&graph);
  uint32_t part = rp_part_open (&graph, RP_NO_PART, RP_NO_NODE, RP_NO_PART, 0);
  for (uint32_t i = 0; i <= OBJECTS; i++)
    {
      rp_range one = { i, 1 }, most = { 1, OBJECTS - 2 };
      rp_graph_add_node (&graph, RP_NODE_START, i, part, 0);
      rp_graph_node (&graph, i)->lockset
        = rp_locksets_extend (&graph.locksets, RP_NO_LOCKS, i < OBJECTS ? &one : &most, 1);
    }
  size_t count;
  uint32_t *nodes = rp_graph_sorted (&graph, &count);
  rp_lock_tree tree = { 0 };
  rp_lock_places places = { 0 };
  rp_lock_tree_build (&tree, &graph, nodes, count);
  rp_lock_tree_find (&tree, &graph.locksets, rp_graph_node (&graph, OBJECTS)->lockset, &places);
  CHECK (places.list.count > 1 && places.list.count <= 20);
  RP_VEC_CLEAR (&places.list);
  rp_lock_tree_clear (&tree);
  free (nodes);
  rp_graph_clear (&graph);
}
