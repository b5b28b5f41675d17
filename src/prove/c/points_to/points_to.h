/* What the pointers of a file may point to. The analysis collects the values that assignments, calls and returns pass
 * on, without regard to their order [Andersen]. Pointers from outside the file are *inputs*: they are in parameters,
 * in globals, and in memory that other inputs point to. Each input points to an object of its own. So the targets of
 * two inputs are assumed not to overlap, unless the file itself shows the contrary.
 *
 * A place is an object or a member of one. All elements of an array are one place. Members of unions, and of objects
 * that are used with several types, are not distinguished: a pointer that is read from there may point anywhere. */
#ifndef RP_PROVE_C_POINTS_TO_POINTS_TO_H
#define RP_PROVE_C_POINTS_TO_POINTS_TO_H

#include "prove/c/reader/tree.h"

typedef struct rp_c_points rp_c_points;

/* A set of places, by their numbers. */
typedef RP_VEC (uint32_t) rp_c_places;

/* Analyses the program. The result is not complete if DEADLINE (rp_seconds; 0: none) or an interruption by the user
 * comes first. */
rp_c_points *rp_c_points_new (const rp_c_program *program, double deadline);
void rp_c_points_free (rp_c_points *points);

/* Each of the next four functions adds places to PLACES. rp_c_places_of adds the place of the variable DECL,
 * rp_c_places_anywhere the place that overlaps with all others. */
void rp_c_places_of (rp_c_points *points, const rp_c_decl *decl, rp_c_places *places);
void rp_c_places_anywhere (rp_c_points *points, rp_c_places *places);
/* Adds the member NAME of each place in OF. The places in OF have the type TYPE. */
void rp_c_places_members (rp_c_points *points, const rp_c_places *of, const rp_c_type *type,
                          const char *name, rp_c_places *places);
/* Adds the targets of the pointers that the places in OF contain. */
void rp_c_places_targets (rp_c_points *points, const rp_c_places *of, rp_c_places *places);

/* Whether a place of A and a place of B may be the same memory, or one a part of the other. An empty set means that
 * nothing is known, so it overlaps with every set. */
bool rp_c_places_overlap (rp_c_points *points, const rp_c_places *a, const rp_c_places *b);
/* Returns true if it is certain that the pointer variables A and B never point to the same memory at the same time
 * (apart.c). To be called if the sets of their targets overlap. */
bool rp_c_pointers_apart (rp_c_points *points, const rp_c_decl *a, const rp_c_decl *b);
/* OF are arrays of pointers. Returns whether each pointer in them is an input, or points to memory that was allocated
 * for that pointer alone. Returns false if OF is empty. */
bool rp_c_places_are_rows (rp_c_points *points, const rp_c_places *of);

#endif
