/* Counts the integer points of parametric sets [Yuki, 5.2] by summing over one dimension after the other. Sums of
 * powers use Faulhaber's formulas. Where a bound or a stride does not divide evenly, the sums have floors. */
#ifndef RP_PROVE_POLY_COUNT_H
#define RP_PROVE_POLY_COUNT_H

#include "prove/poly/affine.h"

#include <isl/map.h>

/* The atoms of a prover, in this order: the parameters, the iterators of the first instance of a pair, those of the
 * second instance, the iterators that are summed over, and the variable y of count.c. */
typedef struct rp_atoms
{
  uint32_t params, most_dims; /* MOST_DIMS: the largest number of iterators of a leaf. There are at most RP_MAX_ATOMS
                               * atoms */
} rp_atoms;

#define RP_MAX_ATOMS 200

static inline uint32_t
rp_atoms_count (const rp_atoms *atoms)
{
  return atoms->params + 3 * atoms->most_dims + 1;
}

static inline uint32_t
rp_atom_first (const rp_atoms *atoms, uint32_t dim)
{
  return atoms->params + dim;
}

static inline uint32_t
rp_atom_second (const rp_atoms *atoms, uint32_t dim)
{
  return atoms->params + atoms->most_dims + dim;
}

static inline uint32_t
rp_atom_summed (const rp_atoms *atoms, uint32_t dim)
{
  return atoms->params + 2 * atoms->most_dims + dim;
}

typedef struct rp_piece
{
  isl_set *domain; /* a set of iteration vectors */
  rp_poly *value;  /* a polynomial over the parameters and the first instance's iterators */
} rp_piece;

/* A function on iteration vectors. The domains of the pieces are disjoint, and together they are the domain of the
 * function. Where the function is zero, there is a piece with value zero. */
typedef struct rp_piecewise
{
  RP_VEC (rp_piece) pieces;
} rp_piecewise;

void rp_piecewise_clear (rp_piecewise *function);

/* Stores in FUNCTION, for each x in DOMAIN, the number of points a with x -> a in MAP. Returns false, and leaves
 * FUNCTION empty, if the points could not be counted. */
bool rp_count (rp_poly_symbols *symbols, const rp_atoms *atoms, __isl_take isl_map *map,
               __isl_keep isl_set *domain, rp_piecewise *function);

/* Makes FUNCTION the function that is zero on DOMAIN. */
void rp_piecewise_zero (rp_poly_symbols *symbols, __isl_keep isl_set *domain, rp_piecewise *function);

/* Adds B to A. The domain of B is a subset of A's domain; outside B's domain, A does not change. Returns false if
 * isl gave up, a number became too large, or there are too many pieces. */
bool rp_piecewise_add (rp_poly_symbols *symbols, const rp_atoms *atoms, rp_piecewise *a,
                       const rp_piecewise *b);

#endif
