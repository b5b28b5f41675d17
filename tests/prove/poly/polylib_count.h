/* A second opinion on counts: PolyLib's Ehrhart polynomials. */
#ifndef RP_POLYLIB_COUNT_H
#define RP_POLYLIB_COUNT_H

#include <isl/map.h>
#include <stdint.h>

typedef struct polylib_count polylib_count;

/* The number of a with x -> a in MAP, as a function of the parameters and x. */
polylib_count *polylib_count_new (isl_map *map);
int64_t polylib_count_at (const polylib_count *count, const int64_t *values);
void polylib_count_free (polylib_count *count);

#endif
