/* Exploration from the first schedule to the report. Runs the search, and keeps one discovery for each different
 * finding, with the first schedule that shows it. At the end each of these schedules is run again. So every
 * reported finding was seen twice (confirm.h). */
#ifndef RP_EXPLORE_EXPLORE_H
#define RP_EXPLORE_EXPLORE_H

#include "core/finding/finding.h"
#include "explore/commute.h"
#include "explore/outcomes.h"
#include "explore/search.h"

typedef struct rp_exploration rp_exploration;

typedef struct rp_progress
{
  uint64_t schedules;
  size_t findings;
  double seconds;
  double total;    /* estimated number of schedules; 0 if there is no estimate */
  uint64_t states; /* different states that were reached, if states are compared */
} rp_progress;

typedef struct rp_explore_options
{
  rp_reduction reduction;
  rp_precision precision;
  uint64_t most_schedules; /* 0: no bound */
  double most_seconds;     /* 0: no bound */
  bool bounds_delays;      /* `most_delays` bounds the delays of an execution; `reduction` is then RP_REDUCTION_NONE */
  uint64_t most_delays;
  volatile sig_atomic_t *interrupt; /* stop when it is set; may be NULL */
  bool tells_traces;                /* count traces and final states (rp_search_counts) */
  /* the report recommends --reduction=states if a schedule was cut off or a waiting loop was put to sleep */
  bool states_may_help;

  /* The next four members are for jobs.h. */
  size_t jobs;            /* number of processes; 0 and 1: only this one */
  const char *checkpoint; /* a file, or NULL */
  bool resumes;           /* continues the search of the checkpoint */
  const char
    *identity; /* names program, input and options; a checkpoint can only be resumed with an equal text */

  /* Called now and then with the progress; may be NULL. */
  void (*progress) (void *context, const rp_progress *progress);
  void *context;
} rp_explore_options;

/* A finding, and a schedule that shows it. */
typedef struct rp_discovery
{
  char *key;          /* findings with equal keys (keys.h) are one discovery */
  uint64_t schedules; /* number of schedules that came to an end and showed the finding */
  uint64_t seen; /* number of the last run that showed the finding; 0: no run has since the last rp_results_write */
  rp_answers script;
  /* a clash: the last two picks of `script` execute sections that are declared to commute, but do not commute */
  bool is_clash;
  uint32_t sites[2];   /* for a clash: the sites of the two sections */
  uint64_t observable; /* for a finding about an observed value: rp_observable.key; else 0 */
  size_t part;         /* number, from 1, of the part of the search (item.h) that `script` comes from; 0: no part */
  size_t finding;      /* index of the finding in the report; SIZE_MAX if the second run did not show the finding */
} rp_discovery;

struct rp_exploration
{
  rp_search search;
  rp_explore_options options;
  rp_report *report;
  RP_VEC (rp_discovery) discoveries;
  rp_outcomes outcomes;
  rp_commute commute;
  RP_VEC (uint32_t) by_seen_race; /* index in trace.seen_races -> index in discoveries, plus 1 */
  double start, last_progress;    /* times of rp_seconds: the beginning, and the last report of
                                   * progress */
  double total;                   /* estimated number of schedules, smoothed, for the progress */
  const char *refusal;            /* why the checkpoint cannot be used, or NULL; if set, nothing is reported */
  const char *bound;              /* why the search ended early, or NULL */
  const char *incomplete;         /* why some schedule ended early, or NULL */
  /* in some schedule, an async ended and left tasks of a region to the owner of the finish around the async. The
   * outcome may depend on when an async does so, but not all possible moments were explored */
  bool leaves_behind;
  bool has_race;
};

/* SUBJECT and REPORT are borrowed. */
void rp_exploration_init (rp_exploration *exploration, rp_subject *subject,
                          const rp_explore_options *options, rp_report *report);

/* Explores, and fills the report. */
void rp_exploration_run (rp_exploration *exploration);

/* Records the findings of the last execution of the search in exploration->discoveries. May run the program again;
 * exploration->search.result is then not valid any more. */
void rp_exploration_record (rp_exploration *exploration);

/* Returns whether the search must stop, after SCHEDULES complete schedules: a bound is reached, the user interrupts, or
 * the program behaved differently under the same answers. If so, exploration->bound says why. */
bool rp_exploration_bound (rp_exploration *exploration, uint64_t schedules);

/* Calls options.progress, unless the last call was less than 0.2 seconds ago. SCHEDULES schedules are complete, and
 * FRACTION of the search, from 0 to 1, is done. */
void rp_exploration_report_progress (rp_exploration *exploration, uint64_t schedules,
                                     double fraction);

/* To be called after each execution of exploration->search. Reports the progress from time to time, and returns whether
 * the search must stop (rp_exploration_bound). */
bool rp_exploration_is_over (rp_exploration *exploration);

/* Adds FRESH, a discovery of another process or a clash, to exploration->discoveries, and takes ownership of the
 * storage of FRESH. If a discovery with an equal key is there, adds the schedules of FRESH to its count instead; of the
 * two scripts, the one from the earlier part of the search stays. */
void rp_exploration_merge (rp_exploration *exploration, rp_discovery *fresh);

/* Runs SCRIPT, several times if necessary, and adds all findings that it shows to the report. Returns false if the
 * script does not fit the program. */
bool rp_exploration_show (rp_exploration *exploration, const rp_answers *script);

/* To be called after an exploration. Returns true if the search is incomplete only because of loops that wait for other
 * tasks or have no end: no bound was reached, and no schedule ended early for another reason. */
bool rp_exploration_lacks_only_waits (const rp_exploration *e);
void rp_exploration_clear (rp_exploration *exploration);

#endif
