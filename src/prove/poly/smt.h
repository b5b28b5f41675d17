/* Writes queries as SMT-LIB 2 texts. */
#ifndef RP_PROVE_POLY_SMT_H
#define RP_PROVE_POLY_SMT_H

#include "base/strbuf.h"
#include "prove/poly/query.h"

typedef enum rp_logic
{
  RP_LOGIC_REALS,   /* QF_NRA: all variables are real; if there is no solution, there is no
                     * integer one either */
  RP_LOGIC_INTEGERS /* QF_NIA */
} rp_logic;

/* Writes the assertions. If WITH_CHECK, (check-sat) and (get-value ...) follow. */
void rp_smt_write (const rp_query *query, rp_logic logic, bool with_check, rp_strbuf *out);

/* Reads the answer of get-value: one number per dimension of the layout. */
bool rp_smt_read_point (const char *answer, uint32_t count, int64_t *point);

#endif
