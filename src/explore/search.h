/* The search over all orders that matter. It runs executions from the start, one after the other. Each execution has
 * other answers to two kinds of questions: which task goes next at the places that the precision names (isolated
 * sections, for example), and which value a choice has. This is a depth-first search in the tree of answers; only the
 * path to the last execution is kept.
 *
 *   none   at every node, tries every task that can go [Nakade, Alg. 2]
 *   sleep  like none, but a task that was tried is not tried again until an event happens that depends on its
 *          next event: each trace is completed once
 *   dpor   tries only tasks for which a later event of some execution gave a reason (plan.c), with sleep sets: most
 *          of the runs that sleep sets alone would break off are not begun
 *   states tries every task that can go, but only once from each state: see states.h
 *
 * With a bound on delays [Emmi et al., 2011], each execution may deviate at most so many times from a fixed
 * schedule. In the fixed schedule, the task that went last goes on as long as it can; then comes the next one in
 * order of creation, round and round. Picking the k-th task after the one of the fixed schedule costs k delays. The
 * bound only works with the reduction NONE: another reduction leaves out an execution because of an equivalent one,
 * which the bound may leave out. With the bound, races are found with the orders that distinguish traces, which is
 * right for every execution. */
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
  RP_REDUCTION_STATES /* only if rp_subject.state is not NULL */
} rp_reduction;

typedef RP_VEC (uint32_t) rp_numbers;

/* A member of a sleep set. TASK need not be tried until an event conflicts with FOOTPRINT, the footprint of its next
 * event. */
typedef struct rp_sleeper
{
  uint32_t task;
  rp_footprint footprint;
} rp_sleeper;

/* The result of a trial (plan.c): whether a later event can come before the event at a node, and the footprint that the
 * later event has there. */
typedef struct rp_trial
{
  /* hash of the index of the event at the node, and of the indices of the later events that the trial runs first */
  uint64_t key;
  bool can_go;
  rp_footprint footprint;
} rp_trial;

/* One question of the last execution, and its answer. */
typedef struct rp_question
{
  bool is_choice;

  /* if it is a choice */
  uint32_t task, ordinal; /* TASK's choice number ORDINAL */
  size_t options, value;

  /* if it asks which task goes next */
  uint64_t delays; /* delays used up before it */
  uint32_t pick, site;
  uint32_t event;         /* index of the pick's event in the trace */
  rp_footprint footprint; /* union of the footprints of the pick's event, for all values of the
                           * choices in it */
  rp_numbers enabled;
  rp_numbers wanted; /* tasks to be tried: the backtrack set */
  rp_numbers done;
  RP_VEC (rp_sleeper) sleep; /* first the tasks that slept when the node was made; then tasks that were tried here */
  size_t inherited;          /* number of tasks in `sleep` that slept when the node was made */
  RP_VEC (rp_trial) trials; /* results of plan.c for the current pick */
} rp_question;

/* One answer, as it is shown to people and written to files. */
typedef struct rp_search_step
{
  bool is_choice;
  uint32_t task, site;
  uint64_t value, options;
} rp_search_step;

/* A script: the answers to the questions of a run, or of its beginning. */
typedef struct rp_answers
{
  /* all answers in order, to be shown or written; runs do not use them */
  RP_VEC (rp_search_step) steps;
  rp_numbers picks; /* the numbers of the tasks to pick, in order */
  rp_map choices; /* task and ordinal of a choice -> 1 + value */
} rp_answers;

/* A task that cannot go at the end of an execution. It stands before a section that another task is in, or waits for a
 * condition that does not hold. */
typedef struct rp_blocked
{
  uint32_t task;
  rp_footprint wanted; /* objects of the section that it stands before */
  rp_footprint read;   /* what the condition reads */
} rp_blocked;

typedef enum rp_ending
{
  RP_ENDING_COMPLETE, /* all tasks have ended */
  RP_ENDING_DEADLOCK,
  RP_ENDING_FAILED,     /* an assertion, misuse, a run-time error */
  RP_ENDING_BLOCKED,    /* broken off: all tasks that could go sleep */
  RP_ENDING_MATCHED,    /* broken off: the search was in this state before */
  RP_ENDING_SPLIT,      /* broken off after the number of events that `split` says: see item.h */
  RP_ENDING_IMPOSSIBLE, /* a task waits to join the task that it chose, although another that it could have chosen has
                         * ended: this is no deadlock */
  RP_ENDING_CUT         /* too long, interrupted, cut by the subject, or astray */
} rp_ending;

typedef struct rp_search_counts
{
  uint64_t complete; /* executions that came to an end: complete, deadlock or failed */
  uint64_t blocked, matched, impossible, cut;
  uint64_t visited; /* different states that were reached, if states are compared */
  uint64_t trials;  /* runs of rp_search_try and rp_search_try_result, which are not counted above */
  uint64_t events;  /* events of all executions */
  uint64_t choices; /* nodes of the tree of answers that are choices */
  uint64_t traces, duplicates, states; /* only if tells_traces */
  size_t longest;
} rp_search_counts;

typedef struct rp_search rp_search;

struct rp_search
{
  rp_policy policy; /* must be the first member */
  rp_subject *subject;
  rp_reduction reduction;
  size_t most_events; /* limit for one execution */
  bool is_bounded;    /* most_delays bounds the delays of an execution */
  uint64_t most_delays;
  bool leaves_out;   /* the bound on delays has left out some execution */
  bool tells_traces; /* count traces and final states */

  rp_task_names names;
  rp_footprints footprints;
  rp_trace trace;            /* the last execution */
  rp_trace trial_trace;      /* the last trial */
  RP_VEC (rp_question) path; /* more are allocated than used, to keep their storage */
  size_t depth;
  size_t frozen; /* number of questions at the beginning of the path that keep their answers */
  size_t split;  /* executions end after this many events; 0: no such limit */
  bool is_begun; /* an execution of this search, or of the current item, was run */
  size_t fresh;  /* the events before this index are the same as in the previous execution */
  rp_ending ending;
  rp_run_result result; /* valid until the next run */
  rp_search_counts counts;
  rp_map traces, states;
  rp_states visited;
  bool has_waited;       /* in some execution of this search, a task read the same values in a loop
                          * again and again, and was put to sleep until another task writes them;
                          * never reset */
  bool draws_conditions; /* a condition that a task waits for contains a choice; its value is drawn
                          * at random and not explored */
  volatile sig_atomic_t *interrupt; /* stop when it is set; may be NULL */
  double last_deadline;             /* deadline of runs that repeat a finding, a time of rp_seconds; 0: none */
  double deadline;                  /* when the search stops, even within a run, a time of rp_seconds; 0: never */

  /* State of the current run: */
  rp_trace *running;
  const rp_answers *script; /* NULL: this run searches */
  size_t at;                /* index in the path, or in script->picks */
  size_t picked;
  bool is_blocked, is_matched, is_split, is_cut;
  bool is_lost;      /* the script asks for something that is impossible */
  bool is_astray;    /* the program behaved differently under the same answers: the search is over */
  size_t repeated;   /* how many answers at the beginning are the same as in the last execution */
  bool goes_on;      /* the run goes on behind the end of the script */
  rp_numbers chosen; /* for each task: how many choices it has made */
  rp_numbers enabled, places;
  RP_VEC (rp_blocked) waiting;
  uint64_t drawn;
};

void rp_question_clear (rp_question *question);

/* SUBJECT is borrowed. */
void rp_search_init (rp_search *search, rp_subject *subject, rp_reduction reduction);
void rp_search_clear (rp_search *search);

/* Lets each execution use at most MOST delays. To be called before the first run, with RP_REDUCTION_NONE. */
void rp_search_bound_delays (rp_search *search, uint64_t most);

/* Sets the precision; the default is RP_PRECISION_ISOLATED. To be called before the first run. */
void rp_search_set_precision (rp_search *search, rp_precision precision);

/* Runs the next execution. Returns false if everything was explored. Otherwise search->trace, search->ending and
 * search->result describe the execution. */
bool rp_search_next (rp_search *search);

/* Returns whether rp_search_next would return false. Prepares the path for the next execution, so the last execution
 * must not be used any more. */
bool rp_search_is_done (rp_search *search);

/* Appends the answers of the last execution to SCRIPT. */
void rp_search_script (const rp_search *search, rp_answers *script);
void rp_answers_choose (rp_answers *script, uint32_t task, uint32_t ordinal, uint64_t value);
void rp_answers_clear (rp_answers *script);

/* Runs SCRIPT, and goes on until the execution ends, search->most_events picks were made, or search->last_deadline
 * is reached. OBSERVER and ACCESS, with CONTEXT, take the place of search->trace. Questions that the script does
 * not answer get the first possible answer. Returns false if the script asks for something impossible, or if the
 * run ends before all its picks. */
bool rp_search_replay (rp_search *search, const rp_answers *script, rp_observer *observer,
                       rp_access_function *access, void *context, rp_run_result *result);

/* Like rp_search_replay, for a subject that describes its findings itself: the subject adds them to SHOWN. */
bool rp_search_show (rp_search *search, const rp_answers *script, struct rp_report *shown,
                     rp_run_result *result);

/* Like rp_search_replay, under search->trial_trace, which records the events and looks for races. */
bool rp_search_retrace (rp_search *search, const rp_answers *script, rp_run_result *result);

/* Runs SCRIPT under search->trial_trace, up to the end of the event of SCRIPT's last pick. This event is then the last
 * one of the trial trace. Returns false if not all picks are possible. The first REPEATED questions have the same
 * answers as in the last execution. */
bool rp_search_try (rp_search *search, const rp_answers *script, size_t repeated);

/* Like rp_search_try, with no repeated questions. *RESULT becomes the result of the run. */
bool rp_search_try_result (rp_search *search, const rp_answers *script, rp_run_result *result);

/* plan.c: looks for events of the last execution that could have happened in another order. Adds the tasks that must
 * be tried for that to the nodes of the path. */
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
