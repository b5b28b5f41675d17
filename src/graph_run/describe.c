/* Describes races and dependences of models. The namer gives names to tasks, sites and locations. */
#include "base/panic.h"
#include "base/strbuf.h"
#include "graph_run/collect.h"

#include <string.h>

static const rp_collector *
collector_of (const rp_describer *describer)
{
  return (const rp_collector *) describer;
}

rp_task_ref
rp_collector_task (rp_describer *describer, uint32_t id)
{
  const rp_collector *collector = collector_of (describer);
  rp_namer *namer = collector->namer;
  const rp_task_row *row = &collector->tasks->rows.items[id];
  rp_task_ref ref = { .id = id,
                      .kind = (rp_task_kind) row->kind,
                      .construct = namer->task_kind (namer, describer->arena, row),
                      .binding = namer->task_binding (namer, describer->arena, row) };
  if (row->parent != RP_NO_TASK)
    {
      rp_site_name at = namer->site (namer, describer->arena, row->site);
      ref.created = at.place;
      ref.label = at.label;
    }
  return ref;
}

uint32_t
rp_collector_creator (rp_describer *describer, uint32_t id)
{
  return collector_of (describer)->tasks->rows.items[id].parent;
}

rp_access_ref
rp_collector_place (rp_describer *describer, uint32_t site)
{
  rp_namer *namer = collector_of (describer)->namer;
  rp_site_name at = namer->site (namer, describer->arena, site);
  rp_access_ref access = { .at = at.place, .label = at.label, .frame_count = 1 };
  access.frames = RP_NEW (describer->arena, rp_frame);
  *access.frames = (rp_frame) { at.function ? at.function : "main", at.place };
  return access;
}

/* Returns the names of the objects in SET, "x, y"; only the first three if there are more. */
static const char *
describe_objects (const rp_collector *collector, const rp_lockset *set)
{
  rp_arena *arena = &collector->report->arena;
  rp_strbuf text = { 0 };
  for (size_t i = 0; i < set->count && i < 3; i++)
    {
      rp_location_name name
        = collector->namer->location (collector->namer, arena, set->ranges[i].base);
      rp_strbuf_format (&text, "%s%s", i ? ", " : "",
                        set->ranges[i].size == 1 ? name.name : name.base);
    }
  rp_strbuf_add (&text, set->count > 3 ? ", ..." : "");
  const char *copy = rp_arena_copy (arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return copy;
}

static void
describe_section (const rp_collector *collector, uint32_t lockset, rp_access_ref *access)
{
  if (lockset == RP_NO_LOCKS)
    return;
  const rp_locksets *locksets = &collector->graph->locksets;
  const rp_lockset *set = lockset == RP_GLOBAL_LOCK ? NULL : rp_locksets_get (locksets, lockset);
  bool is_in_handler = set && rp_locksets_exclude (locksets, lockset, RP_GLOBAL_LOCK)
                       && rp_locksets_have_apart (locksets, lockset) && !set->ranges[0].base;
  access->section_count = 1;
  access->sections = RP_NEW (&collector->report->arena, rp_section_ref);
  access->sections->kind = RP_SECTION_ISOLATED;
  access->sections->name = set && !is_in_handler ? describe_objects (collector, set) : NULL;
}

static rp_access_ref
describe_side (rp_collector *collector, const rp_race_side *side, uint32_t step)
{
  rp_access_ref access = rp_describe_access (&collector->describer, side->task, side->site);
  access.is_write = side->is_write;
  access.task.folded = side->folded;
  access.step = step;
  describe_section (collector, side->lockset, &access);
  return access;
}

static void
describe_meeting (const rp_collector *collector, const rp_meeting *meeting, rp_order *order)
{
  rp_arena *arena = &collector->report->arena;
  rp_namer *namer = collector->namer;
  order->meeting = RP_MEET_PROGRAM;
  if (!meeting->site)
    return;
  order->met = namer->site (namer, arena, meeting->site).place;
  order->meeting = RP_MEET_FINISH;
  if (meeting->is_region)
    {
      order->meeting = RP_MEET_AWAIT;
      order->meeting_name = namer->region (namer, arena, meeting->region);
    }
}

/* Returns whether TASK was registered on the clock or phaser with the number CHAIN at its node with the stamp STEP. If
 * so, *PHASE becomes the phase of TASK's next signal from STEP on or, if there is none, the phase after the one that
 * TASK last waited for. */
static bool
find_phase (const rp_graph *graph, uint32_t chain, uint32_t task, uint32_t step, uint64_t *phase)
{
  bool has_waited = false;
  for (size_t i = 0; i < graph->signals.count; i++)
    {
      const rp_signal *signal = &graph->signals.items[i];
      if (signal->task != task || signal->chain != chain)
        continue;
      if (!signal->is_wait && signal->stamp >= step)
        {
          *phase = signal->phase;
          return true;
        }
      if (signal->is_wait && signal->stamp <= step)
        {
          *phase = signal->phase + 1;
          has_waited = true;
        }
    }
  return has_waited;
}

/* Looks for a clock or phaser on which both TASKS were registered at the nodes with the stamps STEPS. Returns a
 * signal of this clock or phaser, and sets PHASES to the phases that the two tasks were in. Returns NULL if there
 * is no such clock or phaser. */
static const rp_signal *
find_common (const rp_graph *graph, const uint32_t tasks[2], const uint32_t steps[2],
             uint64_t phases[2])
{
  uint32_t asked = 0; /* the clock or phaser that was looked at last */
  for (size_t i = 0; i < graph->signals.count; i++)
    {
      const rp_signal *signal = &graph->signals.items[i];
      if (signal->task != tasks[0] || signal->chain == asked)
        continue;
      asked = signal->chain;
      if (find_phase (graph, signal->chain, tasks[0], steps[0], &phases[0])
          && find_phase (graph, signal->chain, tasks[1], steps[1], &phases[1]))
        return signal;
    }
  return NULL;
}

static void
describe_phases (const rp_collector *collector, const rp_collected_race *found, rp_order *order)
{
  uint32_t tasks[2] = { found->race.earlier.task, found->race.later.task };
  uint64_t phases[2];
  const rp_signal *on = find_common (collector->graph, tasks, found->steps, phases);
  if (!on)
    return;
  order->phases = on->is_clock ? RP_PHASES_CLOCK : RP_PHASES_PHASER;
  order->phase[0] = phases[1];
  order->phase[1] = phases[0];
}

static void
describe_race (rp_collector *collector, const rp_collected_race *found)
{
  rp_finding finding
    = { .rule = RP_RULE_RACE,
        .certainty = found->race.kind == RP_RACE_CERTAIN ? RP_CERTAIN : RP_POSSIBLE,
        .access_count = 2,
        .count = found->count,
        .object = { .name = found->object.name,
                    .storage = found->object.storage,
                    .size = found->object.size,
                    .declared = found->object.declared } };
  finding.accesses[0] = describe_side (collector, &found->race.later, found->steps[1]);
  finding.accesses[1] = describe_side (collector, &found->race.earlier, found->steps[0]);
  finding.kind = rp_describe_kind (found->race.earlier.is_write, found->race.later.is_write);
  finding.order = rp_describe_order (&collector->describer, &finding);
  describe_meeting (collector, &found->meeting, finding.order);
  describe_phases (collector, found, finding.order);
  rp_report_add (collector->report, &finding);
}

static void
describe_dependence (rp_collector *collector, const rp_collected_race *found)
{
  rp_dependence dependence
    = { .kind = RP_DEPENDS_ON_ISOLATED,
        .object = rp_arena_format (&collector->report->arena, "`%s`", found->object.base),
        .at = found->places[0].place,
        .other = found->places[1].place };
  rp_report_add_dependence (collector->report, &dependence);
}

void
rp_collector_describe (rp_collector *collector)
{
  for (size_t i = 0; i < collector->list.count; i++)
    if (collector->list.items[i].race.kind == RP_RACE_ORDER)
      describe_dependence (collector, &collector->list.items[i]);
    else
      describe_race (collector, &collector->list.items[i]);
}
