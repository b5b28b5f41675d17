/* Witness files: one schedule of one program with one input, and what it shows. Small JSON, written
 * for people to read and for `raceproof replay`. */
#ifndef RP_COMMAND_WITNESS_H
#define RP_COMMAND_WITNESS_H

#include "base/strbuf.h"
#include "command/model.h"
#include "explore/search.h"

#define RP_WITNESS_FORMAT "raceproof-witness"
#define RP_WITNESS_VERSION 1

typedef struct rp_witness
{
  char *file; /* the program's name when it was written */
  char *hash; /* of the program's text */
  char *rule; /* "RP001" */
  char *id;   /* of the finding */
  rp_precision precision;
  RP_VEC (rp_param_value) params;
  RP_VEC (char *) arguments; /* of a program */
  char *input;               /* hash of what it read; NULL if it is a model's, or nothing */
  struct json_t *schedule; /* checked: a list of steps */
} rp_witness;

/* Writes the schedule that ANSWERS has, for FINDING. */
void rp_witness_write (FILE *out, const rp_model *model, rp_search *search,
                       const rp_answers *answers, const rp_finding *finding);

/* False if PATH is no witness that this version can use; *WHY, malloc'ed, says why. */
bool rp_witness_read (const char *path, rp_witness *witness, char **why);
void rp_witness_clear (rp_witness *witness);

/* The answers in it; false if a task's name is none. */
bool rp_witness_answers (const rp_witness *witness, rp_task_names *names, rp_answers *answers);

/* Whether it is of a run with these arguments, NULL-terminated, without the program's name. */
bool rp_witness_has_arguments (const rp_witness *witness, char *const *arguments);

/* As the witness has it. */
void rp_witness_hash (uint64_t hash, char text[17]);

#endif
