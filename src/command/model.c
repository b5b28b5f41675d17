#include "command/model.h"

#include "command/program.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "lang/interp.h"
#include "lang/subject.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int
rp_model_print_errors (rp_model *model)
{
  rp_report_style style = rp_cli_style (model->options->color, stderr);
  style.source = model->source;
  switch (model->options->format)
    {
    case RP_FORMAT_JSON:
      rp_diagnostics_json (&model->diagnostics, model->out->file);
      break;
    case RP_FORMAT_SARIF:
      rp_diagnostics_sarif (&model->diagnostics, model->out->file);
      break;
    case RP_FORMAT_LINE:
      rp_diagnostics_line (&model->diagnostics, model->out->file);
      break;
    case RP_FORMAT_TEXT:
      break;
    }
  rp_diagnostics_print (&model->diagnostics, &style, stderr);
  return RP_EXIT_USAGE;
}

static bool
bind_params (rp_model *model)
{
  const struct rp_run_options *options = model->options;
  size_t count = options->params.count;
  const char **names = rp_malloc ((count + 1) * sizeof *names);
  int64_t *values = rp_malloc ((count + 1) * sizeof *values);
  for (size_t i = 0; i < count; i++)
    {
      names[i] = options->params.items[i].name;
      values[i] = options->params.items[i].value;
    }
  model->params = rp_interp_bind (model->program, names, values, count, &model->diagnostics);
  free (names);
  free (values);
  return model->params;
}

int
rp_model_load (rp_model *model)
{
  model->source = rp_source_read (model->options->program_path);
  if (!model->source)
    return rp_cli_error (model->verb, "cannot read `%s': %s", model->options->program_path,
                         strerror (errno));
  model->program = rp_lang_load (model->source, &model->diagnostics);
  return model->program && bind_params (model) ? -1 : rp_model_print_errors (model);
}

int
rp_model_open (rp_model *model, double most_seconds, volatile sig_atomic_t *interrupt)
{
  model->is_compiled = rp_cli_is_program (model->options->program_path);
  if (model->is_compiled)
    {
      int status = rp_compiled_open (&model->compiled, model->verb, model->options, most_seconds,
                                     interrupt);
      model->subject = model->compiled.subject;
      return status;
    }
  int status = rp_model_load (model);
  if (status >= 0)
    return status;
  model->subject = rp_subject_model (model->program, model->params, &model->diagnostics);
  return model->subject ? -1 : rp_model_print_errors (model);
}

void
rp_model_clear (rp_model *model)
{
  if (model->is_compiled)
    rp_compiled_close (&model->compiled);
  else if (model->subject)
    model->subject->free (model->subject);
  rp_diagnostics_clear (&model->diagnostics);
  free (model->params);
  rp_program_free (model->program);
  rp_source_free (model->source);
}

typedef struct warning
{
  const rp_model *model;
  rp_report *report;
} warning;

static void
warn_of_call (void *context, const rp_expr *call)
{
  const warning *w = context;
  rp_place place = rp_source_place (w->model->source, call->span);
  RP_VEC_PUSH (&w->report->warnings,
               rp_arena_format (&w->report->arena,
                                "line %u: there is no procedure `%s`: the call only reads its arguments",
                                place.line, call->name));
}

void
rp_model_warn (const rp_model *model, rp_report *report)
{
  warning w = { model, report };
  rp_program_unknown_calls (model->program, warn_of_call, &w);
}

void
rp_model_describe (const rp_model *model, rp_report *report)
{
  rp_strbuf input = { 0 };
  for (uint32_t i = 0; !model->is_compiled && i < model->program->param_count; i++)
    rp_strbuf_format (&input, "%s%s=%lld", i ? ", " : "", model->program->params[i].name,
                      (long long) model->params[i]);
  report->input = rp_arena_copy (&report->arena, rp_strbuf_text (&input), input.length);
  rp_strbuf_clear (&input);
  if (model->is_compiled)
    rp_compiled_describe (&model->compiled, report);
  else
    rp_model_warn (model, report);
  report->method = model->verb;
  report->engine = "graph";
  report->program = model->options->program_path;
  report->source = model->source;
}

void
rp_model_print (const rp_model *model, const rp_report *report)
{
  const struct rp_run_options *options = model->options;
  rp_report_style style = rp_cli_style (options->color, model->out->file);
  style.quiet = options->quiet;
  style.verbose = options->verbose;
  switch (options->format)
    {
    case RP_FORMAT_TEXT:
      rp_report_text (report, &style, model->out->file);
      break;
    case RP_FORMAT_JSON:
      rp_report_json (report, model->out->file);
      break;
    case RP_FORMAT_SARIF:
      rp_report_sarif (report, model->out->file);
      break;
    case RP_FORMAT_LINE:
      rp_report_line (report, model->out->file);
      break;
    }
  rp_cli_flush_output (model->out);
  rp_report_result_lines (report, &style, stderr);
}

uint64_t
rp_model_hash (const rp_model *model)
{
  return model->is_compiled ? model->compiled.hash
                            : rp_hash_bytes (model->source->text, model->source->length);
}
