/* What the verbs of the command share. Each verb is one function in a file of its own; main.c has
 * the table. A verb gets argv[0] = its own name and returns the exit status. */
#ifndef RP_CLI_CLI_H
#define RP_CLI_CLI_H

#include "report/report.h"

#include <stdbool.h>
#include <stdio.h>

#ifndef RP_VERSION
#define RP_VERSION "0.1.0"
#endif

enum
{
  RP_EXIT_CLEAN = 0,
  RP_EXIT_USAGE = 2 /* bad usage, bad input, or output that cannot be written */
};

typedef enum rp_color
{
  RP_COLOR_AUTO,
  RP_COLOR_ALWAYS,
  RP_COLOR_NEVER
} rp_color;

typedef struct rp_verb
{
  const char *name;
  const char *usage;   /* what follows the name */
  const char *summary; /* one line */
  int (*run) (int argc, char **argv);
  void (*options_help) (FILE *out); /* NULL if it has no options */
} rp_verb;

extern const rp_verb rp_verbs[];
extern const size_t rp_verb_count;
const rp_verb *rp_verb_find (const char *name);

/* Says that there is no such verb, and which one may be meant. Returns RP_EXIT_USAGE. */
int rp_cli_unknown_verb (const char *word);

int rp_cli_run (int argc, char **argv);
int rp_cli_explore (int argc, char **argv);
int rp_cli_replay (int argc, char **argv);
int rp_cli_prove (int argc, char **argv);
int rp_cli_cc (int argc, char **argv);

/* raceproof-gcc and its like: the compiler of that name, and all of ARGV is for it. */
int rp_cli_cc_as (const char *compiler, char **argv);

int rp_cli_rewrite (int argc, char **argv); /* not in the table: `raceproof cc` alone uses it */
int rp_cli_report (int argc, char **argv);
int rp_cli_fmt (int argc, char **argv);
int rp_cli_explain (int argc, char **argv);
int rp_cli_help (int argc, char **argv);

/* One line on stderr, `raceproof VERB: ...`, or `raceproof: ...` if VERB is NULL. Control
 * characters in what the user gave are made visible. Returns RP_EXIT_USAGE. */
int rp_cli_error (const char *verb, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* A file that a report goes to, or stdout. */
typedef struct rp_output
{
  FILE *file;
  const char *path; /* NULL for stdout */
  bool is_new;      /* it was not there before */
  int error;        /* errno of the first failed write, or 0 */
} rp_output;

/* Opens a file for a report before the work starts, so that a wrong name costs nothing: an existing
 * file keeps its content until something is written. NULL or "-" is stdout. On failure prints one
 * line; exit with RP_EXIT_USAGE. */
bool rp_cli_open_output (rp_output *output, const char *path);

/* Before something goes to stderr that is to come later, also where both end up in one file. */
void rp_cli_flush_output (rp_output *output);

/* Ends what rp_cli_open_output began and notices every write error (a full disk, a closed pipe):
 * then prints one line and returns RP_EXIT_USAGE, else returns STATUS. A new file in which nothing,
 * or not everything, could be written is removed. stdout stays open. */
int rp_cli_close_output (rp_output *output, int status);

/* The style for findings that go to OUT and result lines that go to stderr. */
rp_report_style rp_cli_style (rp_color color, FILE *out);

#endif
