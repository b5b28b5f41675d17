/* What exploration runs again and again, from the start: a program with its input. It must do the
 * same whenever the policy gives the same answers. Whoever knows how to run such a program fills in
 * the functions; whoever explores calls them. */
#ifndef RP_RUNTIME_SUBJECT_H
#define RP_RUNTIME_SUBJECT_H

#include "event/namer.h"
#include "event/observer.h"
#include "runtime/runtime.h"

/* Who listens to a run, and who decides in it. All are borrowed until the next run. */
typedef struct rp_setting
{
  rp_observer *observer;
  rp_policy *policy;
  rp_access_function *access;
  void *access_context;
} rp_setting;

/* Something wrong that one run showed, other than a race or a deadlock. */
typedef struct rp_incident
{
  int rule; /* a rule number of finding.h */
  uint32_t task, site;
  const char *message; /* valid until the next run */
  const char *object;  /* the variable concerned, or NULL */
} rp_incident;

typedef struct rp_run_result
{
  rp_stop_info stop;
  const rp_incident *incidents;
  size_t incident_count;
  uint64_t state; /* hash of the shared variables at the end */
} rp_run_result;

typedef struct rp_subject rp_subject;

struct rp_subject
{
  /* The result is valid until the next run. */
  void (*run) (rp_subject *, const rp_setting *setting, rp_run_result *result);

  /* Of the run that goes on or was the last. */
  const rp_task_table *(*tasks) (rp_subject *);
  rp_namer *(*namer) (rp_subject *);

  void (*free) (rp_subject *);
};

#endif
