/* raceproof prove FILE.c: each parallel region of C sources by itself. */
#ifndef RP_CLI_PROVE_C_H
#define RP_CLI_PROVE_C_H

#include "options.h"

/* What a report says that is not complete for this reason. */
#define RP_PROVE_INTERRUPTED "interrupted before the end of the proof"

/* Called if the prover has not ended some time after its limit: says so in the form of MODEL's
 * options (rp_model), and ends the process. */
void rp_cli_miss_limit (void *model);
int rp_cli_prove_c (const struct rp_prove_arguments *arguments, rp_output *out);

#endif
