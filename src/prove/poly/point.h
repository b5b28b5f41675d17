/* Finds small points of sets, for witnesses. */
#ifndef RP_PROVE_POLY_POINT_H
#define RP_PROVE_POLY_POINT_H

#include "prove/poly/query.h"

/* Stores in *VALUE the coordinate at POSITION. Returns false if it is too large. */
bool rp_point_coordinate (__isl_keep isl_point *point, int position, int64_t *value);

/* Finds a point of SET with small parameters, which are not negative if that is possible: the first parameter is
 * minimal, then the second, and so on up to the first one without a minimum. POINT gets the values of the parameters,
 * then those of the dimensions. Returns false if SET is empty, a value is too large, or isl gave up. */
bool rp_point_small (__isl_take isl_set *set, int64_t *point);

/* Returns whether POINT is in SET; false if isl gave up. POINT has the values of the parameters, then those of the
 * dimensions. */
bool rp_point_is_in (__isl_keep isl_set *set, const int64_t *point);

/* Searches for a point of the query's set with small parameters, at which the conditions hold. If it finds one, stores
 * it in POINT and returns true. False does not mean that there is no such point. */
bool rp_point_search (const rp_query *query, int64_t *point);

#endif
