/* raceproof explore FILE.rp|PROGRAM: executes a model, or a program, in every order of isolated
 * sections, joins and choices that matters. */
#include "explore/explore.h"
#include "options.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "base/term.h"
#include "command/interrupt.h"
#include "command/present.h"
#include "command/suggest.h"
#include "command/witness.h"
#include "lang/subject.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- progress ---- */

typedef struct progress
{
  bool is_quiet, is_terminal;
  double next; /* when stderr is no terminal: time of the next line, since each line stays visible */
  bool has_line;
} progress;

/* Appends "Exploring 1200 of about 5000 schedules, 900 a second, 1 finding, 1 s, about 4 s left" */
static void
write_progress (const rp_progress *now, rp_strbuf *out)
{
  double rate = now->seconds > 0 ? (double) now->schedules / now->seconds : 0;
  rp_strbuf_format (out, "   Exploring %" PRIu64, now->schedules);
  if (now->total > 0)
    rp_strbuf_format (out, now->total < 1e6 ? " of about %.0f" : " of about %.2g", now->total);
  rp_strbuf_format (out, " schedules, %.0f a second", rate);
  if (now->states)
    rp_strbuf_format (out, ", %" PRIu64 " states", now->states);
  rp_strbuf_format (out, ", %zu finding%s, %.0f s", now->findings, now->findings == 1 ? "" : "s",
                    now->seconds);
  if (now->total > 0 && rate > 0)
    {
      double left = (now->total - (double) now->schedules) / rate;
      if (left < 120)
        rp_strbuf_format (out, ", about %.0f s left", left);
      else if (left < 7200)
        rp_strbuf_format (out, ", about %.0f min left", left / 60);
      else
        rp_strbuf_format (out, left < 1e8 ? ", about %.0f h left" : ", about %.1g h left",
                          left / 3600);
    }
}

static void
show_progress (void *context, const rp_progress *now)
{
  progress *p = context;
  if (p->is_quiet || (!p->is_terminal && now->seconds < p->next))
    return;
  rp_strbuf line = { 0 };
  write_progress (now, &line);
  if (p->is_terminal)
    fprintf (stderr, "\r\033[K%s", line.text);
  else
    fprintf (stderr, "%s\n", line.text);
  fflush (stderr);
  rp_strbuf_clear (&line);
  p->next = now->seconds < 10 ? 10 : now->seconds * 2;
  p->has_line = p->is_terminal;
}

static void
end_progress (const progress *p)
{
  if (p->has_line)
    fputs ("\r\033[K", stderr);
}

/* ---- witnesses ---- */

/* Returns the path of witness NUMBER, counted from 0: PATH for the first, PATH with a number before its ending for the
 * others. */
static const char *
witness_path (rp_arena *arena, const char *path, size_t number)
{
  const char *slash = strrchr (path, '/'), *dot = strrchr (path, '.');
  if (!number)
    return rp_arena_format (arena, "%s", path);
  if (!dot || (slash && dot < slash) || dot == path)
    dot = path + strlen (path);
  return rp_arena_format (arena, "%.*s-%zu%s", (int) (dot - path), path, number + 1, dot);
}

static bool
write_witness (const rp_model *model, rp_exploration *exploration, const rp_discovery *discovery,
               const char *path)
{
  rp_finding *finding = &exploration->report->findings.items[discovery->finding];
  rp_output output;
  if (!rp_cli_open_output (&output, path))
    return false;
  rp_witness_write (output.file, model, &exploration->search, &discovery->script, finding);
  if (rp_cli_close_output (&output, RP_EXIT_CLEAN) != RP_EXIT_CLEAN)
    return false;
  finding->witness = path;
  return true;
}

static bool
write_witnesses (const rp_model *model, rp_exploration *exploration, const char *path)
{
  rp_arena *arena = &exploration->report->arena;
  size_t number = 0;
  for (size_t i = 0; i < exploration->discoveries.count; i++)
    {
      const rp_discovery *discovery = &exploration->discoveries.items[i];
      if (discovery->finding == SIZE_MAX)
        continue;
      if (path
          && !write_witness (model, exploration, discovery, witness_path (arena, path, number)))
        return false;
      number++;
    }
  return true;
}

static void
add_help (rp_report *report)
{
  for (size_t i = 0; i < report->findings.count; i++)
    {
      rp_finding *finding = &report->findings.items[i];
      finding->help
        = finding->witness
            ? rp_arena_format (&report->arena, "raceproof replay %s %s  runs this schedule again",
                               finding->witness, report->program)
            : "--witness=FILE keeps the schedule for raceproof replay";
    }
}

/* ---- the verb ---- */

static const char *const reductions[] = { "dpor", "sleep", "none", "states" };
static const char *const precisions[] = { "isolated", "regions", "accesses" };

/* Returns one line with everything that a checkpoint must have in common with the search that continues it. REPORT owns
 * the line. */
static const char *
identify (const rp_model *model, const struct rp_explore_arguments *arguments, rp_report *report)
{
  rp_strbuf text = { 0 };
  rp_strbuf_format (&text, "program %016" PRIx64 ", %s%sreduction %s, precision %s",
                    rp_model_hash (model), report->input ? report->input : "",
                    report->input && *report->input ? ", " : "", reductions[arguments->reduction],
                    precisions[arguments->precision]);
  for (char **argument = model->options->program_args; argument && *argument; argument++)
    rp_strbuf_format (&text, ", argument %s", *argument);
  if (arguments->bounds_delays)
    rp_strbuf_format (&text, ", %" PRIu64 " delays", arguments->most_delays);
  for (size_t i = 0; i < text.length; i++)
    if ((unsigned char) text.text[i] < ' ')
      text.text[i] = ' ';
  const char *identity = rp_arena_format (&report->arena, "%s", text.text);
  rp_strbuf_clear (&text);
  return identity;
}

/* Returns whether a second search, which compares states, may follow. It follows if the first search found nothing,
 * and waiting loops alone kept it from covering everything. */
static bool
has_second (const rp_subject *subject, const struct rp_explore_arguments *arguments)
{
  return subject->state && !arguments->reduction_given && arguments->jobs <= 1 && !arguments->checkpoint
         && !arguments->most_schedules && !arguments->bounds_delays;
}

/* Searches once. Returns false if the search could not be done; then *STATUS is the exit status. Sets *WAITS to whether
 * the search was done, found nothing, and waiting loops alone kept it from covering everything. Also sets *STATUS if a
 * witness could not be written. */
static bool
explore_by (const rp_model *model, rp_subject *subject, const struct rp_explore_arguments *arguments,
            rp_report *report, int *status, bool *waits)
{
  progress shown
    = { .is_quiet = arguments->run.quiet, .is_terminal = isatty (STDERR_FILENO), .next = 2 };
  static const char *const orders[] = { "isolated sections", "sections and regions", "accesses" };
  rp_explore_options options = { .reduction = (rp_reduction) arguments->reduction,
                                 .precision = (rp_precision) arguments->precision,
                                 .most_schedules = arguments->most_schedules,
                                 .most_seconds = arguments->most_seconds,
                                 .bounds_delays = arguments->bounds_delays,
                                 .most_delays = arguments->most_delays,
                                 .jobs = arguments->jobs,
                                 .checkpoint = arguments->checkpoint,
                                 .resumes = arguments->resumes,
                                 .interrupt = &rp_cli_interrupted,
                                 .states_may_help = subject->state && arguments->reduction != RP_REDUCTION_STATES
                                                    && !has_second (subject, arguments),
                                 .progress = show_progress,
                                 .context = &shown };
  rp_exploration exploration;
  struct rusage usage;
  *waits = false;
  rp_model_describe (model, report);
  report->schedule = rp_arena_format (&report->arena, "all orders of %s (%s)",
                                      orders[options.precision], reductions[options.reduction]);
  options.identity = identify (model, arguments, report);
  if (options.reduction == RP_REDUCTION_STATES && !subject->state)
    {
      *status = rp_cli_error (model->verb, "the states of a program cannot be compared");
      return false;
    }
  rp_exploration_init (&exploration, subject, &options, report);
  rp_exploration_run (&exploration);
  end_progress (&shown);
  if (exploration.refusal)
    *status = rp_cli_error (model->verb, "%s", exploration.refusal);
  getrusage (RUSAGE_SELF, &usage);
  report->stats.peak_rss_kb = (uint64_t) usage.ru_maxrss;
  if (*status < 0 && !write_witnesses (model, &exploration, arguments->witness))
    *status = RP_EXIT_USAGE;
  add_help (report);
  if (arguments->suggest)
    rp_suggest (model, &exploration, report);
  bool is_explored = !exploration.refusal;
  *waits = is_explored && !report->findings.count && rp_exploration_lacks_only_waits (&exploration);
  rp_exploration_clear (&exploration);
  return is_explored;
}

/* Time limits for the second search, in seconds. In this search a waiting loop of a model ends when it reaches a known
 * state. The state of a program's task includes everything that the task ever read (explored_state.c), so each turn of
 * a waiting loop makes a new state. The search of a program ends only if its loops count their turns and end by
 * themselves. So programs get less time. */
#define FOR_STATES 20
#define FOR_STATES_OF_PROGRAM 4

/* Appends to report->incomplete why the second search did not cover everything either, and, if it took all of its
 * SECONDS, which option gives it more time. */
static void
tell_second (const rp_model *model, rp_report *report, const rp_report *second, double seconds)
{
  if (second->incomplete && second->stats.seconds >= seconds)
    report->incomplete = rp_arena_format (
      &report->arena, "%s. A search by states did not come to its end in %.2g seconds; %s--reduction=states gives it more",
      report->incomplete, seconds, model->is_compiled ? "if the loop counts, and would end by itself, " : "");
  else
    report->incomplete
      = rp_arena_format (&report->arena, "%s. A search by states does not decide it either: %s", report->incomplete,
                         second->incomplete ? second->incomplete : "in no order does the program come to its end");
}

/* Searches, and then searches by states if that may decide more. The second report replaces the first if the second
 * search found something, or if it covered everything and some schedule came to its end. Otherwise the verdict stays
 * undecided. For example, a program that waits for ever has no schedule that comes to its end. Returns false if the
 * first search could not be done. */
static bool
explore (const rp_model *model, rp_subject *subject, const struct rp_explore_arguments *arguments,
         rp_report *report, int *status)
{
  bool waits, waits_again;
  bool is_explored = explore_by (model, subject, arguments, report, status, &waits);
  if (!waits || *status >= 0 || !has_second (subject, arguments))
    return is_explored;
  struct rp_explore_arguments by_states = *arguments;
  rp_report second = { 0 };
  by_states.reduction = RP_REDUCTION_STATES;
  double most = model->is_compiled ? FOR_STATES_OF_PROGRAM : FOR_STATES;
  by_states.most_seconds = arguments->most_seconds - report->stats.seconds;
  if (arguments->most_seconds <= 0 || by_states.most_seconds > most)
    by_states.most_seconds = most;
  if (by_states.most_seconds <= 0)
    return is_explored;
  bool is_done = explore_by (model, subject, &by_states, &second, status, &waits_again);
  bool is_better = is_done && ((!second.incomplete && second.stats.schedules) || second.findings.count);
  if (is_done && !is_better)
    tell_second (model, report, &second, by_states.most_seconds);
  rp_report_clear (is_better ? report : &second);
  if (is_better)
    *report = second;
  return is_explored;
}

static int
explore_model (rp_model *model, const struct rp_explore_arguments *arguments)
{
  rp_report report = { 0 };
  rp_suppressions suppressions = { 0 };
  int status = rp_cli_read_suppressions (model->verb, arguments->run.suppressions, &suppressions);
  rp_cli_catch_interrupts (NULL);
  if (status < 0)
    status = rp_model_open (model, arguments->most_run_seconds, &rp_cli_interrupted);
  if (status < 0)
    {
      bool is_explored = explore (model, model->subject, arguments, &report, &status);
      if (model->is_compiled)
        rp_compiled_add_remarks (&model->compiled, &report);
      rp_suppressions_apply (&suppressions, &report);
      if (is_explored)
        rp_model_print (model, &report);
      status = status < 0 ? rp_report_exit_status (&report) : status;
    }
  rp_report_clear (&report);
  rp_suppressions_clear (&suppressions);
  return status;
}

int
rp_cli_explore (int argc, char **argv)
{
  struct rp_explore_arguments arguments = { 0 };
  int status = rp_explore_options_parse (argc, argv, &arguments);
  rp_output out = { 0 };
  rp_model model = { .verb = "explore", .options = &arguments.run, .out = &out };
  if (status < 0)
    status = rp_cli_open_output (&out, arguments.run.output) ? explore_model (&model, &arguments)
                                                             : RP_EXIT_USAGE;
  if (out.file)
    status = rp_cli_close_output (&out, status);
  rp_model_clear (&model);
  rp_run_options_clear (&arguments.run);
  return status;
}
