/* The form in which programs are proved: a program whose statement instances are points [Yuki, 3.1]. Front
 * ends produce it (translate.h: models); the rest of poly/ reads nothing else.
 *
 * A *leaf* is a statement with shared accesses, or an advance. Its *path* is the list of tokens
 * from the root of the program (procedures expanded) down to it, and its *domain* is the set of
 * its iteration vectors, one dimension per loop around it. Two leaves have the same construct
 * around them as far as their paths agree: each branching point of the program is a SEQUENCE
 * token, so that equal tokens up to some position mean one and the same place of the program.
 *
 * Code that is not polyhedral is over-approximated: a domain may be too large (`inexact` says why), an access may
 * stand for more elements than it touches. Orders that are not understood (futures, phasers, regions) are left out,
 * which is an over-approximation of the pairs that may run in parallel. */
#ifndef RP_PROVE_POLY_FORM_H
#define RP_PROVE_POLY_FORM_H

#include "base/arena.h"
#include "base/source.h"
#include "base/vec.h"

#include <isl/map.h>
#include <isl/set.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum rp_form_token_kind
{
  RP_TOKEN_SEQUENCE, /* value: the number of the branch */
  RP_TOKEN_ITERATOR, /* value: the dimension; a loop whose iterations are executed in order */
  RP_TOKEN_ASYNC,
  RP_TOKEN_FINISH
} rp_form_token_kind;

typedef struct rp_form_token
{
  rp_form_token_kind kind;
  bool clocked;    /* async, finish */
  bool descending; /* iterator: larger values come first */
  uint32_t value;
  rp_place at;      /* place of the construct, for reports; line 0 for a sequence */
  const char *word; /* name of the construct in its language; NULL: finish or async */
} rp_form_token;

/* A part of the program that could not be represented exactly, and how it was treated. */
typedef struct rp_inexact
{
  rp_place at;
  const char *reason; /* "the condition depends on shared data; both branches are considered" */
  bool is_fatal;      /* not even an over-approximation: nothing can be proved */
} rp_inexact;

/* An isolated section: on one variable, on an element of it, or on everything. */
typedef struct rp_exclusion
{
  bool is_whole;     /* excludes every other section */
  uint32_t variable; /* otherwise, the section is on this variable */
  isl_map *element;  /* leaf's domain -> element; NULL: all elements of the variable */
  bool is_exact;     /* false: the section is on one element, and it is not known which */
} rp_exclusion;

typedef struct rp_poly_access
{
  uint32_t variable;
  bool is_write;
  isl_map *elements;         /* leaf's domain -> subscripts */
  const rp_inexact *inexact; /* why ELEMENTS may have too many elements, or NULL */
  uint32_t site;             /* number that the front end gave to the place */
  rp_place at;
  const char *text; /* "A[i-1]" */
} rp_poly_access;

/* It need not be known which thread executes an instance: an iteration of a worksharing loop runs in some thread of its
 * team, but only in one. In that case the thread is a dimension like any other, and a choice says what determines its
 * value: if two instances have choices with the same number and equal keys, the values of their dimension DIM are
 * equal. Pairs that contradict this do not exist. */
typedef struct rp_choice
{
  uint32_t number;
  uint32_t dim;
  isl_map *key; /* leaf's domain -> key */
} rp_choice;

typedef struct rp_leaf
{
  bool is_advance;
  const rp_form_token *path;
  uint32_t length;
  uint32_t dims;
  const char *const *names; /* names of the iterators */
  isl_set *domain;
  const rp_inexact *inexact; /* why DOMAIN may be too large, or NULL */
  rp_place at;
  const char *label; /* label of the statement, or NULL */
  RP_VEC (rp_poly_access) accesses;
  RP_VEC (rp_exclusion) held; /* the sections around the statement */
  RP_VEC (rp_choice) choices;
} rp_leaf;

/* An order that paths do not show, such as between the end of a task and the taskwait of its creator: FROM comes before
 * TO, for the instances in PAIRS. Both are events, which are leaves without accesses. Everything that the paths put
 * before FROM comes before everything that they put behind TO. This order does not count for phases. */
typedef struct rp_form_edge
{
  const rp_leaf *from, *to;
  isl_map *pairs;
} rp_form_edge;

typedef struct rp_poly_variable
{
  const char *name;
  uint32_t dimensions;
} rp_poly_variable;

typedef struct rp_form
{
  rp_arena arena;
  isl_ctx *isl; /* borrowed */
  const char **params;
  uint32_t param_count;
  isl_set *context; /* what is known of the parameters */
  rp_poly_variable *variables;
  uint32_t variable_count;
  RP_VEC (rp_leaf *) leaves; /* in the order of the program; domains are not empty */
  RP_VEC (rp_leaf *) events; /* the leaves at which edges begin or end */
  RP_VEC (rp_form_edge) edges;
  RP_VEC (rp_inexact *) inexact;
} rp_form;

void rp_form_clear (rp_form *form);

/* Returns how many tokens of A and B agree, from the root on. */
uint32_t rp_path_common (const rp_leaf *a, const rp_leaf *b);

/* Returns how many dimensions the first LENGTH tokens of the leaf's path have. */
uint32_t rp_path_dims (const rp_leaf *leaf, uint32_t length);

/* Whether a clocked async, or an advance (IS_ADVANCE), may stand behind PATH [Yuki, 2.3]. Around a clocked async, the
 * innermost async or finish must be clocked. Around an advance there must be a clocked finish, with no unclocked
 * async inside it. */
bool rp_path_has_clock (const rp_form_token *path, size_t count, bool is_advance);

#endif
