/* raceproof prove FILE.rp: shows that a model has no race for any value of its parameters, or gives values for which it
 * has one. C sources and projects are proved by prove/project. */
#include "options.h"
#include "prove/poly/prove.h"

#include "base/clock.h"
#include "base/panic.h"
#include "command/interrupt.h"
#include "command/model.h"
#include "command/present.h"
#include "prove/model/confirm.h"
#include "prove/poly/limit.h"
#include "prove/poly/translate.h"
#include "prove/project/project.h"
#include "prove/project/prove_c.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Time limit, in seconds, for the execution that is to confirm one pair. */
#define MAX_SECONDS_EACH 10

typedef struct proving
{
  const struct rp_prove_arguments *arguments;
  rp_model model;
  rp_proof proof;
  rp_report report;
  RP_VEC (rp_report *) executions; /* reports of the executions that tried to confirm races */
  double start;
} proving;

/* Loads the model; its parameters need no values here. Returns -1 to go on, or the exit status. */
static int
load (proving *p)
{
  rp_model *model = &p->model;
  model->source = rp_source_read (model->options->program_path);
  if (!model->source)
    return rp_cli_error ("prove", "cannot read `%s': %s", model->options->program_path,
                         strerror (errno));
  model->program = rp_lang_load (model->source, &model->diagnostics);
  return model->program ? -1 : rp_model_print_errors (model);
}

void
rp_cli_report_missed_limit (void *model)
{
  const rp_model *of = model;
  if (of->options->format == RP_FORMAT_JSON)
    fprintf (of->out->file, "{\n  \"schema\": \"raceproof-report/1\",\n  \"verdict\": "
                            "\"undecided\",\n  \"complete\": false,\n  \"findings\": []\n}\n");
  fflush (of->out->file);
  rp_cli_error ("prove", "%s, and the prover did not come to its end: nothing is decided",
                rp_limit_reason ("the time limit was reached", "interrupted"));
  _exit (rp_verdict_status (RP_VERDICT_UNDECIDED));
}

/* Returns an array with the minimum that the user gave for each parameter (--param-min), and INT64_MIN for a parameter
 * without one. Minima that the model declares are not in it: rp_translate takes the larger one if there are both. The
 * caller frees the array. If the user named a parameter that the model does not have, prints a message and returns
 * NULL. */
static int64_t *
find_minima (const proving *p)
{
  const rp_program *program = p->model.program;
  const struct rp_run_options *options = p->model.options;
  int64_t *minima = rp_malloc ((program->param_count + 1) * sizeof *minima);
  for (uint32_t i = 0; i < program->param_count; i++)
    minima[i] = INT64_MIN;
  for (size_t k = 0; k < options->params.count; k++)
    {
      uint32_t i = 0;
      while (i < program->param_count
             && strcmp (program->params[i].name, options->params.items[k].name))
        i++;
      if (i == program->param_count)
        {
          rp_cli_error ("prove", "`%s' has no parameter `%s'", options->program_path,
                        options->params.items[k].name);
          free (minima);
          return NULL;
        }
      minima[i] = options->params.items[k].value;
    }
  return minima;
}

/* Proves the model for parameters of at least MINIMA, into p->proof. Returns -1 to go on, or the exit status. */
static int
prove (proving *p, const int64_t *minima)
{
  rp_prove_options options = { .seconds = p->arguments->seconds, .dump = p->arguments->dump };
  rp_form form;
  isl_ctx *isl = rp_prove_isl ();
  int status = -1;
  double deadline = options.seconds > 0 ? p->start + options.seconds : 0;
  rp_limit_begin (isl, deadline, rp_cli_report_missed_limit, &p->model);
  if (!rp_translate (p->model.program, minima, isl, &form, &p->model.diagnostics))
    status = rp_model_print_errors (&p->model);
  else if (!rp_prove (&form, &options, &p->proof))
    status
      = rp_cli_error ("prove", "cannot write in `%s': %s", p->arguments->dump, strerror (errno));
  rp_limit_end ();
  rp_form_clear (&form);
  isl_ctx_free (isl);
  return status;
}

/* ---- findings ---- */

/* Adds a possible finding for a pair that no execution confirmed. */
static void
add_possible (proving *p, const rp_proof_pair *pair)
{
  rp_arena *arena = &p->report.arena;
  rp_finding finding = rp_proof_finding (arena, pair);
  finding.note = rp_arena_format (arena, "%s; %s", rp_proof_values (arena, pair), pair->reason);
  rp_report_add (&p->report, &finding);
}

static void
add_confirmed (proving *p, const rp_proof_pair *pair, const rp_finding *found)
{
  rp_arena *arena = &p->report.arena;
  rp_finding finding = *found;
  const char *params = rp_proof_params (arena, pair, ",");
  finding.count = 1;
  finding.note = rp_proof_values (arena, pair);
  finding.help = rp_arena_format (arena, "raceproof run %s%s%s  executes it", p->report.program,
                                  *params ? " --param " : "", params);
  rp_report_add (&p->report, &finding);
}

/* Executes the model with the values of PAIR, stores in PAIR whether the execution confirmed the race, and adds the
 * confirmed or possible finding to the report. */
static void
confirm (proving *p, rp_proof_pair *pair)
{
  const rp_finding *found = NULL;
  double left
    = rp_limit_left_to_confirm (p->arguments->seconds > 0 ? p->start + p->arguments->seconds : 0);
  if (left <= 0)
    {
      pair->reason
        = rp_limit_reason ("the time limit was reached before these values were executed",
                           "interrupted before these values were executed");
      add_possible (p, pair);
      return;
    }
  if (left > MAX_SECONDS_EACH)
    left = MAX_SECONDS_EACH;
  rp_report *execution = rp_calloc (1, sizeof *execution);
  RP_VEC_PUSH (&p->executions, execution);
  switch (rp_confirm (p->model.program, pair, left, execution, &found))
    {
    case RP_CONFIRMED:
      pair->status = RP_PROOF_RACE;
      pair->reason = "an execution with these values has the race";
      break;
    case RP_CONFIRMED_POSSIBLE:
      pair->reason = "in executions with these values only the order of isolated sections keeps "
                     "the two apart";
      break;
    case RP_NOT_CONFIRMED:
      pair->reason = pair->inexact ? "not confirmed by an execution: the pair is over-approximated"
                     : p->proof.notes.count
                       ? "not confirmed by an execution: the model is over-approximated"
                       : "not confirmed by an execution";
      break;
    case RP_NOT_EXECUTED:
      pair->reason
        = rp_limit_reason ("an execution with these values took too long or too much memory",
                           "interrupted while these values were executed");
      break;
    }
  if (found)
    add_confirmed (p, pair, found);
  else
    add_possible (p, pair);
}

/* Fills in the description of the report: it is about everything that was proved, not about the input of one run. */
static void
describe (proving *p)
{
  rp_report *report = &p->report;
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  report->method = "prove";
  report->engine = "polyhedral";
  report->program = p->model.options->program_path;
  report->source = p->model.source;
  rp_model_warn (&p->model, report);
  report->input = p->proof.scope;
  report->proof = &p->proof;
  report->stats.peak_rss_kb = (uint64_t) usage.ru_maxrss;
}

static void
conclude (proving *p)
{
  rp_report *report = &p->report;
  uint32_t undecided = rp_proof_count (&p->proof, RP_PROOF_UNDECIDED);
  if (rp_limit_is_interrupted ())
    report->incomplete = RP_PROVE_INTERRUPTED;
  for (size_t i = 0; i < p->proof.notes.count; i++)
    if (p->proof.notes.items[i]->is_fatal && !report->incomplete)
      report->incomplete
        = p->proof.notes.items[i]->at.line
            ? rp_arena_format (&report->arena, "line %u: %s", p->proof.notes.items[i]->at.line,
                               p->proof.notes.items[i]->text)
            : p->proof.notes.items[i]->text;
  if (undecided && !report->incomplete)
    report->incomplete = rp_arena_format (&report->arena, "%u pair%s could not be decided",
                                          undecided, undecided == 1 ? "" : "s");
  for (size_t i = 0; i < p->proof.pairs.count; i++)
    if (p->proof.pairs.items[i].status == RP_PROOF_RACE)
      {
        report->input = rp_proof_params (&report->arena, &p->proof.pairs.items[i], ", ");
        break;
      }
  report->stats.seconds = rp_seconds () - p->start;
}

static int
prove_model (proving *p)
{
  rp_suppressions suppressions = { 0 };
  int status = rp_cli_read_suppressions ("prove", p->model.options->suppressions, &suppressions);
  if (status < 0)
    status = load (p);
  int64_t *minima = status < 0 ? find_minima (p) : NULL;
  if (status < 0)
    status = minima ? prove (p, minima) : RP_EXIT_USAGE;
  free (minima);
  if (status < 0)
    {
      describe (p);
      for (size_t i = 0; i < p->proof.pairs.count; i++)
        if (p->proof.pairs.items[i].has_values)
          confirm (p, &p->proof.pairs.items[i]);
      conclude (p);
      rp_suppressions_apply (&suppressions, &p->report);
      rp_model_print (&p->model, &p->report);
      status = rp_report_exit_status (&p->report);
    }
  rp_suppressions_clear (&suppressions);
  return status;
}

/* Makes the directory PATH of --dump-smt2, unless PATH is NULL or exists. Returns false if that fails. */
static bool
make_directory (const char *path)
{
  if (!path || !mkdir (path, 0777) || errno == EEXIST)
    return true;
  rp_cli_error ("prove", "cannot make the directory `%s': %s", path, strerror (errno));
  return false;
}

int
rp_cli_prove (int argc, char **argv)
{
  struct rp_prove_arguments arguments = { 0 };
  int status = rp_prove_options_parse (argc, argv, &arguments);
  rp_cli_catch_interrupts (rp_limit_interrupt);
  rp_output out = { 0 };
  proving p = { .arguments = &arguments, .start = rp_seconds () };
  p.model = (rp_model) { .verb = "prove", .options = &arguments.run, .out = &out };
  if (status < 0)
    status = make_directory (arguments.dump) && rp_cli_open_output (&out, arguments.run.output)
               ? (arguments.project ? rp_cli_prove_project (&arguments, &out)
                  : arguments.is_c  ? rp_cli_prove_c (&arguments, &out)
                                    : prove_model (&p))
               : RP_EXIT_USAGE;
  if (out.file)
    status = rp_cli_close_output (&out, status);
  for (size_t i = 0; i < p.executions.count; i++)
    {
      rp_report_clear (p.executions.items[i]);
      free (p.executions.items[i]);
    }
  RP_VEC_CLEAR (&p.executions);
  rp_report_clear (&p.report);
  rp_proof_clear (&p.proof);
  rp_model_clear (&p.model);
  RP_VEC_CLEAR (&arguments.preprocessor);
  rp_run_options_clear (&arguments.run);
  return status;
}
