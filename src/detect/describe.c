/* Findings in words. The engines work with numbers; here they get their names back. */
#include "base/panic.h"
#include "base/strbuf.h"
#include "detect/collect.h"

#include <string.h>

rp_task_ref
rp_describe_task (const rp_collector *collector, uint32_t task)
{
  rp_arena *arena = &collector->report->arena;
  rp_namer *namer = collector->namer;
  const rp_task_row *row = &collector->tasks->rows.items[task];
  rp_task_ref ref = { .id = task,
                      .kind = namer->task_kind (namer, arena, row),
                      .binding = namer->task_binding (namer, arena, row) };
  if (row->parent != RP_NO_TASK)
    {
      rp_site_name at = namer->site (namer, arena, row->site);
      ref.created = at.place;
      ref.label = at.label;
    }
  return ref;
}

/* "tasks 3 and 4", "main and task 2". */
const char *
rp_describe_both (rp_arena *arena, uint32_t a, uint32_t b)
{
  if (a && b)
    return rp_arena_format (arena, "tasks %u and %u", a, b);
  return rp_arena_format (arena, "main and task %u", a ? a : b);
}

static void
describe_ancestors (const rp_collector *collector, uint32_t task, rp_access_ref *access)
{
  const rp_task_row *rows = collector->tasks->rows.items;
  access->ancestor_count = rows[task].depth;
  access->ancestors = rp_arena_alloc (&collector->report->arena,
                                      access->ancestor_count * sizeof *access->ancestors);
  for (uint32_t i = 0; i < access->ancestor_count; i++)
    {
      task = rows[task].parent;
      access->ancestors[i] = rp_describe_task (collector, task);
    }
}

rp_access_ref
rp_describe_place (const rp_collector *collector, uint32_t task, uint32_t site)
{
  rp_arena *arena = &collector->report->arena;
  rp_site_name at = collector->namer->site (collector->namer, arena, site);
  rp_access_ref access
    = { .task = rp_describe_task (collector, task), .at = at.place, .label = at.label };
  describe_ancestors (collector, task, &access);
  access.frame_count = 1;
  access.frames = RP_NEW (arena, rp_frame);
  *access.frames = (rp_frame) { at.function ? at.function : "main", at.place };
  return access;
}

static const char *
describe_locks (const rp_collector *collector, uint32_t lockset)
{
  if (lockset == RP_NO_LOCKS)
    return NULL;
  if (lockset == RP_GLOBAL_LOCK)
    return "isolated";
  rp_arena *arena = &collector->report->arena;
  const rp_lockset *set = rp_locksets_get (&collector->graph->locksets, lockset);
  if (rp_locksets_exclude (&collector->graph->locksets, lockset, RP_GLOBAL_LOCK)
      && rp_locksets_have_actor (&collector->graph->locksets, lockset) && !set->ranges[0].base)
    return "isolated"; /* inside a handler */
  rp_strbuf text = { 0 };
  rp_strbuf_add (&text, "isolated(");
  for (size_t i = 0; i < set->count && i < 3; i++)
    {
      rp_location_name name
        = collector->namer->location (collector->namer, arena, set->ranges[i].base);
      rp_strbuf_format (&text, "%s%s", i ? ", " : "",
                        set->ranges[i].size == 1 ? name.name : name.base);
    }
  rp_strbuf_add (&text, set->count > 3 ? ", ...)" : ")");
  const char *copy = rp_arena_copy (arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return copy;
}

static rp_access_ref
describe_side (const rp_collector *collector, const rp_race_side *side, uint32_t step)
{
  rp_access_ref access = rp_describe_place (collector, side->task, side->site);
  access.is_write = side->is_write;
  access.task.folded = side->folded;
  access.step = step;
  access.isolated = describe_locks (collector, side->lockset);
  return access;
}

/* The tasks from below ANCESTOR down to TASK. */
static uint32_t
describe_path (const rp_collector *collector, uint32_t ancestor, uint32_t task, rp_task_ref **path)
{
  const rp_task_row *rows = collector->tasks->rows.items;
  uint32_t count = rows[task].depth - rows[ancestor].depth;
  *path = rp_arena_alloc (&collector->report->arena, count * sizeof **path);
  for (uint32_t i = count; i-- > 0; task = rows[task].parent)
    (*path)[i] = rp_describe_task (collector, task);
  return count;
}

static void
describe_meeting (const rp_collector *collector, const rp_meeting *meeting, rp_order *order)
{
  rp_arena *arena = &collector->report->arena;
  rp_namer *namer = collector->namer;
  order->join = "end of the program";
  if (!meeting->site)
    return;
  order->joined = namer->site (namer, arena, meeting->site).place;
  order->join = "end of finish";
  if (meeting->is_region)
    order->join
      = rp_arena_format (arena, "await %s", namer->region (namer, arena, meeting->region));
}

/* Whether TASK was on the barrier CHAIN at STEP, and then in which phase: that of the next signal that it gave; if it
 * gave none, the one after that it last waited for. */
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

/* A clock or phaser that both tasks were on; NULL if there is none. */
static const rp_signal *
find_common (const rp_graph *graph, const uint32_t tasks[2], const uint32_t steps[2],
             uint64_t phases[2])
{
  uint32_t asked = 0; /* the last one */
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

/* "; both are on one clock, task 1 in phase 0 and task 2 in phase 1", or "". */
static const char *
describe_phases (const rp_collector *collector, const rp_collected *found)
{
  uint32_t tasks[2] = { found->race.earlier.task, found->race.later.task };
  uint64_t phases[2];
  const rp_signal *on = find_common (collector->graph, tasks, found->steps, phases);
  if (!on)
    return "";
  rp_strbuf text = { 0 };
  rp_strbuf_format (&text, "; both are on one %s, ", on->is_clock ? "clock" : "phaser");
  for (int i = 0; i < 2; i++)
    {
      rp_strbuf_add (&text, i ? " and " : "");
      if (tasks[i])
        rp_strbuf_format (&text, "task %u", tasks[i]);
      else
        rp_strbuf_add (&text, "main");
      rp_strbuf_format (&text, " in phase %llu", (unsigned long long) phases[i]);
    }
  const char *copy = rp_arena_copy (&collector->report->arena, text.text, text.length);
  rp_strbuf_clear (&text);
  return copy;
}

static rp_order *
describe_order (const rp_collector *collector, const rp_collected *found)
{
  rp_arena *arena = &collector->report->arena;
  rp_order *order = RP_NEW (arena, rp_order);
  uint32_t tasks[2] = { found->race.later.task, found->race.earlier.task };
  uint32_t ancestor = rp_task_table_ancestor (collector->tasks, tasks[0], tasks[1]);
  order->ancestor = rp_describe_task (collector, ancestor);
  for (int i = 0; i < 2; i++)
    order->path_count[i] = describe_path (collector, ancestor, tasks[i], &order->paths[i]);
  describe_meeting (collector, &found->meeting, order);
  order->missing = rp_arena_format (
    arena, "no path from step %u to step %u or back: %s%s", found->steps[0], found->steps[1],
    found->race.kind == RP_RACE_POSSIBLE
      ? "only the order that isolated sections took in this run links them"
      : "no finish, future, phaser, clock or region links them",
    describe_phases (collector, found));
  return order;
}

static const char *
race_message (const rp_collector *collector, const rp_finding *finding)
{
  rp_arena *arena = &collector->report->arena;
  const rp_access_ref *later = &finding->accesses[0], *earlier = &finding->accesses[1];
  return rp_arena_format (arena, "%sdata race on `%s`: %s / %s, %s are not ordered",
                          finding->certainty == RP_CERTAIN ? "" : "possible ", finding->object.name,
                          earlier->is_write ? "write" : "read", later->is_write ? "write" : "read",
                          rp_describe_both (arena, earlier->task.id, later->task.id));
}

static void
describe_race (rp_collector *collector, const rp_collected *found)
{
  rp_finding finding
    = { .rule = RP_RULE_RACE,
        .certainty = found->race.kind == RP_RACE_CERTAIN ? RP_CERTAIN : RP_POSSIBLE,
        .access_count = 2,
        .count = found->count,
        .object = { found->object.name, found->object.storage, found->object.size,
                    found->object.declared } };
  finding.accesses[0] = describe_side (collector, &found->race.later, found->steps[1]);
  finding.accesses[1] = describe_side (collector, &found->race.earlier, found->steps[0]);
  bool w1 = found->race.earlier.is_write, w2 = found->race.later.is_write;
  finding.kind = w1 && w2 ? "write-write" : w1 ? "write-read" : "read-write";
  finding.message = race_message (collector, &finding);
  finding.order = describe_order (collector, found);
  rp_report_add (collector->report, &finding);
}

static void
describe_dependence (rp_collector *collector, const rp_collected *found)
{
  const char *what = rp_arena_format (&collector->report->arena,
                                      "the order of isolated sections on `%s`", found->object.base);
  rp_dependence dependence = { .what = what, .at = found->places[0].place, .other = found->places[1].place };
  RP_VEC_PUSH (&collector->report->dependences, dependence);
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
