/* In this file, { x -> a } is the map whose points a are counted for each x. While summing, isl sees one set
 * dimension, the innermost variable; all others are isl parameters: the program's parameters, then x, then the
 * outer variables of a. So isl's parametric minimum and maximum are the bounds of the innermost variable.
 *
 * Let that variable v go from lo to hi in steps of s on a piece, and let P be the summand, with floors of
 * period m in v. Then the sum is
 *     sum (r = 0 .. m-1) sum (y = 0 .. n_r - 1) P (lo + s r + s m y),
 *     n_r = floor ((hi - lo - s r) / (s m)) + 1.
 * No case distinction is needed: hi >= lo implies n_r >= 0 for all r < m. */
#include "prove/poly/count.h"

#include <isl/space.h>
#include <isl/val.h>
#include <stdio.h>

#define MAX_PIECES 64
#define MAX_RESIDUES 24

typedef struct counter
{
  rp_poly_symbols *symbols;
  const rp_atoms *atoms;
  uint32_t order[RP_MAX_ATOMS]; /* atoms of the dimensions, outermost first: parameters, x, a */
  uint32_t depth;               /* number of atoms in ORDER that are not yet summed over; the next sum is over the last
                                 * of them */
  rp_piecewise out;
  bool is_bad;
} counter;

void
rp_piecewise_clear (rp_piecewise *function)
{
  for (size_t i = 0; i < function->pieces.count; i++)
    isl_set_free (function->pieces.items[i].domain);
  RP_VEC_CLEAR (&function->pieces);
}

/* ---- one interval ---- */

static rp_poly *
step_sum (counter *c, rp_poly *summand, rp_poly *start, int64_t step, rp_poly *times)
{
  rp_poly_symbols *symbols = c->symbols;
  uint32_t variable = c->order[c->depth - 1];
  uint32_t y = rp_atoms_count (c->atoms) - 1;
  rp_poly *values[RP_MAX_ATOMS] = { NULL };
  values[variable]
    = rp_poly_add (symbols, start, rp_poly_scale (symbols, rp_poly_atom (symbols, y), step, 1));
  if (!values[variable])
    return NULL;
  rp_poly *in_y = rp_poly_substitute (symbols, summand, values, variable + 1);
  if (!in_y || rp_poly_period (symbols, in_y, y) != 1)
    return NULL;
  rp_poly *coefficients[RP_MAX_DEGREE + 1];
  rp_poly_coefficients (symbols, in_y, y, coefficients);
  rp_poly *sum = rp_poly_constant (symbols, 0);
  for (uint32_t power = 0; power <= RP_MAX_DEGREE; power++)
    if (coefficients[power])
      sum = rp_poly_add (
        symbols, sum,
        rp_poly_multiply (symbols, coefficients[power], rp_poly_power_sum (symbols, times, power)));
  return sum;
}

static rp_poly *
interval_sum (counter *c, rp_poly *summand, rp_poly *low, rp_poly *high, int64_t stride)
{
  rp_poly_symbols *symbols = c->symbols;
  int64_t period = rp_poly_period (symbols, summand, c->order[c->depth - 1]);
  if (!period || period > MAX_RESIDUES)
    return NULL;
  rp_poly *length = rp_poly_subtract (symbols, high, low), *sum = rp_poly_constant (symbols, 0);
  for (int64_t r = 0; r < period; r++)
    {
      rp_poly *offset = rp_poly_constant (symbols, stride * r);
      rp_poly *times
        = rp_poly_floor (symbols, rp_poly_subtract (symbols, length, offset), stride * period);
      times = rp_poly_add (symbols, times, rp_poly_constant (symbols, 1));
      sum = rp_poly_add (
        symbols, sum,
        step_sum (c, summand, rp_poly_add (symbols, low, offset), stride * period, times));
    }
  return sum;
}

/* ---- one basic set ---- */

typedef struct bound_piece
{
  isl_set *domain;
  rp_poly *value;
} bound_piece;

typedef struct bounds
{
  counter *counter;
  RP_VEC (bound_piece) pieces;
} bounds;

static isl_stat
take_bound (__isl_take isl_set *domain, __isl_take isl_aff *aff, void *context)
{
  bounds *b = context;
  rp_layout layout = { b->counter->depth - 1, 0, b->counter->order };
  rp_poly *value = rp_affine_from_isl (b->counter->symbols, aff, &layout);
  isl_aff_free (aff);
  RP_VEC_PUSH (&b->pieces, (bound_piece) { domain, value });
  return value ? isl_stat_ok : isl_stat_error;
}

static bool
find_bounds (bounds *b, __isl_take isl_pw_aff *function)
{
  bool is_good = function && isl_pw_aff_foreach_piece (function, take_bound, b) == isl_stat_ok;
  isl_pw_aff_free (function);
  return is_good;
}

static void
clear_bounds (bounds *b)
{
  for (size_t i = 0; i < b->pieces.count; i++)
    isl_set_free (b->pieces.items[i].domain);
  RP_VEC_CLEAR (&b->pieces);
}

/* Returns whether SET contains LOW, LOW + STRIDE, LOW + 2 STRIDE ... up to HIGH, for all parameters in DOMAIN. */
static bool
is_whole_interval (counter *c, __isl_keep isl_set *set, __isl_keep isl_set *domain, rp_poly *low,
                   rp_poly *high, int64_t stride)
{
  rp_poly_symbols *symbols = c->symbols;
  rp_layout layout = { c->depth - 1, 1, c->order };
  rp_poly *v = rp_poly_atom (symbols, c->order[c->depth - 1]);
  rp_poly *above = rp_poly_subtract (symbols, v, low);
  rp_poly *rest = rp_poly_subtract (
    symbols, above, rp_poly_scale (symbols, rp_poly_floor (symbols, above, stride), stride, 1));
  isl_set *interval = isl_set_universe (isl_set_get_space (set));
  interval = isl_set_intersect_params (interval, isl_set_copy (domain));
  interval = rp_affine_restrict (symbols, above, false, interval, &layout);
  interval
    = rp_affine_restrict (symbols, rp_poly_subtract (symbols, high, v), false, interval, &layout);
  if (stride > 1)
    interval = rp_affine_restrict (symbols, rest, true, interval, &layout);
  bool is_whole = isl_set_is_subset (interval, set) == isl_bool_true;
  isl_set_free (interval);
  return is_whole;
}

static bool
add_interval (counter *c, __isl_keep isl_set *set, __isl_take isl_set *domain, rp_poly *summand,
              const bound_piece *low, const bound_piece *high, int64_t stride)
{
  if (isl_set_is_empty (domain) == isl_bool_true)
    {
      isl_set_free (domain);
      return true;
    }
  rp_poly *sum = NULL;
  if (is_whole_interval (c, set, domain, low->value, high->value, stride))
    sum = interval_sum (c, summand, low->value, high->value, stride);
  RP_VEC_PUSH (&c->out.pieces, (rp_piece) { domain, sum });
  return sum && c->out.pieces.count <= MAX_PIECES;
}

/* Sums SUMMAND over SET, which has one set dimension. Appends the resulting pieces to c->out. Returns false if that
 * fails. */
static bool
sum_convex (counter *c, __isl_keep isl_set *set, rp_poly *summand)
{
  bounds low = { .counter = c }, high = { .counter = c };
  isl_val *stride_value = isl_set_get_stride (set, 0);
  int64_t stride = stride_value && isl_val_cmp_si (stride_value, 1000) < 0
                     ? isl_val_get_num_si (stride_value)
                     : 0;
  isl_val_free (stride_value);
  bool is_good = stride >= 0 && find_bounds (&low, isl_set_dim_min (isl_set_copy (set), 0))
                 && find_bounds (&high, isl_set_dim_max (isl_set_copy (set), 0));
  stride = stride ? stride : 1; /* 0: the set is one point; or the stride is too large, and then is_whole_interval
                                 * fails */
  for (size_t i = 0; i < low.pieces.count && is_good; i++)
    for (size_t j = 0; j < high.pieces.count && is_good; j++)
      is_good = add_interval (c, set,
                              isl_set_intersect (isl_set_copy (low.pieces.items[i].domain),
                                                 isl_set_copy (high.pieces.items[j].domain)),
                              summand, &low.pieces.items[i], &high.pieces.items[j], stride);
  clear_bounds (&low);
  clear_bounds (&high);
  return is_good;
}

typedef struct divisors
{
  int64_t common;
} divisors;

static isl_stat
collect_divisors (__isl_take isl_basic_set *set, void *context)
{
  divisors *d = context;
  int count = isl_basic_set_dim (set, isl_dim_div);
  for (int i = 0; i < count; i++)
    {
      isl_aff *div = isl_basic_set_get_div (set, i);
      isl_val *value = isl_aff_get_denominator_val (div);
      int64_t divisor = isl_val_cmp_si (value, MAX_RESIDUES) <= 0 ? isl_val_get_num_si (value) : 0;
      int64_t multiple = d->common;
      while (divisor && multiple && multiple % divisor && multiple <= MAX_RESIDUES)
        multiple += d->common;
      d->common = divisor && multiple <= MAX_RESIDUES ? multiple : 0;
      isl_val_free (value);
      isl_aff_free (div);
    }
  isl_basic_set_free (set);
  return isl_stat_ok;
}

static void
drop_pieces (counter *c, size_t count)
{
  while (c->out.pieces.count > count)
    isl_set_free (RP_VEC_POP (&c->out.pieces).domain);
}

/* Does the same as sum_convex, but sums separately for each residue of the variable modulo the least common multiple of
 * the divisors in SET. For a fixed residue, divisions by these divisors are affine. */
static bool
sum_residues (counter *c, __isl_keep isl_set *set, rp_poly *summand)
{
  divisors d = { 1 };
  isl_set_foreach_basic_set (set, collect_divisors, &d);
  bool is_good = d.common > 1;
  for (int64_t r = 0; r < d.common && is_good; r++)
    {
      isl_local_space *space = isl_local_space_from_space (isl_set_get_space (set));
      isl_aff *v = isl_aff_var_on_domain (space, isl_dim_set, 0);
      v = isl_aff_mod_val (v, isl_val_int_from_si (isl_set_get_ctx (set), d.common));
      v = isl_aff_add_constant_si (v, (int) -r);
      isl_set *part = isl_set_intersect (isl_set_copy (set),
                                         isl_set_from_basic_set (isl_aff_zero_basic_set (v)));
      part = isl_set_coalesce (isl_set_detect_equalities (part));
      if (isl_set_is_empty (part) != isl_bool_true)
        is_good = sum_convex (c, part, summand);
      isl_set_free (part);
    }
  return is_good;
}

typedef struct summand
{
  counter *counter;
  rp_poly *value;
} summand;

static isl_stat
sum_basic_set (__isl_take isl_basic_set *basic, void *context)
{
  summand *s = context;
  counter *c = s->counter;
  size_t before = c->out.pieces.count;
  isl_set *set = isl_set_from_basic_set (basic);
  bool is_good = sum_convex (c, set, s->value);
  if (!is_good)
    {
      drop_pieces (c, before);
      is_good = sum_residues (c, set, s->value);
    }
  isl_set_free (set);
  return is_good ? isl_stat_ok : isl_stat_error;
}

/* ---- all dimensions ---- */

/* Replaces PIECES, whose domains have parameters only, by their sum over the last parameter. Returns false if that
 * fails. */
static bool
sum_innermost (counter *c, rp_piecewise *pieces)
{
  bool is_good = true;
  c->out = (rp_piecewise) { 0 };
  for (size_t i = 0; i < pieces->pieces.count && is_good; i++)
    {
      isl_set *set = isl_set_copy (pieces->pieces.items[i].domain);
      set = isl_set_move_dims (set, isl_dim_set, 0, isl_dim_param, c->depth - 1, 1);
      set = isl_set_make_disjoint (isl_set_coalesce (set));
      set = isl_set_compute_divs (set);
      summand s = { c, pieces->pieces.items[i].value };
      is_good = set && isl_set_foreach_basic_set (set, sum_basic_set, &s) == isl_stat_ok
                && c->out.pieces.count <= MAX_PIECES;
      isl_set_free (set);
    }
  rp_piecewise_clear (pieces);
  *pieces = c->out;
  c->depth--;
  return is_good;
}

/* Returns MAP (taken), { x -> a }, as a set without dimensions: x and a become parameters. Fills in c->order and
 * c->depth. Returns NULL if there are too many atoms, or if isl gave up. */
static __isl_give isl_set *
all_params (counter *c, __isl_take isl_map *map)
{
  uint32_t params = c->atoms->params, x = (uint32_t) isl_map_dim (map, isl_dim_in);
  uint32_t a = (uint32_t) isl_map_dim (map, isl_dim_out);
  isl_set *set = isl_set_flatten (isl_map_wrap (map));
  c->depth = params + x + a;
  if (c->depth > RP_MAX_ATOMS)
    return isl_set_free (set);
  for (uint32_t i = 0; i < params; i++)
    c->order[i] = i;
  for (uint32_t i = 0; i < x; i++)
    c->order[params + i] = rp_atom_first (c->atoms, i);
  for (uint32_t i = 0; i < a; i++)
    c->order[params + x + i] = rp_atom_summed (c->atoms, i);
  for (uint32_t i = 0; i < x + a; i++)
    {
      char name[32];
      snprintf (name, sizeof name, "%s%u", i < x ? "x" : "a", i);
      set = isl_set_set_dim_name (set, isl_dim_set, i, name);
    }
  return isl_set_move_dims (set, isl_dim_param, params, isl_dim_set, 0, x + a);
}

/* Turns the parameters that all_params made of x back into set dimensions, in the domains of FUNCTION's pieces. */
static void
restore_dims (rp_piecewise *function, uint32_t params, __isl_keep isl_set *domain)
{
  uint32_t dims = (uint32_t) isl_set_dim (domain, isl_dim_set);
  for (size_t i = 0; i < function->pieces.count; i++)
    {
      isl_set *set = function->pieces.items[i].domain;
      if (isl_set_is_params (set) == isl_bool_true)
        set = isl_set_from_params (set);
      set = isl_set_move_dims (set, isl_dim_set, 0, isl_dim_param, params, dims);
      set = isl_set_reset_tuple_id (set);
      function->pieces.items[i].domain = set;
    }
}

/* Stores in FUNCTION, on DOMAIN, the sum of PARTS. The pieces in PARTS come from different basic sets, so their domains
 * may overlap. Returns false if that fails. */
static bool
add_up (rp_poly_symbols *symbols, const rp_atoms *atoms, rp_piecewise *parts, __isl_keep isl_set *domain,
        rp_piecewise *function)
{
  bool is_good = true;
  rp_piecewise_zero (symbols, domain, function);
  for (size_t i = 0; i < parts->pieces.count && is_good; i++)
    {
      rp_piecewise one = { 0 };
      RP_VEC_PUSH (&one.pieces, parts->pieces.items[i]);
      is_good = rp_piecewise_add (symbols, atoms, function, &one);
      RP_VEC_CLEAR (&one.pieces);
    }
  return is_good;
}

bool
rp_count (rp_poly_symbols *symbols, const rp_atoms *atoms, __isl_take isl_map *map,
          __isl_keep isl_set *domain, rp_piecewise *function)
{
  counter c = { .symbols = symbols, .atoms = atoms };
  uint32_t dims = (uint32_t) isl_map_dim (map, isl_dim_out);
  rp_piecewise pieces = { 0 };
  isl_set *set = all_params (&c, isl_map_coalesce (map));
  bool is_good = set;
  RP_VEC_PUSH (&pieces.pieces, (rp_piece) { set, rp_poly_constant (symbols, 1) });
  for (uint32_t i = 0; i < dims && is_good; i++)
    is_good = sum_innermost (&c, &pieces);
  if (is_good)
    {
      restore_dims (&pieces, atoms->params, domain);
      is_good = add_up (symbols, atoms, &pieces, domain, function);
    }
  rp_piecewise_clear (&pieces);
  if (!is_good)
    rp_piecewise_clear (function);
  return is_good;
}

void
rp_piecewise_zero (rp_poly_symbols *symbols, __isl_keep isl_set *domain, rp_piecewise *function)
{
  *function = (rp_piecewise) { 0 };
  RP_VEC_PUSH (&function->pieces,
               (rp_piece) { isl_set_copy (domain), rp_poly_constant (symbols, 0) });
}

/* ---- sums of functions ---- */

/* Merges B into A if the value of one of the two pieces is also right on the domain of the other. Returns whether it
 * merged B. */
static bool
fuse (rp_poly_symbols *symbols, const rp_layout *layout, rp_piece *a, const rp_piece *b)
{
  rp_poly *difference = rp_poly_subtract (symbols, a->value, b->value);
  if (!rp_poly_is_zero (difference)
      && !rp_poly_is_zero (rp_affine_reduce (symbols, difference, b->domain, layout)))
    {
      if (!rp_poly_is_zero (rp_affine_reduce (symbols, difference, a->domain, layout)))
        return false;
      a->value = b->value;
    }
  a->domain = isl_set_coalesce (isl_set_union (a->domain, isl_set_copy (b->domain)));
  return true;
}

static void
fuse_pieces (rp_poly_symbols *symbols, const rp_atoms *atoms, rp_piecewise *function)
{
  if (!function->pieces.count)
    return;
  uint32_t order[RP_MAX_ATOMS];
  rp_layout layout
    = { atoms->params, (uint32_t) isl_set_dim (function->pieces.items[0].domain, isl_dim_set),
        order };
  for (uint32_t i = 0; i < layout.params + layout.dims; i++)
    order[i] = i;
  for (size_t i = 0; i < function->pieces.count; i++)
    for (size_t j = i + 1; j < function->pieces.count;)
      if (fuse (symbols, &layout, &function->pieces.items[i], &function->pieces.items[j]))
        {
          isl_set_free (function->pieces.items[j].domain);
          function->pieces.items[j] = RP_VEC_LAST (&function->pieces);
          function->pieces.count--;
          j = i + 1;
        }
      else
        j++;
}

/* Adds the value of PIECE to A on the domain of PIECE; elsewhere A does not change. Returns false if that fails. */
static bool
add_piece (rp_poly_symbols *symbols, rp_piecewise *a, const rp_piece *piece)
{
  rp_piecewise result = { 0 };
  bool is_good = true;
  for (size_t i = 0; i < a->pieces.count; i++)
    {
      const rp_piece *old = &a->pieces.items[i];
      isl_set *both = isl_set_intersect (isl_set_copy (old->domain), isl_set_copy (piece->domain));
      isl_set *rest = isl_set_subtract (isl_set_copy (old->domain), isl_set_copy (piece->domain));
      rp_poly *sum = rp_poly_add (symbols, old->value, piece->value);
      is_good &= both && rest && sum;
      if (isl_set_is_empty (both) == isl_bool_true)
        isl_set_free (both);
      else
        RP_VEC_PUSH (&result.pieces, (rp_piece) { both, sum });
      if (isl_set_is_empty (rest) == isl_bool_true)
        isl_set_free (rest);
      else
        RP_VEC_PUSH (&result.pieces, (rp_piece) { rest, old->value });
    }
  rp_piecewise_clear (a);
  *a = result;
  return is_good && a->pieces.count <= MAX_PIECES;
}

bool
rp_piecewise_add (rp_poly_symbols *symbols, const rp_atoms *atoms, rp_piecewise *a,
                  const rp_piecewise *b)
{
  bool is_good = true;
  for (size_t i = 0; i < b->pieces.count && is_good; i++)
    if (!rp_poly_is_zero (b->pieces.items[i].value))
      is_good = add_piece (symbols, a, &b->pieces.items[i]);
  if (is_good)
    fuse_pieces (symbols, atoms, a);
  return is_good;
}
