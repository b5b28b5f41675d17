#include "graph_run/graph_run.h"

#include "base/panic.h"
#include "core/detect/possible_deadlock.h"

#include <stdlib.h>

void
rp_graph_run_init (rp_graph_run *run, rp_report *report, bool on_the_fly, bool keep_going)
{
  *run = (rp_graph_run) { .report = report };
  rp_builder_init (&run->builder);
  rp_detector_init (&run->detector, &run->builder.graph, rp_collector_add, &run->collector);
  run->fly = (rp_onthefly) { .detector = &run->detector,
                             .stop_at_race = !keep_going,
                             .has_race = rp_collector_has_race,
                             .context = &run->collector };
  report->on_the_fly = on_the_fly;
  if (on_the_fly)
    rp_onthefly_attach (&run->fly, &run->builder);
}

void
rp_graph_run_set_names (rp_graph_run *run, const rp_task_table *tasks, rp_namer *namer)
{
  rp_collector_init (&run->collector, &run->builder.graph, tasks, namer, run->report);
  run->collector.all = run->report->keep_all;
  run->detector.every = run->report->keep_all || run->marks_nodes;
}

void
rp_graph_run_add_finding (rp_graph_run *run, rp_rule rule, uint32_t task, uint32_t site,
                          const char *message, const char *object)
{
  rp_arena *arena = &run->report->arena;
  rp_finding finding = {
    .rule = rule, .access_count = 1, .count = 1, .message = rp_arena_format (arena, "%s", message)
  };
  if (object)
    finding.object.name = rp_arena_format (arena, "%s", object);
  finding.accesses[0] = rp_describe_access (&run->collector.describer, task, site);
  rp_report_add (run->report, &finding);
}

static rp_access_ref
describe_permission (rp_graph_run *run, rp_permission_side side)
{
  rp_access_ref access = rp_describe_access (&run->collector.describer, side.task, side.site);
  access.is_write = side.writes;
  access.is_acquire = true;
  return access;
}

void
rp_graph_run_add_violation (rp_graph_run *run, rp_permission_side later, rp_permission_side earlier,
                            rp_range range)
{
  rp_arena *arena = &run->report->arena;
  rp_namer *namer = run->collector.namer;
  rp_location_name name = namer->location (namer, arena, range.base);
  rp_finding finding = { .rule = RP_RULE_PERMISSION, .access_count = 2, .count = 1 };
  finding.object = (rp_object_ref) { .name = range.size > 1 ? name.base : name.name,
                                     .storage = name.storage,
                                     .size = name.size,
                                     .declared = name.declared };
  finding.accesses[0] = describe_permission (run, later);
  finding.accesses[1] = describe_permission (run, earlier);
  rp_report_add (run->report, &finding);
}

static void
add_overlaps (rp_graph_run *run)
{
  for (size_t i = 0; i < run->overlaps.list.count; i++)
    {
      const rp_overlap *overlap = &run->overlaps.list.items[i];
      const rp_permission *later = &overlap->later, *earlier = &overlap->earlier;
      rp_graph_run_add_violation (
        run, (rp_permission_side) { later->task, later->site, later->writes },
        (rp_permission_side) { earlier->task, earlier->site, earlier->writes }, overlap->range);
    }
}

static void
add_deadlock (rp_graph_run *run, const rp_stop_info *stop)
{
  rp_finding finding
    = rp_describe_deadlock (&run->collector.describer, stop->waiting, stop->waiting_count);
  rp_report_add (run->report, &finding);
}

/* Adds the dependences that may end in a deadlock. They come first in the report, since they matter most to the
 * reader. */
static void
add_stalls (rp_graph_run *run)
{
  rp_stalls *stalls = run->stalls;
  rp_namer *namer = run->collector.namer;
  rp_arena *arena = &run->report->arena;
  rp_stalls_end (stalls);
  for (size_t i = 0; i < stalls->found.count; i++)
    {
      const rp_stall_found *found = &stalls->found.items[i];
      rp_dependence dependence
        = { .kind = found->is_unknown ? RP_DEPENDS_ON_STALLS : RP_DEPENDS_ON_STALL,
            .at = namer->site (namer, arena, found->site).place };
      if (!found->is_unknown)
        dependence.other = namer->site (namer, arena, found->other_site).place;
      RP_VEC_PUSH (&run->report->dependences, dependence);
    }
}

static void
add_dependences (rp_graph_run *run)
{
  const rp_builder *builder = &run->builder;
  rp_namer *namer = run->collector.namer;
  for (size_t i = 0; i < builder->depends.count; i++)
    {
      const rp_depends *row = &builder->depends.items[i];
      rp_place at = namer->site (namer, &run->report->arena, row->site).place;
      RP_VEC_PUSH (&run->report->dependences, (rp_dependence) { .kind = row->kind, .at = at });
    }
}

void
rp_graph_run_end (rp_graph_run *run, const rp_stop_info *stop)
{
  rp_graph *graph = &run->builder.graph;
  rp_report *report = run->report;
  if (!run->fly.stopped)
    {
      size_t count;
      uint32_t *nodes = rp_graph_sorted (graph, &count);
      rp_detect_indexed (&run->detector, nodes, count);
      rp_detect_permissions (graph, nodes, count, &run->builder.permissions, &run->overlaps);
      free (nodes);
    }
  report->stopped_early = run->fly.stopped;
  if (stop->stop == RP_STOP_DEADLOCK)
    add_deadlock (run, stop);
  if (stop->stop == RP_STOP_MISUSE)
    rp_graph_run_add_finding (run, RP_RULE_MISUSE, stop->task, stop->site, stop->message, NULL);
  if (stop->stop == RP_STOP_LIMIT)
    rp_graph_run_add_finding (run, RP_RULE_RUN_TIME_ERROR, stop->task, stop->site, stop->message,
                              NULL);
  if (run->stalls)
    add_stalls (run);
  rp_collector_describe (&run->collector);
  add_overlaps (run);
  add_dependences (run);
  report->stats.tasks = run->collector.tasks->rows.count;
  report->stats.nodes = graph->stamp + graph->unmade;
  report->stats.edges = graph->edge_count;
  report->stats.accesses = graph->accesses;
  report->stats.folded = graph->folded + graph->unmade;
}

bool
rp_graph_run_is_racing (const rp_graph_run *run, uint32_t node)
{
  return rp_map_find (&run->collector.racing, node);
}

void
rp_graph_run_clear (rp_graph_run *run)
{
  rp_onthefly_clear (&run->fly);
  rp_detector_clear (&run->detector);
  rp_collector_clear (&run->collector);
  rp_overlaps_clear (&run->overlaps);
  rp_builder_clear (&run->builder);
}
