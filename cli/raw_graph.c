/* The picture of a compiled program's computation graph: the graph of the raw report is built
 * again, with numbers for its places and accesses that the namer here understands. */
#include "base/panic.h"
#include "graph/dot.h"
#include "raw.h"

#include <stdlib.h>
#include <string.h>

typedef struct drawing
{
  rp_namer namer; /* first */
  rp_raw *raw;
  const json_t *places, *objects, *nodes;
  RP_VEC (const json_t *) accesses; /* the location of an access is its number here */
  rp_graph graph;
  rp_task_table tasks;
} drawing;

static const drawing *
drawing_of (const rp_namer *namer)
{
  return (const drawing *) namer;
}

/* Site n is place n - 1. */
static rp_site_name
name_site (rp_namer *namer, rp_arena *arena, uint32_t site)
{
  (void) arena;
  const drawing *d = drawing_of (namer);
  rp_site_name name = { 0 };
  rp_frame *frames;
  if (site && rp_raw_own_frames (d->raw, json_array_get (d->places, site - 1), "stack", &frames))
    {
      name.place = name.statement = frames[0].at;
      name.function = frames[0].function;
    }
  return name;
}

static uint64_t
element (const json_t *array, size_t index)
{
  const json_t *value = json_array_get (array, index);
  return json_is_string (value) ? strtoull (json_string_value (value), NULL, 0)
                                : (uint64_t) json_integer_value (value);
}

static rp_location_name
name_location (rp_namer *namer, rp_arena *arena, uint64_t location)
{
  (void) arena;
  const drawing *d = drawing_of (namer);
  const json_t *access = d->accesses.items[location];
  rp_finding found = { 0 };
  const char *headline = "";
  uint64_t size = element (access, 1);
  rp_raw_describe_object (d->raw, json_array_get (d->objects, element (access, 4)),
                          element (access, 0), size ? size : 1, &found, &headline);
  return (rp_location_name) { .name = found.object.name, .base = found.object.name };
}

static const char *
name_task_kind (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  (void) arena;
  const drawing *d = drawing_of (namer);
  return rp_raw_task (d->raw, (uint32_t) (row - d->tasks.rows.items)).kind;
}

static const char *
name_task_binding (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  (void) arena;
  const drawing *d = drawing_of (namer);
  return rp_raw_task (d->raw, (uint32_t) (row - d->tasks.rows.items)).binding;
}

static const char *
name_region (rp_namer *namer, rp_arena *arena, uint32_t region)
{
  (void) namer;
  return rp_arena_format (arena, "%u", region);
}

static bool
has_flag (const void *context, uint32_t node, const char *key)
{
  const drawing *d = context;
  return rp_raw_flag (json_array_get (d->nodes, node), key);
}

static bool
is_racing (const void *context, uint32_t node)
{
  return has_flag (context, node, "racing");
}

static bool
is_atomic (const void *context, uint32_t node)
{
  return has_flag (context, node, "atomic");
}

/* A task's place is that of its creation: a number behind those of the graph's own. */
static void
add_tasks (drawing *d)
{
  const json_t *rows = json_object_get (d->raw->root, "tasks");
  for (size_t i = 0; i < json_array_size (rows); i++)
    {
      const json_t *row = json_array_get (rows, i);
      uint64_t parent = rp_raw_number (row, "parent");
      bool is_main
        = json_is_null (json_object_get (row, "parent")) || parent >= d->tasks.rows.count;
      json_array_append ((json_t *) d->places, (json_t *) row);
      rp_task_table_add (&d->tasks, is_main ? RP_NO_TASK : (uint32_t) parent, 0, RP_TASK_ASYNC,
                         (uint32_t) json_array_size (d->places), 0);
    }
}

static void
add_node (drawing *d, const json_t *row)
{
  bool has_task = json_object_get (row, "task");
  uint64_t task = has_task ? rp_raw_number (row, "task") : RP_NO_TASK;
  uint64_t kind = rp_raw_number (row, "kind");
  if (task >= d->tasks.rows.count)
    task = RP_NO_TASK;
  uint32_t number
    = rp_graph_add_node (&d->graph, kind < RP_NODE_FREE ? (rp_node_kind) kind : RP_NODE_CONTINUE,
                         (uint32_t) task, 0, (uint32_t) rp_raw_number (row, "place") + 1);
  rp_node *node = rp_graph_node (&d->graph, number);
  node->index = (uint32_t) rp_raw_number (row, "index");
  node->lockset = rp_raw_flag (row, "isolated") ? RP_GLOBAL_LOCK : RP_NO_LOCKS;
  const json_t *accesses = json_object_get (row, "accesses");
  for (size_t i = 0; i < json_array_size (accesses); i++)
    {
      const json_t *access = json_array_get (accesses, i);
      /* every other number: neighbours would be taken for one access */
      RP_VEC_PUSH (&d->accesses, access);
      RP_VEC_PUSH (&d->accesses, access);
      rp_access_set_add (&node->accesses,
                         (rp_access) { .base = d->accesses.count - 1,
                                       .size = 1,
                                       .task = (uint32_t) task,
                                       .site = (uint32_t) element (access, 3) + 1,
                                       .is_write = json_is_true (json_array_get (access, 2)) });
    }
}

static void
add_edges (drawing *d, const json_t *edges)
{
  size_t count = json_array_size (d->nodes);
  for (size_t i = 0; i < json_array_size (edges); i++)
    {
      const json_t *edge = json_array_get (edges, i);
      uint64_t from = element (edge, 0), to = element (edge, 1);
      if (from < to && to < count)
        rp_graph_add_edge (&d->graph, (uint32_t) from, (uint32_t) to,
                           json_is_true (json_array_get (edge, 2)));
    }
}

void
rp_raw_draw (rp_raw *raw, FILE *out)
{
  const json_t *graph = json_object_get (raw->root, "graph");
  drawing d
    = { .namer = { name_site, name_location, name_task_kind, name_task_binding, name_region },
        .raw = raw,
        .places = json_object_get (graph, "places"),
        .objects = json_object_get (graph, "objects"),
        .nodes = json_object_get (graph, "nodes") };
  rp_graph_init (&d.graph);
  rp_part_open (&d.graph, RP_NO_PART, RP_NO_NODE, RP_NO_PART, 0);
  add_tasks (&d);
  for (size_t i = 0; i < json_array_size (d.nodes); i++)
    add_node (&d, json_array_get (d.nodes, i));
  add_edges (&d, json_object_get (graph, "edges"));
  /* what folding has left out shows in the numbers */
  for (size_t i = 0; i < json_array_size (d.nodes); i++)
    rp_graph_node (&d.graph, (uint32_t) i)->stamp
      = (uint32_t) rp_raw_number (json_array_get (d.nodes, i), "stamp");
  rp_dot_options options = { .title = raw->report->program,
                             .tasks = &d.tasks,
                             .namer = &d.namer,
                             .is_racing = is_racing,
                             .is_atomic = is_atomic,
                             .context = &d,
                             .with_files = true };
  rp_dot_write (&d.graph, &options, out);
  rp_graph_clear (&d.graph);
  rp_task_table_clear (&d.tasks);
  RP_VEC_CLEAR (&d.accesses);
}
