/* raceproof prove FILE.c: proves each parallel region of a C source by itself. */
#ifndef RP_PROVE_PROJECT_PROVE_C_H
#define RP_PROVE_PROJECT_PROVE_C_H

#include "command/options.h"

/* The reason in a report that is not complete because of an interruption. */
#define RP_PROVE_INTERRUPTED "interrupted before the end of the proof"

/* Called if the prover has not ended some time after its limit. Reports that in the format of MODEL (an rp_model), and
 * ends the process. */
void rp_cli_report_missed_limit (void *model);
int rp_cli_prove_c (const struct rp_prove_arguments *arguments, rp_output *out);

#endif
