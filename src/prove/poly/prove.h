/* Proves race freedom for all values of the parameters [Yuki, 5]: candidates, phases, refutations. */
#ifndef RP_PROVE_POLY_PROVE_H
#define RP_PROVE_POLY_PROVE_H

#include "core/finding/proof.h"
#include "prove/poly/form.h"
#include "prove/poly/solver.h"

typedef struct rp_prove_options
{
  double seconds;           /* limit for the whole program; 0: none */
  const char *dump;         /* directory for SMT-LIB files of all queries, or NULL */
  rp_solver_answer *answer; /* function that answers in place of Z3, for tests; NULL: Z3 answers */
} rp_prove_options;

/* Fills PROOF, which the caller clears. If values were found that satisfy all conditions, the pair gets the status
 * RP_PROOF_POSSIBLE; the caller then executes the program with these values. Returns false if a file of DUMP could
 * not be written; errno says why. */
bool rp_prove (const rp_form *form, const rp_prove_options *options, rp_proof *proof);

/* Returns a new isl context. It gives up by returning NULL, without a message, instead of working for ever. */
isl_ctx *rp_prove_isl (void);

#endif
