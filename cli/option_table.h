/* The options of a verb as a table: getopt_long reads it, and so does the help text. And the values that several
 * options take. */
#ifndef RP_CLI_OPTION_TABLE_H
#define RP_CLI_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct rp_cli_option
{
  const char *name;
  char letter;          /* 0 if it has no short form */
  const char *argument; /* what the help calls it, "a|b" for choices; NULL if it takes none */
  const char *help;
} rp_cli_option;

/* Takes one option; false if the value was bad and the user was told. */
typedef bool rp_cli_take (const rp_cli_option *row, const char *value, void *out);

typedef struct rp_cli_verb
{
  const char *verb;
  const rp_cli_option *rows;
  size_t count;
  rp_cli_take *take;
  bool stops_at_operand; /* what follows the program's name may belong to the program */
} rp_cli_verb;

bool rp_cli_option_is (const rp_cli_option *row, const char *name);

/* For the help. */
void rp_cli_options_print (const rp_cli_option *rows, size_t count, FILE *out);

/* Reads options up to the first operand or `--`, or all of them. Returns -1 and leaves optind at
 * the first operand, or returns the exit status. */
int rp_cli_options_parse (const rp_cli_verb *verb, int argc, char **argv, void *out);

/* The position of VALUE among the `a|b|c` of the row's argument. A bad one is told, with -1. */
int rp_cli_choose (const char *verb, const rp_cli_option *row, const char *value);

/* Decimal or 0x..., the whole of TEXT; false if it is none. */
bool rp_cli_int64 (const char *text, int64_t *value);
bool rp_cli_number (const char *text, uint64_t *value);

/* More than none, with a fraction or without; likewise. */
bool rp_cli_seconds (const char *text, double *seconds);

#endif
