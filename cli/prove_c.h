/* raceproof prove FILE.c: each parallel region of C sources by itself. */
#ifndef RP_CLI_PROVE_C_H
#define RP_CLI_PROVE_C_H

#include "options.h"

int rp_cli_prove_c (const struct rp_prove_arguments *arguments, rp_output *out);

#endif
