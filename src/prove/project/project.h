/* raceproof prove -p DIRECTORY: proves all files that the compile_commands.json of a project lists. Each file is
 * proved in a process of its own, with a share of the time. If such a process fails, the others go on. */
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

/* The result for one file. */
typedef struct rp_project_file
{
  const char *path; /* borrowed from the database */
  rp_file_state state;
  char *reason;   /* why the file was not read; owned, or NULL */
  json_t *report; /* as --format=json (or sarif) prints it; owned, or NULL */
  double seconds;
} rp_project_file;

typedef struct rp_project
{
  const char *database;
  RP_VEC (rp_project_file) files;
  double seconds;
  const char *incomplete; /* why not all files were proved, or NULL */
} rp_project;

int rp_cli_prove_project (const struct rp_prove_arguments *arguments, rp_output *out);

/* ---- table.c ---- */

/* Returns the number of regions whose verdict is VERDICT: "proved", "race" or "undecided". A region in a header that
 * several files include counts once for each verdict that it has. */
size_t rp_project_count (const rp_project *project, const char *verdict);
size_t rp_project_count_files (const rp_project *project, rp_file_state state);
/* Returns the verdict on the project, by the same rules as for single files. */
rp_verdict rp_project_verdict (const rp_project *project);
void rp_project_text (const rp_project *project, FILE *out);
void rp_project_json (const rp_project *project, FILE *out);
/* Prints the lines "Examined" and "Result" that end the output. */
void rp_project_result_lines (const rp_project *project, FILE *out);

#endif
