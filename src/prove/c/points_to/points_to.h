/* What the pointers of a file may point to. The analysis collects the values that assignments, calls and returns pass
 * on, without regard to their order [Andersen]. Pointers from outside the file are *inputs*: they are in parameters,
 * in globals, and in memory that other inputs point to. Each input has an object of its own. So two inputs are assumed
 * not to overlap, unless the file itself shows the contrary.
 *
 * A place is an object or a member of one. All elements of an array are one place. Members of unions, and of objects
 * that are used with several types, are not distinguished: a pointer that is read from there may point anywhere. */
#ifndef RP_PROVE_C_POINTS_TO_POINTS_TO_H
#define RP_PROVE_C_POINTS_TO_POINTS_TO_H

#include "prove/c/reader/tree.h"

typedef struct rp_c_points rp_c_points;

/* A set of places, by their numbers. */
typedef RP_VEC (uint32_t) rp_c_places;

/* Analyses the program. The result is not complete if DEADLINE (rp_seconds; 0: none) comes first. */
rp_c_points *rp_c_points_new (const rp_c_program *program, double deadline);
void rp_c_points_free (rp_c_points *points);

/* Each of the next four functions adds places to PLACES. rp_c_places_of adds the place of the variable DECL,
 * rp_c_places_anywhere the place that overlaps with all others. */
void rp_c_places_of (rp_c_points *points, const rp_c_decl *decl, rp_c_places *places);
void rp_c_places_anywhere (rp_c_points *points, rp_c_places *places);
/* Adds the member NAME of the places in OF, which have the type TYPE. */
void rp_c_places_members (rp_c_points *points, const rp_c_places *of, const rp_c_type *type,
                          const char *name, rp_c_places *places);
/* Adds the targets of the pointers in OF. */
void rp_c_places_targets (rp_c_points *points, const rp_c_places *of, rp_c_places *places);

/* Whether a place of A and a place of B may be the same memory, or one a part of the other. An empty set means that
 * nothing is known, so it overlaps with every set. */
bool rp_c_places_overlap (rp_c_points *points, const rp_c_places *a, const rp_c_places *b);
/* Whether the pointer variables A and B never point to the same memory at the same time (apart.c). To be asked if the
 * sets of their targets overlap. */
bool rp_c_pointers_apart (rp_c_points *points, const rp_c_decl *a, const rp_c_decl *b);
/* Whether each pointer of the arrays of pointers in OF is an input, or points to memory that was allocated for it
 * alone. False if OF is empty. */
bool rp_c_places_are_rows (rp_c_points *points, const rp_c_places *of);

#endif
