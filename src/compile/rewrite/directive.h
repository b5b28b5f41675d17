/* The edits for one OpenMP directive, in the syntax of C or of Fortran. */
#ifndef RP_COMPILE_REWRITE_DIRECTIVE_H
#define RP_COMPILE_REWRITE_DIRECTIVE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

/* LENGTH bytes AT a place in the directive's text become TEXT. */
typedef struct rp_rewrite_edit
{
  size_t at, length;
  char text[64];
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
  const char *number;    /* printf's format of a 64-bit number */
  bool is_fortran;       /* no matter the case, words may be joined, constructs have an end */
} rp_rewrite_language;

extern const rp_rewrite_language rp_rewrite_in_c;

/* What is known of a directive besides its text. */
typedef struct rp_rewrite_context
{
  rp_rewrite_binding outer; /* what encloses it */
  bool counts_down;         /* the loop after it does */
  const char *variable;     /* of the loop after it, if that does not declare it; else NULL */
  size_t variable_length;
  bool is_variable_outer;   /* it is declared outside of what encloses the directive, and shared there */
  bool is_variable_private; /* it is private in what encloses the directive */
  bool can_tell;            /* there is room for telling that iterations are not seen */
  bool leaves_collapsed;    /* loops with `collapse` are to stay as they are */
} rp_rewrite_context;

/* TEXT, what follows `omp`, is LENGTH bytes long. */
void rp_rewrite_directive (const char *text, size_t length, const rp_rewrite_language *language,
                           const rp_rewrite_context *context, rp_rewrite_edits *edits);

/* Whether the loop that begins AT, after white space, pragmas and the like, counts down. False if
 * there is none, or one that cannot be understood. */
bool rp_rewrite_counts_down (const char *at);

/* The variable that the loop there sets and does not declare, and its LENGTH; NULL if there is none. */
const char *rp_rewrite_loop_variable (const char *at, size_t *length);

/* Whether it begins a single construct that no barrier follows. */
bool rp_rewrite_is_single_nowait (const char *text, size_t length, const rp_rewrite_language *language);

/* Whether it is an atomic construct that gives no value. */
bool rp_rewrite_is_update (const char *text, size_t length, const rp_rewrite_language *language);

/* Whether it is a loop whose iterations stay hidden from the library, and no static schedule says which
 * thread has which. */
bool rp_rewrite_is_hidden (const char *text, size_t length, const rp_rewrite_language *language,
                           const rp_rewrite_context *context);

/* Whether it is a loop whose iterations are distributed among teams, and whose variables get their last
 * values behind it, without clauses that could make every team execute more of the program's code. */
bool rp_rewrite_is_distribute (const char *text, size_t length, const rp_rewrite_language *language);

/* What a directive with a simd construct says: how many loops it has, its safelen and the condition under which its
 * iterations may be executed at the same time, as parts of TEXT. */
typedef struct rp_rewrite_simd
{
  bool is_loop, is_ordered; /* `simd`, or a construct with it; `ordered simd` */
  bool is_composite; /* besides `distribute`, another construct decides who executes which iterations */
  bool is_inscan;
  unsigned depth;
  const char *safelen, *condition; /* the second: NULL if there is none */
  size_t safelen_length, condition_length;
} rp_rewrite_simd;

rp_rewrite_simd rp_rewrite_simd_of (const char *text, size_t length,
                                    const rp_rewrite_language *language);

/* Where the body of the loop begins that is DEPTH loops inside of the one AT, after white space and
 * the like; NULL if there is none. */
const char *rp_rewrite_loop_body (const char *at, unsigned depth);

/* What the directive makes of the constructs inside it: UNBOUND if it changes nothing. */
rp_rewrite_binding rp_rewrite_region (const char *text, size_t length,
                                      const rp_rewrite_language *language);

#endif
