/* Presents the report of a compiled program: form, place and suppressions, as the command line and
 * RACEPROOF_OPTIONS say, and the exit status. `run` and `report` share this. */
#ifndef RP_COMMAND_PRESENT_H
#define RP_COMMAND_PRESENT_H

#include "base/options.h"
#include "command/options.h"
#include "core/finding/suppress.h"
#include "outside/program_report/program_report.h"

typedef struct rp_present
{
  const char *verb;
  rp_options settings; /* RACEPROOF_OPTIONS */
  rp_format format;
  rp_color color;
  bool quiet, verbose, all;
  bool to_stderr;          /* without --output and log_path, findings go there */
  const char *path;        /* --output, or NULL */
  const char *graph_path;  /* --graph, or NULL */
  const char *suppressing; /* --suppressions, or NULL */
  rp_suppressions suppressions;
  rp_output output, graph;
  char *log_path, *own_path; /* owned */
} rp_present;

/* Reads RACEPROOF_OPTIONS; what the command line says is set before and wins. */
void rp_present_init (rp_present *present);

/* Reads the suppressions and opens the output, before the work. -1 to go on, else the exit status,
 * and the user was told. PID names the log file; 0 if not known yet: then rp_present_log comes
 * later. */
int rp_present_open (rp_present *present);
bool rp_present_log (rp_present *present, long pid);

/* Prints the report, without what is suppressed, and returns the exit status. */
int rp_present_report (rp_present *present, rp_report *report, const rp_program_result *result);

/* Ends the output; STATUS, or what went wrong with it. */
int rp_present_close (rp_present *present, int status);

/* Reads the file PATH, which may be NULL. -1 to go on, else the exit status, and the user was told.
 */
int rp_cli_read_suppressions (const char *verb, const char *path, rp_suppressions *suppressions);

rp_program_style rp_present_style (rp_present *present);

#endif
