#include "outside/postmortem/analysis.h"

#include "base/panic.h"
#include "core/detect/stall.h"

#include <stdlib.h>

void
rp_analysis_init (rp_analysis *analysis, rp_report *report, bool on_the_fly, bool keep_going)
{
  *analysis = (rp_analysis) { .report = report };
  rp_builder_init (&analysis->builder);
  rp_detector_init (&analysis->detector, &analysis->builder.graph, rp_collector_add,
                    &analysis->collector);
  analysis->fly = (rp_onthefly) { .detector = &analysis->detector,
                                  .stop_at_race = !keep_going,
                                  .has_race = rp_collector_has_race,
                                  .context = &analysis->collector };
  report->on_the_fly = on_the_fly;
  if (on_the_fly)
    rp_onthefly_attach (&analysis->fly, &analysis->builder);
}

void
rp_analysis_name (rp_analysis *analysis, const rp_task_table *tasks, rp_namer *namer)
{
  rp_collector_init (&analysis->collector, &analysis->builder.graph, tasks, namer,
                     analysis->report);
  analysis->collector.all = analysis->report->keep_all;
  analysis->detector.every = analysis->report->keep_all || analysis->marks_nodes;
}

void
rp_analysis_add (rp_analysis *analysis, rp_rule rule, uint32_t task, uint32_t site,
                 const char *message, const char *object)
{
  rp_arena *arena = &analysis->report->arena;
  rp_finding finding = {
    .rule = rule, .access_count = 1, .count = 1, .message = rp_arena_format (arena, "%s", message)
  };
  if (object)
    finding.object.name = rp_arena_format (arena, "%s", object);
  finding.accesses[0] = rp_describe_access (&analysis->collector.describer, task, site);
  rp_report_add (analysis->report, &finding);
}

static rp_access_ref
describe_permission (rp_analysis *analysis, rp_permission_side side)
{
  rp_access_ref access = rp_describe_access (&analysis->collector.describer, side.task, side.site);
  access.is_write = side.writes;
  access.is_acquire = true;
  return access;
}

void
rp_analysis_add_violation (rp_analysis *analysis, rp_permission_side later,
                           rp_permission_side earlier, rp_range range)
{
  rp_arena *arena = &analysis->report->arena;
  rp_namer *namer = analysis->collector.namer;
  rp_location_name name = namer->location (namer, arena, range.base);
  rp_finding finding = { .rule = RP_RULE_PERMISSION, .access_count = 2, .count = 1 };
  finding.object = (rp_object_ref) { .name = range.size > 1 ? name.base : name.name,
                                     .storage = name.storage,
                                     .size = name.size,
                                     .declared = name.declared };
  finding.accesses[0] = describe_permission (analysis, later);
  finding.accesses[1] = describe_permission (analysis, earlier);
  rp_report_add (analysis->report, &finding);
}

static void
add_overlaps (rp_analysis *analysis)
{
  for (size_t i = 0; i < analysis->overlaps.list.count; i++)
    {
      const rp_overlap *overlap = &analysis->overlaps.list.items[i];
      const rp_permission *later = &overlap->later, *earlier = &overlap->earlier;
      rp_analysis_add_violation (
        analysis, (rp_permission_side) { later->task, later->site, later->writes },
        (rp_permission_side) { earlier->task, earlier->site, earlier->writes }, overlap->range);
    }
}

static void
add_deadlock (rp_analysis *analysis, const rp_stop_info *stop)
{
  rp_finding finding
    = rp_describe_deadlock (&analysis->collector.describer, stop->waiting, stop->waiting_count);
  rp_report_add (analysis->report, &finding);
}

/* Puts the dependences that may end in a deadlock first, since they matter most to the reader. */
static void
add_stalls (rp_analysis *analysis)
{
  rp_stalls *stalls = analysis->stalls;
  rp_namer *namer = analysis->collector.namer;
  rp_arena *arena = &analysis->report->arena;
  rp_stalls_end (stalls);
  for (size_t i = 0; i < stalls->found.count; i++)
    {
      const rp_stall_found *found = &stalls->found.items[i];
      rp_dependence dependence
        = { .kind = found->is_unknown ? RP_DEPENDS_ON_STALLS : RP_DEPENDS_ON_STALL,
            .at = namer->site (namer, arena, found->site).place };
      if (!found->is_unknown)
        dependence.other = namer->site (namer, arena, found->other_site).place;
      RP_VEC_PUSH (&analysis->report->dependences, dependence);
    }
}

static void
add_dependences (rp_analysis *analysis)
{
  const rp_builder *builder = &analysis->builder;
  rp_namer *namer = analysis->collector.namer;
  for (size_t i = 0; i < builder->depends.count; i++)
    {
      const rp_depends *row = &builder->depends.items[i];
      rp_place at = namer->site (namer, &analysis->report->arena, row->site).place;
      RP_VEC_PUSH (&analysis->report->dependences,
                   (rp_dependence) { .kind = row->kind, .at = at });
    }
}

void
rp_analysis_end (rp_analysis *analysis, const rp_stop_info *stop)
{
  rp_graph *graph = &analysis->builder.graph;
  rp_report *report = analysis->report;
  if (!analysis->fly.stopped)
    {
      size_t count;
      uint32_t *nodes = rp_graph_sorted (graph, &count);
      rp_detect_indexed (&analysis->detector, nodes, count);
      rp_detect_permissions (graph, nodes, count, &analysis->builder.permissions,
                             &analysis->overlaps);
      free (nodes);
    }
  report->stopped_early = analysis->fly.stopped;
  if (stop->stop == RP_STOP_DEADLOCK)
    add_deadlock (analysis, stop);
  if (stop->stop == RP_STOP_MISUSE)
    rp_analysis_add (analysis, RP_RULE_MISUSE, stop->task, stop->site, stop->message, NULL);
  if (stop->stop == RP_STOP_LIMIT)
    rp_analysis_add (analysis, RP_RULE_RUN_TIME_ERROR, stop->task, stop->site, stop->message, NULL);
  if (analysis->stalls)
    add_stalls (analysis);
  rp_collector_describe (&analysis->collector);
  add_overlaps (analysis);
  add_dependences (analysis);
  report->stats.tasks = analysis->collector.tasks->rows.count;
  report->stats.nodes = graph->stamp + graph->unmade;
  report->stats.edges = graph->edge_count;
  report->stats.accesses = graph->accesses;
  report->stats.folded = graph->folded + graph->unmade;
}

bool
rp_analysis_is_racing (const rp_analysis *analysis, uint32_t node)
{
  return rp_map_find (&analysis->collector.racing, node);
}

void
rp_analysis_clear (rp_analysis *analysis)
{
  rp_onthefly_clear (&analysis->fly);
  rp_detector_clear (&analysis->detector);
  rp_collector_clear (&analysis->collector);
  rp_overlaps_clear (&analysis->overlaps);
  rp_builder_clear (&analysis->builder);
}
