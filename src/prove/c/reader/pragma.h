/* OpenMP directives: libclang's interface to C shows neither their clauses nor the statements they
 * stand before. So each becomes a call of an unknown function in the text that libclang parses,
 *
 *   #pragma omp parallel for private (j) num_threads (n)     while (RP_C_MARK (7, j, n))
 *   #pragma omp barrier                                      RP_C_MARK (8);
 *
 * with what the clauses name as arguments: names are looked up, and expressions parsed, by it. */
#ifndef RP_PROVE_C_READER_PRAGMA_H
#define RP_PROVE_C_READER_PRAGMA_H

#include "base/strbuf.h"
#include "prove/c/reader/tree.h"

#include <ctype.h>

#define RP_C_MARK "__raceproof_directive"

/* ---- pragma.c ---- */

/* The mark of one: what follows `#pragma omp', from P up to END. */
void rp_c_mark_directive (rp_c_program *program, const char *p, const char *end, rp_strbuf *marked,
                          rp_strbuf *threadprivate);
/* Whether the name of a directive may begin so. */
bool rp_c_is_directive_word (const char *word);

/* ---- mark.c ---- */

/* TEXT is preprocessed. Notes its directives in PROGRAM; names of threadprivate variables go to
 * NAMES. */
void rp_c_mark_directives (rp_c_program *program, const char *text, rp_strbuf *marked,
                           rp_strbuf *threadprivate);

/* For code that reads the text of directives. */
static inline const char *
rp_c_skip_space (const char *p)
{
  while (*p == ' ' || *p == '\t' || *p == '\r')
    p++;
  return p;
}

static inline bool
rp_c_is_letter (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

#endif
