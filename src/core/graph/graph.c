#include "core/graph/graph.h"

#include "base/panic.h"

#include <stdlib.h>

void
rp_graph_init (rp_graph *graph)
{
  *graph = (rp_graph) { .free_edges = RP_NO_NODE, .free_nodes = RP_NO_NODE };
}

void
rp_graph_clear (rp_graph *graph)
{
  for (size_t i = 0; i < graph->nodes.count; i++)
    rp_access_set_clear (&graph->nodes.items[i].accesses);
  RP_VEC_CLEAR (&graph->signals);
  RP_VEC_CLEAR (&graph->nodes);
  RP_VEC_CLEAR (&graph->edges);
  rp_locksets_clear (&graph->locksets);
  rp_parts_clear (&graph->parts);
}

static uint32_t
take_slot (rp_graph *graph)
{
  uint32_t node = graph->free_nodes;
  if (node != RP_NO_NODE)
    {
      graph->free_nodes = graph->nodes.items[node].next_in_part;
      return node;
    }
  RP_ASSERT (graph->nodes.count < RP_NO_NODE);
  RP_VEC_PUSH (&graph->nodes, (rp_node) { 0 });
  return (uint32_t) graph->nodes.count - 1;
}

uint32_t
rp_graph_add_node (rp_graph *graph, rp_node_kind kind, uint32_t task, uint32_t part, uint32_t site)
{
  uint32_t number = take_slot (graph);
  RP_ASSERT (graph->stamp < UINT32_MAX);
  graph->nodes.items[number] = (rp_node) { .stamp = graph->stamp++,
                                           .task = task,
                                           .pred = { RP_NO_NODE, RP_NO_NODE },
                                           .more = RP_NO_NODE,
                                           .part = part,
                                           .next_in_part = RP_NO_NODE,
                                           .site = site,
                                           .kind = kind };
  rp_part_add_node (graph, part, number);
  if (++graph->live > graph->most)
    graph->most = graph->live;
  return number;
}

static void
add_more (rp_graph *graph, rp_node *node, uint32_t from, bool is_last)
{
  uint32_t edge = graph->free_edges;
  if (edge != RP_NO_NODE)
    graph->free_edges = graph->edges.items[edge].next;
  else
    {
      RP_ASSERT (graph->edges.count < RP_NO_NODE);
      RP_VEC_PUSH (&graph->edges, (rp_edge) { 0 });
      edge = (uint32_t) graph->edges.count - 1;
    }
  graph->edges.items[edge] = (rp_edge) { from, node->more, is_last };
  node->more = edge;
}

void
rp_graph_add_edge (rp_graph *graph, uint32_t from, uint32_t to, bool is_last)
{
  rp_node *node = rp_graph_node (graph, to);
  RP_ASSERT (rp_graph_node (graph, from)->stamp < node->stamp);
  graph->edge_count++;
  if (!is_last && node->pred[0] == RP_NO_NODE)
    node->pred[0] = from;
  else if (!is_last && node->pred[1] == RP_NO_NODE)
    node->pred[1] = from;
  else
    add_more (graph, node, from, is_last);
}

void
rp_graph_remove_node (rp_graph *graph, uint32_t number)
{
  rp_node *node = rp_graph_node (graph, number);
  while (node->more != RP_NO_NODE)
    {
      uint32_t edge = node->more;
      node->more = graph->edges.items[edge].next;
      graph->edges.items[edge].next = graph->free_edges;
      graph->free_edges = edge;
    }
  rp_access_set_clear (&node->accesses);
  node->kind = RP_NODE_FREE;
  node->next_in_part = graph->free_nodes;
  graph->free_nodes = number;
  graph->live--;
}

static int
compare_stamps (const void *a, const void *b, void *context)
{
  const rp_graph *graph = context;
  uint32_t x = graph->nodes.items[*(const uint32_t *) a].stamp;
  uint32_t y = graph->nodes.items[*(const uint32_t *) b].stamp;
  return (x > y) - (x < y);
}

uint32_t *
rp_graph_sorted (const rp_graph *graph, size_t *count)
{
  uint32_t *sorted = rp_malloc ((graph->live + (size_t) 1) * sizeof *sorted);
  size_t found = 0;
  for (size_t i = 0; i < graph->nodes.count; i++)
    if (graph->nodes.items[i].kind != RP_NODE_FREE)
      sorted[found++] = (uint32_t) i;
  if (found)
    qsort_r (sorted, found, sizeof *sorted, compare_stamps, (void *) graph);
  *count = found;
  return sorted;
}
