/* A program that `raceproof cc` built: is it one, and a run of it. */
#ifndef RP_COMMAND_PROGRAM_H
#define RP_COMMAND_PROGRAM_H

#include "command/options.h"

/* run.c hands over what is not a model; the output is opened there. */
bool rp_cli_is_program (const char *path);

/* Whether it was built with raceproof cc. -1 to go on, else the exit status, and the user was told. */
int rp_cli_check_program (const char *verb, const struct rp_run_options *options);

/* PATH from the root on: a program may change its directory. The caller frees it. */
char *rp_cli_absolute (const char *path);
int rp_cli_run_program (const struct rp_run_options *options);

#endif
