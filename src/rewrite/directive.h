/* What is to be changed in one OpenMP directive, in the words of C or of Fortran. */
#ifndef RP_REWRITE_DIRECTIVE_H
#define RP_REWRITE_DIRECTIVE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

/* LENGTH bytes AT a place in the directive's text become TEXT. */
typedef struct rp_rewrite_edit
{
  size_t at, length;
  const char *text;
} rp_rewrite_edit;

/* In the order of the text, without overlaps. */
typedef RP_VEC (rp_rewrite_edit) rp_rewrite_edits;

/* What a `loop` directive without a bind clause binds to. */
typedef enum rp_rewrite_binding
{
  RP_REWRITE_UNBOUND,
  RP_REWRITE_TEAMS,
  RP_REWRITE_PARALLEL,
  RP_REWRITE_THREAD
} rp_rewrite_binding;

typedef struct rp_rewrite_language
{
  const char *loop_name; /* "for", "do" */
  const char *schedule;  /* a clause for a loop that has none */
  const char *kind;      /* what comes in place of `static` */
  bool is_fortran;       /* no matter the case, words may be joined, constructs have an end */
} rp_rewrite_language;

extern const rp_rewrite_language rp_rewrite_in_c;

/* TEXT, what follows `omp`, is LENGTH bytes long. OUTER is what encloses it. */
void rp_rewrite_directive (const char *text, size_t length, const rp_rewrite_language *language,
                           rp_rewrite_binding outer, rp_rewrite_edits *edits);

/* Whether it begins a single construct that no barrier follows. */
bool rp_rewrite_is_single_nowait (const char *text, size_t length, const rp_rewrite_language *language);

/* Whether it is an atomic construct that gives no value. */
bool rp_rewrite_is_update (const char *text, size_t length, const rp_rewrite_language *language);

/* What the directive makes of the constructs inside it: UNBOUND if it changes nothing. */
rp_rewrite_binding rp_rewrite_region (const char *text, size_t length,
                                      const rp_rewrite_language *language);

#endif
