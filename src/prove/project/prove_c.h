/* raceproof prove FILE.c: each parallel region of C sources by itself. */
#ifndef RP_PROVE_PROJECT_PROVE_C_H
#define RP_PROVE_PROJECT_PROVE_C_H

#include "command/options.h"

/* What a report says that is not complete for this reason. */
#define RP_PROVE_INTERRUPTED "interrupted before the end of the proof"

/* Called if the prover has not ended some time after its limit. Reports this in the form that MODEL's options
 * ask for (rp_model), and ends the process. */
void rp_cli_miss_limit (void *model);
int rp_cli_prove_c (const struct rp_prove_arguments *arguments, rp_output *out);

#endif
