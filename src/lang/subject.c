#include "lang/subject.h"

#include "base/panic.h"
#include "base/vec.h"
#include "core/finding/finding.h"
#include "lang/interp.h"

#include <stdlib.h>

typedef struct model
{
  rp_subject subject; /* must be the first member */
  rp_interp *interp;
  RP_VEC (rp_incident) incidents;
  RP_VEC (rp_observation) observations;
  rp_arena texts; /* texts of observed values */
} model;

/* Collects what went wrong in the run: the interpreter's troubles, and misuse of constructs, which the runtime
 * reports. */
static void
collect_incidents (model *m)
{
  size_t count;
  const rp_trouble *troubles = rp_interp_troubles (m->interp, &count);
  m->incidents.count = 0;
  for (size_t i = 0; i < count; i++)
    RP_VEC_PUSH (&m->incidents,
                 (rp_incident) { troubles[i].rule, troubles[i].task, troubles[i].site,
                                 troubles[i].message, troubles[i].object });
  const rp_failure *failures = rp_runtime_failures (rp_interp_runtime (m->interp), &count);
  for (size_t i = 0; i < count; i++)
    if (failures[i].stop == RP_STOP_MISUSE)
      RP_VEC_PUSH (&m->incidents, (rp_incident) { RP_RULE_MISUSE, failures[i].task,
                                                  failures[i].site, failures[i].message, NULL });
}

static const char *
value_text (rp_arena *arena, rp_value value)
{
  static const char *const handles[] = { [RP_VALUE_FUTURE] = "a future",
                                         [RP_VALUE_PHASER] = "a phaser",
                                         [RP_VALUE_ACTOR] = "an actor" };
  if (value.kind != RP_VALUE_INT)
    return handles[value.kind];
  return rp_arena_format (arena, "%lld", (long long) value.number);
}

static void
collect_observations (model *m)
{
  size_t count;
  const rp_observed *list = rp_interp_observed (m->interp, &count);
  m->observations.count = 0;
  rp_arena_clear (&m->texts);
  for (size_t i = 0; i < count; i++)
    {
      uint64_t number = list[i].value.kind == RP_VALUE_INT ? (uint64_t) list[i].value.number : 0;
      uint64_t hash = rp_hash64 (number + 1) ^ (uint64_t) list[i].value.kind;
      RP_VEC_PUSH (&m->observations,
                   (rp_observation) { list[i].name, hash, value_text (&m->texts, list[i].value),
                                      list[i].task, list[i].site });
    }
}

/* Schedules with more turns of loops, calls and tasks are cut. */
#define MAX_TURNS 10000000

/* Returns the reason why the run was cut; NULL if setting->limit was reached: the search itself reports that reason. */
static const char *
cut_text (model *m, const rp_setting *setting, const rp_stop_info *stop)
{
  if (rp_limit_is_reached (&setting->limit))
    return NULL;
  rp_namer *namer = rp_interp_namer (m->interp);
  uint32_t line = namer->site (namer, &m->texts, stop->site).place.line;
  return rp_arena_format (&m->texts,
                          "a schedule was cut off after %d turns of loops, calls and tasks, at line %u: without end?",
                          MAX_TURNS, line);
}

static void
run (rp_subject *subject, const rp_setting *setting, rp_run_result *result)
{
  model *m = (model *) subject;
  rp_interp_limit (m->interp, setting->limit, MAX_TURNS);
  rp_interp_reset (m->interp, setting->observer, setting->policy, setting->access,
                   setting->access_context);
  rp_interp_run (m->interp);
  collect_incidents (m);
  collect_observations (m);
  *result = (rp_run_result) { .stop = rp_runtime_stop_info (rp_interp_runtime (m->interp)),
                              .has_state = true,
                              .state = rp_interp_hash (m->interp) };
  result->is_cut = result->stop.stop == RP_STOP_CUT;
  if (result->is_cut)
    result->incomplete = cut_text (m, setting, &result->stop);
  if (result->stop.stop == RP_STOP_LIMIT)
    RP_VEC_PUSH (&m->incidents, (rp_incident) { RP_RULE_RUN_TIME_ERROR, result->stop.task,
                                                result->stop.site, result->stop.message, NULL });
  result->incidents = m->incidents.items;
  result->incident_count = m->incidents.count;
  result->observations = m->observations.items;
  result->observation_count = m->observations.count;
  rp_interp_release (m->interp);
}

static const rp_task_table *
tasks (rp_subject *subject)
{
  return rp_runtime_tasks (rp_interp_runtime (((model *) subject)->interp));
}

static rp_namer *
namer (rp_subject *subject)
{
  return rp_interp_namer (((model *) subject)->interp);
}

static rp_digest
state (rp_subject *subject)
{
  return rp_interp_state (((model *) subject)->interp);
}

static void
free_model (rp_subject *subject)
{
  model *m = (model *) subject;
  rp_interp_free (m->interp);
  RP_VEC_CLEAR (&m->incidents);
  RP_VEC_CLEAR (&m->observations);
  rp_arena_clear (&m->texts);
  free (m);
}

/* The observer before the first run, when there are no events. */
static rp_observer nobody;

rp_subject *
rp_subject_model (const rp_program *program, const int64_t *params, rp_diagnostics *diagnostics)
{
  rp_interp_options options = { .params = params, .observer = &nobody, .task_depth = RP_TASK_DEPTH };
  rp_interp *interp = rp_interp_new (program, &options, diagnostics);
  if (!interp)
    return NULL;
  model *m = rp_calloc (1, sizeof *m);
  m->subject = (rp_subject) {
    .run = run, .tasks = tasks, .namer = namer, .state = state, .free = free_model
  };
  m->interp = interp;
  return &m->subject;
}
