/* Prints the report of a compiled program, and returns the exit status. The command line and RACEPROOF_OPTIONS give the
 * form, the output file and the suppressions. `run` and `report` share this. */
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
  bool to_stderr;          /* findings go to stderr if there is neither --output nor a log_path in the settings */
  const char *path;        /* --output, or NULL */
  const char *graph_path;  /* --graph, or NULL */
  const char *suppressing; /* --suppressions, or NULL */
  rp_suppressions suppressions;
  rp_output output, graph;
  char *log_path, *own_path; /* owned; log_path: see rp_present_log; own_path: `path`, with %r and %p replaced */
} rp_present;

/* Reads RACEPROOF_OPTIONS into PRESENT. The caller has already set the members that the command line gives;
 * these take precedence. */
void rp_present_init (rp_present *present);

/* rp_present_open is called before the work. It reads the suppressions and opens the output. It returns -1 to go on; or
 * the exit status, after a message to the user.
 *
 * rp_present_log is called when the process id PID of the program is known. If the settings name a log file and there
 * is no --output, it opens the file LOG_PATH.PID as the output. It returns false, after a message, if that fails. */
int rp_present_open (rp_present *present);
bool rp_present_log (rp_present *present, long pid);

/* Prints the report without the suppressed findings, and writes the graph of RESULT to --graph. Returns the exit
 * status. */
int rp_present_report (rp_present *present, rp_report *report, const rp_program_result *result);

/* Closes the output. Returns STATUS, or another exit status if the output could not be written. */
int rp_present_close (rp_present *present, int status);

/* Reads the suppressions in the file PATH into SUPPRESSIONS; reads nothing if PATH is NULL. Returns -1 to go on; or the
 * exit status, after a message to the user. */
int rp_cli_read_suppressions (const char *verb, const char *path, rp_suppressions *suppressions);

rp_program_style rp_present_style (rp_present *present);

#endif
