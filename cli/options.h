/* The options of the verbs. One table per verb makes the parser and the text of `raceproof help`. */
#ifndef RP_CLI_OPTIONS_H
#define RP_CLI_OPTIONS_H

#include "cli.h"
#include "command/options.h"

/* Parses `run ...`; argv[0] is the verb. Returns -1 to go on, or the exit status, after all messages have
 * been printed. The caller clears OUT in either case. */
int rp_run_options_parse (int argc, char **argv, struct rp_run_options *out);
void rp_run_options_clear (struct rp_run_options *options);
void rp_run_options_help (FILE *out);

int rp_explore_options_parse (int argc, char **argv, struct rp_explore_arguments *out);
void rp_explore_options_help (FILE *out);
int rp_replay_options_parse (int argc, char **argv, struct rp_explore_arguments *out);
void rp_replay_options_help (FILE *out);

void rp_cc_options_help (FILE *out); /* in cc.c, which reads these options itself */

int rp_report_options_parse (int argc, char **argv, struct rp_report_options *out);
void rp_report_options_help (FILE *out);

int rp_prove_options_parse (int argc, char **argv, struct rp_prove_arguments *out);
void rp_prove_options_help (FILE *out);

int rp_fmt_options_parse (int argc, char **argv, struct rp_fmt_options *out);
void rp_fmt_options_help (FILE *out);

#endif
