/* The internals of points_to.h: places and what is stored in them (places.c), what the sources do
 * (points_to.c), and which pointers never overlap although they may have had the same values (apart.c). */
#ifndef RP_PROVE_C_POINTS_TO_PLACES_H
#define RP_PROVE_C_POINTS_TO_PLACES_H

#include "prove/c/points_to/points_to.h"
#include "prove/c/reader/chains.h"

#define RP_C_ANYWHERE 0 /* the place that overlaps all */
#define RP_C_OUTSIDE 1  /* memory of other files: it overlaps itself, and all inputs */

typedef enum rp_c_object_kind
{
  RP_C_OBJECT_ANY,
  RP_C_OBJECT_OUTSIDE,
  RP_C_OBJECT_VARIABLE,
  RP_C_OBJECT_INPUT, /* key: the place of the pointer to it */
  RP_C_OBJECT_HEAP,  /* key: the call */
  RP_C_OBJECT_TEXT,  /* string literals */
  RP_C_OBJECT_RESULT /* what a function returns */
} rp_c_object_kind;

typedef struct rp_c_object
{
  rp_c_object_kind kind;
  const void *key;
  const rp_c_type *type; /* NULL if it is not known yet; never an array */
  uint32_t depth;        /* of an input: the number of inputs that lead to it */
  uint32_t holder;       /* and the place of the pointer to it */
  bool is_blurred;       /* used with more types than one, or as bytes */
  bool is_escaped;       /* other files have a pointer to it */
} rp_c_object;

typedef struct rp_c_place
{
  uint32_t object;
  const char *path; /* ".x.y" */
  const rp_c_type *type;
  rp_c_places targets;
  bool is_begun;  /* its initial value is among the targets */
  bool is_filled; /* with something other than new memory */
} rp_c_place;

struct rp_c_points
{
  const rp_c_program *program;
  rp_arena arena;
  RP_VEC (rp_c_object) objects;
  RP_VEC (rp_c_place) places;
  rp_c_chains by_key;                   /* the objects */
  rp_c_chains by_path;                  /* the places */
  RP_VEC (const rp_c_function *) taken; /* functions that are used as values */
  rp_c_places escaped;                  /* what other files have pointers to */
  const rp_c_function *function;        /* being walked over */
  bool *is_param;                       /* of each declaration */
  bool is_changed;
};

void rp_c_places_add_all (rp_c_places *set, const rp_c_places *more);
/* Whether it was not among them. */
bool rp_c_places_add (rp_c_places *set, uint32_t one);

bool rp_c_is_pointer (const rp_c_type *type);
/* The type of an array's elements; NULL for void. */
const rp_c_type *rp_c_plain_type (const rp_c_type *type);
bool rp_c_has_pointers (const rp_c_type *type);

/* The place of a whole object. */
uint32_t rp_c_object_at (rp_c_points *p, rp_c_object_kind kind, const void *key,
                         const rp_c_type *type);
rp_c_object *rp_c_object_of (rp_c_points *p, uint32_t at);
/* A part of it. */
uint32_t rp_c_part_at (rp_c_points *p, uint32_t object, const char *path, const rp_c_type *type);
void rp_c_place_blur (rp_c_points *p, uint32_t at);
/* The place is used as an object of TYPE. */
void rp_c_place_use (rp_c_points *p, uint32_t at, const rp_c_type *type);
/* What the pointer there may point to; adds to INTO. */
void rp_c_place_targets (rp_c_points *p, uint32_t at, rp_c_places *into);
void rp_c_place_store (rp_c_points *p, uint32_t at, const rp_c_places *targets, bool is_new);
/* All pointers of an object of TYPE. */
void rp_c_place_copy (rp_c_points *p, uint32_t to, uint32_t from, const rp_c_type *type);

/* ---- points_to.c ---- */

/* Where the value of NODE points to, if it is a pointer; adds to INTO. */
void rp_c_points_value (rp_c_points *p, const rp_c_node *node, rp_c_places *into);
/* As that, for what it does. */
void rp_c_points_evaluate (rp_c_points *p, const rp_c_node *node);
/* The places that an expression means, as the left side of an assignment does; adds to INTO. */
void rp_c_points_places (rp_c_points *p, const rp_c_node *node, rp_c_places *into);
/* A value for the places in TO, which are of TYPE. */
void rp_c_points_give (rp_c_points *p, const rp_c_places *to, const rp_c_type *type,
                       const rp_c_node *from);
/* What is cast. */
const rp_c_node *rp_c_uncast (const rp_c_node *node);
/* The function that a call names, or NULL. */
const rp_c_decl *rp_c_callee (const rp_c_node *node);
bool rp_c_is_zero (const rp_c_node *node);

/* ---- points_call.c ---- */

/* Other files get pointers to these. */
void rp_c_points_escape (rp_c_points *p, const rp_c_places *places);
/* Other files call FUNCTION. */
void rp_c_points_enter (rp_c_points *p, const rp_c_function *function);
void rp_c_points_call (rp_c_points *p, const rp_c_node *call, rp_c_places *into);

/* ---- one_object.c ---- */

/* Whether NODE subtracts pointers, or asks which one is less: they point to one object. */
bool rp_c_relates_pointers (const rp_c_node *node);
/* The operands of such a node. */
void rp_c_points_meet (rp_c_points *p, const rp_c_node *node);

/* ---- inputs.c ---- */

/* What one function stores behind pointers from elsewhere, others find behind theirs. */
void rp_c_points_share_inputs (rp_c_points *p);

/* ---- fresh.c ---- */

/* Whether NODE is a call whose result is new memory. */
bool rp_c_is_new (const rp_c_node *node);
/* Whether the local variable DECL points only to new memory, and no other variable gets it. */
bool rp_c_has_private_memory (const rp_c_function *function, const rp_c_decl *decl);

/* Whether FUNCTION returns only memory that it has just allocated, and to which nothing else points. */
bool rp_c_returns_new (const rp_c_function *function);

#endif
