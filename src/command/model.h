/* A model, from its file to its report: code that the verbs which run models share. The verbs that explore also accept
 * a compiled program in place of a model. */
#ifndef RP_COMMAND_MODEL_H
#define RP_COMMAND_MODEL_H

#include "command/compiled.h"
#include "command/options.h"
#include "core/finding/diagnostic.h"
#include "lang/lang.h"

typedef struct rp_model
{
  const char *verb;
  const struct rp_run_options *options;
  rp_output *out;
  rp_source *source;
  rp_program *program;
  int64_t *params; /* one per parameter of the program */
  rp_diagnostics diagnostics;
  rp_subject *subject;       /* the subject of exploration */
  /* the subject is a compiled program: `compiled` is used in place of `source`, `program` and `params` */
  bool is_compiled;
  rp_compiled compiled;
} rp_model;

/* Reads the model that the options name, and binds its parameters. Returns -1 to go on, else the exit status, after a
 * message to the user. */
int rp_model_load (rp_model *model);
void rp_model_clear (rp_model *model);

/* Does what rp_model_load does, and makes the subject. If the options name a compiled program, the subject is that
 * program, and a run of it that takes longer than MOST_SECONDS is cut. */
int rp_model_open (rp_model *model, double most_seconds, volatile sig_atomic_t *interrupt);

/* Prints what is wrong with the model or its input. Returns RP_EXIT_USAGE. */
int rp_model_print_errors (rp_model *model);

/* Adds to REPORT a warning for each call of an undefined procedure: such a call is allowed, but may be a mistake. */
void rp_model_warn (const rp_model *model, rp_report *report);

void rp_model_describe (const rp_model *model, rp_report *report);

/* Prints the report in the requested format, and then the result lines. */
void rp_model_print (const rp_model *model, const rp_report *report);

/* Returns the hash of the model's text, or of the executable. */
uint64_t rp_model_hash (const rp_model *model);

#endif
