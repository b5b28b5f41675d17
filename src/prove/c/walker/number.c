/* Numbers: affine arithmetic in C's integer types. If a result may not fit its type, the number counts as not known.
 * Signed arithmetic must not overflow, so its results always count as fitting. Thus a known number is the number that
 * the program computes. */
#include "prove/c/walker/walker.h"

#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <string.h>

/* The largest quotient that is tried where the divisor is not constant. */
#define MOST_QUOTIENT 2

static const rp_c_value nothing = { .is_derived = true };

rp_c_value
rp_c_number (rp_walker *w, isl_pw_aff *taken)
{
  return (rp_c_value) { .number = rp_c_pool (w, taken),
                        .dims = (uint32_t) w->dims.count,
                        .is_derived = !taken };
}

static isl_pw_aff *
copy (isl_pw_aff *value)
{
  return isl_pw_aff_copy (value);
}

/* ---- ranges of types ---- */

bool
rp_c_wraps (const rp_c_type *type)
{
  return type->is_unsigned || type->bits < 32;
}

/* Whether B can represent all numbers of A. */
bool
rp_c_is_within (const rp_c_type *a, const rp_c_type *b)
{
  if (a->is_unsigned == b->is_unsigned)
    return a->bits <= b->bits;
  return a->is_unsigned && a->bits < b->bits;
}

/* Returns 2^BITS + ADDED. */
static isl_val *
power (rp_walker *w, uint32_t bits, int added)
{
  isl_val *value = isl_val_2exp (isl_val_int_from_ui (w->isl, bits));
  return isl_val_add (value, isl_val_int_from_si (w->isl, added));
}

static isl_val *
least (rp_walker *w, const rp_c_type *type)
{
  return type->is_unsigned ? isl_val_zero (w->isl) : isl_val_neg (power (w, type->bits - 1, 0));
}

static isl_val *
greatest (rp_walker *w, const rp_c_type *type)
{
  return power (w, type->is_unsigned ? type->bits : type->bits - 1, -1);
}

/* Returns the set where NUMBER is between FROM and TO (both taken), bounds included. */
static isl_set *
where_between (isl_pw_aff *number, isl_val *from, isl_val *to)
{
  isl_space *space = isl_pw_aff_get_domain_space (number);
  isl_set *universe = isl_set_universe (space);
  isl_pw_aff *low = isl_pw_aff_val_on_domain (isl_set_copy (universe), from);
  isl_pw_aff *high = isl_pw_aff_val_on_domain (universe, to);
  return isl_set_intersect (isl_pw_aff_ge_set (copy (number), low),
                            isl_pw_aff_le_set (copy (number), high));
}

isl_set *
rp_c_where_fits (rp_walker *w, isl_pw_aff *number, const rp_c_type *type)
{
  return where_between (number, least (w, type), greatest (w, type));
}

/* Returns whether the part of the domain in KNOWN (NULL: all of it) is a subset of INSIDE, for all parameters in their
 * ranges. RANGES is the index in rp_c_parameter_entry.ranges: RP_C_RANGES in walker.h says what each index assumes. */
static bool
is_domain_in (rp_walker *w, isl_set *inside, isl_set *known, int ranges)
{
  isl_set *all = isl_set_copy (w->domain);
  if (known)
    all = isl_set_intersect (all, isl_set_copy (known));
  isl_space *space = isl_set_get_space (all);
  all = rp_c_in_ranges (w, all, space, ranges);
  all = rp_c_in_ranges (w, all, isl_set_get_space (inside), ranges);
  bool is_in = isl_set_is_subset (all, inside) == isl_bool_true;
  isl_set_free (all);
  return is_in;
}

static bool
has_parameter (isl_set *set, const char *name)
{
  int at = isl_set_find_dim_by_name (set, isl_dim_param, name);
  return at >= 0 && isl_set_involves_dims (set, isl_dim_param, (unsigned) at, 1) == isl_bool_true;
}

/* Records in w->params.large the assumption that the parameters of 64 bits or more on which INSIDE or the domain
 * depends are in -2^BITS .. 2^BITS - 1. */
static void
assume_small (rp_walker *w, isl_set *inside, uint32_t bits)
{
  for (size_t i = 0; i < w->params.large.count; i++)
    {
      rp_c_large_input *large = &w->params.large.items[i];
      bool is_used = has_parameter (inside, large->name) || has_parameter (w->domain, large->name);
      if (is_used && (!large->assumed_bits || large->assumed_bits > bits))
        large->assumed_bits = bits;
    }
}

/* Whether the part of the domain in KNOWN (NULL: all of it) is a subset of INSIDE. Takes both sets. If CAN_ASSUME, it
 * suffices that this is so when parameters of 64 bits or more are small; then records that assumption
 * (assume_small). */
static bool
holds (rp_walker *w, isl_set *inside, isl_set *known, bool can_assume)
{
  bool is_good = is_domain_in (w, inside, known, 0);
  for (int i = 1; i < RP_C_RANGES && !is_good && can_assume && w->params.large.count; i++)
    {
      is_good = is_domain_in (w, inside, known, i);
      if (is_good)
        assume_small (w, inside, i > 1 ? RP_C_FACTOR_BITS : RP_C_SMALL_BITS);
    }
  isl_set_free (inside);
  isl_set_free (known);
  return is_good;
}

/* The type int. */
const rp_c_type rp_c_int = { .kind = RP_C_INTEGER, .spelling = "int", .bits = 32 };

static bool
is_large (const rp_c_type *type)
{
  return type->is_unsigned && type->bits >= 64;
}

bool
rp_c_domain_is_in (rp_walker *w, isl_set *taken)
{
  return holds (w, taken, NULL, false);
}

bool
rp_c_always_fits (rp_walker *w, isl_pw_aff *number, const rp_c_type *from, const rp_c_type *to)
{
  return holds (w, rp_c_where_fits (w, number, to), from ? rp_c_where_fits (w, number, from) : NULL,
                is_large (to));
}

/* Whether VALUE, which is ROW * STRIDE + COLUMN, is known to fit TYPE. False for types of less than 64 bits and for
 * values with planes, which are not examined. */
static bool
rows_fit (rp_walker *w, const rp_c_value *value, const rp_c_type *type)
{
  if (type->bits < 64 || value->plane)
    return false;
  isl_val *zero = isl_val_zero (w->isl);
  isl_set *inside = where_between (value->row, isl_val_copy (zero), power (w, RP_C_FACTOR_BITS, 0));
  isl_pw_aff *stride = rp_c_extend (w, value->stride, 0);
  inside = isl_set_intersect (
    inside, where_between (stride, isl_val_copy (zero), power (w, RP_C_FACTOR_BITS, 0)));
  inside = isl_set_intersect (inside,
                              where_between (value->column, zero, power (w, RP_C_FACTOR_BITS, 0)));
  return holds (w, inside, NULL, is_large (type));
}

/* Returns NUMBER, of a signed type, as C converts it to an unsigned TYPE that is at least as wide: 2^BITS are added to
 * negative numbers. */
static isl_pw_aff *
as_unsigned (rp_walker *w, isl_pw_aff *number, const rp_c_type *type)
{
  isl_pw_aff *zero = rp_c_constant (w, 0);
  isl_set *negative = isl_pw_aff_lt_set (copy (number), copy (zero));
  isl_pw_aff *more = isl_pw_aff_val_on_domain (isl_set_copy (negative), power (w, type->bits, 0));
  isl_pw_aff *none = isl_pw_aff_intersect_domain (copy (zero), isl_set_complement (negative));
  return isl_pw_aff_add (copy (number), isl_pw_aff_union_add (more, none));
}

rp_c_value
rp_c_convert (rp_walker *w, rp_c_value value, const rp_c_type *from, const rp_c_type *to)
{
  if (!to || to->kind != RP_C_INTEGER || !to->bits)
    return nothing;
  if (to->bits == 1 && value.number)
    return rp_c_number (w,
                        isl_set_indicator_function (isl_pw_aff_non_zero_set (copy (value.number))));
  bool is_integer = from && from->kind == RP_C_INTEGER && from->bits;
  if (is_integer && rp_c_is_within (from, to))
    return value;
  if (value.number && rp_c_always_fits (w, value.number, is_integer ? from : NULL, to))
    return value;
  if (!value.number && value.stride && rows_fit (w, &value, to))
    return value;
  return nothing;
}

rp_c_value
rp_c_convert_compared (rp_walker *w, rp_c_value value, const rp_c_type *from, const rp_c_type *to)
{
  rp_c_value result = rp_c_convert (w, value, from, to);
  bool is_wrapped = value.number && !result.number && to->is_unsigned && from->bits
                    && !from->is_unsigned && from->bits <= to->bits;
  return is_wrapped ? rp_c_number (w, as_unsigned (w, value.number, to)) : result;
}

/* ---- arithmetic ---- */

static isl_val *
constant_of (rp_walker *w, isl_pw_aff *value)
{
  if (isl_pw_aff_is_cst (value) != isl_bool_true || isl_pw_aff_n_piece (value) != 1)
    return NULL;
  (void) w;
  isl_set *domain = isl_pw_aff_domain (copy (value));
  isl_point *point = isl_set_sample_point (domain);
  isl_val *result = isl_pw_aff_eval (copy (value), point);
  if (isl_val_is_int (result) == isl_bool_true)
    return result;
  isl_val_free (result);
  return NULL;
}

/* Returns VALUE as a function of no iterators, if it has one piece and depends on no iterator; else NULL. */
static isl_pw_aff *
as_parameter (rp_walker *w, isl_pw_aff *value)
{
  unsigned dims = (unsigned) w->dims.count;
  if (isl_pw_aff_n_piece (value) != 1
      || isl_pw_aff_involves_dims (value, isl_dim_in, 0, dims) != isl_bool_false)
    return NULL;
  return rp_c_pool (w, isl_pw_aff_drop_dims (copy (value), isl_dim_in, 0, dims));
}

/* Returns A * B: a number if one factor is constant; ROW * STRIDE if one factor depends on no iterator; else
 * `nothing`. */
static rp_c_value
multiplied (rp_walker *w, isl_pw_aff *a, isl_pw_aff *b)
{
  if (isl_pw_aff_is_cst (a) == isl_bool_true || isl_pw_aff_is_cst (b) == isl_bool_true)
    return rp_c_number (w, isl_pw_aff_mul (copy (a), copy (b)));
  isl_pw_aff *right = as_parameter (w, b), *left = right ? NULL : as_parameter (w, a);
  rp_c_value result = nothing;
  result.dims = (uint32_t) w->dims.count;
  if (right || left)
    {
      result.row = right ? a : b;
      result.column = rp_c_constant (w, 0);
      result.stride = right ? right : left;
    }
  return result;
}

static bool
is_zero (rp_walker *w, isl_pw_aff *value)
{
  return isl_pw_aff_plain_is_equal (value, rp_c_constant (w, 0)) == isl_bool_true;
}

static bool
is_same (isl_pw_aff *a, isl_pw_aff *b)
{
  return isl_pw_aff_plain_is_equal (a, b) == isl_bool_true;
}

/* Returns VALUE with height and stride exchanged if its height is STRIDE, and its row and column are 0. The value stays
 * the same: PLANE * HEIGHT * STRIDE = PLANE * STRIDE * HEIGHT. Returns other values as they are. */
static rp_c_value
turned (rp_walker *w, rp_c_value value, isl_pw_aff *stride)
{
  if (value.plane && !is_same (value.stride, stride) && is_same (value.height, stride)
      && is_zero (w, value.row) && is_zero (w, value.column))
    {
      isl_pw_aff *height = value.height;
      value.height = value.stride;
      value.stride = height;
    }
  return value;
}

/* Returns the sum of A and B, or their difference if IS_MINUS; A and B are not both numbers. Returns `nothing`
 * unless each of the two is a number or known as ROW * STRIDE + COLUMN, and their strides and heights agree. */
static rp_c_value
add_in_rows (rp_walker *w, bool is_minus, rp_c_value a, rp_c_value b)
{
  if (a.stride && b.stride)
    {
      a = turned (w, a, b.stride);
      b = turned (w, b, a.stride);
    }
  bool is_good = (a.number || a.stride) && (b.number || b.stride)
                 && (!a.stride || !b.stride || is_same (a.stride, b.stride))
                 && (!a.plane || !b.plane || is_same (a.height, b.height));
  if (!is_good)
    return nothing;
  isl_pw_aff *zero = rp_c_constant (w, 0);
  isl_pw_aff *rows[2] = { a.stride ? a.row : zero, b.stride ? b.row : zero };
  isl_pw_aff *columns[2] = { a.stride ? a.column : a.number, b.stride ? b.column : b.number };
  rp_c_value result = nothing;
  result.dims = (uint32_t) w->dims.count;
  result.stride = a.stride ? a.stride : b.stride;
  isl_pw_aff *(*add) (isl_pw_aff *, isl_pw_aff *) = is_minus ? isl_pw_aff_sub : isl_pw_aff_add;
  result.row = rp_c_pool (w, add (copy (rows[0]), copy (rows[1])));
  result.column = rp_c_pool (w, add (copy (columns[0]), copy (columns[1])));
  if (a.plane || b.plane)
    {
      isl_pw_aff *planes[2] = { a.plane ? a.plane : zero, b.plane ? b.plane : zero };
      result.plane = rp_c_pool (w, add (copy (planes[0]), copy (planes[1])));
      result.height = a.plane ? a.height : b.height;
    }
  return result;
}

/* Returns VALUE, known as ROW * STRIDE + COLUMN, times BY, which is not constant; `nothing` unless the product has a
 * form such as (i * m + j) * n or i * (m * n). */
static rp_c_value
multiplied_in_rows (rp_walker *w, rp_c_value value, isl_pw_aff *by)
{
  isl_pw_aff *zero = rp_c_constant (w, 0), *parameter = as_parameter (w, by);
  rp_c_value result = nothing;
  if (value.plane)
    return nothing;
  result.dims = (uint32_t) w->dims.count;
  isl_pw_aff *height = is_zero (w, value.column) ? as_parameter (w, value.row) : NULL;
  if (parameter)
    {
      result.plane = value.row;
      result.height = value.stride;
      result.row = value.column;
      result.column = zero;
      result.stride = parameter;
    }
  else if (height)
    {
      result.plane = by;
      result.height = height;
      result.row = result.column = zero;
      result.stride = value.stride;
    }
  return result;
}

/* Returns the product of VALUE, known as ROW * STRIDE + COLUMN, and FACTOR. A positive constant FACTOR multiplies
 * STRIDE and COLUMN; for any other constant, the result is not known. For a FACTOR that is not constant,
 * multiplied_in_rows computes the product. */
static rp_c_value
scaled_in_rows (rp_walker *w, rp_c_value value, isl_pw_aff *factor)
{
  isl_val *by = constant_of (w, factor);
  rp_c_value result = nothing;
  if (!by)
    return multiplied_in_rows (w, value, factor);
  if (isl_val_is_pos (by) == isl_bool_true)
    {
      result.dims = (uint32_t) w->dims.count;
      result.plane = value.plane;
      result.height = value.height;
      result.row = value.row;
      result.column = rp_c_pool (w, isl_pw_aff_scale_val (copy (value.column), isl_val_copy (by)));
      result.stride = rp_c_pool (w, isl_pw_aff_scale_val (copy (value.stride), isl_val_copy (by)));
    }
  isl_val_free (by);
  return result;
}

/* Returns a / b, or a % b if WANTS_REST, for a b that is not constant. Where k b <= a < (k + 1) b and 0 <= k, the
 * quotient is k and the rest is a - k b. Only k from 0 to MOST_QUOTIENT are tried. This suffices for neighbours on a
 * ring: (i + 1) % n. Returns `nothing` unless one of these k fits at each point of the domain. */
static rp_c_value
divided_by_expression (rp_walker *w, isl_pw_aff *a, isl_pw_aff *b, bool wants_rest)
{
  isl_pw_aff *result = NULL, *rest = copy (a);
  isl_set *covered = isl_set_empty (isl_set_get_space (w->domain));
  for (int k = 0; k <= MOST_QUOTIENT; k++)
    {
      isl_set *here = isl_set_intersect (isl_pw_aff_nonneg_set (copy (rest)),
                                         isl_pw_aff_lt_set (copy (rest), copy (b)));
      isl_pw_aff *value = wants_rest ? copy (rest) : copy (rp_c_constant (w, k));
      value = isl_pw_aff_intersect_domain (value, isl_set_copy (here));
      result = result ? isl_pw_aff_union_add (result, value) : value;
      covered = isl_set_union (covered, here);
      rest = isl_pw_aff_sub (rest, copy (b));
    }
  isl_pw_aff_free (rest);
  if (rp_c_domain_is_in (w, covered))
    return rp_c_number (w, result);
  isl_pw_aff_free (result);
  return nothing;
}

/* Returns a / b, or a % b if WANTS_REST; `nothing` unless b is a positive constant, or an expression for which
 * divided_by_expression knows the result. C rounds towards zero. */
static rp_c_value
divided (rp_walker *w, isl_pw_aff *a, isl_pw_aff *b, bool wants_rest)
{
  isl_val *divisor = constant_of (w, b);
  bool is_constant = divisor != NULL,
       is_good = divisor && isl_val_is_pos (divisor) == isl_bool_true;
  isl_val_free (divisor);
  if (!is_constant)
    return divided_by_expression (w, a, b, wants_rest);
  if (!is_good)
    return nothing;
  return rp_c_number (w, wants_rest ? isl_pw_aff_tdiv_r (copy (a), copy (b))
                                    : isl_pw_aff_tdiv_q (copy (a), copy (b)));
}

static rp_c_value
shifted (rp_walker *w, isl_pw_aff *a, isl_pw_aff *b, bool is_left)
{
  isl_val *places = constant_of (w, b);
  bool is_small
    = places && isl_val_is_nonneg (places) == isl_bool_true && isl_val_cmp_si (places, 40) < 0;
  long count = is_small ? isl_val_get_num_si (places) : 0;
  isl_val_free (places);
  if (!is_small)
    return nothing;
  isl_pw_aff *power = rp_c_constant (w, (int64_t) 1 << count);
  if (is_left)
    return multiplied (w, a, power);
  return rp_c_number (w, isl_pw_aff_floor (isl_pw_aff_div (copy (a), copy (power))));
}

/* Returns A & B; `nothing` unless one of them is a constant 2^K - 1, so that A & B is the rest of the other modulo 2^K,
 * also for negative numbers, or -2^K, so that A & B is the other without this rest. */
static rp_c_value
masked (rp_walker *w, isl_pw_aff *a, isl_pw_aff *b)
{
  isl_val *mask = constant_of (w, b);
  if (!mask)
    {
      isl_pw_aff *other = a;
      a = b;
      b = other;
      mask = constant_of (w, b);
    }
  bool is_small
    = mask && isl_val_cmp_si (mask, 1L << 40) < 0 && isl_val_cmp_si (mask, -(1L << 40)) > 0;
  long bits = is_small ? isl_val_get_num_si (mask) : 0;
  isl_val_free (mask);
  long modulus = bits > 0 ? bits + 1 : -bits;
  if (!bits || (modulus & (modulus - 1)))
    return nothing;
  isl_pw_aff *rest = isl_pw_aff_mod_val (copy (a), isl_val_int_from_si (w->isl, modulus));
  return rp_c_number (w, bits > 0 ? rest : isl_pw_aff_sub (copy (a), rest));
}

/* Returns A OP B, computed in unbounded integers. */
static rp_c_value
combine (rp_walker *w, const char *op, rp_c_value a, rp_c_value b)
{
  if ((!a.number || !b.number) && (op[0] == '+' || op[0] == '-') && !op[1])
    return add_in_rows (w, op[0] == '-', a, b);
  if (op[0] == '*' && a.stride && b.number)
    return scaled_in_rows (w, a, b.number);
  if (op[0] == '*' && b.stride && a.number)
    return scaled_in_rows (w, b, a.number);
  if (!a.number || !b.number)
    return nothing;
  switch (op[0])
    {
    case '+':
      return rp_c_number (w, isl_pw_aff_add (copy (a.number), copy (b.number)));
    case '-':
      return rp_c_number (w, isl_pw_aff_sub (copy (a.number), copy (b.number)));
    case '*':
      return multiplied (w, a.number, b.number);
    case '/':
      return divided (w, a.number, b.number, false);
    case '%':
      return divided (w, a.number, b.number, true);
    case '&':
      return op[1] ? nothing : masked (w, a.number, b.number);
    case '<':
      return op[1] == '<' ? shifted (w, a.number, b.number, true) : nothing;
    case '>':
      return op[1] == '>' ? shifted (w, a.number, b.number, false) : nothing;
    default:
      return nothing;
    }
}

rp_c_value
rp_c_combine (rp_walker *w, const char *op, rp_c_value a, rp_c_value b, const rp_c_type *type)
{
  rp_c_value result = combine (w, op, a, b);
  /* a program in which signed arithmetic overflows has no meaning */
  if (!type || !rp_c_wraps (type))
    return result;
  return rp_c_convert (w, result, NULL, type);
}

rp_c_value
rp_c_negate (rp_walker *w, rp_c_value value, const rp_c_type *type)
{
  return rp_c_combine (w, "-", rp_c_number (w, copy (rp_c_constant (w, 0))), value, type);
}

rp_c_value
rp_c_complement (rp_walker *w, rp_c_value value, const rp_c_type *type)
{
  return rp_c_combine (w, "-", rp_c_number (w, copy (rp_c_constant (w, -1))), value, type);
}
