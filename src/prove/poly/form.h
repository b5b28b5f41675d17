/* The form of a program, which the prover works on. A statement instance is a point of a set [Yuki, 3.1]. Front
 * ends produce forms (translate.h does so for models). The rest of poly/ reads nothing else.
 *
 * A *leaf* is a statement with shared accesses, an advance, or an event, at which an order begins or ends
 * (rp_form_edge). Its *path* is the list of tokens from the root of the program down to the statement, with
 * procedures expanded. Its *domain* is the set of its iteration vectors, one dimension per loop around it. A
 * statement has several parts; a SEQUENCE token with the number of the part leads to each of them. So as far as
 * two paths agree, their leaves are inside the same constructs.
 *
 *   finish { x = 1; async { y = 2; } }
 *   path of x = 1:  .. FINISH .. SEQUENCE 0
 *   path of y = 2:  .. FINISH .. SEQUENCE 1 ASYNC ..
 *
 * Code that is not polyhedral is over-approximated: a domain may be too large (`inexact` says why), and an
 * access may have more elements than the program touches. The form leaves out orders that the front end does not
 * understand (futures, phasers, regions). Then more pairs count as parallel, which is an over-approximation,
 * too. */
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
  RP_TOKEN_ITERATOR, /* a loop whose iterations are executed in order; value: the dimension of its iterator */
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

/* A part of the program that the form does not represent exactly. REASON says how the front end treated this part. */
typedef struct rp_inexact
{
  rp_place at;
  const char *reason; /* "the condition depends on shared data; both branches are considered" */
  bool is_fatal;      /* the form is not even an over-approximation, so nothing can be proved */
} rp_inexact;

/* An isolated section: on one variable, on an element of it, or on everything. */
typedef struct rp_exclusion
{
  bool
    is_creators; /* a task around holds the section: the statement is in it if that task waits, inside the section, for
                     * the task of the statement */
  bool is_whole;     /* excludes every other section */
  uint32_t variable; /* otherwise, the section is on this variable */
  bool is_element;   /* the section is on one element of VARIABLE; false: on all its elements */
  isl_map *element;  /* IS_ELEMENT: leaf's domain -> element; NULL if isl gave up */
  const rp_inexact *
    inexact; /* IS_CREATORS: a note about that; IS_ELEMENT: why it is not known which element, or NULL */
} rp_exclusion;

/* When two sections exclude each other. */
typedef enum rp_exclusion_when
{
  RP_EXCLUDES_NEVER,
  RP_EXCLUDES_ALWAYS,
  RP_EXCLUDES_ON_ELEMENT, /* if both are on the same element */
  RP_EXCLUDES_UNKNOWN /* it is not known which elements the sections are on, or whether a statement is in one */
} rp_exclusion_when;

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

/* A choice is for an instance whose thread the program does not determine. Example: exactly one thread of the team
 * executes an iteration of a worksharing loop, but it may be any thread. The thread is then a dimension DIM of the
 * iteration vector. A choice says which instances have the same thread: if two instances have choices with the same
 * NUMBER and equal keys, their values of DIM are equal. No execution has two instances that contradict this. */
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

/* An order that paths do not show, for example between the end of a task and the taskwait of its creator. For each pair
 * of instances in PAIRS, FROM comes before TO. FROM and TO are events: leaves without accesses. Everything that comes
 * before FROM by the paths comes before everything that comes after TO by the paths. The counting of advances for
 * phases does not use edges. */
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
  isl_set *context; /* the values that the parameters may have */
  rp_poly_variable *variables;
  uint32_t variable_count;
  RP_VEC (rp_leaf *) leaves; /* in program order; no domain was empty when its leaf was made */
  RP_VEC (rp_leaf *) events; /* the leaves at which edges begin or end */
  RP_VEC (rp_form_edge) edges;
  RP_VEC (rp_inexact *) inexact;
} rp_form;

void rp_form_clear (rp_form *form);

rp_exclusion_when rp_exclusions_compare (const rp_exclusion *a, const rp_exclusion *b);

/* Returns the length of the longest common prefix of the paths of A and B, in tokens. */
uint32_t rp_path_common (const rp_leaf *a, const rp_leaf *b);

/* Returns the number of ITERATOR tokens among the first LENGTH tokens of the leaf's path. */
uint32_t rp_path_dims (const rp_leaf *leaf, uint32_t length);

/* Returns whether a clocked async, or an advance (IS_ADVANCE), is allowed behind PATH [Yuki, 2.3]. For a clocked
 * async, the innermost async or finish around it must be clocked. For an advance there must be a clocked finish around
 * it, and no unclocked async in between. */
bool rp_path_has_clock (const rp_form_token *path, size_t count, bool is_advance);

#endif
