/* raceproof replay WITNESS FILE.rp|PROGRAM: runs the schedule of a witness again, and reports the findings of this
 * run. The text format also shows the events: in a table with a column for each task, or one a line if there are
 * too many tasks. */
#include "base/panic.h"
#include "base/strbuf.h"
#include "base/term.h"
#include "command/gdb.h"
#include "command/program.h"
#include "command/witness.h"
#include "explore/explore.h"
#include "lang/subject.h"
#include "options.h"
#include "report/sources.h"

#include <stdlib.h>
#include <string.h>

enum
{
  TABLE_WIDTH = 80,
  MIN_COLUMN = 12,
  MAX_COLUMNS = 5 /* tables with more columns do not fit on a page: each event is then a line that names its task */
};

/* ---- the table ---- */

typedef struct table
{
  rp_search *search;
  const rp_source *source; /* the text of a model; NULL for a program, whose files are read by name */
  rp_sources *sources;
  rp_numbers tasks; /* the tasks, one column each */
  size_t width;
  FILE *out;
} table;

static void
task_title (const table *t, uint32_t task, rp_strbuf *out)
{
  rp_arena arena = { 0 };
  rp_subject *subject = t->search->subject;
  rp_namer *namer = subject->namer (subject);
  uint32_t row = rp_task_names_row (&t->search->names, task);
  const rp_task_row *of = &subject->tasks (subject)->rows.items[row];
  const char *binding = namer->task_binding (namer, &arena, of);
  if (row)
    rp_strbuf_format (out, "task %u%s%s%s", row, *binding ? " (" : "", binding,
                      *binding ? ")" : "");
  else
    rp_strbuf_add (out, "main");
  rp_arena_clear (&arena);
}

/* Appends a description of EVENT: "12: isolated x = x + 1;", with the line of the section; "line 12" if the source
 * cannot be read; "(goes on)" if the task goes on within a section. */
static void
event_text (const table *t, const rp_event *event, rp_strbuf *out)
{
  rp_arena arena = { 0 };
  rp_namer *namer = t->search->subject->namer (t->search->subject);
  const char *text;
  size_t length;
  rp_place at = event->site ? namer->site (namer, &arena, event->site).place : (rp_place) { 0 };
  const rp_source *source = t->source || !at.file ? t->source : rp_sources_find (t->sources, at.file);
  uint32_t line = at.line;
  if (!line)
    rp_strbuf_add (out, "(goes on)");
  else if (!source || !rp_source_line (source, line, &text, &length))
    rp_strbuf_format (out, "line %u", line);
  else
    {
      while (length && strchr (" \t", *text))
        text++, length--;
      rp_strbuf_format (out, "%u: ", line);
      rp_strbuf_add_bytes (out, text, length);
    }
  rp_arena_clear (&arena);
}

static void
print_cell (const table *t, const rp_strbuf *text)
{
  rp_strbuf clean = { 0 };
  rp_term_clean (&clean, rp_strbuf_text (text), false);
  fprintf (t->out, " %-*.*s", (int) t->width, (int) t->width, rp_strbuf_text (&clean));
  rp_strbuf_clear (&clean);
}

static void
print_head (const table *t)
{
  fputs ("step", t->out);
  for (size_t c = 0; c < t->tasks.count; c++)
    {
      rp_strbuf title = { 0 };
      task_title (t, t->tasks.items[c], &title);
      print_cell (t, &title);
      rp_strbuf_clear (&title);
    }
  fputc ('\n', t->out);
}

static void
print_event (const table *t, size_t number, const rp_event *event)
{
  static const rp_strbuf nothing = { 0 };
  rp_strbuf text = { 0 };
  event_text (t, event, &text);
  fprintf (t->out, "%4zu", number + 1);
  for (size_t c = 0; c < t->tasks.count; c++)
    {
      print_cell (t, t->tasks.items[c] == event->task ? &text : &nothing);
      if (t->tasks.items[c] == event->task)
        break;
    }
  fputc ('\n', t->out);
  rp_strbuf_clear (&text);
}

static void
print_flat (const table *t, size_t number, const rp_event *event)
{
  rp_strbuf title = { 0 }, text = { 0 }, clean = { 0 };
  task_title (t, event->task, &title);
  event_text (t, event, &text);
  rp_term_clean (&clean, text.text, false);
  fprintf (t->out, "%4zu %-16s %s\n", number + 1, title.text, clean.text);
  rp_strbuf_clear (&title);
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&clean);
}

static void
print_table (rp_search *search, const rp_source *source, FILE *out)
{
  const rp_trace *trace = &search->trial_trace;
  rp_sources sources = { 0 };
  table t = { .search = search, .source = source, .sources = &sources, .out = out };
  for (size_t i = 0; i < trace->count; i++)
    if (!rp_numbers_have (&t.tasks, trace->events.items[i].task))
      RP_VEC_PUSH (&t.tasks, trace->events.items[i].task);
  size_t columns = t.tasks.count ? t.tasks.count : 1;
  t.width = (TABLE_WIDTH - 4) / columns - 1;
  bool is_table = columns <= MAX_COLUMNS && t.width >= MIN_COLUMN;
  if (is_table && trace->count)
    print_head (&t);
  for (size_t i = 0; i < trace->count; i++)
    if (is_table)
      print_event (&t, i, &trace->events.items[i]);
    else
      print_flat (&t, i, &trace->events.items[i]);
  if (trace->count)
    fputc ('\n', out);
  RP_VEC_CLEAR (&t.tasks);
  rp_sources_clear (&sources);
}

/* ---- the verb ---- */

/* Returns the finding whose identity is ID, or NULL. */
static const rp_finding *
find_shown (const rp_report *report, const char *id)
{
  rp_sources sources = { .given = report->source };
  const rp_finding *found = NULL;
  for (size_t i = 0; i < report->findings.count; i++)
    {
      char own[17];
      rp_finding_identify (&report->findings.items[i], &sources, own);
      if (!strcmp (own, id))
        found = &report->findings.items[i];
    }
  rp_sources_clear (&sources);
  return found;
}

static int
replay_schedule (rp_model *model, rp_subject *subject, const rp_witness *witness, const char *path,
                 bool with_gdb)
{
  rp_report report = { 0 };
  rp_exploration exploration;
  rp_answers answers = { 0 };
  rp_run_result result;
  int status = -1;
  rp_model_describe (model, &report);
  report.schedule = rp_arena_format (&report.arena, "that of %s", path);
  rp_exploration_init (&exploration, subject, &(rp_explore_options) { .precision = witness->precision }, &report);
  if (!rp_witness_answers (witness, &exploration.search.names, &answers)
      || !rp_exploration_show (&exploration, &answers)
      || !rp_search_retrace (&exploration.search, &answers, &result))
    status = rp_cli_error (model->verb, "the schedule of `%s' does not fit the program", path);
  report.stats.schedules = 1;
  if (status < 0 && !find_shown (&report, witness->id))
    status = rp_cli_error (model->verb, "`%s' does not lead to its finding %s (%s)", path,
                           witness->id, witness->rule);
  if (status < 0 && with_gdb)
    status = rp_gdb_run (&model->compiled, find_shown (&report, witness->id));
  else if (status < 0)
    {
      if (model->options->format == RP_FORMAT_TEXT)
        print_table (&exploration.search, model->source, model->out->file);
      rp_model_print (model, &report);
      status = rp_report_exit_status (&report);
    }
  rp_answers_clear (&answers);
  rp_exploration_clear (&exploration);
  rp_report_clear (&report);
  return status;
}

/* Never set: an interrupt during a replay ends the command. */
static volatile sig_atomic_t never;

/* Checks that the options name the program of the witness, and takes the arguments from the witness. Returns -1 to
 * go on, or the exit status. */
static int
check_call (rp_model *model, struct rp_run_options *options, rp_witness *witness, const char *path)
{
  char hash[17];
  int status = rp_cli_check_program (model->verb, options);
  if (status >= 0)
    return status;
  rp_witness_hash (rp_compiled_hash (options->program_path), hash);
  if (strcmp (hash, witness->hash))
    return rp_cli_error (model->verb,
                         "`%s' is a witness of another program (%s), or of another build of it", path,
                         witness->file);
  if (options->program_args && *options->program_args
      && !rp_witness_has_arguments (witness, options->program_args))
    return rp_cli_error (model->verb, "`%s' is a witness for other arguments", path);
  RP_VEC_PUSH (&witness->arguments, NULL);
  options->program_args = witness->arguments.items;
  return -1;
}

static int
check_input (rp_model *model, const rp_witness *witness, const char *path)
{
  char hash[17] = "";
  if (model->compiled.input_size)
    rp_witness_hash (model->compiled.input_hash, hash);
  if (strcmp (hash, witness->input ? witness->input : ""))
    return rp_cli_error (model->verb, "`%s' is a witness for another standard input", path);
  return -1;
}

static int
replay (rp_model *model, struct rp_run_options *options, const char *path, double most_seconds,
        bool with_gdb)
{
  rp_witness witness;
  char *why = NULL, hash[17];
  if (!rp_witness_read (path, &witness, &why))
    {
      int status = rp_cli_error (model->verb, "cannot use the witness `%s': %s", path, why);
      free (why);
      rp_witness_clear (&witness);
      return status;
    }
  bool is_program = rp_cli_is_program (options->program_path);
  for (size_t i = 0; i < witness.params.count && !is_program; i++)
    RP_VEC_PUSH (&options->params, (rp_param_value) { strdup (witness.params.items[i].name),
                                                      witness.params.items[i].value });
  int status = -1;
  if (is_program)
    status = check_call (model, options, &witness, path);
  else if (with_gdb)
    status = rp_cli_error (model->verb, "--gdb is for programs, and `%s' is a model",
                           options->program_path);
  else
    model->source = rp_source_read (options->program_path);
  if (model->source)
    {
      rp_witness_hash (rp_model_hash (model), hash);
      if (strcmp (hash, witness.hash))
        status = rp_cli_error (model->verb, "`%s' is a witness of another program (%s)", path,
                               witness.file);
      rp_source_free (model->source);
      model->source = NULL;
    }
  if (status < 0)
    status = rp_model_open (model, most_seconds, &never);
  if (status < 0 && model->is_compiled)
    status = check_input (model, &witness, path);
  if (status < 0)
    status = replay_schedule (model, model->subject, &witness, path, with_gdb);
  if (model->is_compiled)
    rp_compiled_close (&model->compiled); /* before WITNESS is freed: the arguments belong to it */
  model->subject = model->is_compiled ? NULL : model->subject;
  model->is_compiled = false;
  rp_witness_clear (&witness);
  return status;
}

int
rp_cli_replay (int argc, char **argv)
{
  struct rp_explore_arguments arguments = { 0 };
  int status = rp_replay_options_parse (argc, argv, &arguments);
  rp_output out = { 0 };
  rp_model model = { .verb = "replay", .options = &arguments.run, .out = &out };
  if (status < 0)
    status = rp_cli_open_output (&out, arguments.run.output)
               ? replay (&model, &arguments.run, arguments.witness, arguments.most_run_seconds,
                         arguments.with_gdb)
               : RP_EXIT_USAGE;
  if (out.file)
    status = rp_cli_close_output (&out, status);
  rp_model_clear (&model);
  rp_run_options_clear (&arguments.run);
  return status;
}
