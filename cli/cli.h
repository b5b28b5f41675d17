/* Declarations that the verbs of the command share. Each verb is one function in a file of its own; main.c has the
 * table. A verb gets argv[0] = its own name and returns the exit status. */
#ifndef RP_CLI_CLI_H
#define RP_CLI_CLI_H

#include "command/output.h"

#include <stdbool.h>
#include <stdio.h>

#ifndef RP_VERSION
#define RP_VERSION "0.1.0"
#endif

typedef struct rp_verb
{
  const char *name;
  const char *usage;   /* the text after the verb in the help */
  const char *summary; /* one line */
  int (*run) (int argc, char **argv);
  void (*options_help) (FILE *out); /* prints the options for the help; NULL if the verb has none */
} rp_verb;

extern const rp_verb rp_verbs[];
extern const size_t rp_verb_count;
const rp_verb *rp_verb_find (const char *name);

/* Prints that there is no verb WORD, and which verb may be meant. Returns RP_EXIT_USAGE. */
int rp_cli_unknown_verb (const char *word);

int rp_cli_run (int argc, char **argv);
int rp_cli_explore (int argc, char **argv);
int rp_cli_replay (int argc, char **argv);
int rp_cli_prove (int argc, char **argv);
int rp_cli_cc (int argc, char **argv);

/* Used if the command was called as raceproof-gcc or a similar name: becomes COMPILER by exec, with all of ARGV.
 * Returns the exit status if COMPILER is not started. */
int rp_cli_cc_as (const char *compiler, char **argv);

int rp_cli_rewrite (int argc, char **argv); /* not in the table: `raceproof cc` alone uses it */
int rp_cli_report (int argc, char **argv);
int rp_cli_fmt (int argc, char **argv);
int rp_cli_explain (int argc, char **argv);
int rp_cli_help (int argc, char **argv);

#endif
