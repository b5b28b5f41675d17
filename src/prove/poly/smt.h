/* Queries as SMT-LIB 2 texts. */
#ifndef RP_PROVE_POLY_SMT_H
#define RP_PROVE_POLY_SMT_H

#include "base/strbuf.h"
#include "prove/poly/query.h"

typedef enum rp_logic
{
  RP_LOGIC_REALS,   /* QF_NRA: all variables real; what has no solution there has none */
  RP_LOGIC_INTEGERS /* QF_NIA */
} rp_logic;

/* Assertions only; with (check-sat) and (get-value ...) for a model if WITH_CHECK. */
void rp_smt_write (const rp_query *query, rp_logic logic, bool with_check, rp_strbuf *out);

/* Reads the answer of get-value: one number per dimension of the layout. */
bool rp_smt_read_point (const char *answer, uint32_t count, int64_t *point);

#endif
