#include "explore/explore.h"

#include "base/clock.h"
#include "base/panic.h"
#include "base/strbuf.h"
#include "detect/analysis.h"
#include "explore/estimate.h"
#include "explore/jobs.h"

#include <stdlib.h>
#include <string.h>

/* ---- what makes two findings the same ---- */

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static char *
place_text (rp_arena *arena, const rp_place *place)
{
  return rp_arena_format (arena, "%s:%u:%u-%u:%u", place->file ? place->file : "", place->line,
                          place->column, place->end_line, place->end_column);
}

static char *
line_text (rp_arena *arena, const rp_place *place)
{
  return place_text (arena, &(rp_place) { .file = place->file, .line = place->line });
}

/* Takes the texts of PLACES, which it sorts; equal ones count once. The result is malloc'ed. */
static char *
make_key (int rule, const char *object, char **places, size_t count)
{
  rp_strbuf key = { 0 };
  rp_strbuf_format (&key, "%d|%s", rule, object ? object : "");
  if (count > 1)
    qsort (places, count, sizeof *places, compare_texts);
  for (size_t i = 0; i < count; i++)
    if (!i || strcmp (places[i], places[i - 1]))
      rp_strbuf_format (&key, "|%s", places[i]);
  return key.text;
}

static char *
pair_key (rp_arena *arena, rp_rule rule, const char *object, const rp_place *a, const rp_place *b)
{
  char *places[2] = { place_text (arena, a), place_text (arena, b) };
  return make_key (rule, object, places, 2);
}

static char *
sighting_key (rp_arena *arena, rp_namer *namer, const rp_sighting *sighting)
{
  rp_location_name location = namer->location (namer, arena, sighting->location);
  rp_site_name a = namer->site (namer, arena, sighting->sites[0]);
  rp_site_name b = namer->site (namer, arena, sighting->sites[1]);
  return pair_key (arena, sighting->is_permission ? RP_RULE_PERMISSION : RP_RULE_RACE,
                   location.base, &a.statement, &b.statement);
}

static char *
overlap_key (rp_arena *arena, rp_namer *namer, const rp_overlap *overlap)
{
  rp_location_name location = namer->location (namer, arena, overlap->where.base);
  rp_site_name a = namer->site (namer, arena, overlap->earlier.site);
  rp_site_name b = namer->site (namer, arena, overlap->later.site);
  return pair_key (arena, RP_RULE_PERMISSION, location.base, &a.statement, &b.statement);
}

static char *
incident_key (rp_arena *arena, rp_namer *namer, const rp_incident *incident)
{
  rp_site_name site = namer->site (namer, arena, incident->site);
  char *place = place_text (arena, &site.place);
  return make_key (incident->rule, incident->object, &place, 1);
}

static char *
outcome_key (rp_arena *arena, rp_namer *namer, const rp_observable *observable)
{
  rp_site_name site = namer->site (namer, arena, observable->site);
  char *place = place_text (arena, &site.place);
  return make_key (RP_RULE_NON_DETERMINATE, observable->name, &place, 1);
}

static char *
deadlock_key (rp_arena *arena, rp_namer *namer, const rp_stop_info *stop)
{
  char **places = rp_arena_alloc (arena, (stop->waiting_count + 1) * sizeof *places);
  for (size_t i = 0; i < stop->waiting_count; i++)
    {
      rp_site_name site = namer->site (namer, arena, stop->waiting[i].site);
      places[i] = place_text (arena, &site.place);
    }
  return make_key (RP_RULE_DEADLOCK, NULL, places, stop->waiting_count);
}

/* What FINDING says, where places are whole lines and objects do not count. */
static char *
finding_key (rp_arena *arena, const rp_finding *finding)
{
  size_t count = 0;
  char **places = rp_arena_alloc (arena, (finding->waiting_count + 2) * sizeof *places);
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    places[count++] = line_text (arena, &finding->waiting[i].at);
  for (uint32_t i = 0; i < finding->access_count && !finding->waiting_count; i++)
    {
      rp_place at = finding->accesses[i].at;
      at.file = at.line ? at.file : rp_access_function_name (&finding->accesses[i]);
      places[count++] = line_text (arena, &at);
    }
  if (!count)
    places[count++] = line_text (arena, &(rp_place) { 0 });
  return make_key (finding->rule, NULL, places, count);
}

/* ---- during the search ---- */

/* Takes KEY. The number of the discovery, made if it is new. */
static size_t
find_or_add (rp_exploration *e, char *key)
{
  for (size_t i = 0; i < e->discoveries.count; i++)
    if (!strcmp (e->discoveries.items[i].key, key))
      {
        free (key);
        return i;
      }
  rp_discovery discovery = { .key = key, .finding = SIZE_MAX };
  rp_search_script (&e->search, &discovery.script);
  RP_VEC_PUSH (&e->discoveries, discovery);
  return e->discoveries.count - 1;
}

static void
note (rp_exploration *e, size_t number)
{
  rp_discovery *discovery = &e->discoveries.items[number];
  discovery->schedules
    += discovery->seen != e->search.trace.run && e->search.ending <= RP_ENDING_FAILED;
  discovery->seen = e->search.trace.run;
}

static void
note_races (rp_exploration *e, rp_namer *namer)
{
  const rp_trace *trace = &e->search.trace;
  while (e->by_sighting.count < trace->sightings.count)
    {
      rp_arena arena = { 0 };
      char *key = sighting_key (&arena, namer, &trace->sightings.items[e->by_sighting.count]);
      RP_VEC_PUSH (&e->by_sighting, (uint32_t) find_or_add (e, key) + 1);
      rp_arena_clear (&arena);
    }
  for (size_t i = 0; i < trace->seen.count; i++)
    {
      const rp_sighting *sighting = &trace->sightings.items[trace->seen.items[i]];
      note (e, e->by_sighting.items[trace->seen.items[i]] - 1);
      /* permissions that conflict may stand for a race */
      e->has_race |= !sighting->is_permission || trace->precision == RP_PRECISION_REGIONS;
    }
}

static uint64_t
path_of (void *context, uint32_t row)
{
  rp_search *search = context;
  const rp_task_table *table = search->subject->tasks (search->subject);
  return search->names.list.items[rp_task_names_of_row (&search->names, table, row)].hash;
}

static void
note_outcomes (rp_exploration *e, rp_namer *namer)
{
  rp_search *search = &e->search;
  rp_outcomes *outcomes = &e->outcomes;
  rp_outcomes_note (outcomes, &search->result, search->ending == RP_ENDING_COMPLETE, path_of,
                    search);
  for (size_t i = 0; i < outcomes->differing.count; i++)
    {
      const rp_observable *observable = &outcomes->list.items[outcomes->differing.items[i]];
      rp_arena arena = { 0 };
      size_t number = find_or_add (e, outcome_key (&arena, namer, observable));
      if (!e->discoveries.items[number].observable)
        e->discoveries.items[number].observable = observable->key;
      note (e, number);
      rp_arena_clear (&arena);
    }
}

static char *
clash_key (rp_arena *arena, rp_namer *namer, const uint32_t sites[2])
{
  rp_site_name a = namer->site (namer, arena, sites[0]), b = namer->site (namer, arena, sites[1]);
  return pair_key (arena, RP_RULE_MISUSE, "commutes", &a.place, &b.place);
}

/* A declaration is tested in passing. */
static void
note_clash (rp_exploration *e, rp_namer *namer)
{
  rp_clash clash;
  rp_answers script = { 0 };
  if (rp_commute_test (&e->commute, &e->search, &clash, &script))
    {
      rp_arena arena = { 0 };
      rp_discovery fresh = { .key = clash_key (&arena, namer, clash.sites),
                             .is_clash = true,
                             .sites = { clash.sites[0], clash.sites[1] },
                             .script = script,
                             .seen = e->search.trace.run,
                             .schedules = 1,
                             .finding = SIZE_MAX };
      rp_arena_clear (&arena);
      rp_exploration_merge (e, &fresh);
    }
  else
    rp_answers_clear (&script);
}

void
rp_exploration_merge (rp_exploration *e, rp_discovery *fresh)
{
  for (size_t i = 0; i < e->discoveries.count; i++)
    if (!strcmp (e->discoveries.items[i].key, fresh->key))
      {
        rp_discovery *known = &e->discoveries.items[i];
        known->schedules += fresh->schedules;
        if (fresh->part < known->part)
          {
            rp_answers script = known->script;
            known->script = fresh->script;
            fresh->script = script;
            known->part = fresh->part;
            known->observable = fresh->observable;
          }
        free (fresh->key);
        rp_answers_clear (&fresh->script);
        return;
      }
  RP_VEC_PUSH (&e->discoveries, *fresh);
}

static void
note_run (rp_exploration *e)
{
  rp_search *search = &e->search;
  rp_namer *namer = search->subject->namer (search->subject);
  note_races (e, namer);
  note_outcomes (e, namer);
  e->leaves_behind |= search->trace.depends_on_left != 0;
  if (search->result.incomplete && !e->incomplete)
    e->incomplete = rp_arena_format (&e->report->arena, "%s", search->result.incomplete);
  if (!search->result.incident_count && search->ending != RP_ENDING_DEADLOCK)
    return;
  rp_arena arena = { 0 };
  for (size_t i = 0; i < search->result.incident_count; i++)
    note (e, find_or_add (e, incident_key (&arena, namer, &search->result.incidents[i])));
  if (search->ending == RP_ENDING_DEADLOCK)
    note (e, find_or_add (e, deadlock_key (&arena, namer, &search->result.stop)));
  rp_arena_clear (&arena);
}

/* Tests of declarations come last: they run the program, and then the results are gone. */
void
rp_exploration_note (rp_exploration *e)
{
  note_run (e);
  if (e->search.trace.commuting.count)
    note_clash (e, e->search.subject->namer (e->search.subject));
}

bool
rp_exploration_bound (rp_exploration *e, uint64_t schedules)
{
  const rp_explore_options *options = &e->options;
  rp_arena *arena = &e->report->arena;
  if (options->interrupt && *options->interrupt)
    e->bound = "interrupted";
  else if (e->search.is_astray)
    e->bound
      = "the program did something else when it was run again in the same order: it depends on "
        "more than its input, such as the time or other processes";
  else if (options->most_schedules && schedules >= options->most_schedules)
    e->bound = rp_arena_format (arena, "the bound of %llu schedules is reached",
                                (unsigned long long) options->most_schedules);
  else if (options->most_seconds > 0 && rp_seconds () - e->start >= options->most_seconds)
    e->bound = rp_arena_format (arena, "the bound of %g seconds is reached", options->most_seconds);
  return e->bound;
}

void
rp_exploration_tell (rp_exploration *e, uint64_t schedules, double fraction)
{
  double now = rp_seconds ();
  if (!e->options.progress || now - e->told < 0.2)
    return;
  e->told = now;
  double total = fraction > 0 ? (double) schedules / fraction : 0;
  e->total = e->total > 0 ? e->total * 0.8 + total * 0.2 : total;
  bool is_known = e->total > (double) schedules && e->options.reduction != RP_REDUCTION_STATES;
  rp_progress progress = { schedules, e->discoveries.count, now - e->start, is_known ? e->total : 0,
                           e->search.counts.visited };
  e->options.progress (e->options.context, &progress);
}

bool
rp_exploration_is_over (rp_exploration *e)
{
  uint64_t complete = e->search.counts.complete;
  if (e->search.trace.run % 64 == 0)
    rp_exploration_tell (e, complete, rp_search_fraction (&e->search));
  return rp_exploration_bound (e, complete);
}

static void
search_here (rp_exploration *e)
{
  bool more;
  while ((more = rp_search_next (&e->search)))
    {
      rp_exploration_note (e);
      if (rp_exploration_is_over (e))
        break;
    }
  /* the last schedule may have been the last of all: then the bound left nothing out */
  if (more && e->bound && !(e->options.interrupt && *e->options.interrupt) && !e->search.is_astray
      && rp_search_is_done (&e->search))
    e->bound = NULL;
}

static int
compare_parts (const void *a, const void *b)
{
  const rp_discovery *x = a, *y = b;
  return x->part != y->part ? (x->part < y->part ? -1 : 1) : strcmp (x->key, y->key);
}

static void
search_all (rp_exploration *e)
{
  e->start = e->told = rp_seconds ();
  if (e->options.jobs > 1 || e->options.checkpoint)
    {
      rp_jobs_run (e);
      if (e->discoveries.count)
        qsort (e->discoveries.items, e->discoveries.count, sizeof *e->discoveries.items,
               compare_parts);
    }
  else
    search_here (e);
  e->report->stats.seconds = rp_seconds () - e->start;
}

/* ---- the second run ---- */

/* The finding that says KEY, among those that ANALYSIS has described: first a deadlock, then what
 * the collector has, then the incidents. SIZE_MAX if there is none. */
static size_t
find_described (const rp_analysis *analysis, rp_namer *namer, const rp_run_result *result,
                const char *key)
{
  rp_arena arena = { 0 };
  size_t at = 0, found = SIZE_MAX;
  if (result->stop.stop == RP_STOP_DEADLOCK)
    {
      char *own = deadlock_key (&arena, namer, &result->stop);
      found = strcmp (own, key) || result->stop.is_avoidable ? found : at;
      at++;
      free (own);
    }
  const rp_collector *collector = &analysis->collector;
  for (size_t i = 0; i < collector->list.count; i++)
    {
      const rp_collected *row = &collector->list.items[i];
      if (row->race.kind == RP_RACE_ORDER)
        continue;
      char *own = pair_key (&arena, RP_RULE_RACE, row->object.base, &row->places[0].statement,
                            &row->places[1].statement);
      if (!strcmp (own, key) && row->race.kind == RP_RACE_CERTAIN)
        found = at;
      at++;
      free (own);
    }
  for (size_t i = 0; i < analysis->overlaps.list.count; i++, at++)
    {
      char *own = overlap_key (&arena, namer, &analysis->overlaps.list.items[i]);
      found = strcmp (own, key) ? found : at;
      free (own);
    }
  for (size_t i = 0; i < result->incident_count; i++, at++)
    {
      char *own = incident_key (&arena, namer, &result->incidents[i]);
      found = strcmp (own, key) ? found : at;
      free (own);
    }
  rp_arena_clear (&arena);
  return found;
}

/* Runs SCRIPT under the graph, and describes all that shows in SHOWN. Then ANALYSIS is to be
 * cleared. */
static bool
run_again (rp_exploration *e, const rp_answers *script, rp_analysis *analysis, rp_report *shown,
           rp_run_result *result)
{
  rp_subject *subject = e->search.subject;
  rp_analysis_init (analysis, shown, false, false);
  analysis->builder.by_conflicts = true;
  analysis->builder.fold_calls = analysis->builder.keeps_permissions = true;
  rp_analysis_name (analysis, subject->tasks (subject), subject->namer (subject));
  analysis->collector.all = false;
  bool fits = rp_search_replay (&e->search, script, &analysis->builder.observer, rp_builder_access,
                                &analysis->builder, result);
  rp_stop_info stop = result->stop;
  if (stop.stop != RP_STOP_DEADLOCK)
    stop.stop = RP_STOP_NOT;
  rp_analysis_end (analysis, &stop);
  for (size_t i = 0; i < result->incident_count; i++)
    rp_analysis_add (analysis, (rp_rule) result->incidents[i].rule, result->incidents[i].task,
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

/* What is shown shares the report's arena, since findings move from one to the other. */
static rp_report
begin_show (const rp_report *report)
{
  return (rp_report) { .arena = report->arena, .keep_all = true };
}

static void
end_show (rp_report *report, rp_report *shown, rp_analysis *analysis)
{
  keep_stats (report, &shown->stats);
  if (analysis)
    rp_analysis_clear (analysis);
  report->arena = shown->arena;
  shown->arena = (rp_arena) { 0 };
  rp_report_clear (shown);
}

/* Runs SCRIPT again and adds what it shows of KEY to the report. The first such finding's place in
 * it, or SIZE_MAX. */
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
      char *own = finding_key (&arena, finding);
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

static const rp_observable *
find_observable (const rp_outcomes *outcomes, uint64_t key)
{
  const uint64_t *place = rp_map_find (&outcomes->by_key, key);
  return place ? &outcomes->list.items[*place - 1] : NULL;
}

/* "1 in 5 schedules, 2 in 1 schedule" */
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
      rp_strbuf_format (&text, "%s%s in %llu schedule%s", i ? ", " : "", value->text,
                        (unsigned long long) value->schedules, value->schedules == 1 ? "" : "s");
    }
  if (count > MOST)
    rp_strbuf_format (&text, ", %zu more", count - MOST);
  const char *result = rp_arena_format (&e->report->arena, "%s", text.text);
  rp_strbuf_clear (&text);
  return result;
}

/* OBSERVABLE has one value in the first schedule and, in the run that was just made, another. */
static size_t
add_outcome (rp_exploration *e, const rp_observable *observable, const rp_outcome *here,
             uint32_t task, const rp_discovery *discovery)
{
  rp_subject *subject = e->search.subject;
  rp_report shown = begin_show (e->report);
  rp_analysis analysis;
  rp_analysis_init (&analysis, &shown, false, false);
  rp_analysis_name (&analysis, subject->tasks (subject), subject->namer (subject));
  const char *message
    = rp_arena_format (&shown.arena, "`%s` depends on the schedule: %s in the first one, %s here",
                       observable->name, observable->values.items[0].text, here->text);
  rp_analysis_add (&analysis, RP_RULE_NON_DETERMINATE, task, observable->site, message,
                   observable->name);
  rp_finding finding = shown.findings.items[0];
  end_show (e->report, &shown, &analysis);
  if (discovery)
    {
      finding.schedules = discovery->schedules;
      finding.note = describe_values (e, observable);
    }
  return (size_t) (rp_report_add (e->report, &finding) - e->report->findings.items);
}

/* Whether the run that gave RESULT has another value of OBSERVABLE than the first schedule: then
 * *AGAIN has it, and *TASK is who observed it. */
static bool
differs (rp_exploration *e, const rp_run_result *result, const rp_observable *observable,
         rp_outcomes *again, uint32_t *task)
{
  rp_outcomes_note (again, result, result->stop.stop == RP_STOP_NOT, path_of, &e->search);
  const rp_observable *own = find_observable (again, observable->key);
  bool is_missing = !own && result->stop.stop == RP_STOP_NOT;
  if (is_missing)
    rp_outcomes_add (again, observable->key, observable->name, observable->site, 0, "not observed",
                     0);
  own = find_observable (again, observable->key);
  *task = 0;
  for (size_t i = 0; i < result->observation_count && !is_missing; i++)
    if (result->observations[i].site == observable->site)
      *task = result->observations[i].task;
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

/* Both orders are run again. */
static bool
show_clash (rp_exploration *e, const rp_answers *script, const uint32_t sites[2], size_t *place)
{
  rp_run_result result;
  if (rp_commute_agrees (&e->search, script) || !rp_search_try_result (&e->search, script, &result))
    return false;
  rp_subject *subject = e->search.subject;
  uint32_t row = rp_task_names_row (&e->search.names, RP_VEC_LAST (&script->picks));
  rp_report shown = begin_show (e->report);
  rp_analysis analysis;
  rp_analysis_init (&analysis, &shown, false, false);
  rp_analysis_name (&analysis, subject->tasks (subject), subject->namer (subject));
  rp_namer *namer = subject->namer (subject);
  const char *message = rp_arena_format (
    &shown.arena,
    "sections are declared to commute, but leave other values behind in the other order: this one "
    "and that of line %u",
    namer->site (namer, &shown.arena, sites[0]).place.line);
  rp_analysis_add (&analysis, RP_RULE_MISUSE, row, sites[1], message, NULL);
  rp_finding finding = shown.findings.items[0];
  end_show (e->report, &shown, &analysis);
  *place = (size_t) (rp_report_add (e->report, &finding) - e->report->findings.items);
  return true;
}

/* For one script: its last two picks, if they are declared to commute. */
static void
show_commuting (rp_exploration *e, const rp_answers *script)
{
  const rp_trace *trace = &e->search.trial_trace;
  rp_run_result result;
  size_t count = script->picks.count, place;
  if (!trace->commuting.count || count < 2 || !rp_search_try_result (&e->search, script, &result))
    return;
  const rp_event *first = &trace->events.items[count - 2], *second = first + 1;
  uint32_t sites[2] = { first->site, second->site };
  if (first->task != second->task && !first->writes_outside && !second->writes_outside
      && !rp_trace_before (trace, count - 2, count - 1)
      && rp_commute_relies (&e->search.footprints, first->footprint, second->footprint))
    show_clash (e, script, sites, &place);
}

/* For one script: against the first schedule. */
static void
show_outcomes (rp_exploration *e, const rp_answers *script)
{
  rp_answers nothing = { 0 };
  rp_run_result result;
  rp_outcomes first = { 0 };
  if (rp_search_retrace (&e->search, &nothing, &result))
    rp_outcomes_note (&first, &result, result.stop.stop == RP_STOP_NOT, path_of, &e->search);
  if (rp_search_retrace (&e->search, script, &result))
    rp_outcomes_note (&first, &result, result.stop.stop == RP_STOP_NOT, path_of, &e->search);
  for (size_t i = 0; i < first.differing.count; i++)
    {
      const rp_observable *observable = &first.list.items[first.differing.items[i]];
      add_outcome (e, observable, &RP_VEC_LAST (&observable->values), 0, NULL);
    }
  rp_outcomes_clear (&first);
}

static void
confirm (rp_exploration *e, rp_discovery *discovery)
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
  rp_analysis analysis;
  rp_run_result result;
  bool fits = run_again (e, &discovery->script, &analysis, &shown, &result);
  rp_namer *namer = e->search.subject->namer (e->search.subject);
  size_t at = fits ? find_described (&analysis, namer, &result, discovery->key) : SIZE_MAX;
  rp_finding finding = { 0 };
  if (at < shown.findings.count)
    finding = shown.findings.items[at];
  end_show (e->report, &shown, &analysis);
  if (finding.rule == RP_RULE_NONE)
    return;
  finding.schedules = discovery->schedules;
  finding.note = describe_share (e, discovery);
  rp_report_add (e->report, &finding);
  discovery->finding = e->report->findings.count - 1;
}

typedef RP_VEC (char *) key_list;

/* Adds what the execution in TRACE, with RESULT, shows. */
static void
list_keys (rp_namer *namer, const rp_trace *trace, const rp_run_result *result, key_list *keys)
{
  rp_arena arena = { 0 };
  for (size_t i = 0; i < trace->seen.count; i++)
    RP_VEC_PUSH (keys, sighting_key (&arena, namer, &trace->sightings.items[trace->seen.items[i]]));
  for (size_t i = 0; i < result->incident_count; i++)
    RP_VEC_PUSH (keys, incident_key (&arena, namer, &result->incidents[i]));
  if (result->stop.stop == RP_STOP_DEADLOCK && !result->stop.is_avoidable)
    RP_VEC_PUSH (keys, deadlock_key (&arena, namer, &result->stop));
  rp_arena_clear (&arena);
}

/* Whether KEY is among the first COUNT. */
static bool
has_key (const key_list *keys, size_t count, const char *key)
{
  for (size_t i = 0; i < count; i++)
    if (!strcmp (keys->items[i], key))
      return true;
  return false;
}

/* The graph lacks orders that the trace knows of, so what counts is what both show. */
bool
rp_exploration_show (rp_exploration *e, const rp_answers *script)
{
  rp_namer *namer = e->search.subject->namer (e->search.subject);
  rp_run_result result;
  rp_analysis analysis;
  key_list keys = { 0 };
  if (!rp_search_retrace (&e->search, script, &result))
    return false;
  bool observes = result.observation_count;
  list_keys (namer, &e->search.trial_trace, &result, &keys);
  if (e->search.subject->show)
    {
      for (size_t i = 0; i < keys.count; i++)
        if (!has_key (&keys, i, keys.items[i]))
          show_key (e, script, keys.items[i], NULL, 0);
      for (size_t i = 0; i < keys.count; i++)
        free (keys.items[i]);
      RP_VEC_CLEAR (&keys);
      if (observes)
        show_outcomes (e, script);
      show_commuting (e, script);
      return true;
    }
  rp_report shown = begin_show (e->report);
  run_again (e, script, &analysis, &shown, &result);
  for (size_t i = 0; i < keys.count; i++)
    {
      size_t at = find_described (&analysis, namer, &result, keys.items[i]);
      if (at < shown.findings.count)
        rp_report_add (e->report, &shown.findings.items[at]);
      free (keys.items[i]);
    }
  end_show (e->report, &shown, &analysis);
  RP_VEC_CLEAR (&keys);
  if (observes)
    show_outcomes (e, script);
  show_commuting (e, script);
  return true;
}

/* ---- the whole ---- */

/* "declared commutativity at line 3, 7" */
static const char *
list_declarations (rp_exploration *e)
{
  const rp_trace *trace = &e->search.trace;
  rp_namer *namer = e->search.subject->namer (e->search.subject);
  rp_arena *arena = &e->report->arena;
  rp_strbuf text = { 0 };
  uint32_t last = 0;
  for (size_t i = 0; i < trace->commuting.count; i++)
    {
      uint32_t line = namer->site (namer, arena, trace->commuting.items[i]).place.line;
      if (line != last)
        rp_strbuf_format (&text, text.length ? ", %u" : "declared commutativity at line %u", line);
      last = line;
    }
  const char *result = text.length ? rp_arena_format (arena, "%s", text.text) : NULL;
  rp_strbuf_clear (&text);
  return result;
}

/* What the search did not cover, if anything. */
static const char *
find_gap (const rp_exploration *e, uint64_t unconfirmed)
{
  if (e->bound)
    return e->bound;
  if (e->search.leaves_out)
    return rp_arena_format (&e->report->arena, "schedules with more than %llu delay%s are left out",
                            (unsigned long long) e->options.most_delays,
                            e->options.most_delays == 1 ? "" : "s");
  if (e->incomplete)
    return e->incomplete;
  if (e->search.counts.cut)
    return rp_arena_format (&e->report->arena,
                            "%llu schedules were cut off after %zu sections: a loop without end?",
                            (unsigned long long) e->search.counts.cut, e->search.most_events);
  if (e->leaves_behind)
    return "when an async leaves the tasks of a region behind is not explored";
  if (e->search.draws_conditions)
    return "choices inside an assume are not explored";
  return unconfirmed ? "a finding did not show again when its schedule was run again" : NULL;
}

/* The numbers of the first schedule, where nothing was found. A program that did not come to its end
 * in time, or whose user did not want to wait for it, is not run again for that. */
static void
count_first (rp_exploration *e)
{
  bool by_itself = e->search.subject->show;
  if (by_itself && find_gap (e, 0))
    return;
  rp_report shown = begin_show (e->report);
  rp_answers first = { 0 };
  rp_analysis analysis;
  rp_run_result result;
  if (by_itself)
    rp_search_show (&e->search, &first, &shown, &result);
  else
    run_again (e, &first, &analysis, &shown, &result);
  end_show (e->report, &shown, by_itself ? NULL : &analysis);
}

void
rp_exploration_run (rp_exploration *e)
{
  rp_report *report = e->report;
  search_all (e);
  if (e->refusal)
    return;
  const rp_search_counts *counts = &e->search.counts;
  report->stats.schedules = counts->complete;
  report->stats.states = counts->visited;
  report->stats.broken_off = counts->blocked + counts->matched + counts->impossible + counts->cut;
  report->stats.steps = counts->events;
  uint64_t unconfirmed = 0;
  for (size_t i = 0; i < e->discoveries.count; i++)
    {
      confirm (e, &e->discoveries.items[i]);
      unconfirmed += e->discoveries.items[i].finding == SIZE_MAX;
    }
  if (!e->discoveries.count)
    count_first (e);
  report->incomplete = find_gap (e, unconfirmed);
  report->relies_on = list_declarations (e);
  if (e->has_race && e->options.precision != RP_PRECISION_ACCESSES)
    RP_VEC_PUSH (&report->warnings,
                 "what else is found may not be all: where there is a data race, the orders of "
                 "sections do not cover everything");
}

void
rp_exploration_init (rp_exploration *e, rp_subject *subject, const rp_explore_options *options,
                     rp_report *report)
{
  *e = (rp_exploration) { .options = *options, .report = report };
  rp_search_init (&e->search, subject, options->reduction);
  rp_search_set_precision (&e->search, options->precision);
  if (options->bounds_delays)
    rp_search_bound_delays (&e->search, options->most_delays);
  e->search.interrupt = options->interrupt;
  e->search.tells_traces = options->tells_traces;
}

void
rp_exploration_clear (rp_exploration *e)
{
  for (size_t i = 0; i < e->discoveries.count; i++)
    {
      free (e->discoveries.items[i].key);
      rp_answers_clear (&e->discoveries.items[i].script);
    }
  RP_VEC_CLEAR (&e->discoveries);
  RP_VEC_CLEAR (&e->by_sighting);
  rp_outcomes_clear (&e->outcomes);
  rp_commute_clear (&e->commute);
  rp_search_clear (&e->search);
}
