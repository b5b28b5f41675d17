/* Reads the computation graph. Every index in the graph is checked against the length of the list that it is for. */
#include "core/graph/graph.h"
#include "outside/raw_report/fact_rows.h"

static void
read_place (rp_fact_reader *reader, const json_t *row, void *element)
{
  *(rp_fact_stack *) element = rp_fact_read_stack (reader, row, "stack");
}

/* Returns the access of ROW: [address, size, whether the access writes, place, object]. */
static rp_fact_access
read_access (rp_fact_reader *reader, const json_t *row)
{
  rp_fact_access access = { .address = rp_fact_to_address (reader, json_array_get (row, 0), "accesses"),
                            .size = rp_fact_to_number (reader, json_array_get (row, 1), "accesses", RP_FACT_MAX_NUMBER),
                            .is_write = rp_fact_to_flag (reader, json_array_get (row, 2), "accesses") };
  access.place = (uint32_t) rp_fact_to_number (reader, json_array_get (row, 3), "accesses", RP_FACT_MAX_ROWS);
  access.object = (uint32_t) rp_fact_to_number (reader, json_array_get (row, 4), "accesses", RP_FACT_MAX_ROWS);
  return access;
}

static void
read_node (rp_fact_reader *reader, const json_t *row, void *element)
{
  rp_fact_node *node = element;
  const json_t *accesses = rp_fact_array (reader, row, "accesses", RP_FACT_MAX_ROWS, &node->access_count);
  node->kind = (uint32_t) rp_fact_number (reader, row, "kind", RP_NODE_FREE - 1);
  node->stamp = (uint32_t) rp_fact_number (reader, row, "stamp", UINT32_MAX);
  node->task = (uint32_t) rp_fact_number_or (reader, row, "task", RP_NO_TASK - 1, RP_NO_TASK);
  node->place = (uint32_t) rp_fact_number (reader, row, "place", RP_FACT_MAX_ROWS);
  node->index = (uint32_t) rp_fact_number (reader, row, "index", UINT32_MAX);
  node->is_isolated = rp_fact_flag (reader, row, "isolated");
  node->is_atomic = rp_fact_flag (reader, row, "atomic");
  node->is_racing = rp_fact_flag (reader, row, "racing");
  node->accesses = rp_arena_alloc (reader->arena, node->access_count * sizeof *node->accesses);
  for (uint32_t i = 0; i < node->access_count; i++)
    node->accesses[i] = read_access (reader, json_array_get (accesses, i));
}

/* Reads the edges into GRAPH. Each edge is a list: [from, to, whether it is a `last` edge]. */
static void
read_edges (rp_fact_reader *reader, const json_t *row, rp_fact_graph *graph)
{
  const json_t *edges = rp_fact_array (reader, row, "edges", RP_FACT_MAX_ROWS, &graph->edge_count);
  graph->edges = rp_arena_alloc (reader->arena, graph->edge_count * sizeof *graph->edges);
  for (uint32_t i = 0; i < graph->edge_count; i++)
    {
      const json_t *edge = json_array_get (edges, i);
      graph->edges[i]
        = (rp_fact_edge) { (uint32_t) rp_fact_to_number (reader, json_array_get (edge, 0), "edges", RP_FACT_MAX_ROWS),
                           (uint32_t) rp_fact_to_number (reader, json_array_get (edge, 1), "edges", RP_FACT_MAX_ROWS),
                           rp_fact_to_flag (reader, json_array_get (edge, 2), "edges") };
    }
}

static bool
is_in_range (const rp_fact_graph *graph, const rp_fact_node *node)
{
  bool is_good = node->place < graph->place_count;
  for (uint32_t i = 0; i < node->access_count; i++)
    is_good &= node->accesses[i].place < graph->place_count && node->accesses[i].object < graph->object_count;
  return is_good;
}

static void
check_numbers (rp_fact_reader *reader, const rp_fact_graph *graph)
{
  for (uint32_t i = 0; i < graph->node_count; i++)
    if (!is_in_range (graph, &graph->nodes[i]))
      rp_fact_wrong (reader, "nodes", "out of range");
  for (uint32_t i = 0; i < graph->edge_count; i++)
    if (graph->edges[i].from >= graph->node_count || graph->edges[i].to >= graph->node_count)
      rp_fact_wrong (reader, "edges", "out of range");
}

rp_fact_graph *
rp_fact_read_graph (rp_fact_reader *reader, const json_t *root)
{
  rp_fact_graph *graph = RP_NEW (reader->arena, rp_fact_graph);
  const json_t *row = rp_fact_object_at (reader, root, "graph");
  size_t before = rp_fact_enter (reader, "graph");
  graph->places = rp_fact_rows (reader, row, "places", sizeof *graph->places, read_place, &graph->place_count);
  graph->objects = rp_fact_rows (reader, row, "objects", sizeof *graph->objects, rp_fact_read_object, &graph->object_count);
  graph->nodes = rp_fact_rows (reader, row, "nodes", sizeof *graph->nodes, read_node, &graph->node_count);
  read_edges (reader, row, graph);
  if (!reader->why.length)
    check_numbers (reader, graph);
  rp_fact_leave (reader, before);
  return graph;
}
