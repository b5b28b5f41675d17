/* Witness files: one schedule of one program with one input, and which finding it shows. Small JSON, written for people
 * to read and for `raceproof replay`. */
#ifndef RP_COMMAND_WITNESS_H
#define RP_COMMAND_WITNESS_H

#include "base/strbuf.h"
#include "command/model.h"
#include "explore/search.h"

#define RP_WITNESS_FORMAT "raceproof-witness"
#define RP_WITNESS_VERSION 1

typedef struct rp_witness
{
  char *file; /* the program's file name when the witness was written */
  char *hash; /* hash of the model's text or of the executable: rp_model_hash */
  char *rule; /* "RP001" */
  char *id;   /* identity of the finding */
  rp_precision precision;
  RP_VEC (rp_param_value) params;
  RP_VEC (char *) arguments; /* arguments of a compiled program */
  char *input;               /* hash of the program's standard input; NULL for a model, or if the input was empty */
  struct json_t *schedule;   /* a list of steps whose form was checked */
} rp_witness;

/* Writes to OUT a witness for FINDING, with the schedule in ANSWERS. Runs this schedule again. */
void rp_witness_write (FILE *out, const rp_model *model, rp_search *search,
                       const rp_answers *answers, const rp_finding *finding);

/* Reads the file at PATH. Returns false if it is no witness that this version can use; *WHY, which the caller frees,
 * says why. */
bool rp_witness_read (const char *path, rp_witness *witness, char **why);
void rp_witness_clear (rp_witness *witness);

/* Reads the schedule of the witness into ANSWERS. Returns false if a task's name is not valid. */
bool rp_witness_answers (const rp_witness *witness, rp_task_names *names, rp_answers *answers);

/* Returns whether the witness is of a run with these ARGUMENTS: a list that ends with NULL, without the program's
 * name. */
bool rp_witness_has_arguments (const rp_witness *witness, char *const *arguments);

/* Writes HASH in the form that witnesses have. */
void rp_witness_hash (uint64_t hash, char text[17]);

#endif
