/* A compiled program that is explored, as the command has it: its process, what it reads, the names
 * of what it does. In place of a model's program and parameters. */
#ifndef RP_CLI_COMPILED_H
#define RP_CLI_COMPILED_H

#include "event/namer.h"
#include "explore/program.h"
#include "options.h"
#include "present.h"

typedef struct rp_compiled
{
  rp_namer namer; /* first */
  rp_subject *subject;
  char **arguments; /* the program's name first */
  char *path;       /* absolute */
  uint64_t hash;    /* of the executable */
  uint64_t input_hash;
  uint64_t input_size;
  int input; /* what it reads; -1 if nothing */
  char input_path[64];
  rp_raw_style style;
  rp_options settings;
  rp_suppressions none;
  rp_raw raw; /* for names during the search */
  rp_arena names;
  RP_VEC (rp_site_name) sites; /* by site; function "" if not asked for yet */
  RP_VEC (rp_raw_result) results;
} rp_compiled;

/* Reads the standard input and starts the program of OPTIONS. -1 to go on, else the exit status,
 * and the user was told. In either case to be closed, after the report. */
int rp_compiled_open (rp_compiled *compiled, const char *verb, const struct rp_run_options *options,
                      double most_seconds, volatile sig_atomic_t *interrupt);
void rp_compiled_close (rp_compiled *compiled);

/* Of the executable at PATH, as witnesses have it. */
uint64_t rp_compiled_hash (const char *path);

/* "3 --fast": its arguments, for the report. */
void rp_compiled_describe (const rp_compiled *compiled, rp_report *report);

/* What the program said of its runs. */
void rp_compiled_remark (const rp_compiled *compiled, rp_report *report);

#endif
