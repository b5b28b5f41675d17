/* raceproof run FILE.rp|PROGRAM: executes a model once and says whether any schedule on this input has a data race.
 * Programs are executed by command/program.c. */
#include "base/clock.h"
#include "base/panic.h"
#include "cli.h"
#include "command/interrupt.h"
#include "command/model.h"
#include "command/present.h"
#include "command/program.h"
#include "core/detect/espbags.h"
#include "core/detect/possible_deadlock.h"
#include "core/detect/step_bags.h"
#include "core/graph/dot.h"
#include "graph_run/graph_run.h"
#include "lang/interp.h"
#include "options.h"

#include <stdlib.h>
#include <sys/resource.h>

typedef struct run
{
  const struct rp_run_options *options;
  rp_model model;
  rp_report report;
  rp_graph_run graph_run;
  rp_stalls stalls;
  rp_interp *interp;
  rp_suppressions suppressions;
  uint64_t last_turn; /* the turn at which a run was interrupted: later runs end at it, too;
                       * 0: no run was interrupted */
  rp_output out, graph;
} run;

/* After this many certain races on one location, the other accesses to the location are not checked: 2,000 statements
 * can make two million races. */
#define MAX_PAIRS 100000

/* Without --max-turns, a run is cut after this many turns, because it may be endless. So many turns take some
 * seconds. */
#define MAX_TURNS 100000000

static uint64_t
most_turns (const run *r)
{
  return r->options->most_turns ? r->options->most_turns : MAX_TURNS;
}

/* Sets in OPTIONS when the run ends: if an earlier run was interrupted, at the turn at which that run ended; otherwise
 * at the first Ctrl-C, or after a number of turns. */
static void
limit_run (const run *r, rp_interp_options *options)
{
  options->task_depth = r->options->task_depth ? r->options->task_depth : RP_TASK_DEPTH;
  options->most_turns = r->last_turn ? r->last_turn : most_turns (r);
  options->limit.interrupt = r->last_turn ? NULL : &rp_cli_interrupted;
}

static const char *
say_cut (run *r, const rp_stop_info *stop)
{
  rp_namer *namer = rp_interp_namer (r->interp);
  rp_arena *arena = &r->report.arena;
  if (rp_cli_interrupted)
    return "interrupted before the end of the run";
  return rp_arena_format (arena,
                          "cut off after %llu turns of loops, calls and tasks, at line %u: without end? "
                          "(--max-turns)",
                          (unsigned long long) most_turns (r),
                          namer->site (namer, arena, stop->site).place.line);
}

static void
describe_input (run *r)
{
  rp_report *report = &r->report;
  rp_model_describe (&r->model, report);
  report->keep_all = r->options->all;
  report->schedule = "depth-first";
  if (r->options->schedule == RP_SCHEDULE_RANDOM)
    report->schedule = rp_arena_format (&report->arena, "random (seed %llu)",
                                        (unsigned long long) r->options->seed);
}

/* Adds the conflicts of permissions that happened in this run. Exploration finds the conflicts of all schedules. */
static void
add_violations (run *r)
{
  size_t count;
  const rp_violation *violations
    = rp_runtime_violations (rp_interp_runtime (r->interp), &count);
  for (size_t i = 0; i < count; i++)
    {
      const rp_violation *v = &violations[i];
      rp_graph_run_add_violation (
        &r->graph_run, (rp_permission_side) { v->task, v->site, v->writes },
        (rp_permission_side) { v->holder, v->holder_site, v->holder_writes }, v->range);
    }
}

static void
add_troubles (run *r)
{
  size_t count;
  const rp_trouble *troubles = rp_interp_troubles (r->interp, &count);
  for (size_t i = 0; i < count; i++)
    rp_graph_run_add_finding (&r->graph_run, (rp_rule) troubles[i].rule, troubles[i].task,
                              troubles[i].site, troubles[i].message, troubles[i].object);
}

static bool
is_racing (const void *context, uint32_t node)
{
  return rp_graph_run_is_racing (context, node);
}

static void
write_graph (run *r)
{
  rp_dot_options options = { .title = r->options->program_path,
                             .tasks = rp_runtime_tasks (rp_interp_runtime (r->interp)),
                             .namer = rp_interp_namer (r->interp),
                             .is_racing = is_racing,
                             .context = &r->graph_run };
  rp_dot_write (&r->graph_run.builder.graph, &options, r->graph.file);
}

static void
found_by_bags (void *any, const rp_bag_race *race)
{
  (void) race;
  *(bool *) any = true;
}

typedef enum bags_answer
{
  BAGS_FIND_NOTHING,
  BAGS_FIND_SOMETHING,
  BAGS_CANNOT_TELL
} bags_answer;

/* Runs the model with bags, or with STEP_BAGS if that is not NULL, and returns what they found. Stores the statistics
 * of the run in r->report. */
static bags_answer
ask_bags (run *r, rp_policy *policy, rp_step_bags *step_bags)
{
  bool any = false;
  rp_bags bags;
  rp_stalls stalls;
  rp_bags_init (&bags, found_by_bags, &any);
  if (step_bags)
    rp_step_bags_attach (step_bags, &bags);
  rp_stalls_attach (&stalls, step_bags ? &step_bags->order.observer : &bags.observer);
  rp_interp_options options = { .params = r->model.params,
                                .observer = step_bags ? &step_bags->order.observer : &bags.observer,
                                .policy = policy,
                                .access = step_bags ? rp_step_bags_access_location : rp_bags_access_location,
                                .access_context = step_bags ? (void *) step_bags : &bags };
  limit_run (r, &options);
  rp_interp *interp = rp_interp_new (r->model.program, &options, &r->model.diagnostics);
  bags_answer answer = BAGS_FIND_SOMETHING;
  if (interp)
    {
      size_t troubles, violations;
      rp_interp_run (interp);
      rp_interp_troubles (interp, &troubles);
      rp_runtime_violations (rp_interp_runtime (interp), &violations);
      rp_stalls_end (&stalls);
      if (rp_cli_interrupted && !r->last_turn)
        r->last_turn = rp_interp_turns (interp);
      bool ended = rp_runtime_stop_info (rp_interp_runtime (interp)).stop == RP_STOP_NOT;
      bool depends = (step_bags && step_bags->order.dependences) || stalls.found.count;
      if (bags.unsupported)
        answer = BAGS_CANNOT_TELL;
      else if (!any && !troubles && !violations && ended && !depends)
        answer = BAGS_FIND_NOTHING;
      r->report.engine = "bags";
      r->report.stats.tasks = rp_runtime_tasks (rp_interp_runtime (interp))->rows.count;
      r->report.stats.strands = step_bags ? step_bags->order.numbered : bags.strands.count - 1;
      r->report.stats.accesses = bags.accesses;
      rp_interp_free (interp);
    }
  rp_stalls_clear (&stalls);
  rp_bags_clear (&bags);
  return answer;
}

/* Runs the model with bags, and then with step bags if bags cannot decide everything. Returns true if the last of
 * these runs finds nothing: there is then no finding. Otherwise the graph engine must run the model again and
 * report everything: all pairs, and possible races. */
static bool
bags_suffice (run *r)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, r->options->seed);
  bags_answer answer = ask_bags (r, &policy.policy, NULL);
  if (answer == BAGS_CANNOT_TELL)
    {
      rp_step_bags *step_bags = rp_calloc (1, sizeof *step_bags); /* too large for small stacks */
      rp_depth_first_init (&policy, r->options->seed);
      answer = ask_bags (r, &policy.policy, step_bags);
      rp_step_bags_clear (step_bags);
      free (step_bags);
    }
  return answer == BAGS_FIND_NOTHING;
}

static void
end_statistics (run *r, double start)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  r->report.stats.schedules = 1;
  r->report.stats.seconds = rp_seconds () - start;
  r->report.stats.peak_rss_kb = (uint64_t) usage.ru_maxrss;
}

static bool
execute (run *r, rp_policy *policy)
{
  double start = rp_seconds ();
  rp_graph_run_init (&r->graph_run, &r->report, r->options->on_the_fly, r->options->keep_going);
  r->graph_run.builder.fold_calls |= !r->graph.file;
  rp_stalls_attach (&r->stalls, &r->graph_run.builder.observer);
  r->graph_run.stalls = &r->stalls;
  r->graph_run.marks_nodes = r->graph.file;
  rp_interp_options options = { .params = r->model.params,
                                .observer = &r->graph_run.builder.observer,
                                .policy = policy,
                                .access = rp_builder_access,
                                .access_context = &r->graph_run.builder,
                                .preempt = !policy->depth_first };
  limit_run (r, &options);
  r->interp = rp_interp_new (r->model.program, &options, &r->model.diagnostics);
  if (!r->interp)
    return false;
  rp_graph_run_set_names (&r->graph_run, rp_runtime_tasks (rp_interp_runtime (r->interp)),
                          rp_interp_namer (r->interp));
  r->graph_run.collector.is_unlimited
    = r->options->suppressions; /* any finding may be suppressed, so none is left out here */
  r->graph_run.detector.most_pairs = r->options->suppressions ? 0 : MAX_PAIRS;
  rp_interp_run (r->interp);
  rp_stop_info stop = rp_runtime_stop_info (rp_interp_runtime (r->interp));
  rp_graph_run_end (&r->graph_run, &stop);
  if (stop.stop == RP_STOP_CUT)
    r->report.incomplete = say_cut (r, &stop);
  add_violations (r);
  add_troubles (r);
  end_statistics (r, start);
  return true;
}

static int
run_model (run *r)
{
  int status = rp_cli_read_suppressions ("run", r->options->suppressions, &r->suppressions);
  if (status >= 0)
    return status;
  status = rp_model_load (&r->model);
  if (status >= 0)
    return status;
  describe_input (r);
  rp_depth_first depth_first;
  rp_random_policy random;
  rp_depth_first_init (&depth_first, r->options->seed);
  rp_random_policy_init (&random, r->options->seed);
  rp_cli_catch_interrupts (NULL);
  rp_policy *policy
    = r->options->schedule == RP_SCHEDULE_RANDOM ? &random.policy : &depth_first.policy;
  double start = rp_seconds ();
  bool use_bags = r->options->engine == RP_ENGINE_BAGS && !r->options->on_the_fly && !r->graph.file
                  && policy == &depth_first.policy;
  if (use_bags && bags_suffice (r))
    end_statistics (r, start);
  else
    {
      rp_diagnostics_clear (&r->model.diagnostics);
      r->report.engine = "graph";
      r->report.stats = (rp_stats) { 0 };
      if (!execute (r, policy))
        return rp_model_print_errors (&r->model);
    }
  rp_suppressions_apply (&r->suppressions, &r->report);
  rp_model_print (&r->model, &r->report);
  if (r->graph.file)
    write_graph (r);
  return rp_report_exit_status (&r->report);
}

static void
clear (run *r)
{
  if (r->interp)
    rp_interp_free (r->interp);
  rp_graph_run_clear (&r->graph_run);
  rp_stalls_clear (&r->stalls);
  rp_report_clear (&r->report);
  rp_suppressions_clear (&r->suppressions);
  rp_model_clear (&r->model);
}

int
rp_cli_run (int argc, char **argv)
{
  struct rp_run_options options = { 0 };
  int status = rp_run_options_parse (argc, argv, &options);
  run r = { .options = &options };
  r.model = (rp_model) { .verb = "run", .options = &options, .out = &r.out };
  if (status < 0 && rp_cli_is_program (options.program_path))
    status = rp_cli_run_program (&options);
  else if (status < 0)
    {
      bool is_open = rp_cli_open_output (&r.out, options.output)
                     && (!options.graph_file || rp_cli_open_output (&r.graph, options.graph_file));
      status = is_open ? run_model (&r) : RP_EXIT_USAGE;
      if (r.graph.file)
        status = rp_cli_close_output (&r.graph, status);
      if (r.out.file)
        status = rp_cli_close_output (&r.out, status);
      clear (&r);
    }
  rp_run_options_clear (&options);
  return status;
}
