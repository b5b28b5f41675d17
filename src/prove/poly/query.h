/* A query: is there a point in SET at which all conditions hold? A point of SET is a pair of instances of a candidate.
 * Happens-before leaves the two instances unordered, no sections keep them apart, and both access one element. The
 * conditions compare their phases. */
#ifndef RP_PROVE_POLY_QUERY_H
#define RP_PROVE_POLY_QUERY_H

#include "prove/poly/affine.h"

typedef struct rp_condition
{
  rp_poly *value; /* the condition is VALUE = 0 if IS_EQUALITY, else VALUE >= 0 */
  bool is_equality;
} rp_condition;

#define RP_MAX_CONDITIONS 2

typedef struct rp_query
{
  isl_set *set; /* dimensions: parameters, iterators of the first instance, then of the second */
  rp_layout layout;
  const char *const *names; /* names of all atoms, for printing */
  rp_poly_symbols *symbols;
  rp_condition conditions[RP_MAX_CONDITIONS];
  uint32_t condition_count;
  uint32_t first_dims;  /* number of iterators of the first instance */
  uint32_t common_dims; /* number of iterators of loops around both instances */
} rp_query;

/* Returns whether the conditions hold at POINT, which has the values of the layout's parameters, then of its
 * dimensions. Does not check whether POINT is in query->set. Returns false on overflow. */
bool rp_query_holds (const rp_query *query, const int64_t *point);

#endif
