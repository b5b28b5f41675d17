/* Writes queries as SMT-LIB 2 texts, and reads points from the answers to them. */
#ifndef RP_PROVE_POLY_SMT_TEXT_H
#define RP_PROVE_POLY_SMT_TEXT_H

#include "base/strbuf.h"
#include "prove/poly/query.h"

typedef enum rp_logic
{
  RP_LOGIC_REALS,   /* QF_NRA: all variables are real. If there is no real solution, there is no
                     * integer solution. */
  RP_LOGIC_INTEGERS /* QF_NIA */
} rp_logic;

/* Appends QUERY to OUT, as assertions in LOGIC. If WITH_CHECK, (check-sat) and (get-value ...) follow. */
void rp_smt_write (const rp_query *query, rp_logic logic, bool with_check, rp_strbuf *out);

/* Reads ANSWER, Z3's answer to get-value, into POINT: COUNT numbers, one per parameter and dimension of the layout.
 * Returns false if ANSWER does not have that form. */
bool rp_smt_read_point (const char *answer, uint32_t count, int64_t *point);

#endif
