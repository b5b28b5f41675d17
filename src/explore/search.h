/* The search over all orders that matter: executions are run from the start, one after the other, each with
 * other answers to two kinds of questions: which task goes first at isolated sections, and which way choices
 * go. It is a depth-first search over the tree of answers, kept as the path to the last execution.
 *
 *   none   everyone who can go is tried everywhere [Nakade, Alg. 2]
 *   sleep  the same, but a task that was tried is not tried again until something happens on which
 *          it depends: each trace is completed once
 *   dpor   only those are tried that a later event showed to be worth it, in plan.c, and sleep sets
 *          as well: most of the runs that sleep sets break off are not begun
 *   states everyone who can go is tried, but only once from each state: see states.h
 *
 * With a bound on delays [Emmi et al., 2011] each execution may deviate this often from a fixed schedule. In
 * the fixed schedule, the task that went last goes on as long as it can, then the next in order of creation,
 * round and round. To pick the k-th task after that one costs k delays. The bound works with the reduction
 * NONE only: another reduction would leave out executions in favour of others that the bound leaves out.
 * Races are then found with the orders that distinguish traces, which is right in every execution. */
#ifndef RP_EXPLORE_SEARCH_H
#define RP_EXPLORE_SEARCH_H

#include "base/map.h"
#include "core/runtime/subject.h"
#include "explore/states.h"
#include "explore/trace.h"

#include <signal.h>

typedef enum rp_reduction
{
  RP_REDUCTION_DPOR,
  RP_REDUCTION_SLEEP,
  RP_REDUCTION_NONE,
  RP_REDUCTION_STATES /* only if the subject has states */
} rp_reduction;

typedef RP_VEC (uint32_t) rp_numbers;

/* A member of a sleep set: TASK need not be tried at a node until an event conflicts with FOOTPRINT, that of its next
 * event. */
typedef struct rp_sleeper
{
  uint32_t task;
  rp_footprint footprint;
} rp_sleeper;

/* The result of plan.c for one reversal: whether an event can come before the event at a node, and what it
 * would touch then. */
typedef struct rp_trial
{
  uint64_t key; /* of the events that come before */
  bool can_go;
  rp_footprint footprint;
} rp_trial;

/* One question of the last execution, and its answer. */
typedef struct rp_question
{
  bool is_choice;

  /* a choice */
  uint32_t task, ordinal; /* the how-manieth of the task */
  size_t options, value;

  /* who goes */
  uint64_t delays; /* before this */
  uint32_t pick, site;
  uint32_t event;         /* its number in the trace */
  rp_footprint footprint; /* of the pick's event, whatever choices fall in it */
  rp_numbers enabled;
  rp_numbers wanted; /* those to be tried: the backtrack set */
  rp_numbers done;
  RP_VEC (rp_sleeper) sleep; /* first those that slept when the node was made */
  size_t inherited;
  RP_VEC (rp_trial) trials; /* for this pick */
} rp_question;

/* One answer, for people. */
typedef struct rp_search_step
{
  bool is_choice;
  uint32_t task, site;
  uint64_t value, options;
} rp_search_step;

/* Answers that are known beforehand. */
typedef struct rp_answers
{
  RP_VEC (rp_search_step) steps; /* all of them in order, to be shown; nobody obeys these */
  rp_numbers picks;
  rp_map choices; /* task and ordinal -> 1 + value */
} rp_answers;

/* A task before a section that another one is in, or before a condition that does not hold, at the
 * end of an execution. */
typedef struct rp_blocked
{
  uint32_t task;
  rp_footprint wanted; /* the section's objects */
  rp_footprint read;   /* by the condition */
} rp_blocked;

typedef enum rp_ending
{
  RP_ENDING_COMPLETE, /* all tasks have ended */
  RP_ENDING_DEADLOCK,
  RP_ENDING_FAILED,     /* an assertion, misuse, a run-time error */
  RP_ENDING_BLOCKED,    /* broken off: everyone who could go sleeps */
  RP_ENDING_MATCHED,    /* broken off: in a state that was there before */
  RP_ENDING_SPLIT,      /* broken off: as deep as this search goes, see item.h */
  RP_ENDING_IMPOSSIBLE, /* the task chosen for a join never ends, but others did */
  RP_ENDING_CUT         /* too long, or interrupted */
} rp_ending;

typedef struct rp_search_counts
{
  uint64_t complete; /* executions to their end, whatever that is */
  uint64_t blocked, matched, impossible, cut;
  uint64_t visited; /* states that were tried from, if they are compared */
  uint64_t trials;  /* runs of plan.c, apart from the above */
  uint64_t events;  /* of all executions */
  uint64_t choices; /* places where a value was chosen, each once for every way there */
  uint64_t traces, duplicates, states; /* only if asked for */
  size_t longest;
} rp_search_counts;

typedef struct rp_search rp_search;

struct rp_search
{
  rp_policy policy; /* first */
  rp_subject *subject;
  rp_reduction reduction;
  size_t most_events; /* of one execution */
  bool is_bounded;    /* by MAX_DELAYS of one execution */
  uint64_t most_delays;
  bool leaves_out;   /* the bound left some execution out */
  bool tells_traces; /* count traces and final states */

  rp_task_names names;
  rp_footprints footprints;
  rp_trace trace;            /* the last execution */
  rp_trace trial_trace;      /* the last trial */
  RP_VEC (rp_question) path; /* more are allocated than used */
  size_t depth;
  size_t frozen; /* questions at the beginning of the path that have no other answers */
  size_t split;  /* executions are broken off after so many events, unless it is 0 */
  bool is_begun; /* the last execution is one of this search, or of this item */
  size_t fresh;  /* events of the last execution before this one are those of the one before */
  rp_ending ending;
  rp_run_result result; /* valid until the next run */
  rp_search_counts counts;
  rp_map traces, states;
  rp_states visited;
  bool has_waited;       /* a task that only looked, again and again, was left asleep until somebody wrote */
  bool draws_conditions; /* a choice in a condition that a task waits for: drawn, not explored */
  volatile sig_atomic_t *interrupt; /* stop when it is set; may be NULL */
  double last_deadline;             /* the same for runs that show again what was found */
  double deadline;                  /* stop then, also within a run; in rp_seconds, 0: never */

  /* of the run that goes on */
  rp_trace *running;
  const rp_answers *script; /* NULL: search */
  size_t at;                /* in path, or in script->picks */
  size_t picked;
  bool is_blocked, is_matched, is_split, is_cut;
  bool is_lost;      /* the script asks for what cannot be */
  bool is_astray;    /* the program did something else under the same answers: the search is over */
  size_t repeated;   /* leading answers that are those of the last execution */
  bool goes_on;      /* at the end of the script, instead of stopping */
  rp_numbers chosen; /* by task: how many choices it has made */
  rp_numbers enabled, places;
  RP_VEC (rp_blocked) waiting;
  uint64_t drawn;
};

void rp_question_clear (rp_question *question);

/* SUBJECT is borrowed. */
void rp_search_init (rp_search *search, rp_subject *subject, rp_reduction reduction);
void rp_search_clear (rp_search *search);

/* Before the first run, for RP_REDUCTION_NONE. */
void rp_search_bound_delays (rp_search *search, uint64_t most);

/* Before the first run; RP_PRECISION_ISOLATED if not said. */
void rp_search_set_precision (rp_search *search, rp_precision precision);

/* Runs the next execution. Returns false if there is none, because everything was explored. Afterwards the
 * trace, the ending and the result describe the execution. */
bool rp_search_next (rp_search *search);

/* Whether the next call would return false. After this call the last execution must not be used any more. */
bool rp_search_is_done (rp_search *search);

/* The answers of the last execution. */
void rp_search_script (const rp_search *search, rp_answers *script);
void rp_answers_choose (rp_answers *script, uint32_t task, uint32_t ordinal, uint64_t value);
void rp_answers_clear (rp_answers *script);

/* Runs SCRIPT to the end, under other observers than the search's own. Questions that the script does not
 * answer get the first possible answer. Returns false if the script asks for something impossible. */
bool rp_search_replay (rp_search *search, const rp_answers *script, rp_observer *observer,
                       rp_access_function *access, void *context, rp_run_result *result);

/* The same for a subject that describes by itself what it shows. */
bool rp_search_show (rp_search *search, const rp_answers *script, struct rp_report *shown,
                     rp_run_result *result);

/* The same, with the events in search->trial_trace. */
bool rp_search_retrace (rp_search *search, const rp_answers *script, rp_run_result *result);

/* Runs SCRIPT up to the end of its last pick's event, which is then the last of
 * search->trial_trace. False if that pick cannot go. The first REPEATED questions are those of the
 * last execution. */
bool rp_search_try (rp_search *search, const rp_answers *script, size_t repeated);

/* The same, with what it came to. */
bool rp_search_try_result (rp_search *search, const rp_answers *script, rp_run_result *result);

/* plan.c: looks for events of the last execution that could have come in another order, and adds to
 * what is wanted at the nodes of the path. */
void rp_search_plan (rp_search *search);

static inline bool
rp_numbers_have (const rp_numbers *numbers, uint32_t number)
{
  for (size_t i = 0; i < numbers->count; i++)
    if (numbers->items[i] == number)
      return true;
  return false;
}

#endif
