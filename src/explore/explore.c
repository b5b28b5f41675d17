#include "explore/explore.h"

#include "base/clock.h"
#include "base/panic.h"
#include "base/strbuf.h"
#include "detect/analysis.h"

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
race_key (rp_arena *arena, const char *object, const rp_place *a, const rp_place *b)
{
  char *places[2] = { place_text (arena, a), place_text (arena, b) };
  return make_key (RP_RULE_RACE, object, places, 2);
}

static char *
sighting_key (rp_arena *arena, rp_namer *namer, const rp_sighting *sighting)
{
  rp_location_name location = namer->location (namer, arena, sighting->location);
  rp_site_name a = namer->site (namer, arena, sighting->sites[0]);
  rp_site_name b = namer->site (namer, arena, sighting->sites[1]);
  return race_key (arena, location.base, &a.statement, &b.statement);
}

static char *
incident_key (rp_arena *arena, rp_namer *namer, const rp_incident *incident)
{
  rp_site_name site = namer->site (namer, arena, incident->site);
  char *place = place_text (arena, &site.place);
  return make_key (incident->rule, incident->object, &place, 1);
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
  discovery->schedules += discovery->seen != e->search.trace.run;
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
    note (e, e->by_sighting.items[trace->seen.items[i]] - 1);
  e->has_race |= trace->seen.count != 0;
}

static void
note_run (rp_exploration *e)
{
  rp_search *search = &e->search;
  rp_namer *namer = search->subject->namer (search->subject);
  note_races (e, namer);
  e->leaves_behind |= search->trace.depends_on_left != 0;
  if (!search->result.incident_count && search->ending != RP_ENDING_DEADLOCK)
    return;
  rp_arena arena = { 0 };
  for (size_t i = 0; i < search->result.incident_count; i++)
    note (e, find_or_add (e, incident_key (&arena, namer, &search->result.incidents[i])));
  if (search->ending == RP_ENDING_DEADLOCK)
    note (e, find_or_add (e, deadlock_key (&arena, namer, &search->result.stop)));
  rp_arena_clear (&arena);
}

static bool
is_over (rp_exploration *e, double start, double *told)
{
  const rp_explore_options *options = &e->options;
  const rp_search_counts *counts = &e->search.counts;
  rp_arena *arena = &e->report->arena;
  uint64_t runs = e->search.trace.run;
  if (options->interrupt && *options->interrupt)
    e->bound = "interrupted";
  else if (options->most_schedules && counts->complete >= options->most_schedules)
    e->bound = rp_arena_format (arena, "the bound of %llu schedules is reached",
                                (unsigned long long) options->most_schedules);
  if (e->bound)
    return true;
  if (runs % 64 && options->most_seconds == 0)
    return false;
  double now = rp_seconds ();
  if (options->most_seconds > 0 && now - start >= options->most_seconds)
    e->bound = rp_arena_format (arena, "the bound of %g seconds is reached", options->most_seconds);
  if (options->progress && now - *told >= 0.2)
    {
      *told = now;
      options->progress (options->context, e, now - start);
    }
  return e->bound;
}

static void
search_all (rp_exploration *e)
{
  double start = rp_seconds (), told = start;
  bool more;
  while ((more = rp_search_next (&e->search)))
    {
      note_run (e);
      if (is_over (e, start, &told))
        break;
    }
  /* the last schedule may have been the last of all: then the bound left nothing out */
  if (more && e->bound && !(e->options.interrupt && *e->options.interrupt)
      && rp_search_is_done (&e->search))
    e->bound = NULL;
  e->report->stats.seconds = rp_seconds () - start;
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
      char *own
        = race_key (&arena, row->object.base, &row->places[0].statement, &row->places[1].statement);
      if (!strcmp (own, key) && row->race.kind == RP_RACE_CERTAIN)
        found = at;
      at++;
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
  analysis->builder.fold_calls = true;
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
  rp_analysis_clear (analysis);
  report->arena = shown->arena;
  shown->arena = (rp_arena) { 0 };
  rp_report_clear (shown);
}

static void
confirm (rp_exploration *e, rp_discovery *discovery)
{
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
  finding.note = rp_arena_format (&e->report->arena, "it shows in %llu of %llu schedule%s",
                                  (unsigned long long) discovery->schedules,
                                  (unsigned long long) e->report->stats.schedules,
                                  e->report->stats.schedules == 1 ? "" : "s");
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
  list_keys (namer, &e->search.trial_trace, &result, &keys);
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
  return true;
}

/* The numbers of the first schedule, where nothing was found. */
static void
count_first (rp_exploration *e)
{
  rp_report shown = begin_show (e->report);
  rp_answers first = { 0 };
  rp_analysis analysis;
  rp_run_result result;
  run_again (e, &first, &analysis, &shown, &result);
  end_show (e->report, &shown, &analysis);
}

/* ---- the whole ---- */

/* What the search did not cover, if anything. */
static const char *
find_gap (const rp_exploration *e, uint64_t unconfirmed)
{
  if (e->bound)
    return e->bound;
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

void
rp_exploration_run (rp_exploration *e)
{
  rp_report *report = e->report;
  search_all (e);
  const rp_search_counts *counts = &e->search.counts;
  report->stats.schedules = counts->complete;
  report->stats.broken_off = counts->blocked + counts->impossible + counts->cut;
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
  if (e->has_race)
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
  rp_search_clear (&e->search);
}
