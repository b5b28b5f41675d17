/* A subject: a program with its input, which exploration runs again and again from the start. With the same answers of
 * the policy, every run must do the same. The module that can run the program implements the functions of rp_subject;
 * exploration calls them. */
#ifndef RP_CORE_RUNTIME_SUBJECT_H
#define RP_CORE_RUNTIME_SUBJECT_H

#include "base/limit.h"
#include "core/event/namer.h"
#include "core/event/observer.h"
#include "core/runtime/runtime.h"

struct rp_report;

/* The parameters of one run. The observer, the policy and the context are borrowed until the next run. */
typedef struct rp_setting
{
  rp_observer *observer;
  rp_policy *policy;
  rp_access_function *access;
  void *access_context;

  /* The first REPEATED questions to the policy get the same answers as in the last run that was not extra. So a program
   * in another process need not wait for these answers. */
  size_t repeated;
  bool is_extra;    /* the run is not part of the search: a trial, or the repetition of a
                     * schedule */
  bool with_states; /* the policy will call rp_subject.state */
  rp_limit limit;   /* the run is stopped when it reaches this limit */
} rp_setting;

/* A finding of one run that is neither a race nor a deadlock. */
typedef struct rp_incident
{
  int rule; /* a rule number of finding.h */
  uint32_t task, site;
  const char *message; /* valid until the next run */
  const char *object;  /* the variable concerned, or NULL */
} rp_incident;

/* A value that the program asks to compare between schedules. */
typedef struct rp_observation
{
  const char *name; /* the n-th observation of a name by a task is compared with the n-th one in
                     * other schedules */
  uint64_t hash;    /* hash of the value */
  const char *text; /* the value, for people */
  uint32_t task, site;
} rp_observation;

typedef struct rp_run_result
{
  rp_stop_info stop;
  const rp_incident *incidents;
  size_t incident_count;
  bool has_state; /* `state` is known; all runs of a subject that come to their end agree on this */
  uint64_t state; /* hash of the shared variables at the end */
  bool is_cut;    /* the run reached rp_setting.limit and was stopped */
  bool is_astray; /* in its first rp_setting.repeated questions, the run did something different
                   * from the run whose answers it repeats */
  const char *incomplete; /* NULL, or why the run does not show everything: it stopped before all
                           * its tasks had ended, or a limit was reached */
  const rp_observation *observations; /* in order of the run */
  size_t observation_count;
} rp_run_result;

typedef struct rp_subject rp_subject;

struct rp_subject
{
  /* Runs the subject once under SETTING. Fills RESULT, which is valid until the next run. */
  void (*run) (rp_subject *, const rp_setting *setting, rp_run_result *result);

  /* Return the task table and the namer of the current run or, between runs, of the last one. */
  const rp_task_table *(*tasks) (rp_subject *);
  rp_namer *(*namer) (rp_subject *);

  /* Runs the subject under POLICY once more, fills RESULT, and adds all findings of the run to SHOWN, fully described.
   * May be NULL: then exploration describes findings by the computation graph of an ordinary run. For a subject that
   * has this function, an ordinary run gives the file and line of a finding, but neither its column nor its object. */
  void (*show) (rp_subject *, rp_policy *policy, struct rp_report *shown, rp_run_result *result);

  /* Called while the policy is asked. Returns a digest of everything that decides how the run continues. NULL if states
   * cannot be compared. */
  rp_digest (*state) (rp_subject *);

  /* Called in a process that was forked between two runs, before its first run. Returns false if the subject cannot run
   * in this process. NULL if there is nothing to do. */
  bool (*renew) (rp_subject *);

  void (*free) (rp_subject *);
};

#endif
