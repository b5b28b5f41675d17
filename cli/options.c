/* One table of options for each verb (option_parser.h), and the functions that store the values of these options. */
#include "options.h"

#include "base/panic.h"
#include "core/runtime/policy.h"
#include "explore/search.h"
#include "option_parser.h"

#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The time limit, in seconds, of a search for which the user gave no bound. */
#define EXPLORE_SECONDS 60

static const rp_cli_option run_rows[] = {
  { "engine", 0, "bags|graph",
    "how to decide: bags, ESP-bags, and for models the graph if they find something or cannot tell "
    "(default); graph, the computation graph" },
  { "on-the-fly", 0, NULL, "with the graph: check and fold each region at its end" },
  { "keep-going", 0, NULL, "with --on-the-fly: go on after the first racy region" },
  { "all", 'a', NULL, "list every racing pair, not one for each pair of places" },
  { "graph", 0, "FILE.dot", "write the computation graph for Graphviz" },
  { "param", 'p', "NAME=VALUE", "bind a parameter of the model; repeat, or separate by commas" },
  { "schedule", 0, "depth-first|random", "which task runs next; the verdict covers all schedules" },
  { "seed", 0, "NUMBER", "for --schedule=random and for the choice operator (default 0)" },
  { "max-task-depth", 0, "NUMBER",
    "end the run when tasks are nested deeper, which is taken for a recursion without end (default 50000)" },
  { "max-turns", 0, "NUMBER",
    "models: end the run, undecided, after so many turns of loops, calls and tasks (default 100000000)" },
  { "loops", 0, "as-written|any|as-scheduled",
    "OpenMP: which iterations of a loop are ordered: those that its schedule clause gives to one "
    "thread or "
    "chunk (as-written, default); none (any); also those of loops without a clause, which count as "
    "static "
    "(as-scheduled)" },
  { "format", 'f', "text|json|sarif|line", "form of the findings (default text)" },
  { "output", 'o', "FILE", "write the findings to FILE instead of standard output" },
  { "suppressions", 0, "FILE", "leave out the findings that match a line `race:PATTERN' of FILE" },
  { "color", 0, "auto|always|never", "colours (default auto: on a terminal without NO_COLOR)" },
  { "quiet", 'q', NULL, "only the findings, no result lines" },
  { "verbose", 'v', NULL, "everything: all creators, callers, waiting tasks" },
  { "help", 'h', NULL, "show this text" },
};

static const rp_cli_option explore_rows[] = {
  { "param", 'p', "NAME=VALUE", "bind a parameter of the model; repeat, or separate by commas" },
  { "precision", 0, "isolated|regions|accesses",
    "where orders are tried: at isolated sections, at joins of one of several tasks, at choices "
    "(default); also at entries of permission regions; also at every access, for tiny programs" },
  { "suggest", 0, NULL,
    "say which permission regions to add, for what is shared outside of any; with "
    "--precision=regions, which is then the default" },
  { "reduction", 0, "dpor|sleep|none|states",
    "which orders are left out since they cannot differ: dpor, by source sets (default); sleep, by "
    "sleep sets alone; none; states, those that lead to a state that was there before" },
  { "max-schedules", 0, "NUMBER", "stop after so many schedules; the verdict says so" },
  { "max-time", 0, "SECONDS",
    "stop after so many seconds; 0: never (default 60, or never with another bound or a checkpoint)" },
  { "max-delays", 0, "NUMBER",
    "try only schedules that deviate so often from a fixed one; without reduction" },
  { "jobs", 'j', "NUMBER", "explore with so many processes (default 1)" },
  { "checkpoint", 0, "FILE", "keep in FILE what is done, for --resume" },
  { "resume", 0, "FILE", "go on where the search that kept FILE ended, and keep it up" },
  { "max-run-time", 0, "SECONDS", "programs: cut a schedule that takes longer (default 60)" },
  { "witness", 'w', "FILE",
    "write the schedule of the first finding to FILE, and those of others to FILE-2 ..." },
  { "format", 'f', "text|json|sarif|line", "form of the findings (default text)" },
  { "output", 'o', "FILE", "write the findings to FILE instead of standard output" },
  { "suppressions", 0, "FILE", "leave out the findings that match a line `race:PATTERN' of FILE" },
  { "color", 0, "auto|always|never", "colours (default auto: on a terminal without NO_COLOR)" },
  { "quiet", 'q', NULL, "only the findings, no result lines and no progress" },
  { "verbose", 'v', NULL, "everything: all creators, callers, waiting tasks" },
  { "help", 'h', NULL, "show this text" },
};

static const rp_cli_option replay_rows[] = {
  { "gdb", 0, NULL, "programs: run the schedule under gdb, which stops where the finding is" },
  { "max-run-time", 0, "SECONDS", "programs: cut the schedule if it takes longer (default 60)" },
  { "format", 'f', "text|json|sarif|line", "form of the findings (default text)" },
  { "output", 'o', "FILE", "write to FILE instead of standard output" },
  { "color", 0, "auto|always|never", "colours (default auto: on a terminal without NO_COLOR)" },
  { "quiet", 'q', NULL, "only the schedule and the findings, no result lines" },
  { "verbose", 'v', NULL, "everything: all creators, callers, waiting tasks" },
  { "help", 'h', NULL, "show this text" },
};

static const rp_cli_option report_rows[] = {
  { "all", 'a', NULL, "list every racing pair, not one for each pair of places" },
  { "format", 'f', "text|json|sarif|line", "form of the findings (default text)" },
  { "output", 'o', "FILE", "write the findings to FILE instead of standard error" },
  { "suppressions", 0, "FILE", "leave out the findings that match a line `race:PATTERN' of FILE" },
  { "color", 0, "auto|always|never", "colours (default auto: on a terminal without NO_COLOR)" },
  { "quiet", 'q', NULL, "only the findings, no result lines" },
  { "verbose", 'v', NULL, "everything: all creators, callers, waiting tasks" },
  { "help", 'h', NULL, "show this text" },
};

static const rp_cli_option prove_rows[] = {
  { "param-min", 0, "NAME=VALUE",
    "prove for values of the parameter from here on; repeat, or separate by commas" },
  { "timeout", 't', "SECONDS", "stop after so many seconds; what is left is undecided (default 60)" },
  { "dump-smt2", 0, "DIRECTORY", "write the questions about phases there, for other solvers" },
  { "cpp", 0, "OPTION", "C sources: an option of the preprocessor, as --cpp=-DN=8; repeat" },
  { "project", 'p', "DIRECTORY",
    "C sources: all files of DIRECTORY/compile_commands.json, or the one that is named, with its "
    "options" },
  { "format", 'f', "text|json|sarif|line", "form of the findings (default text)" },
  { "output", 'o', "FILE", "write to FILE instead of standard output" },
  { "suppressions", 0, "FILE", "leave out the findings that match a line `race:PATTERN' of FILE" },
  { "color", 0, "auto|always|never", "colours (default auto: on a terminal without NO_COLOR)" },
  { "quiet", 'q', NULL, "only the findings, no proof and no result lines" },
  { "verbose", 'v', NULL, "everything: all pairs, with the instances concerned" },
  { "help", 'h', NULL, "show this text" },
};

static const rp_cli_option fmt_rows[] = {
  { "in-place", 'i', NULL, "rewrite the files that are not in the standard layout" },
  { "check", 'c', NULL, "change nothing; name the files that would change, and exit with 1" },
  { "color", 0, "auto|always|never", "colours of error messages" },
  { "help", 'h', NULL, "show this text" },
};

enum
{
  MAX_JOBS = 256
};

#define COUNT(ARRAY) (sizeof (ARRAY) / sizeof *(ARRAY))

static bool
is_name (const char *text, size_t length)
{
  if (!length || isdigit ((unsigned char) *text))
    return false;
  for (size_t i = 0; i < length; i++)
    if (!isalnum ((unsigned char) text[i]) && text[i] != '_')
      return false;
  return true;
}

static void
bind_param (struct rp_run_options *out, const char *name, size_t length, int64_t value)
{
  for (size_t i = 0; i < out->params.count; i++)
    if (strlen (out->params.items[i].name) == length
        && !strncmp (out->params.items[i].name, name, length))
      {
        out->params.items[i].value = value;
        return;
      }
  char *copy = rp_malloc (length + 1);
  memcpy (copy, name, length);
  copy[length] = '\0';
  RP_VEC_PUSH (&out->params, (rp_param_value) { copy, value });
}

static bool
take_bound (const rp_cli_option *row, const char *value, uint64_t *bound)
{
  if (rp_cli_number (value, bound) && *bound)
    return true;
  rp_cli_error ("run", "--%s wants a number of at least 1, not `%s'", row->name, value);
  return false;
}

/* Reads `NAME=VALUE {"," NAME=VALUE}` into out->params. Returns false, after a message, for another TEXT. */
static bool
take_params (const char *verb, const char *option, const char *text, struct rp_run_options *out)
{
  for (const char *at = text;; at++)
    {
      size_t length = strcspn (at, ","), name = strcspn (at, "=,");
      char number[32] = "";
      if (at[name] == '=' && length - name - 1 < sizeof number)
        memcpy (number, at + name + 1, length - name - 1);
      int64_t value;
      if (!is_name (at, name) || !rp_cli_int64 (number, &value))
        {
          rp_cli_error (verb, "--%s wants NAME=INTEGER, not `%.*s'", option, (int) length, at);
          return false;
        }
      bind_param (out, at, name, value);
      at += length;
      if (!*at)
        return true;
    }
}

static bool
take_run_option (const rp_cli_option *row, const char *value, void *into)
{
  struct rp_run_options *out = into;
  int choice = row->argument && strchr (row->argument, '|') ? rp_cli_choose ("run", row, value) : 0;
  if (choice < 0)
    return false;
  if (rp_cli_option_is (row, "engine"))
    {
      out->engine = (rp_engine_choice) choice;
      out->engine_given = true;
    }
  else if (rp_cli_option_is (row, "on-the-fly"))
    out->on_the_fly = true;
  else if (rp_cli_option_is (row, "keep-going"))
    out->keep_going = true;
  else if (rp_cli_option_is (row, "all"))
    out->all = true;
  else if (rp_cli_option_is (row, "graph"))
    out->graph_file = value;
  else if (rp_cli_option_is (row, "param"))
    return take_params ("run", "param", value, out);
  else if (rp_cli_option_is (row, "schedule"))
    out->schedule = (rp_schedule) choice;
  else if (rp_cli_option_is (row, "seed") && !rp_cli_number (value, &out->seed))
    {
      rp_cli_error ("run", "--seed wants a number from 0 to 2^64-1, not `%s'", value);
      return false;
    }
  else if (rp_cli_option_is (row, "max-task-depth"))
    return take_bound (row, value, &out->task_depth);
  else if (rp_cli_option_is (row, "max-turns"))
    return take_bound (row, value, &out->most_turns);
  else if (rp_cli_option_is (row, "loops"))
    out->loops = value;
  else if (rp_cli_option_is (row, "format"))
    out->format = (rp_format) choice;
  else if (rp_cli_option_is (row, "output"))
    out->output = value;
  else if (rp_cli_option_is (row, "suppressions"))
    out->suppressions = value;
  else if (rp_cli_option_is (row, "color"))
    out->color = (rp_color) choice;
  else if (rp_cli_option_is (row, "quiet"))
    out->quiet = true;
  else if (rp_cli_option_is (row, "verbose"))
    out->verbose = true;
  return true;
}

/* Stores an option that `explore`, `replay` and `prove` share with `run`. */
static void
take_common_option (const rp_cli_option *row, const char *value, int choice,
                    struct rp_run_options *out)
{
  if (rp_cli_option_is (row, "format"))
    out->format = (rp_format) choice;
  else if (rp_cli_option_is (row, "output"))
    out->output = value;
  else if (rp_cli_option_is (row, "suppressions"))
    out->suppressions = value;
  else if (rp_cli_option_is (row, "color"))
    out->color = (rp_color) choice;
  else if (rp_cli_option_is (row, "quiet"))
    out->quiet = true;
  else if (rp_cli_option_is (row, "verbose"))
    out->verbose = true;
}

static bool
take_delays (const char *value, struct rp_explore_arguments *out)
{
  out->bounds_delays = rp_cli_number (value, &out->most_delays);
  if (!out->bounds_delays)
    rp_cli_error ("explore", "--max-delays wants a number, not `%s'", value);
  return out->bounds_delays;
}

static bool
take_jobs (const char *value, struct rp_explore_arguments *out)
{
  uint64_t jobs;
  bool is_good = rp_cli_number (value, &jobs) && jobs >= 1 && jobs <= MAX_JOBS;
  if (is_good)
    out->jobs = (size_t) jobs;
  else
    rp_cli_error ("explore", "--jobs wants a number from 1 to %d, not `%s'", MAX_JOBS, value);
  return is_good;
}

static bool
take_checkpoint (const rp_cli_option *row, const char *value, struct rp_explore_arguments *out)
{
  bool resumes = rp_cli_option_is (row, "resume");
  if (out->checkpoint && (resumes || out->resumes))
    {
      rp_cli_error ("explore", "--resume goes on keeping its file: --checkpoint has no use beside it");
      return false;
    }
  out->checkpoint = value;
  out->resumes = resumes;
  return true;
}

static bool
take_time (const char *value, struct rp_explore_arguments *out)
{
  out->time_given = true;
  if (!strcmp (value, "0") || rp_cli_seconds (value, &out->most_seconds))
    return true;
  rp_cli_error ("explore", "--max-time wants a number of seconds, not `%s'", value);
  return false;
}

static bool
take_explore_option (const rp_cli_option *row, const char *value, void *into)
{
  struct rp_explore_arguments *out = into;
  int choice
    = row->argument && strchr (row->argument, '|') ? rp_cli_choose ("explore", row, value) : 0;
  if (choice < 0)
    return false;
  if (rp_cli_option_is (row, "param"))
    return take_params ("explore", "param", value, &out->run);
  if (rp_cli_option_is (row, "reduction"))
    {
      out->reduction = choice;
      out->reduction_given = true;
    }
  else if (rp_cli_option_is (row, "precision"))
    {
      out->precision = choice;
      out->precision_given = true;
    }
  else if (rp_cli_option_is (row, "suggest"))
    out->suggest = true;
  else if (rp_cli_option_is (row, "witness"))
    out->witness = value;
  else if (rp_cli_option_is (row, "max-schedules")
           && (!rp_cli_number (value, &out->most_schedules) || !out->most_schedules))
    {
      rp_cli_error ("explore", "--max-schedules wants a number from 1 on, not `%s'", value);
      return false;
    }
  else if (rp_cli_option_is (row, "max-run-time")
           && !rp_cli_seconds (value, &out->most_run_seconds))
    {
      rp_cli_error ("explore", "--max-run-time wants a number of seconds, not `%s'", value);
      return false;
    }
  else if (rp_cli_option_is (row, "max-delays"))
    return take_delays (value, out);
  else if (rp_cli_option_is (row, "jobs"))
    return take_jobs (value, out);
  else if (rp_cli_option_is (row, "checkpoint") || rp_cli_option_is (row, "resume"))
    return take_checkpoint (row, value, out);
  else if (rp_cli_option_is (row, "max-time"))
    return take_time (value, out);
  else
    take_common_option (row, value, choice, &out->run);
  return true;
}

static bool
take_replay_option (const rp_cli_option *row, const char *value, void *into)
{
  struct rp_explore_arguments *out = into;
  int choice
    = row->argument && strchr (row->argument, '|') ? rp_cli_choose ("replay", row, value) : 0;
  if (choice < 0)
    return false;
  if (rp_cli_option_is (row, "gdb"))
    out->with_gdb = true;
  else if (rp_cli_option_is (row, "max-run-time")
           && !rp_cli_seconds (value, &out->most_run_seconds))
    {
      rp_cli_error ("replay", "--max-run-time wants a number of seconds, not `%s'", value);
      return false;
    }
  take_common_option (row, value, choice, &out->run);
  return true;
}

static bool
take_report_option (const rp_cli_option *row, const char *value, void *into)
{
  struct rp_report_options *out = into;
  int choice
    = row->argument && strchr (row->argument, '|') ? rp_cli_choose ("report", row, value) : 0;
  if (choice < 0)
    return false;
  if (rp_cli_option_is (row, "all"))
    out->all = true;
  else if (rp_cli_option_is (row, "format"))
    out->format = (rp_format) choice;
  else if (rp_cli_option_is (row, "output"))
    out->output = value;
  else if (rp_cli_option_is (row, "suppressions"))
    out->suppressions = value;
  else if (rp_cli_option_is (row, "color"))
    out->color = (rp_color) choice;
  else if (rp_cli_option_is (row, "quiet"))
    out->quiet = true;
  else if (rp_cli_option_is (row, "verbose"))
    out->verbose = true;
  return true;
}

static bool
take_prove_option (const rp_cli_option *row, const char *value, void *into)
{
  struct rp_prove_arguments *out = into;
  int choice
    = row->argument && strchr (row->argument, '|') ? rp_cli_choose ("prove", row, value) : 0;
  if (choice < 0)
    return false;
  if (rp_cli_option_is (row, "param-min"))
    return take_params ("prove", "param-min", value, &out->run);
  if (rp_cli_option_is (row, "dump-smt2"))
    out->dump = value;
  else if (rp_cli_option_is (row, "project"))
    out->project = value;
  else if (rp_cli_option_is (row, "cpp"))
    RP_VEC_PUSH (&out->preprocessor, value);
  else if (rp_cli_option_is (row, "timeout") && !rp_cli_seconds (value, &out->seconds))
    {
      rp_cli_error ("prove", "--timeout wants a number of seconds, not `%s'", value);
      return false;
    }
  out->is_timed |= rp_cli_option_is (row, "timeout");
  take_common_option (row, value, choice, &out->run);
  return true;
}

static bool
take_fmt_option (const rp_cli_option *row, const char *value, void *into)
{
  struct rp_fmt_options *out = into;
  int choice = row->argument ? rp_cli_choose ("fmt", row, value) : 0;
  if (choice < 0)
    return false;
  if (rp_cli_option_is (row, "in-place"))
    out->in_place = true;
  else if (rp_cli_option_is (row, "check"))
    out->check = true;
  else if (rp_cli_option_is (row, "color"))
    out->color = (rp_color) choice;
  return true;
}

static bool
is_model (const char *path)
{
  size_t length = strlen (path);
  return length > 3 && !strcmp (path + length - 3, ".rp");
}

/* Returns whether PATH and PROGRAM are the same regular file, which a report must not overwrite; false if PATH is
 * NULL. */
static bool
is_same_file (const char *path, const char *program)
{
  struct stat a, b;
  return path && stat (path, &a) == 0 && stat (program, &b) == 0 && S_ISREG (a.st_mode)
         && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static const rp_cli_verb run_verb = { "run", run_rows, COUNT (run_rows), take_run_option, true };
static const rp_cli_verb explore_verb
  = { "explore", explore_rows, COUNT (explore_rows), take_explore_option, true };
static const rp_cli_verb replay_verb
  = { "replay", replay_rows, COUNT (replay_rows), take_replay_option, true };
static const rp_cli_verb report_verb
  = { "report", report_rows, COUNT (report_rows), take_report_option, false };
static const rp_cli_verb prove_verb
  = { "prove", prove_rows, COUNT (prove_rows), take_prove_option, false };
static const rp_cli_verb fmt_verb = { "fmt", fmt_rows, COUNT (fmt_rows), take_fmt_option, false };

/* Reads the options behind the name of a model, since a model has no arguments of its own. Returns -1 to go on, or
 * the exit status. */
static int
parse_after_model (const rp_cli_verb *verb, int argc, char **argv, void *into,
                   struct rp_run_options *out)
{
  int status = rp_cli_options_parse (verb, argc, argv, into);
  if (status < 0 && optind < argc)
    status = rp_cli_error (verb->verb,
                           "unexpected argument `%s': a model takes its values by --param",
                           argv[optind]);
  out->program_args = argv + argc;
  return status;
}

/* Reads the program or model, and the words after it: options for a model, arguments for a program. After `--` the
 * words are arguments even for a model. Returns -1 to go on, or the exit status. */
static int
parse_program (const rp_cli_verb *verb, int argc, char **argv, void *into,
               struct rp_run_options *out)
{
  bool is_final = !strcmp (argv[optind - 1], "--");
  out->program_path = argv[optind++];
  out->program_args = argv + optind;
  return is_model (out->program_path) && !is_final
           ? parse_after_model (verb, argc, argv, into, out)
           : -1;
}

int
rp_run_options_parse (int argc, char **argv, struct rp_run_options *out)
{
  *out = (struct rp_run_options) { .engine = RP_ENGINE_BAGS };
  optind = 0;
  int status = rp_cli_options_parse (&run_verb, argc, argv, out);
  if (status >= 0)
    return status;
  if (optind >= argc)
    return rp_cli_error ("run", "which program? try `raceproof help run'");
  status = parse_program (&run_verb, argc, argv, out, out);
  if (status >= 0)
    return status;
  if (is_same_file (out->output, out->program_path))
    return rp_cli_error ("run", "--output would overwrite the program `%s'", out->program_path);
  if (is_same_file (out->graph_file, out->program_path))
    return rp_cli_error ("run", "--graph would overwrite the program `%s'", out->program_path);
  if (out->output && out->graph_file && !strcmp (out->output, out->graph_file))
    return rp_cli_error ("run", "--output and --graph name the same file `%s'", out->output);
  return -1;
}

void
rp_run_options_clear (struct rp_run_options *options)
{
  for (size_t i = 0; i < options->params.count; i++)
    free (options->params.items[i].name);
  RP_VEC_CLEAR (&options->params);
}

void
rp_run_options_help (FILE *out)
{
  rp_cli_options_print (run_rows, COUNT (run_rows), out);
}

int
rp_explore_options_parse (int argc, char **argv, struct rp_explore_arguments *out)
{
  *out = (struct rp_explore_arguments) { .most_run_seconds = 60 };
  optind = 0;
  int status = rp_cli_options_parse (&explore_verb, argc, argv, out);
  if (status >= 0)
    return status;
  if (optind >= argc)
    return rp_cli_error ("explore", "which program? try `raceproof help explore'");
  status = parse_program (&explore_verb, argc, argv, out, &out->run);
  if (status >= 0)
    return status;
  const char *path = out->run.program_path;
  if (out->suggest && !out->precision_given)
    out->precision = RP_PRECISION_PERMISSION_REGIONS;
  if (out->suggest && out->precision != RP_PRECISION_PERMISSION_REGIONS)
    return rp_cli_error ("explore", "--suggest goes with --precision=regions");
  if (is_same_file (out->run.output, path))
    return rp_cli_error ("explore", "--output would overwrite the program `%s'", path);
  if (is_same_file (out->witness, path))
    return rp_cli_error ("explore", "--witness would overwrite the program `%s'", path);
  if (is_same_file (out->checkpoint, path))
    return rp_cli_error ("explore", "--checkpoint would overwrite the program `%s'", path);
  /* a search that may never end gets a time limit, unless the user gave another bound or a checkpoint */
  if (!out->time_given && !out->most_schedules && !out->bounds_delays && !out->checkpoint)
    out->most_seconds = EXPLORE_SECONDS;
  if (out->reduction == RP_REDUCTION_STATES && (out->jobs > 1 || out->checkpoint))
    return rp_cli_error ("explore", "--reduction=states needs to know all states in one process: it "
                                    "goes without --jobs, --checkpoint and --resume");
  if (out->bounds_delays && out->reduction_given && out->reduction != RP_REDUCTION_NONE)
    return rp_cli_error ("explore", "--max-delays goes with --reduction=none: a reduction would leave "
                                    "out schedules for others that are beyond the bound");
  if (out->bounds_delays)
    out->reduction = RP_REDUCTION_NONE;
  if (out->run.output && out->witness && !strcmp (out->run.output, out->witness))
    return rp_cli_error ("explore", "--output and --witness name the same file `%s'", out->witness);
  return -1;
}

void
rp_explore_options_help (FILE *out)
{
  rp_cli_options_print (explore_rows, COUNT (explore_rows), out);
}

int
rp_replay_options_parse (int argc, char **argv, struct rp_explore_arguments *out)
{
  *out = (struct rp_explore_arguments) { .most_run_seconds = 60 };
  optind = 0;
  int status = rp_cli_options_parse (&replay_verb, argc, argv, out);
  if (status >= 0)
    return status;
  if (optind + 2 > argc)
    return rp_cli_error ("replay", "which witness, and which program? try `raceproof help replay'");
  out->witness = argv[optind++];
  status = parse_program (&replay_verb, argc, argv, out, &out->run);
  if (status >= 0)
    return status;
  if (is_same_file (out->run.output, out->run.program_path)
      || is_same_file (out->run.output, out->witness))
    return rp_cli_error ("replay", "--output would overwrite `%s'", out->run.output);
  return -1;
}

void
rp_replay_options_help (FILE *out)
{
  rp_cli_options_print (replay_rows, COUNT (replay_rows), out);
}

int
rp_report_options_parse (int argc, char **argv, struct rp_report_options *out)
{
  *out = (struct rp_report_options) { 0 };
  optind = 0;
  int status = rp_cli_options_parse (&report_verb, argc, argv, out);
  if (status >= 0)
    return status;
  if (optind + 1 != argc)
    return rp_cli_error ("report", "which raw report? one at a time; try `raceproof help report'");
  out->raw = argv[optind];
  if (is_same_file (out->output, out->raw))
    return rp_cli_error ("report", "--output would overwrite the raw report `%s'", out->raw);
  return -1;
}

void
rp_report_options_help (FILE *out)
{
  rp_cli_options_print (report_rows, COUNT (report_rows), out);
}

int
rp_prove_options_parse (int argc, char **argv, struct rp_prove_arguments *out)
{
  *out = (struct rp_prove_arguments) { .seconds = 60 };
  optind = 0;
  int status = rp_cli_options_parse (&prove_verb, argc, argv, out);
  if (status >= 0)
    return status;
  if (out->project && optind == argc)
    return -1;
  if (optind + 1 != argc)
    return rp_cli_error ("prove", "which model? one at a time; try `raceproof help prove'");
  const char *path = out->run.program_path = argv[optind];
  size_t length = strlen (path);
  out->is_c = length > 2 && (!strcmp (path + length - 2, ".c") || !strcmp (path + length - 2, ".i"));
  if (!out->is_c && !is_model (path))
    return rp_cli_error ("prove", "`%s' is no model (.rp) and no C source (.c)", path);
  if (!out->is_c && out->preprocessor.count)
    return rp_cli_error ("prove", "--cpp is for C sources");
  if (is_same_file (out->run.output, path))
    return rp_cli_error ("prove", "--output would overwrite the model `%s'", path);
  return -1;
}

void
rp_prove_options_help (FILE *out)
{
  rp_cli_options_print (prove_rows, COUNT (prove_rows), out);
}

int
rp_fmt_options_parse (int argc, char **argv, struct rp_fmt_options *out)
{
  *out = (struct rp_fmt_options) { 0 };
  optind = 0;
  int status = rp_cli_options_parse (&fmt_verb, argc, argv, out);
  if (status >= 0)
    return status;
  if (optind >= argc)
    return rp_cli_error ("fmt", "which file? try `raceproof help fmt'");
  if (out->in_place && out->check)
    return rp_cli_error ("fmt", "--in-place and --check exclude each other");
  out->files = argv + optind;
  return -1;
}

void
rp_fmt_options_help (FILE *out)
{
  rp_cli_options_print (fmt_rows, COUNT (fmt_rows), out);
}
