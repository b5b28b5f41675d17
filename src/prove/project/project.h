/* raceproof prove -p DIRECTORY: all files of a project, as listed in its compile_commands.json. Each file is
 * proved in a process of its own, which has its share of the time and may fail alone. */
#ifndef RP_PROVE_PROJECT_PROJECT_H
#define RP_PROVE_PROJECT_PROJECT_H

#include "command/options.h"

#include <jansson.h>

typedef enum rp_file_state
{
  RP_FILE_READ,
  RP_FILE_WITHOUT_REGIONS,
  RP_FILE_NOT_READ
} rp_file_state;

/* What became of a file. */
typedef struct rp_project_file
{
  const char *path; /* of the database */
  rp_file_state state;
  char *reason;   /* why it was not read; owned, or NULL */
  json_t *report; /* as --format=json (or sarif) prints it; owned, or NULL */
  double seconds;
} rp_project_file;

typedef struct rp_project
{
  const char *database;
  RP_VEC (rp_project_file) files;
  double seconds;
  const char *incomplete; /* why not all was done, or NULL */
} rp_project;

int rp_cli_prove_project (const struct rp_prove_arguments *arguments, rp_output *out);

/* ---- prove_table.c ---- */

/* How many regions there are of a verdict: "proved", "race", "undecided"; one that several files
 * include from a header counts once. */
size_t rp_project_count (const rp_project *project, const char *verdict);
size_t rp_project_count_files (const rp_project *project, rp_file_state state);
/* The verdict, as in the reports on single files. */
rp_verdict rp_project_verdict (const rp_project *project);
void rp_project_text (const rp_project *project, FILE *out);
void rp_project_json (const rp_project *project, FILE *out);
/* The result lines. */
void rp_project_status (const rp_project *project, FILE *out);

#endif
