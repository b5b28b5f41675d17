/* What the pointers of a file may point to, by all that the file does with them, in whatever order
 * [Andersen]: the values that assignments, calls and returns hand on. What comes from elsewhere, by
 * parameters, globals, and what these point to, is *input*: each such pointer has an object of its
 * own. So that two inputs are apart is assumed, and the file does nothing that contradicts it.
 *
 * A place is an object or a member of one; all elements of an array are one place. Members of
 * unions, and objects that are used with more types than one, are not told apart: a pointer that is
 * taken from there may point anywhere. */
#ifndef RP_CFRONT_POINTS_TO_H
#define RP_CFRONT_POINTS_TO_H

#include "cfront/tree.h"

typedef struct rp_c_points rp_c_points;

/* A set of places. */
typedef RP_VEC (uint32_t) rp_c_places;

/* It is not complete if DEADLINE (rp_seconds; 0: there is none) comes first. */
rp_c_points *rp_c_points_new (const rp_c_program *program, double deadline);
void rp_c_points_free (rp_c_points *points);

/* These add to PLACES. */
void rp_c_places_of (rp_c_points *points, const rp_c_decl *decl, rp_c_places *places);
void rp_c_places_anywhere (rp_c_points *points, rp_c_places *places);
/* The member NAME of those in OF, which are of TYPE. */
void rp_c_places_members (rp_c_points *points, const rp_c_places *of, const rp_c_type *type,
                          const char *name, rp_c_places *places);
/* What the pointers in OF point to. */
void rp_c_places_targets (rp_c_points *points, const rp_c_places *of, rp_c_places *places);

/* Whether a place of A may be one of B, or a part of one; nothing is known of an empty set. */
bool rp_c_places_overlap (rp_c_points *points, const rp_c_places *a, const rp_c_places *b);
/* Whether two pointers never point to the same memory at the same time, as apart.c has it; that
 * what they may point to overlaps is known. */
bool rp_c_pointers_apart (rp_c_points *points, const rp_c_decl *a, const rp_c_decl *b);
/* Whether each of the pointers in OF, an array of them, is an input or was allocated for itself. */
bool rp_c_places_are_rows (rp_c_points *points, const rp_c_places *of);

#endif
