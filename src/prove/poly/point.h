/* Finds small points of sets, for witnesses. */
#ifndef RP_PROVE_POLY_POINT_H
#define RP_PROVE_POLY_POINT_H

#include "prove/poly/query.h"

/* Finds a point of SET whose parameters are small, the first ones above all. POINT gets the values of the
 * parameters, then those of the dimensions. Returns false if there is none, or isl gave up. */
bool rp_point_small (__isl_take isl_set *set, int64_t *point);

/* Whether the point is in SET. */
bool rp_point_is_in (__isl_keep isl_set *set, const int64_t *point);

/* Looks for a point with small parameters at which the query holds. Returns true, and stores it in POINT, if
 * one is found. */
bool rp_point_search (const rp_query *query, int64_t *point);

#endif
