#include "lang/subject.h"

#include "base/panic.h"
#include "base/vec.h"
#include "finding/finding.h"
#include "lang/interp.h"

#include <stdlib.h>

typedef struct model
{
  rp_subject subject; /* first */
  rp_interp *interp;
  RP_VEC (rp_incident) incidents;
} model;

/* Failures that the interpreter asked for are among its troubles. */
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

static void
run (rp_subject *subject, const rp_setting *setting, rp_run_result *result)
{
  model *m = (model *) subject;
  rp_interp_reset (m->interp, setting->observer, setting->policy, setting->access,
                   setting->access_context);
  rp_interp_run (m->interp);
  collect_incidents (m);
  *result = (rp_run_result) { .stop = rp_runtime_stop_info (rp_interp_runtime (m->interp)),
                              .state = rp_interp_hash (m->interp) };
  if (result->stop.stop == RP_STOP_LIMIT)
    RP_VEC_PUSH (&m->incidents, (rp_incident) { RP_RULE_RUN_TIME_ERROR, result->stop.task,
                                                result->stop.site, result->stop.message, NULL });
  result->incidents = m->incidents.items;
  result->incident_count = m->incidents.count;
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

static void
free_model (rp_subject *subject)
{
  model *m = (model *) subject;
  rp_interp_free (m->interp);
  RP_VEC_CLEAR (&m->incidents);
  free (m);
}

/* Until the first run nobody listens, and there is nothing to hear. */
static rp_observer nobody;

rp_subject *
rp_subject_model (const rp_program *program, const int64_t *params, rp_diagnostics *diagnostics)
{
  rp_interp_options options = { .params = params, .observer = &nobody };
  rp_interp *interp = rp_interp_new (program, &options, diagnostics);
  if (!interp)
    return NULL;
  model *m = rp_calloc (1, sizeof *m);
  m->subject = (rp_subject) { run, tasks, namer, free_model };
  m->interp = interp;
  return &m->subject;
}
