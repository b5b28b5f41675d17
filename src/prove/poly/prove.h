/* Proves race freedom for all values of the parameters [Yuki, 5]: finds the candidates (candidates.h), and tries to
 * refute each of them by its phases (phase.h). */
#ifndef RP_PROVE_POLY_PROVE_H
#define RP_PROVE_POLY_PROVE_H

#include "core/finding/proof.h"
#include "prove/poly/form.h"
#include "prove/poly/z3_process.h"

typedef struct rp_prove_options
{
  double seconds;           /* limit for the whole program; 0: none */
  const char *dump;         /* directory for SMT-LIB files of all queries, or NULL */
  rp_z3_answer *answer;     /* function that answers in place of Z3, for tests; NULL: Z3 answers */
} rp_prove_options;

/* Fills PROOF, which the caller clears. A pair gets the status RP_PROOF_POSSIBLE if there are values at which its
 * accesses are unordered; the caller then executes the program with these values. Returns false if a file in
 * options->dump could not be written; errno says why. */
bool rp_prove (const rp_form *form, const rp_prove_options *options, rp_proof *proof);

/* Returns a new isl context. An isl operation that takes too many steps in this context returns NULL, without a
 * message. */
isl_ctx *rp_prove_isl (void);

#endif
