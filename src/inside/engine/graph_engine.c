#include "inside/engine/graph_engine.h"

#include "inside/engine/engine.h"
#include "inside/engine/spin.h"

#include <stdlib.h>

static rp_engine_state *const engine = &rp_engine_now;

/* When a node was first and last active, by the clock of the object log. Nodes are active one after the other. Numbers
 * of nodes are reused; stamps are not, so the stamp shows which node the times belong to. */
typedef struct node_time
{
  uint32_t stamp;
  uint64_t first, last;
} node_time;

static RP_VEC (node_time) times;

static node_time *
time_of (uint32_t number)
{
  uint32_t stamp = rp_graph_node (&engine->builder.graph, number)->stamp;
  while (times.count <= number)
    RP_VEC_PUSH (&times, (node_time) { .stamp = UINT32_MAX });
  if (times.items[number].stamp != stamp)
    times.items[number] = (node_time) { .stamp = stamp, .first = rp_object_log_now () };
  return &times.items[number];
}

void
rp_graph_engine_record (uint64_t address, uint64_t size, bool is_write, uint32_t site)
{
  rp_strand *strand = rp_current_strand ();
  for (uint64_t end = address + size, next; address < end; address = next)
    {
      uint64_t location;
      bool is_first;
      next = (address | 7) + 1 < end ? (address | 7) + 1 : end;
      if (!rp_locations_touch (&engine->locations, address, &location, &is_first))
        continue;
      rp_builder_access (&engine->builder, strand, location, (uint32_t) (next - address), is_write,
                         site);
      node_time *time = time_of (rp_builder_node (strand));
      rp_object_log_touch (address, site, is_first);
      time->last = rp_object_log_now ();
    }
}

rp_range
rp_atomic_lock_of (uint64_t locks, uint64_t address, uint64_t size)
{
  uint64_t first = address >> 3, last = (address + size - 1) >> 3;
  return (rp_range) { locks | first, last - first + 1 };
}

/* Records an access. An atomic operation is a section of its own. In the graph, operations on one location have the
 * order of this run, which other schedules need not have. */
static void
access_memory (uintptr_t address, size_t size, bool is_write, bool is_atomic, uintptr_t pc)
{
  rp_observer *builder = &engine->builder.observer;
  uint32_t site = rp_site_doing (pc, is_atomic ? RP_OPERATION_ATOMIC : RP_OPERATION_ACCESS, size);
  rp_range lock = rp_atomic_lock_of (RP_ATOMIC_LOCKS, address, size);
  if (is_atomic)
    builder->isolated_begin (builder, rp_current_strand (), &lock, 1, site);
  rp_graph_engine_record (address, size, is_write, site);
  if (is_atomic)
    builder->isolated_end (builder, rp_current_strand (), site);
}

void
rp_graph_engine_forget (uintptr_t address, size_t size)
{
  rp_locations_forget (&engine->locations, address, size);
  rp_object_log_forget (address, size);
}

/* Looks up the object at the time of the first access of the later node: the object was there then, and at the earlier
 * access. */
rp_object
rp_graph_engine_object (uint64_t address, const rp_race *race)
{
  uint64_t a = time_of (race->earlier.node)->first, b = time_of (race->later.node)->first;
  return rp_object_log_find (address, a > b ? a : b);
}

rp_object
rp_graph_engine_object_at (uint64_t address, uint32_t node)
{
  return rp_object_log_find (address, time_of (node)->last);
}

void
rp_graph_engine_end (void)
{
  size_t count;
  uint32_t *nodes = rp_graph_sorted (&engine->builder.graph, &count);
  rp_detect_indexed (&engine->detector, nodes, count);
  rp_overlaps overlaps = { 0 };
  rp_detect_permissions (&engine->builder.graph, nodes, count, &engine->builder.permissions,
                         &overlaps);
  for (size_t i = 0; i < overlaps.list.count; i++)
    rp_race_found_by_permissions (&overlaps.list.items[i]);
  rp_overlaps_clear (&overlaps);
  free (nodes);
}

rp_observer *
rp_graph_engine_start (void)
{
  engine->fly = (rp_onthefly) { .detector = &engine->detector,
                                .stop_at_race = !engine->options.keep_going,
                                .has_race = rp_race_is_found };
  if (engine->options.on_the_fly)
    rp_onthefly_attach (&engine->fly, &engine->builder);
  rp_bags_set_mode (&engine->bags, RP_BAGS_SLOW);
  return &engine->builder.observer;
}

static bool
is_parallel (void)
{
  return rp_runtime_has_open_tasks (engine->runtime);
}

static void
atomic_order (int order, uintptr_t pc)
{
  (void) order;
  if (engine->has_openmp)
    rp_spin_look (pc);
}

static void
fence (bool acquires, bool releases, uintptr_t pc)
{
  (void) acquires;
  (void) releases;
  rp_spin_look_at_fence (pc);
}

const rp_engine rp_engine_graph = { .has_graph = true,
                                    .has_report = true,
                                    .access = access_memory,
                                    .forget = rp_graph_engine_forget,
                                    .is_parallel = is_parallel,
                                    .end = rp_graph_engine_end,
                                    .atomic_order = atomic_order,
                                    .fence = fence };
