#include "prove/poly/polynomial.h"

#include <stdlib.h>
#include <string.h>

#define MAX_TERMS 400

typedef __int128 wide;

void
rp_symbols_init (rp_poly_symbols *symbols, uint32_t variables)
{
  *symbols = (rp_poly_symbols) { .variables = variables };
}

void
rp_symbols_clear (rp_poly_symbols *symbols)
{
  RP_VEC_CLEAR (&symbols->floors);
  rp_arena_clear (&symbols->arena);
}

static wide
gcd (wide a, wide b)
{
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b)
    {
      wide rest = a % b;
      a = b;
      b = rest;
    }
  return a;
}

static int64_t
floor_divide (int64_t a, int64_t b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* ---- building ---- */

typedef struct draft_term
{
  wide coefficient;
  uint32_t degree;
  uint32_t factors[RP_MAX_DEGREE];
} draft_term;

/* A polynomial under construction; coefficients are 128 bits wide. */
typedef struct draft
{
  RP_VEC (draft_term) terms;
  wide denominator;
  bool is_bad;
} draft;

#define MAX_WIDE ((wide) 1 << 120)

static bool
is_huge (wide value)
{
  return value > MAX_WIDE || value < -MAX_WIDE;
}

static wide
multiply (draft *d, wide a, wide b)
{
  wide product;
  if (__builtin_mul_overflow (a, b, &product) || is_huge (product))
    {
      d->is_bad = true;
      return 0;
    }
  return product;
}

static int
compare_terms (const void *left, const void *right)
{
  const draft_term *a = left, *b = right;
  if (a->degree != b->degree)
    return a->degree > b->degree ? -1 : 1;
  for (uint32_t i = 0; i < a->degree; i++)
    if (a->factors[i] != b->factors[i])
      return a->factors[i] < b->factors[i] ? -1 : 1;
  return 0;
}

static void
join_equal_terms (draft *d)
{
  size_t kept = 0;
  if (d->terms.count)
    qsort (d->terms.items, d->terms.count, sizeof *d->terms.items, compare_terms);
  for (size_t i = 0; i < d->terms.count; i++)
    if (kept && !compare_terms (&d->terms.items[kept - 1], &d->terms.items[i]))
      d->terms.items[kept - 1].coefficient += d->terms.items[i].coefficient;
    else
      d->terms.items[kept++] = d->terms.items[i];
  d->terms.count = 0;
  for (size_t i = 0; i < kept; i++)
    if (d->terms.items[i].coefficient)
      d->terms.items[d->terms.count++] = d->terms.items[i];
}

static rp_poly *
finish (rp_poly_symbols *symbols, draft *d)
{
  rp_polynomial *result = NULL;
  join_equal_terms (d);
  wide common = d->denominator;
  for (size_t i = 0; i < d->terms.count; i++)
    common = gcd (common, d->terms.items[i].coefficient);
  bool is_good
    = !d->is_bad && d->terms.count <= MAX_TERMS && common && d->denominator / common <= INT64_MAX;
  for (size_t i = 0; i < d->terms.count && is_good; i++)
    {
      wide reduced = d->terms.items[i].coefficient / common;
      is_good = reduced <= INT64_MAX && reduced >= -INT64_MAX;
    }
  if (is_good)
    {
      result
        = rp_arena_alloc (&symbols->arena, sizeof *result + d->terms.count * sizeof *result->terms);
      result->denominator = (int64_t) (d->denominator / common);
      result->count = (uint32_t) d->terms.count;
      for (size_t i = 0; i < d->terms.count; i++)
        {
          rp_term *term = &result->terms[i];
          term->coefficient = (int64_t) (d->terms.items[i].coefficient / common);
          term->degree = d->terms.items[i].degree;
          memcpy (term->factors, d->terms.items[i].factors, sizeof term->factors);
        }
    }
  RP_VEC_CLEAR (&d->terms);
  return result;
}

/* Adds A's terms to the draft, with their coefficients times SCALE. The caller chooses SCALE by the denominators of A
 * and of the draft. */
static void
add_scaled (draft *d, rp_poly *a, wide scale)
{
  for (uint32_t i = 0; i < a->count; i++)
    {
      draft_term term = { multiply (d, a->terms[i].coefficient, scale), a->terms[i].degree, { 0 } };
      memcpy (term.factors, a->terms[i].factors, sizeof term.factors);
      RP_VEC_PUSH (&d->terms, term);
    }
}

rp_poly *
rp_poly_constant (rp_poly_symbols *symbols, int64_t value)
{
  draft d = { .denominator = 1 };
  RP_VEC_PUSH (&d.terms, (draft_term) { .coefficient = value });
  return finish (symbols, &d);
}

rp_poly *
rp_poly_atom (rp_poly_symbols *symbols, uint32_t atom)
{
  draft d = { .denominator = 1 };
  RP_VEC_PUSH (&d.terms, (draft_term) { 1, 1, { atom } });
  return finish (symbols, &d);
}

static rp_poly *
combine (rp_poly_symbols *symbols, rp_poly *a, rp_poly *b, int sign)
{
  if (!a || !b)
    return NULL;
  wide common = gcd (a->denominator, b->denominator);
  draft d = { .denominator = (wide) a->denominator / common * b->denominator };
  add_scaled (&d, a, d.denominator / a->denominator);
  add_scaled (&d, b, sign * (d.denominator / b->denominator));
  return finish (symbols, &d);
}

rp_poly *
rp_poly_add (rp_poly_symbols *symbols, rp_poly *a, rp_poly *b)
{
  return combine (symbols, a, b, 1);
}

rp_poly *
rp_poly_subtract (rp_poly_symbols *symbols, rp_poly *a, rp_poly *b)
{
  return combine (symbols, a, b, -1);
}

rp_poly *
rp_poly_scale (rp_poly_symbols *symbols, rp_poly *a, int64_t numerator, int64_t denominator)
{
  if (!a || !denominator)
    return NULL;
  draft d = { .denominator = 1 };
  d.denominator
    = multiply (&d, a->denominator, denominator < 0 ? -(wide) denominator : denominator);
  add_scaled (&d, a, denominator < 0 ? -(wide) numerator : numerator);
  return finish (symbols, &d);
}

static bool
merge_factors (draft_term *to, const rp_term *a, const rp_term *b)
{
  uint32_t i = 0, j = 0;
  to->degree = a->degree + b->degree;
  if (to->degree > RP_MAX_DEGREE)
    return false;
  for (uint32_t k = 0; k < to->degree; k++)
    if (j >= b->degree || (i < a->degree && a->factors[i] <= b->factors[j]))
      to->factors[k] = a->factors[i++];
    else
      to->factors[k] = b->factors[j++];
  return true;
}

rp_poly *
rp_poly_multiply (rp_poly_symbols *symbols, rp_poly *a, rp_poly *b)
{
  if (!a || !b)
    return NULL;
  draft d = { .denominator = 1 };
  d.denominator = multiply (&d, a->denominator, b->denominator);
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++)
      {
        draft_term term
          = { .coefficient = multiply (&d, a->terms[i].coefficient, b->terms[j].coefficient) };
        if (!merge_factors (&term, &a->terms[i], &b->terms[j]))
          d.is_bad = true;
        else
          RP_VEC_PUSH (&d.terms, term);
      }
  return finish (symbols, &d);
}

/* ---- floors ---- */

static rp_poly *
floor_atom (rp_poly_symbols *symbols, rp_poly *numerator, int64_t divisor)
{
  for (size_t i = 0; i < symbols->floors.count; i++)
    if (symbols->floors.items[i].divisor == divisor
        && rp_poly_equal (symbols->floors.items[i].numerator, numerator))
      return rp_poly_atom (symbols, symbols->variables + (uint32_t) i);
  RP_VEC_PUSH (&symbols->floors, (rp_floor) { numerator, divisor });
  return rp_poly_atom (symbols, symbols->variables + (uint32_t) symbols->floors.count - 1);
}

/* Applies floor ((q d + r) / d) = q + floor (r / d) to each coefficient. */
rp_poly *
rp_poly_floor (rp_poly_symbols *symbols, rp_poly *a, int64_t divisor)
{
  if (!a || divisor <= 0 || !rp_poly_is_linear (a))
    return NULL;
  int64_t whole_divisor;
  if (__builtin_mul_overflow (divisor, a->denominator, &whole_divisor))
    return NULL;
  draft outside = { .denominator = 1 }, inside = { .denominator = 1 };
  wide common = whole_divisor;
  for (uint32_t i = 0; i < a->count; i++)
    {
      draft_term term = { .degree = a->terms[i].degree };
      memcpy (term.factors, a->terms[i].factors, sizeof term.factors);
      int64_t quotient = floor_divide (a->terms[i].coefficient, whole_divisor);
      term.coefficient = quotient;
      RP_VEC_PUSH (&outside.terms, term);
      term.coefficient = a->terms[i].coefficient - (wide) quotient * whole_divisor;
      RP_VEC_PUSH (&inside.terms, term);
      if (term.degree)
        common = gcd (common, term.coefficient);
    }
  /* divide the divisor and the coefficients by their common factor, and round the constant down: floor ((4x+1)/6) =
   * floor (2x/3) */
  for (size_t i = 0; i < inside.terms.count; i++)
    {
      wide c = inside.terms.items[i].coefficient;
      inside.terms.items[i].coefficient = c / common;
    }
  rp_poly *taken = finish (symbols, &outside), *rest = finish (symbols, &inside);
  if (!taken || !rest)
    return NULL;
  int64_t reduced = whole_divisor / (int64_t) common;
  if (reduced == 1 || !rest->count)
    return rp_poly_add (symbols, taken, rest);
  if (rest->count == 1 && !rest->terms[0].degree)
    return taken; /* since 0 <= constant < divisor, the floor of the rest is 0 */
  return rp_poly_add (symbols, taken, floor_atom (symbols, rest, reduced));
}

static rp_poly *
substitute_atom (rp_poly_symbols *symbols, uint32_t atom, rp_poly *const *values, uint32_t count)
{
  if (atom < symbols->variables)
    return atom < count && values[atom] ? values[atom] : rp_poly_atom (symbols, atom);
  rp_floor old = symbols->floors.items[atom - symbols->variables];
  rp_poly *numerator = rp_poly_substitute (symbols, old.numerator, values, count);
  if (numerator && rp_poly_equal (numerator, old.numerator))
    return rp_poly_atom (symbols, atom);
  return rp_poly_floor (symbols, numerator, old.divisor);
}

rp_poly *
rp_poly_substitute (rp_poly_symbols *symbols, rp_poly *a, rp_poly *const *values, uint32_t count)
{
  if (!a)
    return NULL;
  rp_poly *sum = rp_poly_constant (symbols, 0);
  for (uint32_t i = 0; i < a->count; i++)
    {
      rp_poly *product = rp_poly_constant (symbols, a->terms[i].coefficient);
      for (uint32_t k = 0; k < a->terms[i].degree; k++)
        product = rp_poly_multiply (
          symbols, product, substitute_atom (symbols, a->terms[i].factors[k], values, count));
      sum = rp_poly_add (symbols, sum, product);
    }
  return rp_poly_scale (symbols, sum, 1, a->denominator);
}

/* ---- properties ---- */

bool
rp_poly_has (const rp_poly_symbols *symbols, rp_poly *a, uint32_t variable)
{
  for (uint32_t i = 0; a && i < a->count; i++)
    for (uint32_t k = 0; k < a->terms[i].degree; k++)
      {
        uint32_t atom = a->terms[i].factors[k];
        if (atom == variable)
          return true;
        if (atom >= symbols->variables
            && rp_poly_has (symbols, symbols->floors.items[atom - symbols->variables].numerator,
                            variable))
          return true;
      }
  return false;
}

#define MAX_PERIOD 720

static int64_t
least_common_multiple (int64_t a, int64_t b)
{
  if (!a || !b)
    return 0;
  wide product = (wide) a / gcd (a, b) * b;
  return product > MAX_PERIOD ? 0 : (int64_t) product;
}

/* The periods of nested floors multiply: floor (floor (x / 2) / 3) has period 6 in x. */
int64_t
rp_poly_period (const rp_poly_symbols *symbols, rp_poly *a, uint32_t variable)
{
  int64_t period = 1;
  for (uint32_t i = 0; a && i < a->count; i++)
    for (uint32_t k = 0; k < a->terms[i].degree; k++)
      {
        uint32_t atom = a->terms[i].factors[k];
        if (atom < symbols->variables)
          continue;
        const rp_floor *floor = &symbols->floors.items[atom - symbols->variables];
        if (!rp_poly_has (symbols, floor->numerator, variable))
          continue;
        int64_t inner = rp_poly_period (symbols, floor->numerator, variable);
        inner = inner > MAX_PERIOD / floor->divisor ? 0 : inner * floor->divisor;
        period = least_common_multiple (period, inner);
      }
  return period;
}

bool
rp_poly_is_zero (rp_poly *a)
{
  return a && !a->count;
}

bool
rp_poly_is_linear (rp_poly *a)
{
  return a && (!a->count || a->terms[0].degree <= 1);
}

bool
rp_poly_equal (rp_poly *a, rp_poly *b)
{
  if (!a || !b || a->count != b->count || a->denominator != b->denominator)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    {
      const rp_term *x = &a->terms[i], *y = &b->terms[i];
      if (x->coefficient != y->coefficient || x->degree != y->degree
          || memcmp (x->factors, y->factors, x->degree * sizeof *x->factors))
        return false;
    }
  return true;
}

void
rp_poly_coefficients (rp_poly_symbols *symbols, rp_poly *a, uint32_t variable,
                      rp_poly *out[RP_MAX_DEGREE + 1])
{
  draft drafts[RP_MAX_DEGREE + 1] = { 0 };
  for (uint32_t i = 0; i < a->count; i++)
    {
      draft_term term = { .coefficient = a->terms[i].coefficient };
      uint32_t power = 0;
      for (uint32_t k = 0; k < a->terms[i].degree; k++)
        if (a->terms[i].factors[k] == variable)
          power++;
        else
          term.factors[term.degree++] = a->terms[i].factors[k];
      RP_VEC_PUSH (&drafts[power].terms, term);
    }
  for (uint32_t power = 0; power <= RP_MAX_DEGREE; power++)
    {
      drafts[power].denominator = a->denominator;
      out[power] = drafts[power].terms.count ? finish (symbols, &drafts[power]) : NULL;
    }
}

/* sum (y = 0 .. n-1) y^p = 1/(p+1) sum (j = 0 .. p) binomial (p+1, j) B_j n^(p+1-j) */
rp_poly *
rp_poly_power_sum (rp_poly_symbols *symbols, rp_poly *count, uint32_t power)
{
  static const int64_t bernoulli[RP_MAX_DEGREE + 1][2]
    = { { 1, 1 },  { -1, 2 }, { 1, 6 },   { 0, 1 }, { -1, 30 }, { 0, 1 },
        { 1, 42 }, { 0, 1 },  { -1, 30 }, { 0, 1 }, { 5, 66 } };
  rp_poly *powers[RP_MAX_DEGREE + 2] = { rp_poly_constant (symbols, 1) };
  if (power >= RP_MAX_DEGREE)
    return NULL;
  for (uint32_t i = 1; i <= power + 1; i++)
    powers[i] = rp_poly_multiply (symbols, powers[i - 1], count);
  rp_poly *sum = rp_poly_constant (symbols, 0);
  int64_t binomial = 1;
  for (uint32_t j = 0; j <= power; j++)
    {
      if (bernoulli[j][0])
        sum = rp_poly_add (symbols, sum,
                           rp_poly_scale (symbols, powers[power + 1 - j],
                                          binomial * bernoulli[j][0], bernoulli[j][1]));
      binomial = binomial * (int64_t) (power + 1 - j) / (int64_t) (j + 1);
    }
  return rp_poly_scale (symbols, sum, 1, (int64_t) power + 1);
}

static bool
evaluate_atom (const rp_poly_symbols *symbols, uint32_t atom, const int64_t *values, wide *value)
{
  if (atom < symbols->variables)
    {
      *value = values[atom];
      return true;
    }
  const rp_floor *floor = &symbols->floors.items[atom - symbols->variables];
  wide numerator;
  if (!rp_poly_evaluate (symbols, floor->numerator, values, &numerator))
    return false;
  *value = numerator / floor->divisor - (numerator % floor->divisor < 0);
  return true;
}

bool
rp_poly_evaluate (const rp_poly_symbols *symbols, rp_poly *a, const int64_t *values, wide *numerator)
{
  *numerator = 0;
  for (uint32_t i = 0; i < a->count; i++)
    {
      wide product = a->terms[i].coefficient;
      for (uint32_t k = 0; k < a->terms[i].degree; k++)
        {
          wide value;
          if (!evaluate_atom (symbols, a->terms[i].factors[k], values, &value)
              || __builtin_mul_overflow (product, value, &product) || is_huge (product))
            return false;
        }
      *numerator += product;
      if (is_huge (*numerator))
        return false;
    }
  return true;
}

/* ---- printing ---- */

static void
print_atom (const rp_poly_symbols *symbols, uint32_t atom, const char *const *names, rp_strbuf *out)
{
  if (atom < symbols->variables)
    {
      rp_strbuf_add (out, names[atom]);
      return;
    }
  const rp_floor *floor = &symbols->floors.items[atom - symbols->variables];
  bool is_simple = floor->numerator->count == 1;
  rp_strbuf_add (out, is_simple ? "floor(" : "floor((");
  rp_poly_print (symbols, floor->numerator, names, out);
  rp_strbuf_format (out, is_simple ? "/%lld)" : ")/%lld)", (long long) floor->divisor);
}

static void
print_coefficient (const rp_term *term, int64_t denominator, rp_strbuf *out)
{
  int64_t size = term->coefficient < 0 ? -term->coefficient : term->coefficient;
  int64_t common = (int64_t) gcd (size, denominator);
  size /= common;
  denominator /= common;
  if (size == 1 && denominator == 1 && term->degree)
    return;
  rp_strbuf_format (out, "%lld", (long long) size);
  if (denominator != 1)
    rp_strbuf_format (out, "/%lld", (long long) denominator);
  if (term->degree)
    rp_strbuf_add (out, "*");
}

void
rp_poly_print (const rp_poly_symbols *symbols, rp_poly *a, const char *const *names, rp_strbuf *out)
{
  if (!a)
    {
      rp_strbuf_add (out, "?");
      return;
    }
  if (!a->count)
    rp_strbuf_add (out, "0");
  for (uint32_t i = 0; i < a->count; i++)
    {
      bool is_negative = a->terms[i].coefficient < 0;
      if (i)
        rp_strbuf_add (out, is_negative ? " - " : " + ");
      else if (is_negative)
        rp_strbuf_add (out, "-");
      print_coefficient (&a->terms[i], a->denominator, out);
      for (uint32_t k = 0; k < a->terms[i].degree; k++)
        {
          rp_strbuf_add (out, k ? "*" : "");
          print_atom (symbols, a->terms[i].factors[k], names, out);
        }
    }
}
