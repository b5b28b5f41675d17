/* A table for the options of a verb: the arguments of getopt_long and the help text are made from it. Also functions
 * that read the values of options. */
#ifndef RP_CLI_OPTION_PARSER_H
#define RP_CLI_OPTION_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct rp_cli_option
{
  const char *name;
  char letter;          /* 0 if the option has no short form */
  const char *argument; /* name of the argument in the help, "a|b" for choices; NULL if the option takes no argument */
  const char *help;
} rp_cli_option;

/* Stores VALUE of the option ROW in OUT. Returns false if the value is bad, after a message to the user. */
typedef bool rp_cli_take (const rp_cli_option *row, const char *value, void *out);

typedef struct rp_cli_verb
{
  const char *verb;
  const rp_cli_option *rows;
  size_t count;
  rp_cli_take *take;
  bool stops_at_operand; /* options after the program's name belong to the program */
} rp_cli_verb;

bool rp_cli_option_is (const rp_cli_option *row, const char *name);

/* Prints the options for the help. */
void rp_cli_options_print (const rp_cli_option *rows, size_t count, FILE *out);

/* Reads options up to `--`, and up to the first operand if VERB stops there; verb->take stores them in OUT. Returns -1
 * to go on, with optind at the first operand; or the exit status. */
int rp_cli_options_parse (const rp_cli_verb *verb, int argc, char **argv, void *out);

/* Returns the position of VALUE among the `a|b|c` of the row's argument. For a bad value prints a message and
 * returns -1. */
int rp_cli_choose (const char *verb, const rp_cli_option *row, const char *value);

/* Reads all of TEXT as a number, decimal or 0x... Returns false if it is no number. */
bool rp_cli_int64 (const char *text, int64_t *value);
bool rp_cli_number (const char *text, uint64_t *value);

/* Reads all of TEXT as a number above 0 and below 10^9, with or without a fraction. Returns false if TEXT is
 * anything else. */
bool rp_cli_seconds (const char *text, double *seconds);

#endif
