/* raceproof explore FILE.rp: executes a model in every order of isolated sections, joins and
 * choices that matters. */
#include "explore/explore.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "base/term.h"
#include "lang/subject.h"
#include "present.h"
#include "witness.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void
on_interrupt (int signal)
{
  (void) signal;
  interrupted = 1;
}

/* The first Ctrl-C ends the search, and what was covered is reported; the second ends it all. */
static void
catch_interrupt (void)
{
  struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = SA_RESETHAND | SA_RESTART };
  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
}

/* ---- progress ---- */

typedef struct progress
{
  bool is_quiet, is_terminal;
  double next; /* not before this, where each line stays */
  bool has_line;
} progress;

static void
show_progress (void *context, const rp_exploration *exploration, double seconds)
{
  progress *p = context;
  const rp_search_counts *counts = &exploration->search.counts;
  if (p->is_quiet || (!p->is_terminal && seconds < p->next))
    return;
  fprintf (stderr, "%s   Exploring %" PRIu64 " schedules, %.0f a second, %zu finding%s, %.0f s%s",
           p->is_terminal ? "\r\033[K" : "", counts->complete,
           seconds > 0 ? (double) counts->complete / seconds : 0, exploration->discoveries.count,
           exploration->discoveries.count == 1 ? "" : "s", seconds, p->is_terminal ? "" : "\n");
  fflush (stderr);
  p->next = seconds < 10 ? 10 : seconds * 2;
  p->has_line = p->is_terminal;
}

static void
end_progress (const progress *p)
{
  if (p->has_line)
    fputs ("\r\033[K", stderr);
}

/* ---- witnesses ---- */

/* FILE for the first, FILE with a number before its ending for the others. */
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

static void
explore (const rp_model *model, rp_subject *subject, const struct rp_explore_arguments *arguments,
         rp_report *report, int *status)
{
  static const char *const reductions[] = { "dpor", "sleep", "none" };
  progress shown = { .is_quiet = arguments->run.quiet, .is_terminal = isatty (STDERR_FILENO) };
  rp_explore_options options = { .reduction = (rp_reduction) arguments->reduction,
                                 .most_schedules = arguments->most_schedules,
                                 .most_seconds = arguments->most_seconds,
                                 .interrupt = &interrupted,
                                 .progress = show_progress,
                                 .context = &shown };
  rp_exploration exploration;
  struct rusage usage;
  rp_model_describe (model, report);
  report->schedule = rp_arena_format (&report->arena, "all orders of isolated sections (%s)",
                                      reductions[options.reduction]);
  rp_exploration_init (&exploration, subject, &options, report);
  catch_interrupt ();
  rp_exploration_run (&exploration);
  end_progress (&shown);
  getrusage (RUSAGE_SELF, &usage);
  report->stats.peak_rss_kb = (uint64_t) usage.ru_maxrss;
  if (!write_witnesses (model, &exploration, arguments->witness))
    *status = RP_EXIT_USAGE;
  add_help (report);
  rp_exploration_clear (&exploration);
}

static int
explore_model (rp_model *model, const struct rp_explore_arguments *arguments)
{
  rp_report report = { 0 };
  rp_suppressions suppressions = { 0 };
  int status = rp_cli_read_suppressions (model->verb, arguments->run.suppressions, &suppressions);
  if (status < 0)
    status = rp_model_load (model);
  rp_subject *subject = NULL;
  if (status < 0)
    subject = rp_subject_model (model->program, model->params, &model->diagnostics);
  if (status < 0 && !subject)
    status = rp_model_refuse (model);
  if (subject)
    {
      explore (model, subject, arguments, &report, &status);
      rp_suppressions_apply (&suppressions, &report);
      rp_model_print (model, &report);
      status = status < 0 ? rp_report_exit_status (&report) : status;
      subject->free (subject);
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
