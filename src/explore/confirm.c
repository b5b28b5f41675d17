#include "explore/confirm.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "explore/keys.h"
#include "graph_run/graph_run.h"

#include <stdlib.h>
#include <string.h>

/* Returns the index of the certain finding with this KEY in the report of RUN; SIZE_MAX if there is none. The
 * report has, in this order: a deadlock, the races of the collector, the overlaps of permissions, the incidents. */
static size_t
find_described (const rp_graph_run *run, rp_namer *namer, const rp_run_result *result,
                const char *key)
{
  rp_arena arena = { 0 };
  size_t at = 0, found = SIZE_MAX;
  if (result->stop.stop == RP_STOP_DEADLOCK)
    {
      char *own = rp_deadlock_key (&arena, namer, &result->stop);
      found = strcmp (own, key) || result->stop.is_avoidable ? found : at;
      at++;
      free (own);
    }
  const rp_collector *collector = &run->collector;
  for (size_t i = 0; i < collector->list.count; i++)
    {
      const rp_collected_race *row = &collector->list.items[i];
      if (row->race.kind == RP_RACE_ORDER)
        continue;
      char *own = rp_pair_key (&arena, RP_RULE_RACE, row->object.base, &row->places[0].statement,
                               &row->places[1].statement);
      if (!strcmp (own, key) && row->race.kind == RP_RACE_CERTAIN)
        found = at;
      at++;
      free (own);
    }
  for (size_t i = 0; i < run->overlaps.list.count; i++, at++)
    {
      char *own = rp_overlap_key (&arena, namer, &run->overlaps.list.items[i]);
      found = strcmp (own, key) ? found : at;
      free (own);
    }
  for (size_t i = 0; i < result->incident_count; i++, at++)
    {
      char *own = rp_incident_key (&arena, namer, &result->incidents[i]);
      found = strcmp (own, key) ? found : at;
      free (own);
    }
  rp_arena_clear (&arena);
  return found;
}

/* Runs SCRIPT under the graph engine, and adds all findings of this run to SHOWN. Returns false if SCRIPT does not fit
 * the program. The caller clears RUN. */
static bool
run_again (rp_exploration *e, const rp_answers *script, rp_graph_run *run, rp_report *shown,
           rp_run_result *result)
{
  rp_subject *subject = e->search.subject;
  rp_graph_run_init (run, shown, false, false);
  run->builder.by_conflicts = true;
  run->builder.fold_calls = run->builder.keeps_permissions = true;
  rp_graph_run_set_names (run, subject->tasks (subject), subject->namer (subject));
  run->collector.all = false;
  run->collector.is_unlimited = true;
  bool fits = rp_search_replay (&e->search, script, &run->builder.observer, rp_builder_access,
                                &run->builder, result);
  rp_stop_info stop = result->stop;
  if (stop.stop != RP_STOP_DEADLOCK)
    stop.stop = RP_STOP_NOT;
  rp_graph_run_end (run, &stop);
  for (size_t i = 0; i < result->incident_count; i++)
    rp_graph_run_add_finding (run, (rp_rule) result->incidents[i].rule, result->incidents[i].task,
                              result->incidents[i].site, result->incidents[i].message,
                              result->incidents[i].object);
  return fits;
}

static void
keep_stats (rp_report *report, const rp_stats *shown)
{
  report->stats.tasks = shown->tasks > report->stats.tasks ? shown->tasks : report->stats.tasks;
  report->stats.nodes = shown->nodes > report->stats.nodes ? shown->nodes : report->stats.nodes;
  report->stats.edges = shown->edges > report->stats.edges ? shown->edges : report->stats.edges;
  report->stats.accesses
    = shown->accesses > report->stats.accesses ? shown->accesses : report->stats.accesses;
}

/* Returns an empty report for the findings of one run. It borrows the arena of REPORT, because findings move from one
 * report to the other; end_show gives the arena back. */
static rp_report
begin_show (const rp_report *report)
{
  return (rp_report) { .arena = report->arena, .keep_all = true };
}

static void
end_show (rp_report *report, rp_report *shown, rp_graph_run *run)
{
  keep_stats (report, &shown->stats);
  if (run)
    rp_graph_run_clear (run);
  report->arena = shown->arena;
  shown->arena = (rp_arena) { 0 };
  rp_report_clear (shown);
}

/* Runs SCRIPT again, by a subject that describes its findings itself. Adds the certain findings with this KEY to the
 * report, after setting their members `note` and `schedules`. Returns the index of the first of them; SIZE_MAX if there
 * is none. */
static size_t
show_key (rp_exploration *e, const rp_answers *script, const char *key, const char *note,
          uint64_t schedules)
{
  rp_report shown = begin_show (e->report);
  rp_arena arena = { 0 };
  rp_run_result result;
  size_t first = SIZE_MAX;
  bool fits = rp_search_show (&e->search, script, &shown, &result);
  for (size_t i = 0; i < shown.findings.count && fits; i++)
    {
      rp_finding *finding = &shown.findings.items[i];
      char *own = rp_finding_key (&arena, finding);
      if (!strcmp (own, key) && finding->certainty == RP_CERTAIN)
        {
          finding->schedules = schedules;
          finding->note = note;
          size_t place = (size_t) (rp_report_add (e->report, finding) - e->report->findings.items);
          first = first == SIZE_MAX ? place : first;
        }
      free (own);
    }
  rp_arena_clear (&arena);
  end_show (e->report, &shown, NULL);
  return first;
}

static const char *
describe_share (rp_exploration *e, const rp_discovery *discovery)
{
  if (!discovery->schedules)
    return "it shows in a schedule that was broken off, since the rest of it cannot differ";
  return rp_arena_format (&e->report->arena, "it shows in %llu of %llu schedule%s",
                          (unsigned long long) discovery->schedules,
                          (unsigned long long) e->report->stats.schedules,
                          e->report->stats.schedules == 1 ? "" : "s");
}

/* ---- values that differ ---- */

uint64_t
rp_exploration_path (void *context, uint32_t row)
{
  rp_search *search = context;
  const rp_task_table *table = search->subject->tasks (search->subject);
  uint32_t name = rp_task_names_of_row (&search->names, table, row);
  return search->names.list.items[name].hash;
}

static const rp_observable *
find_observable (const rp_outcomes *outcomes, uint64_t key)
{
  const uint64_t *place = rp_map_find (&outcomes->by_key, key);
  return place ? &outcomes->list.items[*place - 1] : NULL;
}

/* Returns a text such as "1 in 5 schedules, 2 in 1 schedule". */
static const char *
describe_values (rp_exploration *e, const rp_observable *observable)
{
  enum
  {
    MOST = 6
  };
  rp_strbuf text = { 0 };
  size_t count = observable->values.count;
  for (size_t i = 0; i < count && i < MOST; i++)
    {
      const rp_outcome *value = &observable->values.items[i];
      uint64_t schedules = rp_outcome_schedules (&e->outcomes, observable, i);
      rp_strbuf_format (&text, "%s%s in ", i ? ", " : "", value->text);
      if (schedules)
        rp_strbuf_format (&text, "%llu schedule%s", (unsigned long long) schedules,
                          schedules == 1 ? "" : "s");
      else
        rp_strbuf_add (&text, "schedules that did not come to their end");
    }
  if (count > MOST)
    rp_strbuf_format (&text, ", %zu more", count - MOST);
  const char *result = rp_arena_format (&e->report->arena, "%s", text.text);
  rp_strbuf_clear (&text);
  return result;
}

/* Returns the number of complete schedules in which OBSERVABLE has another value than in the first schedule. */
static uint64_t
count_differing (const rp_exploration *e, const rp_observable *observable)
{
  uint64_t differing = 0;
  for (size_t i = 1; i < observable->values.count; i++)
    differing += rp_outcome_schedules (&e->outcomes, observable, i);
  return differing;
}

/* Adds a finding to the report: OBSERVABLE has the value HERE in the last run, and another value in the first
 * schedule. Unless DISCOVERY is NULL, the finding also says how many schedules had which value. Returns the index
 * of the finding. */
static size_t
add_outcome (rp_exploration *e, const rp_observable *observable, const rp_outcome *here,
             uint32_t task, const rp_discovery *discovery)
{
  rp_subject *subject = e->search.subject;
  rp_report shown = begin_show (e->report);
  rp_graph_run run;
  rp_graph_run_init (&run, &shown, false, false);
  rp_graph_run_set_names (&run, subject->tasks (subject), subject->namer (subject));
  const char *message
    = rp_arena_format (&shown.arena, "`%s` depends on the schedule: %s in the first one, %s here",
                       observable->name, observable->values.items[0].text, here->text);
  rp_graph_run_add_finding (&run, RP_RULE_NON_DETERMINATE, task, observable->site, message,
                            observable->name);
  rp_finding finding = shown.findings.items[0];
  end_show (e->report, &shown, &run);
  if (discovery)
    {
      finding.schedules = count_differing (e, observable);
      finding.note = describe_values (e, observable);
    }
  return (size_t) (rp_report_add (e->report, &finding) - e->report->findings.items);
}

/* Returns whether OBSERVABLE has another value in the run of RESULT than in the first schedule. *AGAIN gets the values
 * of this run, and *TASK the row of the task that observed the value; 0 if no task did. */
static bool
differs (rp_exploration *e, const rp_run_result *result, const rp_observable *observable,
         rp_outcomes *again, uint32_t *task)
{
  rp_outcomes_note (again, result, result->stop.stop == RP_STOP_NOT, rp_exploration_path,
                    &e->search);
  const rp_observable *own = find_observable (again, observable->key);
  *task = own ? own->task : 0;
  if (!own && result->stop.stop == RP_STOP_NOT)
    rp_outcomes_add (again, observable->key, observable->name, observable->site, 0, "not observed",
                     0);
  own = find_observable (again, observable->key);
  return own && own->values.items[0].hash != observable->values.items[0].hash;
}

static void
confirm_outcome (rp_exploration *e, rp_discovery *discovery)
{
  const rp_observable *observable = find_observable (&e->outcomes, discovery->observable);
  rp_outcomes again = { 0 };
  rp_run_result result;
  uint32_t task;
  if (observable && rp_search_retrace (&e->search, &discovery->script, &result)
      && differs (e, &result, observable, &again, &task))
    discovery->finding = add_outcome (
      e, observable, &find_observable (&again, observable->key)->values.items[0], task, discovery);
  rp_outcomes_clear (&again);
}

/* Tests whether the last two picks of SCRIPT commute, by running them in both orders. If the values then differ, adds a
 * finding, sets *PLACE to its index in the report, and returns true. SITES are the sites of the two sections. */
static bool
show_clash (rp_exploration *e, const rp_answers *script, const uint32_t sites[2], size_t *place)
{
  rp_run_result result;
  if (rp_commute_gives_same_values (&e->search, script)
      || !rp_search_try_result (&e->search, script, &result))
    return false;
  rp_subject *subject = e->search.subject;
  uint32_t row = rp_task_names_row (&e->search.names, RP_VEC_LAST (&script->picks));
  rp_report shown = begin_show (e->report);
  rp_graph_run run;
  rp_graph_run_init (&run, &shown, false, false);
  rp_graph_run_set_names (&run, subject->tasks (subject), subject->namer (subject));
  rp_namer *namer = subject->namer (subject);
  const char *message = rp_arena_format (
    &shown.arena,
    "sections are declared to commute, but leave other values behind in the other order: this one "
    "and that of line %u",
    namer->site (namer, &shown.arena, sites[0]).place.line);
  rp_graph_run_add_finding (&run, RP_RULE_MISUSE, row, sites[1], message, NULL);
  rp_finding finding = shown.findings.items[0];
  end_show (e->report, &shown, &run);
  *place = (size_t) (rp_report_add (e->report, &finding) - e->report->findings.items);
  return true;
}

/* For a witness: if the last two picks of SCRIPT run sections that are declared to commute, tests whether they commute,
 * and adds a finding if they do not. */
static void
show_commuting (rp_exploration *e, const rp_answers *script)
{
  const rp_trace *trace = &e->search.trial_trace;
  rp_run_result result;
  size_t count = script->picks.count, place;
  if (!trace->commuting.count || count < 2 || !rp_search_try_result (&e->search, script, &result)
      || !result.has_state)
    return;
  const rp_event *first = &trace->events.items[count - 2], *second = first + 1;
  uint32_t sites[2] = { first->site, second->site };
  if (first->task != second->task && !first->writes_outside && !second->writes_outside
      && !rp_trace_before (trace, count - 2, count - 1)
      && rp_commute_is_declared (&e->search.footprints, first->footprint, second->footprint))
    show_clash (e, script, sites, &place);
}

/* For a witness: adds a finding for each observed value that differs between SCRIPT and the first schedule. */
static void
show_outcomes (rp_exploration *e, const rp_answers *script)
{
  rp_answers nothing = { 0 };
  rp_run_result result;
  rp_outcomes first = { 0 };
  if (rp_search_retrace (&e->search, &nothing, &result))
    rp_outcomes_note (&first, &result, result.stop.stop == RP_STOP_NOT, rp_exploration_path,
                      &e->search);
  if (rp_search_retrace (&e->search, script, &result))
    rp_outcomes_note (&first, &result, result.stop.stop == RP_STOP_NOT, rp_exploration_path,
                      &e->search);
  for (size_t i = 0; i < first.differing.count; i++)
    {
      const rp_observable *observable = &first.list.items[first.differing.items[i]];
      uint32_t task = observable->run == first.runs ? observable->task : 0;
      add_outcome (e, observable, &RP_VEC_LAST (&observable->values), task, NULL);
    }
  rp_outcomes_clear (&first);
}

void
rp_exploration_confirm (rp_exploration *e, rp_discovery *discovery)
{
  if (discovery->observable)
    {
      confirm_outcome (e, discovery);
      return;
    }
  if (discovery->is_clash)
    {
      show_clash (e, &discovery->script, discovery->sites, &discovery->finding);
      return;
    }
  if (e->search.subject->show)
    {
      discovery->finding = show_key (e, &discovery->script, discovery->key,
                                     describe_share (e, discovery), discovery->schedules);
      return;
    }
  rp_report shown = begin_show (e->report);
  rp_graph_run run;
  rp_run_result result;
  bool fits = run_again (e, &discovery->script, &run, &shown, &result);
  rp_namer *namer = e->search.subject->namer (e->search.subject);
  size_t at = fits ? find_described (&run, namer, &result, discovery->key) : SIZE_MAX;
  rp_finding finding = { 0 };
  if (at < shown.findings.count)
    finding = shown.findings.items[at];
  end_show (e->report, &shown, &run);
  if (finding.rule == RP_RULE_NONE)
    return;
  finding.schedules = discovery->schedules;
  finding.note = describe_share (e, discovery);
  rp_report_add (e->report, &finding);
  discovery->finding = e->report->findings.count - 1;
}

typedef RP_VEC (char *) key_list;

/* Adds to KEYS the keys of the findings of the execution that TRACE and RESULT describe: races, overlaps of
 * permissions, incidents and a deadlock. Observed values and declarations that sections commute are not among
 * them. */
static void
list_keys (rp_namer *namer, const rp_trace *trace, const rp_run_result *result, key_list *keys)
{
  rp_arena arena = { 0 };
  for (size_t i = 0; i < trace->seen.count; i++)
    RP_VEC_PUSH (keys,
                 rp_seen_race_key (&arena, namer, &trace->seen_races.items[trace->seen.items[i]]));
  for (size_t i = 0; i < result->incident_count; i++)
    RP_VEC_PUSH (keys, rp_incident_key (&arena, namer, &result->incidents[i]));
  if (result->stop.stop == RP_STOP_DEADLOCK && !result->stop.is_avoidable)
    RP_VEC_PUSH (keys, rp_deadlock_key (&arena, namer, &result->stop));
  rp_arena_clear (&arena);
}

/* Returns whether KEY is among the first COUNT of KEYS. */
static bool
has_key (const key_list *keys, size_t count, const char *key)
{
  for (size_t i = 0; i < count; i++)
    if (!strcmp (keys->items[i], key))
      return true;
  return false;
}

/* Adds only findings that both the trace and the second run show. The graph lacks some orders that the trace has, so
 * the second run alone may show too much. */
bool
rp_exploration_show (rp_exploration *e, const rp_answers *script)
{
  rp_namer *namer = e->search.subject->namer (e->search.subject);
  rp_run_result result;
  rp_graph_run run;
  key_list keys = { 0 };
  if (!rp_search_retrace (&e->search, script, &result))
    return false;
  list_keys (namer, &e->search.trial_trace, &result, &keys);
  if (e->search.subject->show)
    {
      for (size_t i = 0; i < keys.count; i++)
        if (!has_key (&keys, i, keys.items[i]))
          show_key (e, script, keys.items[i], NULL, 0);
      for (size_t i = 0; i < keys.count; i++)
        free (keys.items[i]);
      RP_VEC_CLEAR (&keys);
      show_outcomes (e, script);
      show_commuting (e, script);
      return true;
    }
  rp_report shown = begin_show (e->report);
  run_again (e, script, &run, &shown, &result);
  for (size_t i = 0; i < keys.count; i++)
    {
      size_t at = find_described (&run, namer, &result, keys.items[i]);
      if (at < shown.findings.count)
        rp_report_add (e->report, &shown.findings.items[at]);
      free (keys.items[i]);
    }
  end_show (e->report, &shown, &run);
  RP_VEC_CLEAR (&keys);
  show_outcomes (e, script);
  show_commuting (e, script);
  return true;
}

void
rp_exploration_count_first (rp_exploration *e)
{
  bool by_itself = e->search.subject->show;
  rp_report shown = begin_show (e->report);
  rp_answers first = { 0 };
  rp_graph_run run;
  rp_run_result result;
  if (by_itself)
    rp_search_show (&e->search, &first, &shown, &result);
  else
    run_again (e, &first, &run, &shown, &result);
  end_show (e->report, &shown, by_itself ? NULL : &run);
}
