/* Executes the model in two stages. The first stage looks for the race, in up to TRIES schedules. It runs in a
 * process of its own, because it may take too long: the solver's values may be large. If a schedule shows the race,
 * the second stage executes this schedule again, and produces the details for the report. */
#include "prove/model/confirm.h"

#include "base/panic.h"
#include "graph_run/graph_run.h"
#include "lang/interp.h"
#include "prove/poly/child.h"
#include "prove/poly/limit.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  TRIES = 6, /* number of schedules; each may have another order of isolated sections */
  MAX_MEMORY_MB = 2048,
  NOTHING = 255, /* exit status: no schedule showed the race */
  TROUBLE = 254
};

static bool
is_place (const rp_place *a, const rp_place *b)
{
  return a->line == b->line && a->column == b->column;
}

/* ---- the first execution: does it show the race? ---- */

typedef struct watch
{
  const rp_proof_pair *pair;
  rp_interp *interp;
  rp_race_kind kind; /* the strongest kind of race between the pair's accesses so far */
} watch;

static bool
is_side (const rp_race_side *side, const rp_proof_side *of)
{
  return side->site == of->site && side->is_write == of->is_write;
}

/* If RACE is between the two accesses of the pair and on their common element, and is of a stronger kind than w->kind,
 * stores its kind in w->kind. A race may be on a range of elements. */
static void
see_race (void *context, const rp_race *race)
{
  watch *w = context;
  const rp_proof_side *sides = w->pair->sides;
  bool is_pair = (is_side (&race->earlier, &sides[0]) && is_side (&race->later, &sides[1]))
                 || (is_side (&race->earlier, &sides[1]) && is_side (&race->later, &sides[0]));
  if (!is_pair || race->kind <= w->kind || !w->pair->element)
    return;
  rp_arena arena = { 0 };
  rp_namer *namer = rp_interp_namer (w->interp);
  for (uint64_t i = 0; i < race->range.size; i++)
    if (!strcmp (namer->location (namer, &arena, race->range.base + i).name, w->pair->element))
      w->kind = race->kind;
  rp_arena_clear (&arena);
}

static rp_race_kind
look_for (const rp_program *program, const int64_t *params, rp_policy *policy,
          const rp_proof_pair *pair)
{
  rp_builder builder;
  rp_detector detector;
  rp_diagnostics diagnostics = { 0 };
  watch w = { .pair = pair, .kind = RP_RACE_ORDER };
  rp_builder_init (&builder);
  rp_detector_init (&detector, &builder.graph, see_race, &w);
  rp_interp_options options = { .params = params,
                                .observer = &builder.observer,
                                .policy = policy,
                                .access = rp_builder_access,
                                .access_context = &builder,
                                .preempt = !policy->depth_first };
  w.interp = rp_interp_new (program, &options, &diagnostics);
  if (w.interp)
    {
      size_t count;
      rp_interp_run (w.interp);
      uint32_t *nodes = rp_graph_sorted (&builder.graph, &count);
      rp_detect_indexed (&detector, nodes, count);
      free (nodes);
      rp_interp_free (w.interp);
    }
  rp_detector_clear (&detector);
  rp_builder_clear (&builder);
  rp_diagnostics_clear (&diagnostics);
  return w.kind;
}

/* ---- the second execution: the finding for the report ---- */

/* Returns the finding in REPORT about the accesses of PAIR; NULL if there is none. Prefers a finding on the pair's
 * element. */
static const rp_finding *
find (const rp_report *report, const rp_proof_pair *pair)
{
  const rp_finding *best = NULL;
  for (size_t i = 0; i < report->findings.count; i++)
    {
      const rp_finding *finding = &report->findings.items[i];
      const rp_place *later = &finding->accesses[0].at, *earlier = &finding->accesses[1].at;
      const rp_place *a = &pair->sides[0].at, *b = &pair->sides[1].at;
      bool is_pair = (is_place (later, a) && is_place (earlier, b))
                     || (is_place (later, b) && is_place (earlier, a));
      if (finding->rule != RP_RULE_RACE || !finding->object.name || !is_pair)
        continue;
      if (!strcmp (finding->object.name, pair->element))
        return finding;
      best = best ? best : finding;
    }
  return best;
}

static const rp_finding *
describe (const rp_program *program, const int64_t *params, rp_policy *policy,
          const rp_proof_pair *pair, rp_report *report)
{
  rp_graph_run run;
  rp_diagnostics diagnostics = { 0 };
  const rp_finding *found = NULL;
  rp_graph_run_init (&run, report, false, false);
  report->keep_all = true;
  rp_interp_options options = { .params = params,
                                .observer = &run.builder.observer,
                                .policy = policy,
                                .access = rp_builder_access,
                                .access_context = &run.builder,
                                .preempt = !policy->depth_first };
  rp_interp *interp = rp_interp_new (program, &options, &diagnostics);
  if (interp)
    {
      rp_graph_run_set_names (&run, rp_runtime_tasks (rp_interp_runtime (interp)),
                              rp_interp_namer (interp));
      rp_interp_run (interp);
      rp_stop_info stop = rp_runtime_stop_info (rp_interp_runtime (interp));
      rp_graph_run_end (&run, &stop);
      found = find (report, pair);
      rp_interp_free (interp);
    }
  rp_graph_run_clear (&run);
  rp_diagnostics_clear (&diagnostics);
  return found;
}

/* ---- schedules ---- */

typedef struct schedule
{
  rp_depth_first depth_first;
  rp_random_policy random;
} schedule;

/* Makes and returns the policy of schedule NUMBER: schedule 0 is depth-first, the others are random. */
static rp_policy *
schedule_init (schedule *s, int number)
{
  rp_depth_first_init (&s->depth_first, 0);
  rp_random_policy_init (&s->random, (uint64_t) number);
  return number ? &s->random.policy : &s->depth_first.policy;
}

/* Runs PROGRAM under schedules 0, 1 ... TRIES - 1, until one shows the pair's race as certain, and ends the process.
 * The exit status is 2 * n + 1 if schedule n showed it as certain. Otherwise it is 2 * n if schedule n was the first to
 * show it as possible; NOTHING if none showed the race; TROUBLE if nothing was run. After SECONDS, a signal ends the
 * process. */
static _Noreturn void
try_schedules (const rp_program *program, const int64_t *params, const rp_proof_pair *pair,
               double seconds)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  struct rlimit time = { (rlim_t) seconds + 1, (rlim_t) seconds + 2 };
  setrlimit (RLIMIT_CPU, &time);
#ifndef __SANITIZE_ADDRESS__
  struct rlimit memory = { (rlim_t) MAX_MEMORY_MB << 20, (rlim_t) MAX_MEMORY_MB << 20 };
  setrlimit (RLIMIT_AS, &memory);
#endif
  /* the runtime may print messages about limits that are reached; they are not shown */
  if (!freopen ("/dev/null", "w", stderr))
    _exit (TROUBLE);
  double whole = (double) (time_t) seconds;
  struct itimerval end
    = { .it_value = { (time_t) seconds, (suseconds_t) ((seconds - whole) * 1e6) + 1 } };
  setitimer (ITIMER_REAL, &end, NULL);
  int best = NOTHING;
  for (int i = 0; i < TRIES; i++)
    {
      schedule s;
      rp_race_kind kind = look_for (program, params, schedule_init (&s, i), pair);
      if (kind == RP_RACE_CERTAIN)
        _exit (2 * i + 1);
      if (kind == RP_RACE_POSSIBLE && best == NOTHING)
        best = 2 * i;
    }
  _exit (best);
}

/* Waits for CHILD, and returns its status from waitpid. If the user interrupts this process, ends CHILD about a second
 * later. */
static int
wait_for (pid_t child)
{
  int status = -1;
  while (!rp_child_ends_within (child, RP_LIMIT_MILLISECONDS))
    if (rp_limit_left_to_confirm (0) <= 0)
      kill (child, SIGKILL);
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  return status;
}

rp_confirmation
rp_confirm (const rp_program *program, const rp_proof_pair *pair, double seconds, rp_report *report,
            const rp_finding **found)
{
  int64_t params[pair->param_count + 1];
  for (uint32_t i = 0; i < pair->param_count; i++)
    params[i] = pair->params[i].value;
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0)
    try_schedules (program, params, pair, seconds);
  int status = child > 0 ? wait_for (child) : -1;
  if (child < 0 || !WIFEXITED (status))
    return RP_NOT_EXECUTED;
  if (WEXITSTATUS (status) == NOTHING)
    return RP_NOT_CONFIRMED;
  if (WEXITSTATUS (status) >= 2 * TRIES)
    return RP_NOT_EXECUTED;
  schedule s;
  int shown = WEXITSTATUS (status);
  *found = describe (program, params, schedule_init (&s, shown / 2), pair, report);
  if (!*found)
    return RP_NOT_CONFIRMED;
  return shown % 2 ? RP_CONFIRMED : RP_CONFIRMED_POSSIBLE;
}
