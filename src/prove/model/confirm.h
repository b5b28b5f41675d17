/* Confirms a race of a model that the prover found: executes the model with the values that the prover found. */
#ifndef RP_PROVE_MODEL_CONFIRM_H
#define RP_PROVE_MODEL_CONFIRM_H

#include "core/finding/finding.h"
#include "core/finding/proof.h"
#include "lang/ast.h"

typedef enum rp_confirmation
{
  RP_CONFIRMED,
  RP_CONFIRMED_POSSIBLE, /* in this run, only the order of isolated sections orders the accesses */
  RP_NOT_CONFIRMED,
  RP_NOT_EXECUTED /* the execution took too long, or failed */
} rp_confirmation;

/* Executes PROGRAM with the values of PAIR. The search for the race takes at most SECONDS. Returns what the
 * execution showed. If it showed the pair's race, *FOUND points to the finding, which belongs to REPORT. */
rp_confirmation rp_confirm (const rp_program *program, const rp_proof_pair *pair, double seconds,
                            rp_report *report, const rp_finding **found);

#endif
