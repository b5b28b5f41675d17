/* Exploration from the first schedule to the report. Runs the search, and keeps one discovery for each different
 * finding, with the first schedule that shows it. At the end each of these schedules is run again. So every reported
 * finding was seen twice: the second time by the graph engine or, for a compiled program, by the program itself. */
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
  uint64_t states; /* states from which the search went on, if states are compared */
} rp_progress;

typedef struct rp_explore_options
{
  rp_reduction reduction;
  rp_precision precision;
  uint64_t most_schedules; /* 0: no bound */
  double most_seconds;     /* 0: no bound */
  bool bounds_delays;      /* an execution has at most MOST_DELAYS delays; REDUCTION is then RP_REDUCTION_NONE */
  uint64_t most_delays;
  volatile sig_atomic_t *interrupt; /* stop when it is set; may be NULL */
  bool tells_traces;                /* count traces and final states (rp_search_counts) */
  bool states_may_help; /* if schedules were cut off, or a loop was taken to wait, recommend
                         * --reduction=states */

  /* The next four members are for jobs.h. */
  size_t jobs;            /* number of processes; 0 and 1: only this one */
  const char *checkpoint; /* a file, or NULL */
  bool resumes;           /* continues the search of the checkpoint */
  const char
    *identity; /* text of what two searches must have in common to share a checkpoint: program,
                * input and options */

  /* Called now and then with the progress; may be NULL. */
  void (*progress) (void *context, const rp_progress *progress);
  void *context;
} rp_explore_options;

/* A finding, and a schedule that shows it. */
typedef struct rp_discovery
{
  char *key;          /* findings with equal keys (keys.h) are one discovery */
  uint64_t schedules; /* how many schedules showed it */
  uint64_t seen;      /* number of the last run that showed it; 0: none since the last
                       * rp_results_write */
  rp_answers script;
  bool is_clash;       /* a clash: the sections of the last two picks of SCRIPT are declared to
                        * commute, but do not */
  uint32_t sites[2];   /* sites of those sections */
  uint64_t observable; /* for an observed value: its key in rp_outcomes; else 0 */
  size_t part;         /* if the search has parts (item.h): the part that showed it, from 1 */
  size_t finding;      /* its index in the report; SIZE_MAX if the second run did not show it */
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
  double start, last_progress;    /* times of rp_seconds: the beginning, and the last report of
                                   * progress */
  double total;                   /* estimated number of schedules, smoothed, for the progress */
  const char *refusal;            /* why the checkpoint cannot be used, or NULL; nothing was explored then */
  const char *bound;              /* why the search ended early, or NULL */
  const char *incomplete;         /* why some schedule ended early, or NULL */
  /* in some schedule, an async ended and left its tasks of a region to the owner of its finish; other orders of this
   * were not explored */
  bool leaves_behind;
  bool has_race;
};

/* SUBJECT and REPORT are borrowed. */
void rp_exploration_init (rp_exploration *exploration, rp_subject *subject,
                          const rp_explore_options *options, rp_report *report);

/* Explores, and fills the report. */
void rp_exploration_run (rp_exploration *exploration);

/* Records what the last execution of the search showed. May run the program again, so search->result is not valid
 * afterwards. */
void rp_exploration_record (rp_exploration *exploration);

/* Returns whether the search must stop, after SCHEDULES complete schedules: a bound is reached, the user interrupts, or
 * the program behaved differently under the same answers. If so, exploration->bound says why. */
bool rp_exploration_bound (rp_exploration *exploration, uint64_t schedules);

/* Reports the progress if the last report is long enough ago. FRACTION of the search is done, from 0 to 1. */
void rp_exploration_report_progress (rp_exploration *exploration, uint64_t schedules,
                                     double fraction);

/* To be called after each execution of exploration->search. Reports the progress from time to time, and returns
 * whether a bound is reached (rp_exploration_bound). */
bool rp_exploration_is_over (rp_exploration *exploration);

/* Adds FRESH, a discovery of another process or a clash, and takes ownership of its storage. If its key is known, adds
 * its count of schedules to that of the known discovery, and keeps the script that the earlier part of the search
 * found. */
void rp_exploration_merge (rp_exploration *exploration, rp_discovery *fresh);

/* Runs SCRIPT, several times if necessary, and adds all its findings to the report. Returns false if the script does
 * not fit the program. */
bool rp_exploration_show (rp_exploration *exploration, const rp_answers *script);

/* To be called after an exploration. Returns whether the search missed something because of loops that wait for other
 * tasks or have no end, and neither because of a bound nor because a schedule ended early. */
bool rp_exploration_lacks_only_waits (const rp_exploration *e);
void rp_exploration_clear (rp_exploration *exploration);

#endif
