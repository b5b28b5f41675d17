/* Reads OpenMP directives. libclang's interface to C shows neither their clauses nor the statements to which they
 * belong. So each directive becomes a call of an unknown function in the text that libclang parses:
 *
 *   #pragma omp parallel for private (j) num_threads (n)     while (RP_C_MARK (7, j, n))
 *   #pragma omp barrier                                      RP_C_MARK (8);
 *
 * The arguments are the variables and expressions of the clauses, so that libclang looks up the names and
 * parses the expressions. */
#ifndef RP_PROVE_C_READER_PRAGMA_H
#define RP_PROVE_C_READER_PRAGMA_H

#include "base/strbuf.h"
#include "prove/c/reader/tree.h"

#include <ctype.h>

#define RP_C_MARK "__raceproof_directive"

/* ---- pragma.c ---- */

/* Appends the mark of a directive. P to END is the text behind `#pragma omp'. */
void rp_c_mark_directive (rp_c_program *program, const char *p, const char *end, rp_strbuf *marked,
                          rp_strbuf *threadprivate);
/* Whether the name of a directive may begin with WORD. */
bool rp_c_is_directive_word (const char *word);

/* ---- mark.c ---- */

/* Copies TEXT, which is preprocessed, to MARKED, with marks in place of directives. The directives are kept in
 * PROGRAM; the names of threadprivate variables are appended to THREADPRIVATE. */
void rp_c_mark_directives (rp_c_program *program, const char *text, rp_strbuf *marked,
                           rp_strbuf *threadprivate);

/* Helpers for code that reads the text of directives. */
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
