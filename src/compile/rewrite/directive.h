/* The edits for one OpenMP directive, in the syntax of C or of Fortran. */
#ifndef RP_COMPILE_REWRITE_DIRECTIVE_H
#define RP_COMPILE_REWRITE_DIRECTIVE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

/* An edit: LENGTH bytes at AT in the directive's text become TEXT. */
typedef struct rp_rewrite_edit
{
  size_t at, length;
  char text[64];
} rp_rewrite_edit;

/* Edits in the order of the text, without overlaps. */
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
  const char *number;    /* printf's format of a 64-bit number */
  bool is_fortran;       /* case does not matter, words may be joined, and constructs have end directives */
} rp_rewrite_language;

extern const rp_rewrite_language rp_rewrite_in_c;

/* What the caller knows about a directive besides its text. */
typedef struct rp_rewrite_context
{
  rp_rewrite_binding outer; /* what a `loop` in the construct around the directive binds to */
  bool counts_down;         /* the loop behind the directive counts down */
  const char *variable;     /* variable of the loop behind the directive, if the loop does not
                             * declare it; else NULL */
  size_t variable_length;
  bool is_variable_outer;   /* VARIABLE is declared outside of the construct around the directive, and shared there */
  bool is_variable_private; /* VARIABLE is private in the construct around the directive */
  bool can_tell;            /* a text before the directive can announce hidden iterations */
  bool leaves_collapsed;    /* loops with `collapse` are to stay as they are */
} rp_rewrite_context;

/* Appends to EDITS the edits for a directive. TEXT, of LENGTH bytes, is the text of the directive behind `omp`. */
void rp_rewrite_directive (const char *text, size_t length, const rp_rewrite_language *language,
                           const rp_rewrite_context *context, rp_rewrite_edits *edits);

/* Returns whether the loop at AT counts down. White space, pragmas and the like may stand before the loop. False if
 * there is no loop, or its head is not understood. */
bool rp_rewrite_counts_down (const char *at);

/* Returns the variable that the loop at AT sets and does not declare, and stores its length in *LENGTH. NULL if
 * there is none. */
const char *rp_rewrite_loop_variable (const char *at, size_t *length);

/* Returns whether the directive begins a single construct without a barrier behind it. */
bool rp_rewrite_is_single_nowait (const char *text, size_t length, const rp_rewrite_language *language);

/* Returns whether the directive is an atomic update: an atomic construct without read, write, capture or
 * compare. */
bool rp_rewrite_is_update (const char *text, size_t length, const rp_rewrite_language *language);

/* Returns whether the directive begins a scope construct with reductions, or ends a scope construct of Fortran.
 * Stores in *IS_END whether it is an end directive. */
bool rp_rewrite_is_scope (const char *text, size_t length, const rp_rewrite_language *language,
                          bool *is_end);

/* Returns whether the directive has a loop whose iterations the library does not see, and for which no static
 * schedule defines which thread executes which iteration. */
bool rp_rewrite_is_hidden (const char *text, size_t length, const rp_rewrite_language *language,
                           const rp_rewrite_context *context);

/* Returns whether the directive is a `distribute` loop with simd or `collapse`, whose loop variables gcc treats as
 * lastprivate. False if the directive has a clause that may run code of the program, such as a constructor
 * (private, reduction): every team would execute that code once more. */
bool rp_rewrite_is_distribute (const char *text, size_t length, const rp_rewrite_language *language);

/* The parts of a directive with simd that matter. DEPTH is the number of its nested loops; SAFELEN is the text of its
 * safelen clause, "0" if there is no limit. CONDITION is the text of its if clause: only if the condition holds,
 * iterations may be executed at the same time. */
typedef struct rp_rewrite_simd
{
  bool is_loop, is_ordered; /* IS_LOOP: `simd`, or combined with it; IS_ORDERED: `ordered simd` */
  bool is_composite;        /* simd is combined with a construct other than `distribute` */
  bool is_inscan;
  unsigned depth;
  const char *safelen, *condition; /* CONDITION is NULL without an if clause */
  size_t safelen_length, condition_length;
} rp_rewrite_simd;

rp_rewrite_simd rp_rewrite_simd_of (const char *text, size_t length,
                                    const rp_rewrite_language *language);

/* Returns the beginning of the body of the innermost of the DEPTH nested loops at AT; NULL if there is none. */
const char *rp_rewrite_loop_body (const char *at, unsigned depth);

/* Returns what a `loop` inside the directive's construct binds to; RP_REWRITE_UNBOUND if the directive does not decide
 * it. */
rp_rewrite_binding rp_rewrite_region (const char *text, size_t length,
                                      const rp_rewrite_language *language);

#endif
