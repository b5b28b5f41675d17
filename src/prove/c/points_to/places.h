/* The internals of points_to.h. places.c: places, and the pointers that are stored in them. points_to.c: what the
 * sources store in these pointers. apart.c: pointers that never overlap, although the analysis gives them common
 * targets. */
#ifndef RP_PROVE_C_POINTS_TO_PLACES_H
#define RP_PROVE_C_POINTS_TO_PLACES_H

#include "prove/c/points_to/points_to.h"
#include "prove/c/reader/chains.h"

#define RP_C_ANYWHERE 0 /* a place that overlaps with every other one */
#define RP_C_OUTSIDE 1  /* memory of other files: overlaps itself and the targets of all inputs */

typedef enum rp_c_object_kind
{
  RP_C_OBJECT_ANY,
  RP_C_OBJECT_OUTSIDE,
  RP_C_OBJECT_VARIABLE, /* key: its declaration */
  RP_C_OBJECT_INPUT,    /* target of an input; key: place of that input, plus 1 */
  RP_C_OBJECT_HEAP,  /* key: the call that allocated it */
  RP_C_OBJECT_TEXT,  /* string literals */
  RP_C_OBJECT_RESULT /* value that a function returns; key: the function */
} rp_c_object_kind;

typedef struct rp_c_object
{
  rp_c_object_kind kind;
  const void *key;
  const rp_c_type *type; /* NULL if it is not known yet; never an array */
  uint32_t depth;        /* INPUT: number of inputs on the path of pointers that leads to this
                          * object */
  uint32_t holder;       /* INPUT: place of the pointer that points to this object */
  bool is_blurred;       /* the program uses it with several types, or as bytes: its members are not
                          * distinguished */
  bool is_escaped;       /* other files have a pointer to it */
} rp_c_object;

typedef struct rp_c_place
{
  uint32_t object;
  const char *path; /* members that lead to it, ".x.y" */
  const rp_c_type *type;
  rp_c_places targets;
  bool is_begun;  /* its initial targets were added; only a pointer from outside the file has any */
  bool is_filled; /* something other than new memory may have been stored in it */
} rp_c_place;

struct rp_c_points
{
  const rp_c_program *program;
  rp_arena arena;
  RP_VEC (rp_c_object) objects;
  RP_VEC (rp_c_place) places;
  rp_c_chains by_key;                   /* finds OBJECTS by kind and key */
  rp_c_chains by_path;                  /* finds PLACES by object and path */
  RP_VEC (const rp_c_function *) taken; /* functions that a call through a pointer may call */
  rp_c_places escaped;                  /* places to which other files have pointers */
  const rp_c_function *function;        /* the function that is being walked over */
  bool *is_param;                       /* for each declaration: it is a parameter */
  bool is_changed; /* something was added since the current pass over the sources began */
};

void rp_c_places_add_all (rp_c_places *set, const rp_c_places *more);
/* Adds ONE. Returns false if the set had it already. */
bool rp_c_places_add (rp_c_places *set, uint32_t one);

bool rp_c_is_pointer (const rp_c_type *type);
/* Returns the type of the elements of an array, with all dimensions removed; TYPE itself if it is no array; NULL for
 * void. */
const rp_c_type *rp_c_plain_type (const rp_c_type *type);
bool rp_c_has_pointers (const rp_c_type *type);

/* Returns the place of the whole object with this kind and key. Adds the object if it is new. */
uint32_t rp_c_object_at (rp_c_points *p, rp_c_object_kind kind, const void *key,
                         const rp_c_type *type);
rp_c_object *rp_c_object_of (rp_c_points *p, uint32_t at);
/* Returns the place of the part PATH (".x.y") of OBJECT. Adds the place if it is new. */
uint32_t rp_c_part_at (rp_c_points *p, uint32_t object, const char *path, const rp_c_type *type);
/* Records that the members of the object at AT are not distinguished (is_blurred). */
void rp_c_place_blur (rp_c_points *p, uint32_t at);
/* Records that the program uses the place AT as an object of TYPE. A whole object without a type gets TYPE. If the
 * place has another type, or TYPE is a union, the object is blurred (rp_c_place_blur). Does nothing if TYPE is NULL
 * or void. */
void rp_c_place_used_as (rp_c_points *p, uint32_t at, const rp_c_type *type);
/* Adds the possible targets of the pointer at AT to INTO. Adds RP_C_ANYWHERE if the object at AT is blurred, or if
 * AT has a type that is no pointer. */
void rp_c_place_targets (rp_c_points *p, uint32_t at, rp_c_places *into);
/* Adds TARGETS to the possible targets of the pointer at AT. IS_NEW: TARGETS are memory that was allocated for this
 * pointer. Otherwise sets is_filled of the place, unless TARGETS is empty. */
void rp_c_place_store (rp_c_points *p, uint32_t at, const rp_c_places *targets, bool is_new);
/* Copies all pointers in an object of TYPE from the place FROM to the place TO. If TYPE is a union or not known,
 * blurs the object at TO instead. */
void rp_c_place_copy (rp_c_points *p, uint32_t to, uint32_t from, const rp_c_type *type);

/* ---- points_to.c ---- */

/* Evaluates NODE with its effects. If the value is a pointer, adds its possible targets to INTO. */
void rp_c_points_value (rp_c_points *p, const rp_c_node *node, rp_c_places *into);
/* Evaluates NODE only for its effects. */
void rp_c_points_evaluate (rp_c_points *p, const rp_c_node *node);
/* Adds the places that NODE denotes to INTO, as for the left side of an assignment. */
void rp_c_points_places (rp_c_points *p, const rp_c_node *node, rp_c_places *into);
/* Stores the value of FROM in the places TO, which have the type TYPE. */
void rp_c_points_store (rp_c_points *p, const rp_c_places *to, const rp_c_type *type,
                        const rp_c_node *from);
/* Returns NODE without the casts around it. */
const rp_c_node *rp_c_uncast (const rp_c_node *node);
/* Returns the function that NODE calls by its name, or NULL. */
const rp_c_decl *rp_c_callee (const rp_c_node *node);
bool rp_c_is_zero (const rp_c_node *node);

/* ---- points_call.c ---- */

/* Records that other files get pointers to PLACES. */
void rp_c_points_escape (rp_c_points *p, const rp_c_places *places);
/* Records that other files may call FUNCTION. */
void rp_c_points_called_from_outside (rp_c_points *p, const rp_c_function *function);
/* Adds the effects of CALL. If its result is a pointer, adds the possible targets of the result to INTO. */
void rp_c_points_call (rp_c_points *p, const rp_c_node *call, rp_c_places *into);

/* ---- one_object.c ---- */

/* Whether NODE subtracts two pointers or compares them by <, <=, > or >=. This is only defined if they point into one
 * object. */
bool rp_c_relates_pointers (const rp_c_node *node);
/* Records that the operands of NODE, which relates pointers (rp_c_relates_pointers), point into one object. */
void rp_c_points_into_same_object (rp_c_points *p, const rp_c_node *node);

/* ---- inputs.c ---- */

/* Handles memory from outside the file that several functions use: the pointers that one function has stored in a
 * structure are added to structures of the same type that another function may get. */
void rp_c_points_share_inputs (rp_c_points *p);

/* ---- fresh.c ---- */

/* Whether NODE is a call whose result is new memory. */
bool rp_c_is_new (const rp_c_node *node);
/* Whether each value of DECL, a local variable of FUNCTION, is null or points to new memory, and FUNCTION copies no
 * value of DECL to another variable. FUNCTION may return DECL. Returns false for parameters, and for variables that
 * are no pointers. */
bool rp_c_has_private_memory (const rp_c_function *function, const rp_c_decl *decl);

/* Whether FUNCTION returns only null pointers and new memory, to which nothing else points. */
bool rp_c_returns_new (const rp_c_function *function);

#endif
