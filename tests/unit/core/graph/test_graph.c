/* Nodes and edges: adding, removing, reusing. */
#include "base/rng.h"
#include "core/graph/graph.h"
#include "test.h"

#include <stdlib.h>

static size_t
count_preds (const rp_graph *graph, uint32_t node, uint32_t *last)
{
  size_t count = 0;
  RP_GRAPH_FOR_PREDS (graph, node, from, is_last, {
    count++;
    *last += is_last ? from : 0;
  });
  return count;
}

TEST (many_predecessors)
{
  rp_graph graph;
  rp_graph_init (&graph);
  uint32_t part = rp_part_open (&graph, RP_NO_PART, RP_NO_NODE, RP_NO_PART, 0);
  for (uint32_t i = 0; i < 50; i++)
    CHECK_INT (rp_graph_add_node (&graph, RP_NODE_START, i, part, i), i);
  for (uint32_t i = 0; i < 49; i++)
    rp_graph_add_edge (&graph, i, 49, i % 7 == 3);
  uint32_t last = 0;
  CHECK_INT (count_preds (&graph, 49, &last), 49);
  CHECK_INT (last, 3 + 10 + 17 + 24 + 31 + 38 + 45);
  CHECK_INT (graph.edge_count, 49);
  CHECK_INT (count_preds (&graph, 0, &last), 0);
  rp_graph_clear (&graph);
}

/* Numbers are reused, stamps are not, and counts stay right. Each node is in a part of its own:
 * whoever removes nodes takes them out of their part. */
TEST (nodes_come_and_go)
{
  rp_graph graph;
  rp_graph_init (&graph);
  rp_rng rng = rp_rng_from_seed (4);
  RP_VEC (uint32_t) nodes = { 0 };
  uint32_t made = 0;
  for (int i = 0; i < 5000; i++)
    if (nodes.count < 5 || rp_rng_below (&rng, 100) < 51)
      {
        uint32_t part = rp_part_open (&graph, RP_NO_PART, RP_NO_NODE, RP_NO_PART, 0);
        uint32_t node = rp_graph_add_node (&graph, RP_NODE_JOIN, 0, part, 0);
        CHECK_INT (rp_graph_node (&graph, node)->stamp, made++);
        uint32_t unused = 0;
        CHECK_INT (count_preds (&graph, node, &unused), 0);
        CHECK_INT (rp_graph_node (&graph, node)->accesses.count, 0);
        for (size_t k = 0; k < nodes.count && k < 6; k++)
          rp_graph_add_edge (&graph, nodes.items[k], node, k > 3);
        rp_access_set_add (&rp_graph_node (&graph, node)->accesses,
                           (rp_access) { .base = 1, .size = 1 });
        RP_VEC_PUSH (&nodes, node);
      }
    else
      {
        size_t at = rp_rng_below (&rng, nodes.count);
        rp_graph_remove_node (&graph, nodes.items[at]);
        nodes.items[at] = RP_VEC_LAST (&nodes);
        nodes.count--;
      }
  CHECK_INT (graph.live, nodes.count);
  CHECK (graph.most >= graph.live);
  CHECK (graph.nodes.count == graph.most);
  size_t count;
  uint32_t *sorted = rp_graph_sorted (&graph, &count);
  CHECK_INT (count, nodes.count);
  free (sorted);
  RP_VEC_CLEAR (&nodes);
  rp_graph_clear (&graph);
}

TEST (an_empty_graph_sorts)
{
  rp_graph graph;
  size_t count;
  rp_graph_init (&graph);
  uint32_t *sorted = rp_graph_sorted (&graph, &count);
  CHECK_INT (count, 0);
  free (sorted);
  rp_graph_clear (&graph);
}
