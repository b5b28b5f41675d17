/* Exploration from the first schedule to the report: runs the search, keeps one finding for each
 * thing found in any schedule, with the schedule that showed it first, and at the end runs each of
 * those again: what is reported was seen twice, the second time by the computation graph and
 * Algorithm 1. */
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
  double total;    /* schedules, as far as can be told; 0 if it cannot */
  uint64_t states; /* that were tried from, where they are compared */
} rp_progress;

typedef struct rp_explore_options
{
  rp_reduction reduction;
  rp_precision precision;
  uint64_t most_schedules; /* 0: no bound */
  double most_seconds;     /* 0: no bound */
  bool bounds_delays;      /* by MAX_DELAYS; the reduction is NONE */
  uint64_t most_delays;
  volatile sig_atomic_t *interrupt; /* stop when it is set; may be NULL */
  bool tells_traces;
  bool states_may_help; /* where a loop has no end, the report may name that reduction */

  /* jobs.h */
  size_t jobs;            /* processes; 0 and 1: this one */
  const char *checkpoint; /* a file, or NULL */
  bool resumes;           /* from it */
  const char
    *identity; /* what makes two searches the same, but for REDUCTION and what is below it */

  /* Told now and then; may be NULL. */
  void (*progress) (void *context, const rp_progress *progress);
  void *context;
} rp_explore_options;

/* Something found, and the schedule that shows it. */
typedef struct rp_discovery
{
  char *key;          /* what makes two the same */
  uint64_t schedules; /* that showed it */
  uint64_t seen;      /* the last run that did */
  rp_answers script;
  bool is_clash;       /* of sections declared to commute: the last two picks */
  uint32_t sites[2];   /* of those */
  uint64_t observable; /* of outcomes, if it is about an observed value; else 0 */
  size_t part;         /* of the search that showed it, where it has parts */
  size_t finding;      /* its place in the report; SIZE_MAX if the second run did not show it */
} rp_discovery;

struct rp_exploration
{
  rp_search search;
  rp_explore_options options;
  rp_report *report;
  RP_VEC (rp_discovery) discoveries;
  rp_outcomes outcomes;
  rp_commute commute;
  RP_VEC (uint32_t) by_seen_race; /* seen_race -> its discovery, plus 1 */
  double start, last_progress;    /* in seconds: when it began, and when progress was last told */
  double total;                  /* smoothed, for progress */
  const char *refusal;           /* the checkpoint cannot be used, and why; nothing was explored */
  const char *bound;             /* why it ended early, or NULL */
  const char *incomplete;        /* why some schedule did, or NULL */
  bool leaves_behind; /* an order that is not explored: tasks that an async leaves behind */
  bool has_race;
};

/* SUBJECT and REPORT are borrowed. */
void rp_exploration_init (rp_exploration *exploration, rp_subject *subject,
                          const rp_explore_options *options, rp_report *report);

/* Explores, and fills the report. */
void rp_exploration_run (rp_exploration *exploration);

/* Notes what the last execution of the search showed. */
void rp_exploration_note (rp_exploration *exploration);

/* Whether a bound is reached when SCHEDULES are complete in all. If so, exploration->bound names it. */
bool rp_exploration_bound (rp_exploration *exploration, uint64_t schedules);

/* Reports the progress, if it is time to. FRACTION of everything is done, from 0 to 1. */
void rp_exploration_tell (rp_exploration *exploration, uint64_t schedules, double fraction);

/* Both, after an execution of exploration->search. */
bool rp_exploration_is_over (rp_exploration *exploration);

/* Adds what was found elsewhere; takes what FRESH owns. */
void rp_exploration_merge (rp_exploration *exploration, rp_discovery *fresh);

/* Runs SCRIPT once and adds everything that it shows to the report. Returns false if the script does not fit
 * the program. */
bool rp_exploration_show (rp_exploration *exploration, const rp_answers *script);

/* After an exploration: whether only loops that wait for other tasks, or have no end, kept it from covering
 * everything. */
bool rp_exploration_waits (const rp_exploration *e);
void rp_exploration_clear (rp_exploration *exploration);

#endif
