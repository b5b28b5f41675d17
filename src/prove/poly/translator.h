/* The internals of the translator, which makes the form of a model. It walks over the program as the interpreter
 * would, but has sets of iteration vectors where the interpreter has values. */
#ifndef RP_PROVE_POLY_TRANSLATOR_H
#define RP_PROVE_POLY_TRANSLATOR_H

#include "prove/poly/translate.h"

#include <isl/aff.h>

/* The known value of a local variable: an affine function of the parameters and of the first DIMS iterators. VALUE is
 * NULL if nothing is known. */
typedef struct rp_known
{
  isl_pw_aff *value;
  uint32_t dims;
} rp_known;

typedef struct rp_known_frame
{
  rp_known *slots;
  uint32_t count;
} rp_known_frame;

/* Where an expression is certainly true (MUST) and where it may be true (MAY). IS_EXACT: the two sets are equal,
 * because the expression is affine. */
typedef struct rp_truth
{
  isl_set *must, *may;
  bool is_exact;
} rp_truth;

typedef struct rp_translator
{
  rp_form *form;
  const rp_program *program;
  rp_diagnostics *diagnostics;
  bool *is_written; /* for each shared variable: whether the program writes it somewhere */
  RP_VEC (rp_form_token) path;
  RP_VEC (const char *) names; /* names of the iterators around the current code */
  uint32_t part; /* number of the next part of the current statement */
  isl_set *domain;           /* the iteration vectors with which the current code is executed */
  const rp_inexact *inexact; /* why DOMAIN may be too large, or NULL */
  isl_set *stmt_domain; /* DOMAIN at the beginning of STMT; borrowed */
  const rp_inexact *stmt_inexact; /* INEXACT at the beginning of STMT */
  rp_known_frame frame;
  /* The sections around the current code. HELD_DIMS has, for each section, the number of iterators where it was
   * entered; the elements of the section are functions of these iterators. */
  RP_VEC (rp_exclusion) held;
  RP_VEC (uint32_t) held_dims;
  size_t held_base; /* the current activity holds the sections from this index on */
  rp_leaf *leaf;    /* the leaf to which accesses of STMT are added, until rp_translator_flush adds
                     * the leaf to the form; NULL: there is none yet */
  const rp_stmt *stmt;
  RP_VEC (const rp_proc *) calls; /* procedures that are being expanded */
  bool gave_up;                   /* no further calls are expanded */
  /* For the procedure that is being expanded, or for the task in it that is being translated: the domain where it
   * was entered, its result, and the number of return statements so far. */
  isl_set *entry_domain;
  rp_known result;
  uint32_t returns;
} rp_translator;

rp_place rp_translator_place (const rp_translator *t, rp_span span);

/* Records an over-approximation, once for each place and reason. Returns the record. */
const rp_inexact *rp_translator_note (rp_translator *t, rp_span span, const char *reason,
                                      bool is_fatal);

/* Adds the current leaf, if there is one, to the form. */
void rp_translator_flush (rp_translator *t);

/* rp_translator_push appends TOKEN to the path. rp_translator_push_marker appends an async or finish as two tokens: a
 * SEQUENCE, then KIND. */
void rp_translator_push (rp_translator *t, rp_form_token token);
void rp_translator_push_marker (rp_translator *t, rp_form_token_kind kind, const rp_stmt *stmt,
                                bool is_clocked);

/* Translates BODY as the next part of the current statement. */
void rp_translate_part (rp_translator *t, const rp_stmt *body);

/* Translates BODY as a new task, whose token is already on the path. */
void rp_translate_task (rp_translator *t, const rp_stmt *body);

/* Returns whether STMT may return from the procedure. */
bool rp_stmt_may_return (const rp_stmt *stmt);

/* Returns whether the body of STMT is executed by other tasks, which get copies of the locals. False for a post: it
 * has a procedure in place of a body. */
bool rp_stmt_makes_task (const rp_stmt *stmt);

/* translate_known.c: rp_known_learn records that the local in SLOT has VALUE (taken; NULL: any value).
 * rp_known_forget records that the local may have any value. */
void rp_known_learn (rp_translator *t, uint32_t slot, isl_pw_aff *value);
void rp_known_forget (rp_translator *t, uint32_t slot);

/* Forgets the values of the locals that STMT may assign. */
void rp_known_forget_assigned (rp_translator *t, const rp_stmt *stmt);

rp_known_frame rp_known_frame_copy (const rp_known_frame *frame);
void rp_known_frame_clear (rp_known_frame *frame);

/* Stores in t->frame what is known of the locals after the two branches of an if. Before the call, t->frame is the
 * frame after the branch in which TRUTH is true; NO is the frame after the other branch. */
void rp_known_frame_join (rp_translator *t, const rp_known_frame *no, const rp_truth *truth);

/* translate_loop.c: rp_translate_for translates for, forall and forasync. */
void rp_translate_for (rp_translator *t, const rp_stmt *stmt);
void rp_translate_while (rp_translator *t, const rp_stmt *stmt);

/* translate_call.c: rp_translate_call expands a call. It returns the value of the call; NULL if that is not known. */
isl_pw_aff *rp_translate_call (rp_translator *t, const rp_expr *call);
void rp_translate_return (rp_translator *t, const rp_stmt *stmt);
void rp_translate_post (rp_translator *t, const rp_stmt *stmt);

/* rp_translate_value and rp_translate_truth evaluate an expression: they record its accesses, and return what is
 * known of its value. The caller owns the result. rp_translate_value returns NULL if the value is not known. */
isl_pw_aff *rp_translate_value (rp_translator *t, const rp_expr *expr);
rp_truth rp_translate_truth (rp_translator *t, const rp_expr *expr);
void rp_truth_clear (rp_truth *truth);

/* Returns { iteration vector -> element } for EXPR, a shared variable or an element of one. Records the accesses of
 * the subscripts. If a subscript is not affine, sets *INEXACT to the reason; otherwise leaves *INEXACT as it is. */
isl_map *rp_translate_element (rp_translator *t, const rp_expr *expr, const rp_inexact **inexact);
/* Adds to the current leaf that EXPR accesses ELEMENTS (taken). Begins a new leaf if there is none. INEXACT: why
 * ELEMENTS may have too many elements, or NULL. */
void rp_translate_access (rp_translator *t, const rp_expr *expr, isl_map *elements, bool is_write,
                          const rp_inexact *inexact);

#endif
