/* A subject: a program with its input, which exploration runs again and again from the start. The program must do
 * the same whenever the policy gives the same answers. The module that can run such a program fills in the
 * functions, and exploration calls them. */
#ifndef RP_CORE_RUNTIME_SUBJECT_H
#define RP_CORE_RUNTIME_SUBJECT_H

#include "base/limit.h"
#include "core/event/namer.h"
#include "core/event/observer.h"
#include "core/runtime/runtime.h"

struct rp_report;

/* The listeners of a run, and the policy that decides in it. All are borrowed until the next run. */
typedef struct rp_setting
{
  rp_observer *observer;
  rp_policy *policy;
  rp_access_function *access;
  void *access_context;

  /* The first REPEATED questions of the policy get the answers that they got in the last run that was not
   * extra, so that a program in another process need not wait for them. */
  size_t repeated;
  bool is_extra;    /* the run is not part of the search */
  bool with_states; /* the policy will call rp_subject.state */
  rp_limit limit;   /* the run is cut when this limit is reached */
} rp_setting;

/* Something wrong that one run showed, other than a race or a deadlock. */
typedef struct rp_incident
{
  int rule; /* a rule number of finding.h */
  uint32_t task, site;
  const char *message; /* valid until the next run */
  const char *object;  /* the variable concerned, or NULL */
} rp_incident;

/* A value that the program asked to be compared between schedules. */
typedef struct rp_observation
{
  const char *name; /* observations are compared by name: the n-th of a name with the n-th of another schedule */
  uint64_t hash;    /* hash of the value */
  const char *text; /* the value, for people */
  uint32_t task, site;
} rp_observation;

typedef struct rp_run_result
{
  rp_stop_info stop;
  const rp_incident *incidents;
  size_t incident_count;
  uint64_t state; /* hash of the shared variables at the end */
  bool is_cut;    /* the run took too long, and was ended */
  bool is_astray; /* under the same answers, the run did something else than the last run */
  const char *incomplete; /* why the run ended before all its tasks had ended, or NULL */
  const rp_observation *observations; /* in order of the run */
  size_t observation_count;
} rp_run_result;

typedef struct rp_subject rp_subject;

struct rp_subject
{
  /* Runs the subject once under SETTING, and fills RESULT, which is valid until the next run. */
  void (*run) (rp_subject *, const rp_setting *setting, rp_run_result *result);

  /* Return the task table and the namer of the current run or, between runs, of the last one. */
  const rp_task_table *(*tasks) (rp_subject *);
  rp_namer *(*namer) (rp_subject *);

  /* Runs the subject under POLICY once more, and describes everything that appears in the report SHOWN. NULL
   * if the computation graph shall do that, from what RUN reports. Otherwise the places of findings are whole
   * lines, and only this function knows their objects. */
  void (*show) (rp_subject *, rp_policy *policy, struct rp_report *shown, rp_run_result *result);

  /* Called in a run while the policy is asked: a digest of everything that decides how the run goes on,
   * whatever came before. NULL if states cannot be compared. */
  rp_digest (*state) (rp_subject *);

  /* Called in a process that was forked between two runs, before its first run. Returns false if the subject
   * cannot run here. NULL if there is nothing to do. */
  bool (*renew) (rp_subject *);

  void (*free) (rp_subject *);
};

#endif
