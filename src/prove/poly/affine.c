#include "prove/poly/affine.h"

#include "base/panic.h"

#include <isl/constraint.h>
#include <isl/val.h>
#include <stdlib.h>

static bool
take_int (__isl_take isl_val *value, int64_t *out)
{
  bool is_small = isl_val_is_int (value) == isl_bool_true && isl_val_cmp_si (value, INT32_MAX) <= 0
                  && isl_val_cmp_si (value, -INT32_MAX) >= 0;
  if (is_small)
    *out = isl_val_get_num_si (value);
  isl_val_free (value);
  return is_small;
}

static rp_poly *
scaled_atom (rp_poly_symbols *symbols, rp_poly *sum, rp_poly *factor, __isl_take isl_val *coefficient,
             int64_t denominator)
{
  int64_t number;
  isl_val *whole
    = isl_val_mul (coefficient, isl_val_int_from_si (isl_val_get_ctx (coefficient), denominator));
  if (!take_int (whole, &number))
    return NULL;
  return number ? rp_poly_add (symbols, sum, rp_poly_scale (symbols, factor, number, denominator))
                : sum;
}

rp_poly *
rp_affine_from_isl (rp_poly_symbols *symbols, __isl_keep isl_aff *aff, const rp_layout *layout)
{
  int64_t denominator;
  if (!aff || !take_int (isl_aff_get_denominator_val (aff), &denominator))
    return NULL;
  rp_poly *sum = rp_poly_constant (symbols, 0);
  sum = scaled_atom (symbols, sum, rp_poly_constant (symbols, 1), isl_aff_get_constant_val (aff),
                     denominator);
  for (uint32_t i = 0; i < layout->params + layout->dims; i++)
    {
      bool is_param = i < layout->params;
      isl_val *coefficient = isl_aff_get_coefficient_val (
        aff, is_param ? isl_dim_param : isl_dim_in, (int) (is_param ? i : i - layout->params));
      sum = scaled_atom (symbols, sum, rp_poly_atom (symbols, layout->atoms[i]), coefficient,
                         denominator);
    }
  int divs = isl_aff_dim (aff, isl_dim_div);
  for (int i = 0; i < divs; i++)
    {
      isl_val *coefficient = isl_aff_get_coefficient_val (aff, isl_dim_div, i);
      if (isl_val_is_zero (coefficient) == isl_bool_true)
        {
          isl_val_free (coefficient);
          continue;
        }
      isl_aff *div = isl_aff_get_div (aff, i);
      rp_poly *inside = rp_affine_from_isl (symbols, div, layout);
      isl_aff_free (div);
      sum
        = scaled_atom (symbols, sum, rp_poly_floor (symbols, inside, 1), coefficient, denominator);
    }
  return sum;
}

static __isl_give isl_aff *
atom_to_isl (const rp_poly_symbols *symbols, uint32_t atom, __isl_keep isl_local_space *space,
             const rp_layout *layout)
{
  if (atom >= symbols->variables)
    {
      const rp_floor *floor = &symbols->floors.items[atom - symbols->variables];
      isl_aff *inside
        = rp_affine_to_isl (symbols, floor->numerator, isl_local_space_copy (space), layout);
      isl_val *divisor = isl_val_int_from_si (isl_local_space_get_ctx (space), floor->divisor);
      return isl_aff_floor (isl_aff_scale_down_val (inside, divisor));
    }
  for (uint32_t i = 0; i < layout->params + layout->dims; i++)
    if (layout->atoms[i] == atom)
      return i < layout->params
               ? isl_aff_var_on_domain (isl_local_space_copy (space), isl_dim_param, i)
               : isl_aff_var_on_domain (isl_local_space_copy (space), isl_dim_set,
                                        i - layout->params);
  return NULL;
}

__isl_give isl_aff *
rp_affine_to_isl (const rp_poly_symbols *symbols, rp_poly *a, __isl_take isl_local_space *space,
                  const rp_layout *layout)
{
  if (!rp_poly_is_linear (a))
    {
      isl_local_space_free (space);
      return NULL;
    }
  isl_ctx *ctx = isl_local_space_get_ctx (space);
  isl_aff *sum = isl_aff_zero_on_domain (isl_local_space_copy (space));
  for (uint32_t i = 0; i < a->count; i++)
    {
      isl_val *coefficient = isl_val_int_from_si (ctx, a->terms[i].coefficient);
      if (!a->terms[i].degree)
        sum = isl_aff_add_constant_val (sum, coefficient);
      else
        sum = isl_aff_add (
          sum, isl_aff_scale_val (atom_to_isl (symbols, a->terms[i].factors[0], space, layout),
                                  coefficient));
    }
  isl_local_space_free (space);
  return sum;
}

/* ---- equalities ---- */

typedef struct reduction
{
  rp_poly_symbols *symbols;
  const rp_layout *layout;
  rp_poly **values; /* for each variable: its replacement, or NULL */
} reduction;

/* Returns whether VARIABLE can be replaced by VALUE without a cycle: VARIABLE has no replacement yet, no replacement
 * contains VARIABLE, and VALUE contains neither VARIABLE nor a variable that has a replacement. */
static bool
may_replace (const reduction *r, uint32_t variable, rp_poly *value)
{
  if (r->values[variable] || rp_poly_has (r->symbols, value, variable))
    return false;
  for (uint32_t i = 0; i < r->layout->params + r->layout->dims; i++)
    {
      uint32_t other = r->layout->atoms[i];
      if (r->values[other]
          && (rp_poly_has (r->symbols, r->values[other], variable)
              || rp_poly_has (r->symbols, value, other)))
        return false;
    }
  return true;
}

static isl_stat
use_equality (__isl_take isl_constraint *constraint, void *context)
{
  reduction *r = context;
  const rp_layout *layout = r->layout;
  if (isl_constraint_is_equality (constraint) == isl_bool_true
      && isl_constraint_involves_dims (constraint, isl_dim_div, 0,
                                       (unsigned) isl_constraint_dim (constraint, isl_dim_div))
           != isl_bool_true)
    {
      isl_aff *aff = isl_constraint_get_aff (constraint);
      rp_poly *zero = rp_affine_from_isl (r->symbols, aff, layout);
      isl_aff_free (aff);
      for (uint32_t i = layout->params + layout->dims; zero && i-- > 0;)
        {
          rp_poly *atom = rp_poly_atom (r->symbols, layout->atoms[i]);
          rp_poly *minus = rp_poly_subtract (r->symbols, atom, zero);
          rp_poly *plus = rp_poly_add (r->symbols, atom, zero);
          rp_poly *value = minus && !rp_poly_has (r->symbols, minus, layout->atoms[i]) ? minus
                           : plus && !rp_poly_has (r->symbols, plus, layout->atoms[i]) ? plus
                                                                                       : NULL;
          if (value && value->denominator == 1 && may_replace (r, layout->atoms[i], value))
            {
              r->values[layout->atoms[i]] = value;
              break;
            }
        }
    }
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

rp_poly *
rp_affine_reduce (rp_poly_symbols *symbols, rp_poly *a, __isl_keep isl_set *set, const rp_layout *layout)
{
  reduction r = { symbols, layout, rp_calloc (symbols->variables + 1, sizeof (rp_poly *)) };
  isl_basic_set *hull = isl_set_affine_hull (isl_set_copy (set));
  isl_basic_set_foreach_constraint (hull, use_equality, &r);
  isl_basic_set_free (hull);
  rp_poly *result = rp_poly_substitute (symbols, a, r.values, symbols->variables);
  free (r.values);
  return result;
}

__isl_give isl_set *
rp_affine_restrict (const rp_poly_symbols *symbols, rp_poly *a, bool is_equality,
                    __isl_take isl_set *set, const rp_layout *layout)
{
  isl_local_space *space = isl_local_space_from_space (isl_set_get_space (set));
  isl_aff *aff = rp_affine_to_isl (symbols, a, space, layout);
  isl_set *part = NULL;
  if (aff)
    part = is_equality ? isl_pw_aff_zero_set (isl_pw_aff_from_aff (aff))
                       : isl_pw_aff_nonneg_set (isl_pw_aff_from_aff (aff));
  return isl_set_intersect (set, part);
}
