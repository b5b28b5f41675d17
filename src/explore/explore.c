#include "explore/explore.h"

#include "base/clock.h"
#include "base/panic.h"
#include "base/strbuf.h"
#include "explore/confirm.h"
#include "explore/estimate.h"
#include "explore/jobs.h"
#include "explore/keys.h"

#include <stdlib.h>
#include <string.h>

/* ---- during the search ---- */

/* Returns the index of the discovery with this KEY. If there is none, adds one with the script of the last execution.
 * Takes ownership of KEY. */
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
  while (e->by_seen_race.count < trace->seen_races.count)
    {
      rp_arena arena = { 0 };
      char *key = rp_seen_race_key (&arena, namer, &trace->seen_races.items[e->by_seen_race.count]);
      RP_VEC_PUSH (&e->by_seen_race, (uint32_t) find_or_add (e, key) + 1);
      rp_arena_clear (&arena);
    }
  for (size_t i = 0; i < trace->seen.count; i++)
    {
      const rp_seen_race *seen_race = &trace->seen_races.items[trace->seen.items[i]];
      note (e, e->by_seen_race.items[trace->seen.items[i]] - 1);
      /* with this precision, a race of accesses that permissions cover is recorded as a conflict of the permissions */
      e->has_race
        |= !seen_race->is_permission || trace->precision == RP_PRECISION_PERMISSION_REGIONS;
    }
}

static void
note_outcomes (rp_exploration *e, rp_namer *namer)
{
  rp_search *search = &e->search;
  rp_outcomes *outcomes = &e->outcomes;
  rp_outcomes_note (outcomes, &search->result, search->ending == RP_ENDING_COMPLETE,
                    rp_exploration_path, search);
  for (size_t i = 0; i < outcomes->differing.count; i++)
    {
      const rp_observable *observable = &outcomes->list.items[outcomes->differing.items[i]];
      rp_arena arena = { 0 };
      size_t number = find_or_add (e, rp_outcome_key (&arena, namer, observable));
      if (!e->discoveries.items[number].observable)
        e->discoveries.items[number].observable = observable->key;
      note (e, number);
      rp_arena_clear (&arena);
    }
}

/* Tests the declared commutativity of sections in the last execution. If a pair of sections does not commute, adds a
 * discovery. */
static void
note_clash (rp_exploration *e, rp_namer *namer)
{
  rp_clash clash;
  rp_answers script = { 0 };
  if (rp_commute_test (&e->commute, &e->search, &clash, &script))
    {
      rp_arena arena = { 0 };
      rp_discovery fresh = { .key = rp_clash_key (&arena, namer, clash.sites),
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
            memcpy (known->sites, fresh->sites, sizeof known->sites);
          }
        free (fresh->key);
        rp_answers_clear (&fresh->script);
        return;
      }
  RP_VEC_PUSH (&e->discoveries, *fresh);
}

/* Returns why the last execution was not complete. If a limit stopped it, also names the place. */
static const char *
describe_incomplete (const rp_exploration *e, rp_namer *namer)
{
  const rp_run_result *result = &e->search.result;
  rp_arena *arena = &e->report->arena;
  rp_site_name at = { 0 };
  if (result->stop.stop == RP_STOP_LIMIT && result->stop.site)
    at = namer->site (namer, arena, result->stop.site);
  if (!at.place.line)
    return rp_arena_format (arena, "%s", result->incomplete);
  return rp_arena_format (arena, "%s At %s:%u%s%s", result->incomplete, at.place.file, at.place.line,
                          at.function ? " in " : "", at.function ? at.function : "");
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
    e->incomplete = describe_incomplete (e, namer);
  if (!search->result.incident_count && search->ending != RP_ENDING_DEADLOCK)
    return;
  rp_arena arena = { 0 };
  for (size_t i = 0; i < search->result.incident_count; i++)
    note (e, find_or_add (e, rp_incident_key (&arena, namer, &search->result.incidents[i])));
  if (search->ending == RP_ENDING_DEADLOCK)
    note (e, find_or_add (e, rp_deadlock_key (&arena, namer, &search->result.stop)));
  rp_arena_clear (&arena);
}

/* Declared commutativity is tested last: the tests run the program, and after them the result of the last execution is
 * gone. */
void
rp_exploration_record (rp_exploration *e)
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
    e->bound = rp_arena_format (arena, "the bound of %g seconds is reached (--max-time)", options->most_seconds);
  return e->bound;
}

void
rp_exploration_report_progress (rp_exploration *e, uint64_t schedules, double fraction)
{
  double now = rp_seconds ();
  if (!e->options.progress || now - e->last_progress < 0.2)
    return;
  e->last_progress = now;
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
    rp_exploration_report_progress (e, complete, rp_search_fraction (&e->search));
  return rp_exploration_bound (e, complete);
}

static void
search_here (rp_exploration *e)
{
  bool more;
  while ((more = rp_search_next (&e->search)))
    {
      rp_exploration_record (e);
      if (rp_exploration_is_over (e))
        break;
    }
  /* if the last schedule was also the last of the search, the bound left nothing out */
  if (more && e->bound && e->search.ending != RP_ENDING_CUT && !(e->options.interrupt && *e->options.interrupt) && !e->search.is_astray
      && rp_search_is_done (&e->search))
    e->bound = NULL;
}

static int
compare_parts (const void *a, const void *b)
{
  const rp_discovery *x = a, *y = b;
  return x->part != y->part ? (x->part < y->part ? -1 : 1) : strcmp (x->key, y->key);
}

/* Runs the first schedule, and makes the values that it observes the reference for all other schedules. Needed
 * before the search if the search may not begin with this schedule, or is done in parts (jobs.h). */
static void
note_reference (rp_exploration *e)
{
  rp_answers nothing = { 0 };
  rp_run_result result;
  if (!rp_search_retrace (&e->search, &nothing, &result))
    return;
  rp_outcomes_note (&e->outcomes, &result, result.stop.stop == RP_STOP_NOT && !result.is_cut,
                    rp_exploration_path, &e->search);
  rp_outcomes_make_reference (&e->outcomes);
}

static void
search_all (rp_exploration *e)
{
  e->start = e->last_progress = rp_seconds ();
  e->search.deadline = e->options.most_seconds > 0 ? e->start + e->options.most_seconds : 0;
  e->search.last_deadline = e->search.deadline;
  if (e->options.jobs > 1 || e->options.checkpoint || e->options.bounds_delays)
    note_reference (e);
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

/* ---- the whole ---- */

/* Returns a text such as "declared commutativity at line 3, 7"; NULL if there is none. */
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

/* Seconds for the second runs of findings, if a bound ended the search: a schedule may never end. */
#define MAX_AFTERWARDS 10

bool
rp_exploration_lacks_only_waits (const rp_exploration *e)
{
  return !e->bound && !e->search.leaves_out && !e->incomplete && (e->search.counts.cut || e->search.has_waited);
}

/* Returns what the search did not cover; NULL if it covered everything. */
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
    return rp_arena_format (&e->report->arena, "%llu schedule%s cut off after %zu sections: a loop without end?%s",
                            (unsigned long long) e->search.counts.cut, e->search.counts.cut == 1 ? " was" : "s were",
                            e->search.most_events, e->options.states_may_help ? " Try --reduction=states" : "");
  if (e->search.has_waited)
    return rp_arena_format (&e->report->arena,
                            "a loop without end? It found the same values 512 times, and was taken to wait until "
                            "somebody changes them%s",
                            e->options.states_may_help ? ". Try --reduction=states" : "");
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
  if (e->refusal)
    return;
  const rp_search_counts *counts = &e->search.counts;
  report->stats.schedules = counts->complete;
  report->stats.states = counts->visited;
  report->stats.broken_off = counts->blocked + counts->matched + counts->impossible + counts->cut;
  report->stats.steps = counts->events;
  uint64_t unconfirmed = 0;
  e->search.last_deadline = e->bound ? rp_seconds () + MAX_AFTERWARDS : 0;
  for (size_t i = 0; i < e->discoveries.count; i++)
    {
      rp_exploration_confirm (e, &e->discoveries.items[i]);
      unconfirmed += e->discoveries.items[i].finding == SIZE_MAX;
    }
  report->incomplete = find_gap (e, unconfirmed);
  /* The counts come from a second run of the first schedule. For a program, this run is made only after a complete
   * search, for a model only after at least one complete schedule. */
  bool is_worth_it = e->search.subject->show ? !report->incomplete : counts->complete > 0;
  if (!e->discoveries.count && is_worth_it)
    rp_exploration_count_first (e);
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
  RP_VEC_CLEAR (&e->by_seen_race);
  rp_outcomes_clear (&e->outcomes);
  rp_commute_clear (&e->commute);
  rp_search_clear (&e->search);
}
