/* Where the command writes, and how: error lines, report files, the style of a terminal. */
#ifndef RP_COMMAND_OUTPUT_H
#define RP_COMMAND_OUTPUT_H

#include "report/report.h"

#include <stdbool.h>
#include <stdio.h>

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

/* Prints one line on stderr: `raceproof VERB: ...`, or `raceproof: ...` if VERB is NULL. Shows control characters
 * in the text as `?`. Returns RP_EXIT_USAGE. */
int rp_cli_error (const char *verb, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* Where a report is written: a file or stdout. */
typedef struct rp_output
{
  FILE *file;
  const char *path; /* NULL for stdout */
  bool is_new;      /* the file did not exist before */
  int error;        /* errno of the first failed write, or 0 */
} rp_output;

/* Opens a file for a report before the work starts, so that a wrong name is noticed at once. An existing file keeps
 * its content until something is written, or the output is closed. If PATH is NULL or "-", the output is stdout. On
 * failure prints one line and returns false; the caller then exits with RP_EXIT_USAGE. */
bool rp_cli_open_output (rp_output *output, const char *path);

/* Writes all buffered output. To be called before a message to stderr that must come after the output so far, even if
 * both go to one file. */
void rp_cli_flush_output (rp_output *output);

/* Closes OUTPUT; stdout stays open. Returns STATUS. If a write failed (a full disk, a closed pipe), prints one line
 * and returns RP_EXIT_USAGE instead. Removes a new file if a write failed, or if STATUS is RP_EXIT_USAGE and
 * nothing was written. */
int rp_cli_close_output (rp_output *output, int status);

/* Returns the style for findings that go to OUT and result lines that go to stderr. */
rp_report_style rp_cli_style (rp_color color, FILE *out);

#endif
