#include "explorer.h"

#include "base/panic.h"
#include "engines.h"
#include "explore/explore.h"
#include "lang/interp.h"
#include "lang/subject.h"

#include <stdlib.h>
#include <string.h>

static int
compare (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

static void
sort (uint64_t *items, size_t *count)
{
  size_t kept = 0;
  if (*count)
    qsort (items, *count, sizeof *items, compare);
  for (size_t i = 0; i < *count; i++)
    if (!kept || items[i] != items[kept - 1])
      items[kept++] = items[i];
  *count = kept;
}

static void
note_end (rp_explored *e, const rp_search *search)
{
  e->deadlocks += search->ending == RP_ENDING_DEADLOCK;
  e->failures += search->ending == RP_ENDING_FAILED;
  for (size_t i = 0; i < search->result.incident_count; i++)
    {
      const rp_incident *incident = &search->result.incidents[i];
      RP_VEC_PUSH (&e->troubles, rp_hash64 ((uint64_t) incident->rule << 32 | incident->site));
    }
  for (size_t i = 0; search->ending == RP_ENDING_DEADLOCK && i < search->result.stop.waiting_count;
       i++)
    RP_VEC_PUSH (&e->troubles, rp_hash64 (search->result.stop.waiting[i].site));
}

static void
note_all (rp_explored *e, const rp_search *search)
{
  e->counts = search->counts;
  for (size_t i = 0; i < search->trace.seen_races.count; i++)
    {
      const rp_seen_race *s = &search->trace.seen_races.items[i];
      uint64_t pair = (uint64_t) s->sites[0] << 32 | s->sites[1];
      if (s->is_permission)
        {
          RP_VEC_PUSH (&e->violations, pair);
          continue;
        }
      RP_VEC_PUSH (&e->pairs, pair);
      uint64_t sides
        = (uint64_t) (s->sites[0] * 2 + s->writes[0]) << 32 | (s->sites[1] * 2 + s->writes[1]);
      RP_VEC_PUSH (&e->races, rp_hash64 (rp_hash64 (s->location) ^ sides));
    }
  for (size_t i = 0; i < search->states.capacity; i++)
    if (search->states.used[i])
      RP_VEC_PUSH (&e->states, search->states.entries[i].key);
  for (size_t i = 0; i < search->traces.capacity; i++)
    if (search->traces.used[i])
      RP_VEC_PUSH (&e->traces, search->traces.entries[i].key);
  sort (e->races.items, &e->races.count);
  sort (e->states.items, &e->states.count);
  sort (e->traces.items, &e->traces.count);
  sort (e->troubles.items, &e->troubles.count);
  sort (e->pairs.items, &e->pairs.count);
  sort (e->violations.items, &e->violations.count);
}

static rp_explored
explore (const rp_program *program, const int64_t *params, rp_reduction reduction,
         rp_precision precision, uint64_t most)
{
  rp_explored explored = { 0 };
  rp_diagnostics diagnostics = { 0 };
  int64_t *bound = params ? NULL : rp_interp_bind (program, NULL, NULL, 0, &diagnostics);
  rp_subject *subject = rp_subject_model (program, params ? params : bound, &diagnostics);
  RP_ASSERT (subject);
  rp_search search;
  rp_search_init (&search, subject, reduction);
  rp_search_set_precision (&search, precision);
  search.tells_traces = true;
  bool leaves = false;
  while (search.trace.run < most && rp_search_next (&search))
    {
      note_end (&explored, &search);
      leaves |= search.trace.depends_on_left != 0;
    }
  explored.is_complete = search.trace.run < most && !search.counts.cut && !leaves;
  note_all (&explored, &search);
  rp_search_clear (&search);
  subject->free (subject);
  free (bound);
  rp_diagnostics_clear (&diagnostics);
  return explored;
}

rp_explored
rp_explore_program (const rp_program *program, const int64_t *params, rp_reduction reduction,
                    uint64_t most)
{
  return explore (program, params, reduction, RP_PRECISION_ISOLATED, most);
}

rp_explored
rp_explore_precisely (const rp_program *program, rp_reduction reduction, rp_precision precision,
                      uint64_t most)
{
  return explore (program, NULL, reduction, precision, most);
}

static void
list_keys (const rp_map *map, rp_whole *whole, bool is_trace)
{
  for (size_t i = 0; i < map->capacity; i++)
    if (map->used[i] && is_trace)
      RP_VEC_PUSH (&whole->traces, map->entries[i].key);
    else if (map->used[i])
      RP_VEC_PUSH (&whole->states, map->entries[i].key);
}

rp_whole
rp_explore_whole (const rp_program *program, const rp_explore_options *options)
{
  rp_diagnostics diagnostics = { 0 };
  rp_report report = { 0 };
  rp_whole whole = { 0 };
  int64_t *params = rp_interp_bind (program, NULL, NULL, 0, &diagnostics);
  rp_subject *subject = rp_subject_model (program, params, &diagnostics);
  RP_ASSERT (subject);
  rp_explore_options how = *options;
  how.tells_traces = true;
  rp_exploration exploration;
  rp_exploration_init (&exploration, subject, &how, &report);
  rp_exploration_run (&exploration);
  whole.counts = exploration.search.counts;
  whole.is_complete = !report.incomplete && !exploration.refusal;
  whole.has_race = exploration.has_race;
  for (size_t i = 0; i < exploration.discoveries.count; i++)
    {
      const rp_discovery *discovery = &exploration.discoveries.items[i];
      uint64_t key = rp_hash_bytes (discovery->key, strlen (discovery->key));
      RP_VEC_PUSH (&whole.findings, rp_hash64 (key + discovery->schedules));
    }
  list_keys (&exploration.search.traces, &whole, true);
  list_keys (&exploration.search.states, &whole, false);
  sort (whole.findings.items, &whole.findings.count);
  sort (whole.traces.items, &whole.traces.count);
  sort (whole.states.items, &whole.states.count);
  rp_exploration_clear (&exploration);
  rp_report_clear (&report);
  subject->free (subject);
  free (params);
  rp_diagnostics_clear (&diagnostics);
  return whole;
}

void
rp_whole_clear (rp_whole *whole)
{
  RP_VEC_CLEAR (&whole->findings);
  RP_VEC_CLEAR (&whole->states);
  RP_VEC_CLEAR (&whole->traces);
}

static const char *
replay_again (rp_exploration *exploration, const rp_discovery *discovery, unsigned times)
{
  const rp_finding *first = &exploration->report->findings.items[discovery->finding];
  for (unsigned i = 0; i < times; i++)
    {
      rp_report *kept = exploration->report, again = { 0 };
      exploration->report = &again;
      bool fits = rp_exploration_show (exploration, &discovery->script), shows = false;
      for (size_t k = 0; k < again.findings.count; k++)
        shows |= again.findings.items[k].rule == first->rule
                 && again.findings.items[k].accesses[0].at.line == first->accesses[0].at.line;
      exploration->report = kept;
      rp_report_clear (&again);
      if (!fits || !shows)
        return "a witness does not replay";
    }
  return NULL;
}

const char *
rp_explore_confirm (const rp_program *program, rp_reduction reduction, rp_precision precision,
                    uint64_t most, unsigned times, size_t *findings)
{
  rp_diagnostics diagnostics = { 0 };
  rp_report report = { 0 };
  int64_t *params = rp_interp_bind (program, NULL, NULL, 0, &diagnostics);
  rp_subject *subject = rp_subject_model (program, params, &diagnostics);
  RP_ASSERT (subject);
  rp_explore_options options
    = { .reduction = reduction, .precision = precision, .most_schedules = most };
  rp_exploration exploration;
  const char *wrong = NULL;
  rp_exploration_init (&exploration, subject, &options, &report);
  rp_exploration_run (&exploration);
  *findings = report.findings.count;
  for (size_t i = 0; i < exploration.discoveries.count && !wrong; i++)
    if (exploration.discoveries.items[i].finding == SIZE_MAX)
      wrong = "a finding was not confirmed";
    else
      wrong = replay_again (&exploration, &exploration.discoveries.items[i], times);
  rp_exploration_clear (&exploration);
  rp_report_clear (&report);
  subject->free (subject);
  free (params);
  rp_diagnostics_clear (&diagnostics);
  return wrong;
}

rp_explored
rp_explore_text (const char *text, rp_reduction reduction, uint64_t most)
{
  rp_loaded loaded = rp_engine_load (text, false);
  rp_explored explored = rp_explore_program (loaded.program, NULL, reduction, most);
  rp_engine_unload (&loaded);
  return explored;
}

void
rp_explored_clear (rp_explored *e)
{
  RP_VEC_CLEAR (&e->races);
  RP_VEC_CLEAR (&e->states);
  RP_VEC_CLEAR (&e->traces);
  RP_VEC_CLEAR (&e->troubles);
  RP_VEC_CLEAR (&e->pairs);
  RP_VEC_CLEAR (&e->violations);
}
