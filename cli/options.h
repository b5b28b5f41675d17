/* The options of the verbs. One table per verb makes the parser and the text of `raceproof help`.
 */
#ifndef RP_CLI_OPTIONS_H
#define RP_CLI_OPTIONS_H

#include "base/vec.h"
#include "cli.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum rp_engine
{
  RP_ENGINE_BAGS,
  RP_ENGINE_GRAPH
} rp_engine;

typedef enum rp_format
{
  RP_FORMAT_TEXT,
  RP_FORMAT_JSON,
  RP_FORMAT_SARIF,
  RP_FORMAT_LINE
} rp_format;

typedef enum rp_schedule
{
  RP_SCHEDULE_DEPTH_FIRST,
  RP_SCHEDULE_RANDOM
} rp_schedule;

typedef struct rp_param_value
{
  char *name; /* owned */
  int64_t value;
} rp_param_value;

struct rp_run_options
{
  const char *program_path;
  char **program_args; /* NULL-terminated, borrowed from argv */
  rp_engine engine;
  bool on_the_fly, keep_going, all;
  bool engine_given;
  const char *graph_file, *output, *suppressions; /* NULL if not given */
  rp_format format;
  RP_VEC (rp_param_value) params; /* each name once, the last value given */
  uint64_t seed;
  uint64_t task_depth, most_turns; /* 0 if not given */
  rp_schedule schedule;
  const char *loops; /* OpenMP: "as-written", "any" or "as-scheduled"; NULL if not given */
  rp_color color;
  bool quiet, verbose;
};

/* Parses `run ...`; argv[0] is the verb. Returns -1 to go on, or the exit status to end with (what
 * there was to say has been said). OUT is to be cleared in either case. */
int rp_run_options_parse (int argc, char **argv, struct rp_run_options *out);
void rp_run_options_clear (struct rp_run_options *options);
void rp_run_options_help (FILE *out);

/* What `explore` and `replay` take besides: those of `run` that they have too are in .run. */
struct rp_explore_arguments
{
  struct rp_run_options run;
  int reduction;           /* an rp_reduction */
  bool reduction_given;
  int precision;           /* an rp_precision */
  bool precision_given;
  bool suggest;            /* permission regions to add */
  uint64_t most_schedules; /* 0: no bound */
  double most_seconds;     /* 0: no bound */
  bool time_given;
  double most_run_seconds; /* of one schedule of a program */
  bool with_gdb;           /* replay */
  bool bounds_delays;      /* by most_delays */
  uint64_t most_delays;
  size_t jobs;             /* processes */
  const char *checkpoint;  /* a file, or NULL */
  bool resumes;            /* from it */
  const char *witness;     /* explore: to write, or NULL; replay: to read */
};

int rp_explore_options_parse (int argc, char **argv, struct rp_explore_arguments *out);
void rp_explore_options_help (FILE *out);
int rp_replay_options_parse (int argc, char **argv, struct rp_explore_arguments *out);
void rp_replay_options_help (FILE *out);

void rp_cc_options_help (FILE *out); /* in cc.c, which reads them */

/* run.c hands over what is not a model; the output is opened there. */
bool rp_cli_is_program (const char *path);

/* Whether it was built with raceproof cc. -1 to go on, else the exit status, and the user was told. */
int rp_cli_check_program (const char *verb, const struct rp_run_options *options);

/* PATH from the root on: a program may change its directory. The caller frees it. */
char *rp_cli_absolute (const char *path);
int rp_cli_run_program (const struct rp_run_options *options);

struct rp_report_options
{
  const char *raw;
  rp_format format;
  const char *output, *suppressions; /* NULL if not given */
  rp_color color;
  bool quiet, verbose, all;
};

int rp_report_options_parse (int argc, char **argv, struct rp_report_options *out);
void rp_report_options_help (FILE *out);

/* `prove`: .run.params are the least values of parameters. */
struct rp_prove_arguments
{
  struct rp_run_options run;
  double seconds;   /* for all of it */
  const char *dump; /* directory for SMT-LIB files, or NULL */
  bool is_c;        /* the file is C source, no model */
  RP_VEC (const char *) preprocessor; /* its options, for C */
  const char *project; /* compile_commands.json, or its directory; NULL if one file is proved */
  bool is_timed;       /* seconds are those of the command line */
  bool is_part;        /* of a project: it may have no region */
};

int rp_prove_options_parse (int argc, char **argv, struct rp_prove_arguments *out);
void rp_prove_options_help (FILE *out);

struct rp_fmt_options
{
  char **files; /* NULL-terminated, borrowed from argv; at least one */
  bool in_place, check;
  rp_color color;
};

int rp_fmt_options_parse (int argc, char **argv, struct rp_fmt_options *out);
void rp_fmt_options_help (FILE *out);

#endif
