/* A model from its file to its report: what the verbs that run models share. Verbs that explore accept a
 * compiled program in its place. */
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
  rp_subject *subject;       /* what is explored */
  bool is_compiled;          /* it is a program: no source, no parameters, but this */
  rp_compiled compiled;
} rp_model;

/* Reads the program and binds its parameters. Returns -1 to go on, else the exit status, after a message to
 * the user. */
int rp_model_load (rp_model *model);
void rp_model_clear (rp_model *model);

/* The same, and makes the subject: of a program if the options name one, whose runs end after
 * MAX_SECONDS. */
int rp_model_open (rp_model *model, double most_seconds, volatile sig_atomic_t *interrupt);

/* Tells what is wrong with the program or its input; returns RP_EXIT_USAGE. */
int rp_model_refuse (rp_model *model);

/* Fills in what the report says of program and input. */
/* Warns of what is allowed, but may be a mistake. */
void rp_model_warn (const rp_model *model, rp_report *report);

void rp_model_describe (const rp_model *model, rp_report *report);

/* In the form asked for, and then the result lines. */
void rp_model_print (const rp_model *model, const rp_report *report);

/* Of the program's text. */
uint64_t rp_model_hash (const rp_model *model);

#endif
