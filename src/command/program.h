/* Programs that `raceproof cc` built: whether a file is one, and how it is run. */
#ifndef RP_COMMAND_PROGRAM_H
#define RP_COMMAND_PROGRAM_H

#include "command/options.h"

/* Returns whether PATH is a program, not a model: a file that is executable or ELF, and whose name does not end in
 * .rp. */
bool rp_cli_is_program (const char *path);

/* Checks that the program of OPTIONS can be run and was built with raceproof cc. Returns -1 to go on; or the exit
 * status, after a message to the user. */
int rp_cli_check_program (const char *verb, const struct rp_run_options *options);

/* Returns PATH as an absolute path, which stays valid if the program changes its directory. If the current
 * directory is not known, returns a copy of PATH. The caller frees the result. */
char *rp_cli_absolute (const char *path);
int rp_cli_run_program (const struct rp_run_options *options);

#endif
