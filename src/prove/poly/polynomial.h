/* Quasi-polynomials with rational coefficients. They are the results of counting advances [Yuki, 5.2].
 *
 * A polynomial is a sum of terms over *atoms*. An atom is a variable (a parameter or an iterator), or floor (e / d)
 * with a linear form e, with integer coefficients, over other atoms. Equal floors are one atom. Polynomials are
 * immutable and live in the arena of their rp_poly_symbols. NULL means "unknown": for example, because a
 * coefficient, a degree or a number of terms was too large. If an operand is NULL, a function that returns a
 * polynomial returns NULL. */
#ifndef RP_PROVE_POLY_POLYNOMIAL_H
#define RP_PROVE_POLY_POLYNOMIAL_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define RP_MAX_DEGREE 10

typedef struct rp_term
{
  int64_t coefficient; /* numerator over the polynomial's denominator; never 0 */
  uint32_t degree;
  uint32_t factors[RP_MAX_DEGREE]; /* atoms in ascending order, one entry per power */
} rp_term;

typedef struct rp_polynomial
{
  int64_t denominator; /* > 0; the greatest common divisor of it and all coefficients is 1 */
  uint32_t count;
  rp_term terms[]; /* sorted by degree, highest first, then by factors */
} rp_polynomial;

typedef const rp_polynomial rp_poly;

typedef struct rp_floor
{
  rp_poly *numerator; /* linear, integer coefficients */
  int64_t divisor;    /* >= 2 */
} rp_floor;

typedef struct rp_poly_symbols
{
  rp_arena arena;
  uint32_t variables; /* atoms 0 .. variables-1; floors[i] is atom variables + i */
  RP_VEC (rp_floor) floors;
} rp_poly_symbols;

void rp_symbols_init (rp_poly_symbols *symbols, uint32_t variables);
void rp_symbols_clear (rp_poly_symbols *symbols);

rp_poly *rp_poly_constant (rp_poly_symbols *symbols, int64_t value);
rp_poly *rp_poly_atom (rp_poly_symbols *symbols, uint32_t atom);
rp_poly *rp_poly_add (rp_poly_symbols *symbols, rp_poly *a, rp_poly *b);
rp_poly *rp_poly_subtract (rp_poly_symbols *symbols, rp_poly *a, rp_poly *b);
rp_poly *rp_poly_multiply (rp_poly_symbols *symbols, rp_poly *a, rp_poly *b);
rp_poly *rp_poly_scale (rp_poly_symbols *symbols, rp_poly *a, int64_t numerator, int64_t denominator);

/* Returns floor (A / DIVISOR), with integer parts moved out of the floor. Returns NULL if A is not linear, DIVISOR
 * is not positive, or a number is too large. */
rp_poly *rp_poly_floor (rp_poly_symbols *symbols, rp_poly *a, int64_t divisor);

/* Returns A with VALUES[v] in place of each variable v < COUNT, also inside floors. A variable whose value is NULL
 * stays. All variables are replaced at once, so VALUES may contain the variables. */
rp_poly *rp_poly_substitute (rp_poly_symbols *symbols, rp_poly *a, rp_poly *const *values,
                             uint32_t count);

/* Returns whether VARIABLE occurs in A, also inside floors. */
bool rp_poly_has (const rp_poly_symbols *symbols, rp_poly *a, uint32_t variable);

/* A floor that contains VARIABLE has a period in VARIABLE: its divisor times the period of its numerator. So floor
 * (floor (x / 2) / 3) has period 6 in x. Returns the least common multiple of the periods of all floors in A that
 * contain VARIABLE. Returns 1 if there is no such floor, and 0 if the result is too large. */
int64_t rp_poly_period (const rp_poly_symbols *symbols, rp_poly *a, uint32_t variable);

bool rp_poly_is_zero (rp_poly *a);
bool rp_poly_is_linear (rp_poly *a);
bool rp_poly_equal (rp_poly *a, rp_poly *b);

/* Stores in OUT the coefficients of A as a polynomial in VARIABLE: OUT[k] is the coefficient of VARIABLE^k, or NULL if
 * A has no such term. VARIABLE must not occur inside a floor. */
void rp_poly_coefficients (rp_poly_symbols *symbols, rp_poly *a, uint32_t variable,
                           rp_poly *out[RP_MAX_DEGREE + 1]);

/* Returns the sum over y = 0 .. COUNT-1 of y^POWER, as a polynomial in COUNT (Faulhaber); NULL if POWER is too
 * large. */
rp_poly *rp_poly_power_sum (rp_poly_symbols *symbols, rp_poly *count, uint32_t power);

/* Stores in *NUMERATOR the value of A times A's denominator. VALUES has the values of the variables. Returns false on
 * overflow. */
bool rp_poly_evaluate (const rp_poly_symbols *symbols, rp_poly *a, const int64_t *values,
                       __int128 *numerator);

/* Appends A to OUT; "?" if A is NULL. Example: N*k + i - (k*k + k)/2 becomes "N*k - 1/2*k*k + i - 1/2*k". NAMES has
 * the names of the variables. */
void rp_poly_print (const rp_poly_symbols *symbols, rp_poly *a, const char *const *names,
                    rp_strbuf *out);

#endif
