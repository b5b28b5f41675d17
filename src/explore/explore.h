/* Exploration from the first schedule to the report: runs the search, keeps one finding for each
 * thing found in any schedule, with the schedule that showed it first, and at the end runs each of
 * those again: what is reported was seen twice, the second time by the computation graph and
 * Algorithm 1. */
#ifndef RP_EXPLORE_EXPLORE_H
#define RP_EXPLORE_EXPLORE_H

#include "explore/search.h"
#include "finding/finding.h"

typedef struct rp_exploration rp_exploration;

typedef struct rp_explore_options
{
  rp_reduction reduction;
  uint64_t most_schedules;          /* 0: no bound */
  double most_seconds;              /* 0: no bound */
  volatile sig_atomic_t *interrupt; /* stop when it is set; may be NULL */
  bool tells_traces;

  /* Told now and then; may be NULL. */
  void (*progress) (void *context, const rp_exploration *exploration, double seconds);
  void *context;
} rp_explore_options;

/* Something found, and the schedule that shows it. */
typedef struct rp_discovery
{
  char *key;          /* what makes two the same */
  uint64_t schedules; /* that showed it */
  uint64_t seen;      /* the last run that did */
  rp_answers script;
  size_t finding; /* its place in the report; SIZE_MAX if the second run did not show it */
} rp_discovery;

struct rp_exploration
{
  rp_search search;
  rp_explore_options options;
  rp_report *report;
  RP_VEC (rp_discovery) discoveries;
  RP_VEC (uint32_t) by_sighting; /* sighting -> its discovery, plus 1 */
  const char *bound;             /* why it ended early, or NULL */
  bool leaves_behind; /* an order that is not explored: tasks that an async leaves behind */
  bool has_race;
};

/* SUBJECT and REPORT are borrowed. */
void rp_exploration_init (rp_exploration *exploration, rp_subject *subject,
                          const rp_explore_options *options, rp_report *report);

/* Explores, and fills the report. */
void rp_exploration_run (rp_exploration *exploration);

/* Runs SCRIPT once and adds all that it shows to the report. False if the script does not fit the
 * program. */
bool rp_exploration_show (rp_exploration *exploration, const rp_answers *script);

void rp_exploration_clear (rp_exploration *exploration);

#endif
