/* Reads OpenMP directives. The C interface of libclang shows neither the clauses of a directive nor its statement. So
 * in the text that libclang parses, each directive is replaced by its *mark*: a call of a function that has no body.
 *
 *   #pragma omp parallel for private (j) num_threads (n)     while (RP_C_MARK (7, j, n))
 *   #pragma omp barrier                                      RP_C_MARK (8);
 *
 * The first argument is the number of the directive. The other arguments are the variables and expressions of its
 * clauses, so that libclang looks up the names and parses the expressions. */
#ifndef RP_PROVE_C_READER_PRAGMA_H
#define RP_PROVE_C_READER_PRAGMA_H

#include "base/strbuf.h"
#include "prove/c/reader/tree.h"

#include <ctype.h>

#define RP_C_MARK "__raceproof_directive"

/* ---- pragma.c ---- */

/* Reads the directive from P, which is behind `#pragma omp', to END. Adds it to PROGRAM and appends its mark to MARKED,
 * unless the directive is declarative. Appends the names in a threadprivate directive to THREADPRIVATE. */
void rp_c_mark_directive (rp_c_program *program, const char *p, const char *end, rp_strbuf *marked,
                          rp_strbuf *threadprivate);
/* Whether names of directives may contain WORD. */
bool rp_c_is_directive_word (const char *word);

/* ---- mark.c ---- */

/* Copies TEXT, which is preprocessed, to MARKED, with marks in place of directives. Adds the directives to PROGRAM,
 * and unknown directives outside of functions to PROGRAM->strays. Sets PROGRAM->odd if TEXT has `declare variant'
 * or a pragma that renames. Appends the names of threadprivate variables to THREADPRIVATE. */
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
