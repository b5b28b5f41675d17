/* A compiled program that is explored, as the command sees it: its process, its input, and the names for reports.
 * An rp_compiled takes the place of a model's program and parameters. */
#ifndef RP_COMMAND_COMPILED_H
#define RP_COMMAND_COMPILED_H

#include "command/options.h"
#include "command/present.h"
#include "core/event/namer.h"
#include "explore/program.h"

typedef struct rp_compiled
{
  rp_namer namer; /* must be the first member */
  rp_subject *subject;
  char **arguments; /* the program's name first */
  char *path;       /* absolute */
  uint64_t hash;    /* hash of the executable */
  uint64_t input_hash;
  uint64_t input_size;
  int input; /* file descriptor of a copy of the standard input, for the program; -1: none */
  char input_path[64];
  rp_program_style style;
  rp_options settings;
  rp_suppressions none;
  rp_program_reader reader; /* gives names during the search */
  rp_arena names;
  /* names of sites, by site; `function` is NULL in a name that was not asked for yet */
  RP_VEC (rp_site_name) sites;
  RP_VEC (rp_program_result) results;
} rp_compiled;

/* Reads the standard input and starts the program of OPTIONS. Returns -1 to go on, else the exit status,
 * after a message to the user. The caller closes COMPILED in either case, after the report. */
int rp_compiled_open (rp_compiled *compiled, const char *verb, const struct rp_run_options *options,
                      double most_seconds, volatile sig_atomic_t *interrupt);
void rp_compiled_close (rp_compiled *compiled);

/* Returns the hash of the executable at PATH, as witnesses have it; 0 if it cannot be read. */
uint64_t rp_compiled_hash (const char *path);

/* Sets report->input to the program's arguments, such as "arguments `3 --fast'"; to "" if there are none. */
void rp_compiled_describe (const rp_compiled *compiled, rp_report *report);

/* Puts the remarks of the program about its runs into the report. */
void rp_compiled_add_remarks (const rp_compiled *compiled, rp_report *report);

#endif
