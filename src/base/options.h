/* RACEPROOF_OPTIONS: `name=value` pairs separated by blanks, commas or colons, with the names that
 * users of sanitizers know. A value may stand in quotes, 'a b' or "a b". One table makes the
 * parser, the help text and the form in which processes pass options on (settings.h).
 *
 * Linked into programs under test: nothing here allocates, and only rp_options_print_help takes a
 * lock, that of OUT. Values are kept in rp_options itself. */
#ifndef RP_BASE_OPTIONS_H
#define RP_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define RP_OPTIONS_MAX_TEXT 8192

/* ROW (type, name, default, help); type is one of flag, number, text. */
#define RP_OPTIONS(ROW) \
  ROW (number, exitcode, 66, "exit status if there is a finding; 0 keeps the program's own") \
  ROW (flag, halt_on_error, false, "end the program at the first finding") \
  ROW (text, log_path, "", "write reports to this file with .PID added; or stdout, stderr") \
  ROW (text, suppressions, "", "file of findings not to report, one kind:pattern a line") \
  ROW (flag, print_suppressions, false, "list the suppressions that matched") \
  ROW (flag, symbolize, true, "names, files and lines instead of addresses") \
  ROW (text, strip_path_prefix, "", "leave this out at the start of file names") \
  ROW (text, color, "auto", "auto, always or never") \
  ROW (number, verbosity, 0, "1 tells more: all creators and callers") \
  ROW (flag, print_summary, true, "end with a line SUMMARY: raceproof: ...") \
  ROW (number, memory_limit_mb, 0, "stop, undecided, when more memory is needed; 0: no limit") \
  ROW (number, max_task_depth, 50000, \
       "stop, undecided, when tasks are nested deeper: a recursion without end; 0: no limit") \
  ROW (text, engine, "bags", "bags or graph") \
  ROW (text, schedule, "depth-first", "depth-first or random") \
  ROW (text, loops, "as-written", \
       "OpenMP: as-written: schedule clauses order what they guarantee; any; as-scheduled") \
  ROW (number, seed, 0, "for the random schedule and for choices") \
  ROW (flag, on_the_fly, false, "graph: check and fold each region at its end") \
  ROW (flag, keep_going, false, "on_the_fly: go on after the first racy region") \
  ROW (flag, all, false, "every racing pair, not one for each pair of places") \
  ROW (text, graph, "", "write the computation graph, DOT, to this file") \
  ROW (text, format, "text", "of the report: text, json, sarif or line") \
  ROW (flag, help, false, "list the options")

typedef bool rp_option_flag;
typedef uint64_t rp_option_number;
typedef const char *rp_option_text;

typedef struct rp_options
{
#define ROW(TYPE, NAME, DEFAULT, HELP) rp_option_##TYPE NAME;
  RP_OPTIONS (ROW)
#undef ROW
  char values[RP_OPTIONS_MAX_TEXT]; /* the bytes of the values of type text */
  size_t used;
} rp_options;

typedef enum rp_option_type
{
  RP_OPTION_flag,
  RP_OPTION_number,
  RP_OPTION_text
} rp_option_type;

typedef struct rp_option_row
{
  rp_option_type type;
  const char *name, *help;
  size_t offset; /* of the value in rp_options */
} rp_option_row;

extern const rp_option_row rp_option_rows[];
extern const size_t rp_option_count;

/* Gets one warning, as a LINE without its newline: "unknown option `x'". */
typedef void rp_options_warn (void *context, const char *line);

void rp_options_init (rp_options *options);

/* Sets OPTIONS from TEXT, which may be NULL. May be called several times; later values win. Calls WARN, which may be
 * NULL, with CONTEXT for each error in TEXT, and otherwise ignores the error. Afterwards OPTIONS must not be moved,
 * because it has pointers to its own texts. */
void rp_options_parse (rp_options *options, const char *text, rp_options_warn *warn, void *context);

/* Copies LENGTH bytes of TEXT into OPTIONS, and sets *KEPT to the copy. Returns false if there is no room. */
bool rp_options_keep (rp_options *options, const char *text, size_t length, const char **kept);

/* Prints one line for each option: for the option help=1. */
void rp_options_print_help (FILE *out);

#endif
