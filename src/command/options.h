/* The values of the options of the verbs. cli/options.c reads the options. */
#ifndef RP_COMMAND_OPTIONS_H
#define RP_COMMAND_OPTIONS_H

#include "base/vec.h"
#include "command/output.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum rp_engine_choice
{
  RP_ENGINE_BAGS,
  RP_ENGINE_GRAPH
} rp_engine_choice;

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
  rp_engine_choice engine;
  bool on_the_fly, keep_going, all;
  bool engine_given;
  const char *graph_file, *output, *suppressions; /* NULL if not given */
  rp_format format;
  RP_VEC (rp_param_value) params; /* each name is there once, with the last value given */
  uint64_t seed;
  uint64_t task_depth, most_turns; /* 0 if not given */
  rp_schedule schedule;
  const char *loops; /* OpenMP: "as-written", "any" or "as-scheduled"; NULL if not given */
  rp_color color;
  bool quiet, verbose;
};

/* The additional options of `explore` and `replay`. Options that they share with `run` are in .run. */
struct rp_explore_arguments
{
  struct rp_run_options run;
  int reduction;           /* an rp_reduction */
  bool reduction_given;
  int precision;           /* an rp_precision */
  bool precision_given;
  bool suggest;            /* report which permission regions to add */
  uint64_t most_schedules; /* 0: no bound */
  double most_seconds;     /* 0: no bound */
  bool time_given;
  double most_run_seconds; /* limit for one schedule of a program */
  bool with_gdb;           /* replay: start the program under gdb */
  bool bounds_delays;      /* `most_delays` is a bound */
  uint64_t most_delays;
  size_t jobs;             /* number of processes */
  const char *checkpoint;  /* a file, or NULL */
  bool resumes;            /* continues the search of the checkpoint */
  const char *witness;     /* explore: the file to write, or NULL; replay: the file to read */
};

struct rp_report_options
{
  const char *raw;
  rp_format format;
  const char *output, *suppressions; /* NULL if not given */
  rp_color color;
  bool quiet, verbose, all;
};

/* Options of `prove`. The values in .run.params are the least values of parameters. */
struct rp_prove_arguments
{
  struct rp_run_options run;
  double seconds;   /* time limit for the whole proof */
  const char *dump; /* directory for SMT-LIB files, or NULL */
  bool is_c;        /* the file is C source, not a model */
  RP_VEC (const char *) preprocessor; /* options for the preprocessor of C */
  const char *project; /* compile_commands.json, or its directory; NULL if one file is proved */
  bool is_timed;       /* `seconds` was given on the command line */
  bool is_part; /* the file is one of a project: it need not have regions, nor all parameters that the user gave */
};

struct rp_fmt_options
{
  char **files; /* NULL-terminated, borrowed from argv; at least one */
  bool in_place, check;
  rp_color color;
};

#endif
