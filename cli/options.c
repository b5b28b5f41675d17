/* One table per verb; getopt_long reads it, and so does the help text. */
#include "options.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "base/term.h"
#include "explore/search.h"
#include "runtime/policy.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct option_row
{
  const char *name;
  char letter;          /* 0 if it has no short form */
  const char *argument; /* what the help calls it, "a|b" for choices; NULL if it takes none */
  const char *help;
} option_row;

/* Takes one option; false if the value was bad and the user was told. */
typedef bool take_option (const option_row *row, const char *value, void *out);

typedef struct verb_options
{
  const char *verb;
  const option_row *rows;
  size_t count;
  take_option *take;
  bool stops_at_operand; /* what follows the program's name may belong to the program */
} verb_options;

static const option_row run_rows[] = {
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
  { "loops", 0, "any|as-scheduled",
    "OpenMP: which thread executes an iteration of a static loop: any (default); or the one that its "
    "schedule says, for programs that rely on that" },
  { "format", 'f', "text|json|sarif|line", "form of the findings (default text)" },
  { "output", 'o', "FILE", "write the findings to FILE instead of standard output" },
  { "suppressions", 0, "FILE", "leave out the findings that match a line `race:PATTERN' of FILE" },
  { "color", 0, "auto|always|never", "colours (default auto: on a terminal without NO_COLOR)" },
  { "quiet", 'q', NULL, "only the findings, no result lines" },
  { "verbose", 'v', NULL, "everything: all creators, callers, waiting tasks" },
  { "help", 'h', NULL, "show this text" },
};

static const option_row explore_rows[] = {
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
  { "max-time", 0, "SECONDS", "stop after so many seconds" },
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

static const option_row replay_rows[] = {
  { "gdb", 0, NULL, "programs: run the schedule under gdb, which stops where the finding is" },
  { "max-run-time", 0, "SECONDS", "programs: cut the schedule if it takes longer (default 60)" },
  { "format", 'f', "text|json|sarif|line", "form of the findings (default text)" },
  { "output", 'o', "FILE", "write to FILE instead of standard output" },
  { "color", 0, "auto|always|never", "colours (default auto: on a terminal without NO_COLOR)" },
  { "quiet", 'q', NULL, "only the schedule and the findings, no result lines" },
  { "verbose", 'v', NULL, "everything: all creators, callers, waiting tasks" },
  { "help", 'h', NULL, "show this text" },
};

static const option_row report_rows[] = {
  { "all", 'a', NULL, "list every racing pair, not one for each pair of places" },
  { "format", 'f', "text|json|sarif|line", "form of the findings (default text)" },
  { "output", 'o', "FILE", "write the findings to FILE instead of standard error" },
  { "suppressions", 0, "FILE", "leave out the findings that match a line `race:PATTERN' of FILE" },
  { "color", 0, "auto|always|never", "colours (default auto: on a terminal without NO_COLOR)" },
  { "quiet", 'q', NULL, "only the findings, no result lines" },
  { "verbose", 'v', NULL, "everything: all creators, callers, waiting tasks" },
  { "help", 'h', NULL, "show this text" },
};

static const option_row prove_rows[] = {
  { "param-min", 0, "NAME=VALUE",
    "prove for values of the parameter from here on; repeat, or separate by commas" },
  { "timeout", 't', "SECONDS", "stop after so many seconds; what is left is undecided (default 60)" },
  { "dump-smt2", 0, "DIRECTORY", "write the questions about phases there, for other solvers" },
  { "cpp", 0, "OPTION", "C sources: an option of the preprocessor, as --cpp=-DN=8; repeat" },
  { "format", 'f', "text|json|sarif|line", "form of the findings (default text)" },
  { "output", 'o', "FILE", "write to FILE instead of standard output" },
  { "suppressions", 0, "FILE", "leave out the findings that match a line `race:PATTERN' of FILE" },
  { "color", 0, "auto|always|never", "colours (default auto: on a terminal without NO_COLOR)" },
  { "quiet", 'q', NULL, "only the findings, no proof and no result lines" },
  { "verbose", 'v', NULL, "everything: all pairs, with the instances concerned" },
  { "help", 'h', NULL, "show this text" },
};

static const option_row fmt_rows[] = {
  { "in-place", 'i', NULL, "rewrite the files that are not in the standard layout" },
  { "check", 'c', NULL, "change nothing; name the files that would change, and exit with 1" },
  { "color", 0, "auto|always|never", "colours of error messages" },
  { "help", 'h', NULL, "show this text" },
};

enum
{
  MOST_JOBS = 256
};

#define COUNT(ARRAY) (sizeof (ARRAY) / sizeof *(ARRAY))

static bool
is_option (const option_row *row, const char *name)
{
  return !strcmp (row->name, name);
}

#define HELP_COLUMN 32

static void
print_row (const option_row *row, FILE *out)
{
  rp_strbuf line = { 0 };
  if (row->letter)
    rp_strbuf_format (&line, "  -%c, ", row->letter);
  else
    rp_strbuf_add (&line, "      ");
  rp_strbuf_format (&line, "--%s%s%s", row->name, row->argument ? "=" : "",
                    row->argument ? row->argument : "");
  if (line.length + 2 > HELP_COLUMN)
    {
      fprintf (out, "%s\n", line.text);
      rp_strbuf_clear (&line);
    }
  rp_strbuf_repeat (&line, " ", HELP_COLUMN - line.length);
  rp_term_wrap (&line, row->help, HELP_COLUMN, HELP_COLUMN, 80);
  fprintf (out, "%s\n", line.text);
  rp_strbuf_clear (&line);
}

static void
print_rows (const option_row *rows, size_t count, FILE *out)
{
  for (size_t i = 0; i < count; i++)
    print_row (&rows[i], out);
}

/* The position of VALUE among the `a|b|c` of the row's argument. A bad one is told, with -1. */
static int
choose (const char *verb, const option_row *row, const char *value)
{
  size_t length = strlen (value);
  const char *choice = row->argument;
  for (int position = 0;; position++)
    {
      size_t end = strcspn (choice, "|");
      if (end == length && !strncmp (choice, value, length))
        return position;
      if (!choice[end])
        break;
      choice += end + 1;
    }
  rp_cli_error (verb, "--%s wants %s, not `%s'", row->name, row->argument, value);
  return -1;
}

/* Decimal or 0x..., the whole of TEXT. */
static bool
parse_int64 (const char *text, int64_t *value)
{
  const char *digits = text + (*text == '-' || *text == '+');
  bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  if (!isdigit ((unsigned char) *digits))
    return false;
  char *end;
  errno = 0;
  *value = strtoll (text, &end, is_hex ? 16 : 10);
  return !errno && !*end;
}

static bool
parse_seed (const char *text, uint64_t *value)
{
  bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (!isdigit ((unsigned char) *text))
    return false;
  char *end;
  errno = 0;
  *value = strtoull (text, &end, is_hex ? 16 : 10);
  return !errno && !*end;
}

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

/* NAME=VALUE {"," NAME=VALUE} */
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
      if (!is_name (at, name) || !parse_int64 (number, &value))
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
take_run_option (const option_row *row, const char *value, void *into)
{
  struct rp_run_options *out = into;
  int choice = row->argument && strchr (row->argument, '|') ? choose ("run", row, value) : 0;
  if (choice < 0)
    return false;
  if (is_option (row, "engine"))
    {
      out->engine = (rp_engine) choice;
      out->engine_given = true;
    }
  else if (is_option (row, "on-the-fly"))
    out->on_the_fly = true;
  else if (is_option (row, "keep-going"))
    out->keep_going = true;
  else if (is_option (row, "all"))
    out->all = true;
  else if (is_option (row, "graph"))
    out->graph_file = value;
  else if (is_option (row, "param"))
    return take_params ("run", "param", value, out);
  else if (is_option (row, "schedule"))
    out->schedule = (rp_schedule) choice;
  else if (is_option (row, "seed") && !parse_seed (value, &out->seed))
    {
      rp_cli_error ("run", "--seed wants a number from 0 to 2^64-1, not `%s'", value);
      return false;
    }
  else if (is_option (row, "loops"))
    out->loops = value;
  else if (is_option (row, "format"))
    out->format = (rp_format) choice;
  else if (is_option (row, "output"))
    out->output = value;
  else if (is_option (row, "suppressions"))
    out->suppressions = value;
  else if (is_option (row, "color"))
    out->color = (rp_color) choice;
  else if (is_option (row, "quiet"))
    out->quiet = true;
  else if (is_option (row, "verbose"))
    out->verbose = true;
  return true;
}

/* What `explore` and `replay` share with `run`. */
static void
take_common_option (const option_row *row, const char *value, int choice,
                    struct rp_run_options *out)
{
  if (is_option (row, "format"))
    out->format = (rp_format) choice;
  else if (is_option (row, "output"))
    out->output = value;
  else if (is_option (row, "suppressions"))
    out->suppressions = value;
  else if (is_option (row, "color"))
    out->color = (rp_color) choice;
  else if (is_option (row, "quiet"))
    out->quiet = true;
  else if (is_option (row, "verbose"))
    out->verbose = true;
}

static bool
parse_seconds (const char *text, double *seconds)
{
  char *end;
  if (!isdigit ((unsigned char) *text) && *text != '.')
    return false;
  errno = 0;
  *seconds = strtod (text, &end);
  return !errno && !*end && *seconds > 0 && *seconds < 1e9;
}

static bool
take_delays (const char *value, struct rp_explore_arguments *out)
{
  out->bounds_delays = parse_seed (value, &out->most_delays);
  if (!out->bounds_delays)
    rp_cli_error ("explore", "--max-delays wants a number, not `%s'", value);
  return out->bounds_delays;
}

static bool
take_jobs (const char *value, struct rp_explore_arguments *out)
{
  uint64_t jobs;
  bool is_good = parse_seed (value, &jobs) && jobs >= 1 && jobs <= MOST_JOBS;
  if (is_good)
    out->jobs = (size_t) jobs;
  else
    rp_cli_error ("explore", "--jobs wants a number from 1 to %d, not `%s'", MOST_JOBS, value);
  return is_good;
}

static bool
take_checkpoint (const option_row *row, const char *value, struct rp_explore_arguments *out)
{
  bool resumes = is_option (row, "resume");
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
take_explore_option (const option_row *row, const char *value, void *into)
{
  struct rp_explore_arguments *out = into;
  int choice = row->argument && strchr (row->argument, '|') ? choose ("explore", row, value) : 0;
  if (choice < 0)
    return false;
  if (is_option (row, "param"))
    return take_params ("explore", "param", value, &out->run);
  if (is_option (row, "reduction"))
    {
      out->reduction = choice;
      out->reduction_given = true;
    }
  else if (is_option (row, "precision"))
    {
      out->precision = choice;
      out->precision_given = true;
    }
  else if (is_option (row, "suggest"))
    out->suggest = true;
  else if (is_option (row, "witness"))
    out->witness = value;
  else if (is_option (row, "max-schedules")
           && (!parse_seed (value, &out->most_schedules) || !out->most_schedules))
    {
      rp_cli_error ("explore", "--max-schedules wants a number from 1 on, not `%s'", value);
      return false;
    }
  else if (is_option (row, "max-run-time") && !parse_seconds (value, &out->most_run_seconds))
    {
      rp_cli_error ("explore", "--max-run-time wants a number of seconds, not `%s'", value);
      return false;
    }
  else if (is_option (row, "max-delays"))
    return take_delays (value, out);
  else if (is_option (row, "jobs"))
    return take_jobs (value, out);
  else if (is_option (row, "checkpoint") || is_option (row, "resume"))
    return take_checkpoint (row, value, out);
  else if (is_option (row, "max-time") && !parse_seconds (value, &out->most_seconds))
    {
      rp_cli_error ("explore", "--max-time wants a number of seconds, not `%s'", value);
      return false;
    }
  else
    take_common_option (row, value, choice, &out->run);
  return true;
}

static bool
take_replay_option (const option_row *row, const char *value, void *into)
{
  struct rp_explore_arguments *out = into;
  int choice = row->argument && strchr (row->argument, '|') ? choose ("replay", row, value) : 0;
  if (choice < 0)
    return false;
  if (is_option (row, "gdb"))
    out->with_gdb = true;
  else if (is_option (row, "max-run-time") && !parse_seconds (value, &out->most_run_seconds))
    {
      rp_cli_error ("replay", "--max-run-time wants a number of seconds, not `%s'", value);
      return false;
    }
  take_common_option (row, value, choice, &out->run);
  return true;
}

static bool
take_report_option (const option_row *row, const char *value, void *into)
{
  struct rp_report_options *out = into;
  int choice = row->argument && strchr (row->argument, '|') ? choose ("report", row, value) : 0;
  if (choice < 0)
    return false;
  if (is_option (row, "all"))
    out->all = true;
  else if (is_option (row, "format"))
    out->format = (rp_format) choice;
  else if (is_option (row, "output"))
    out->output = value;
  else if (is_option (row, "suppressions"))
    out->suppressions = value;
  else if (is_option (row, "color"))
    out->color = (rp_color) choice;
  else if (is_option (row, "quiet"))
    out->quiet = true;
  else if (is_option (row, "verbose"))
    out->verbose = true;
  return true;
}

static bool
take_prove_option (const option_row *row, const char *value, void *into)
{
  struct rp_prove_arguments *out = into;
  int choice = row->argument && strchr (row->argument, '|') ? choose ("prove", row, value) : 0;
  if (choice < 0)
    return false;
  if (is_option (row, "param-min"))
    return take_params ("prove", "param-min", value, &out->run);
  if (is_option (row, "dump-smt2"))
    out->dump = value;
  else if (is_option (row, "cpp"))
    RP_VEC_PUSH (&out->preprocessor, value);
  else if (is_option (row, "timeout") && !parse_seconds (value, &out->seconds))
    {
      rp_cli_error ("prove", "--timeout wants a number of seconds, not `%s'", value);
      return false;
    }
  take_common_option (row, value, choice, &out->run);
  return true;
}

static bool
take_fmt_option (const option_row *row, const char *value, void *into)
{
  struct rp_fmt_options *out = into;
  int choice = row->argument ? choose ("fmt", row, value) : 0;
  if (choice < 0)
    return false;
  if (is_option (row, "in-place"))
    out->in_place = true;
  else if (is_option (row, "check"))
    out->check = true;
  else if (is_option (row, "color"))
    out->color = (rp_color) choice;
  return true;
}

/* Why getopt_long refused the option it just looked at. Only short ones have a letter in optopt.
 */
static int
refuse (const verb_options *verb, int result, const char *text)
{
  char letter[3] = { '-', (char) optopt, '\0' };
  text = optopt ? letter : text;
  int length = (int) strcspn (text, "=");
  if (result == ':')
    return rp_cli_error (verb->verb, "option `%s' wants a value; try `raceproof help %s'", text,
                         verb->verb);
  for (size_t i = 0; i < verb->count && text[length]; i++)
    if (!strncmp (verb->rows[i].name, text + 2, (size_t) length - 2) && !verb->rows[i].argument)
      return rp_cli_error (verb->verb, "option `--%s' takes no value; try `raceproof help %s'",
                           verb->rows[i].name, verb->verb);
  return rp_cli_error (verb->verb, "unknown option `%.*s'; try `raceproof help %s'", length, text,
                       verb->verb);
}

static const option_row *
row_of (const verb_options *verb, int result, int index)
{
  if (result == 0)
    return &verb->rows[index];
  for (size_t i = 0; i < verb->count; i++)
    if (verb->rows[i].letter == result)
      return &verb->rows[i];
  return NULL;
}

/* Reads options up to the first operand or `--`, or all of them. Returns -1 and leaves optind at
 * the first operand, or returns the exit status. */
static int
parse_options (const verb_options *verb, int argc, char **argv, void *out)
{
  struct option longs[32] = { { 0 } };
  char shorts[64];
  snprintf (shorts, sizeof shorts, "%s", verb->stops_at_operand ? "+:" : ":");
  RP_ASSERT (verb->count < COUNT (longs));
  for (size_t i = 0; i < verb->count; i++)
    {
      const option_row *row = &verb->rows[i];
      longs[i]
        = (struct option) { row->name, row->argument ? required_argument : no_argument, NULL, 0 };
      if (row->letter)
        snprintf (shorts + strlen (shorts), sizeof shorts - strlen (shorts), "%c%s", row->letter,
                  row->argument ? ":" : "");
    }
  opterr = 0;
  for (;;)
    {
      int index = -1;
      optopt = 0;
      int result = getopt_long (argc, argv, shorts, longs, &index);
      if (result == -1)
        return -1;
      const option_row *row = result == '?' || result == ':' ? NULL : row_of (verb, result, index);
      if (!row)
        return refuse (verb, result, argv[optind - 1]);
      if (is_option (row, "help"))
        {
          char *help[] = { "help", (char *) verb->verb, NULL };
          return rp_cli_help (2, help);
        }
      if (!verb->take (row, optarg, out))
        return RP_EXIT_USAGE;
    }
}

static bool
is_model (const char *path)
{
  size_t length = strlen (path);
  return length > 3 && !strcmp (path + length - 3, ".rp");
}

/* A report over the program it is about would be a loss that no error message makes good. */
static bool
is_same_file (const char *path, const char *program)
{
  struct stat a, b;
  return path && stat (path, &a) == 0 && stat (program, &b) == 0 && S_ISREG (a.st_mode)
         && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static const verb_options run_verb = { "run", run_rows, COUNT (run_rows), take_run_option, true };
static const verb_options explore_verb
  = { "explore", explore_rows, COUNT (explore_rows), take_explore_option, true };
static const verb_options replay_verb
  = { "replay", replay_rows, COUNT (replay_rows), take_replay_option, true };
static const verb_options report_verb
  = { "report", report_rows, COUNT (report_rows), take_report_option, false };
static const verb_options prove_verb
  = { "prove", prove_rows, COUNT (prove_rows), take_prove_option, false };
static const verb_options fmt_verb = { "fmt", fmt_rows, COUNT (fmt_rows), take_fmt_option, false };

/* Options may also follow a model, which has no arguments of its own. */
static int
parse_after_model (const verb_options *verb, int argc, char **argv, void *into,
                   struct rp_run_options *out)
{
  int status = parse_options (verb, argc, argv, into);
  if (status < 0 && optind < argc)
    status = rp_cli_error (verb->verb,
                           "unexpected argument `%s': a model takes its values by --param",
                           argv[optind]);
  out->program_args = argv + argc;
  return status;
}

/* The program or model that comes next, and what belongs to it: options for a model, arguments for a
 * program. */
static int
parse_program (const verb_options *verb, int argc, char **argv, void *into,
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
  int status = parse_options (&run_verb, argc, argv, out);
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
  print_rows (run_rows, COUNT (run_rows), out);
}

int
rp_explore_options_parse (int argc, char **argv, struct rp_explore_arguments *out)
{
  *out = (struct rp_explore_arguments) { .most_run_seconds = 60 };
  optind = 0;
  int status = parse_options (&explore_verb, argc, argv, out);
  if (status >= 0)
    return status;
  if (optind >= argc)
    return rp_cli_error ("explore", "which program? try `raceproof help explore'");
  status = parse_program (&explore_verb, argc, argv, out, &out->run);
  if (status >= 0)
    return status;
  const char *path = out->run.program_path;
  if (out->suggest && !out->precision_given)
    out->precision = RP_PRECISION_REGIONS;
  if (out->suggest && out->precision != RP_PRECISION_REGIONS)
    return rp_cli_error ("explore", "--suggest goes with --precision=regions");
  if (is_same_file (out->run.output, path))
    return rp_cli_error ("explore", "--output would overwrite the program `%s'", path);
  if (is_same_file (out->witness, path))
    return rp_cli_error ("explore", "--witness would overwrite the program `%s'", path);
  if (is_same_file (out->checkpoint, path))
    return rp_cli_error ("explore", "--checkpoint would overwrite the program `%s'", path);
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
  print_rows (explore_rows, COUNT (explore_rows), out);
}

int
rp_replay_options_parse (int argc, char **argv, struct rp_explore_arguments *out)
{
  *out = (struct rp_explore_arguments) { .most_run_seconds = 60 };
  optind = 0;
  int status = parse_options (&replay_verb, argc, argv, out);
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
  print_rows (replay_rows, COUNT (replay_rows), out);
}

int
rp_report_options_parse (int argc, char **argv, struct rp_report_options *out)
{
  *out = (struct rp_report_options) { 0 };
  optind = 0;
  int status = parse_options (&report_verb, argc, argv, out);
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
  print_rows (report_rows, COUNT (report_rows), out);
}

int
rp_prove_options_parse (int argc, char **argv, struct rp_prove_arguments *out)
{
  *out = (struct rp_prove_arguments) { .seconds = 60 };
  optind = 0;
  int status = parse_options (&prove_verb, argc, argv, out);
  if (status >= 0)
    return status;
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
  print_rows (prove_rows, COUNT (prove_rows), out);
}

int
rp_fmt_options_parse (int argc, char **argv, struct rp_fmt_options *out)
{
  *out = (struct rp_fmt_options) { 0 };
  optind = 0;
  int status = parse_options (&fmt_verb, argc, argv, out);
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
  print_rows (fmt_rows, COUNT (fmt_rows), out);
}
