/* Executes a race that the prover derived, before it is called certain. */
#ifndef RP_PROVE_MODEL_CONFIRM_H
#define RP_PROVE_MODEL_CONFIRM_H

#include "core/finding/finding.h"
#include "core/finding/proof.h"
#include "lang/ast.h"

typedef enum rp_confirmation
{
  RP_CONFIRMED,
  RP_CONFIRMED_POSSIBLE, /* only the order of isolated sections kept the accesses apart */
  RP_NOT_CONFIRMED,
  RP_NOT_EXECUTED /* the execution took too long, or failed */
} rp_confirmation;

/* Executes PROGRAM with the values of PAIR, for at most SECONDS. Returns what the execution showed. If it showed the
 * race of the pair, *FOUND points to the finding in REPORT, which the caller clears later. */
rp_confirmation rp_confirm (const rp_program *program, const rp_proof_pair *pair, double seconds,
                            rp_report *report, const rp_finding **found);

#endif
