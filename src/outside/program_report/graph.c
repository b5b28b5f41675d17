/* Draws the computation graph of a compiled program. The graph is rebuilt from the raw report. Places and accesses
 * get numbers, which the namer in this file turns into names. */
#include "base/panic.h"
#include "core/graph/dot.h"
#include "outside/program_report/program_report.h"

#include <stdlib.h>
#include <string.h>

typedef struct drawing
{
  rp_namer namer; /* must be the first member */
  rp_program_reader *reader;
  const rp_fact_graph *facts;
  RP_VEC (const rp_fact_access *) accesses; /* the location of an access is its index here */
  rp_graph graph;
  rp_task_table tasks;
} drawing;

static const drawing *
drawing_of (const rp_namer *namer)
{
  return (const drawing *) namer;
}

/* Returns the stack of SITE, which is the number of a place plus 1. Behind the places of the graph follow the places at
 * which tasks were created. */
static const rp_fact_stack *
stack_at (const drawing *d, uint32_t site)
{
  uint32_t place = site - 1;
  return place < d->facts->place_count
           ? &d->facts->places[place]
           : &d->reader->facts.tasks[place - d->facts->place_count].stack;
}

static rp_site_name
name_site (rp_namer *namer, rp_arena *arena, uint32_t site)
{
  (void) arena;
  const drawing *d = drawing_of (namer);
  rp_site_name name = { 0 };
  rp_frame *frames;
  if (site && rp_program_own_frames (d->reader, stack_at (d, site), &frames))
    {
      name.place = name.statement = frames[0].at;
      name.function = frames[0].function;
    }
  return name;
}

static rp_location_name
name_location (rp_namer *namer, rp_arena *arena, uint64_t location)
{
  (void) arena;
  const drawing *d = drawing_of (namer);
  const rp_fact_access *access = d->accesses.items[location];
  rp_object_ref found = { 0 };
  rp_program_describe_object (d->reader, &d->facts->objects[access->object], access->address,
                              access->size ? access->size : 1, &found);
  return (rp_location_name) { .name = found.name, .base = found.name };
}

static const char *
name_task_kind (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  (void) arena;
  const drawing *d = drawing_of (namer);
  return rp_program_task (d->reader, (uint32_t) (row - d->tasks.rows.items)).construct;
}

static const char *
name_task_binding (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  (void) arena;
  const drawing *d = drawing_of (namer);
  return rp_program_task (d->reader, (uint32_t) (row - d->tasks.rows.items)).binding;
}

static const char *
name_region (rp_namer *namer, rp_arena *arena, uint32_t region)
{
  (void) namer;
  return rp_arena_format (arena, "%u", region);
}

static bool
is_racing (const void *context, uint32_t node)
{
  const drawing *d = context;
  return d->facts->nodes[node].is_racing;
}

static bool
is_atomic (const void *context, uint32_t node)
{
  const drawing *d = context;
  return d->facts->nodes[node].is_atomic;
}

/* Adds the tasks. The place of a task is the place of its creation; the numbers of these places follow those of the
 * graph's own places. */
static void
add_tasks (drawing *d)
{
  for (uint32_t i = 0; i < d->reader->facts.task_count; i++)
    {
      uint32_t parent = d->reader->facts.tasks[i].parent;
      rp_task_table_add (&d->tasks, parent < d->tasks.rows.count ? parent : RP_NO_TASK, 0, RP_TASK_ASYNC,
                         d->facts->place_count + i + 1, 0);
    }
}

static void
add_node (drawing *d, const rp_fact_node *row)
{
  uint32_t task = row->task < d->tasks.rows.count ? row->task : RP_NO_TASK;
  uint32_t number = rp_graph_add_node (&d->graph, (rp_node_kind) row->kind, task, 0, row->place + 1);
  rp_node *node = rp_graph_node (&d->graph, number);
  node->index = row->index;
  node->lockset = row->is_isolated ? RP_GLOBAL_LOCK : RP_NO_LOCKS;
  for (uint32_t i = 0; i < row->access_count; i++)
    {
      const rp_fact_access *access = &row->accesses[i];
      /* each access takes two numbers, since accesses with neighbouring numbers would be joined into one */
      RP_VEC_PUSH (&d->accesses, access);
      RP_VEC_PUSH (&d->accesses, access);
      rp_access_set_add (&node->accesses,
                         (rp_access) { .base = d->accesses.count - 1,
                                       .size = 1,
                                       .task = task,
                                       .site = access->place + 1,
                                       .is_write = access->is_write });
    }
}

/* Adds edges. Edges that do not lead to a later node are left out: a damaged graph with a cycle cannot be drawn. */
static void
add_edges (drawing *d)
{
  for (uint32_t i = 0; i < d->facts->edge_count; i++)
    {
      const rp_fact_edge *edge = &d->facts->edges[i];
      if (edge->from < edge->to)
        rp_graph_add_edge (&d->graph, edge->from, edge->to, edge->is_last);
    }
}

void
rp_program_draw_graph (rp_program_reader *reader, FILE *out)
{
  drawing d
    = { .namer = { name_site, name_location, name_task_kind, name_task_binding, name_region },
        .reader = reader,
        .facts = reader->facts.graph };
  rp_graph_init (&d.graph);
  rp_part_open (&d.graph, RP_NO_PART, RP_NO_NODE, RP_NO_PART, 0);
  add_tasks (&d);
  for (uint32_t i = 0; i < d.facts->node_count; i++)
    add_node (&d, &d.facts->nodes[i]);
  add_edges (&d);
  /* use the program's own stamps: gaps between them show where folding left nodes out */
  for (uint32_t i = 0; i < d.facts->node_count; i++)
    rp_graph_node (&d.graph, i)->stamp = d.facts->nodes[i].stamp;
  rp_dot_options options = { .title = reader->report->program,
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
