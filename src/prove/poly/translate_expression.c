/* Translates expressions: records what they read, and computes values that are affine in the iterators and parameters.
 * Integers are unbounded here, whereas integers of the language wrap at 64 bits. */
#include "base/panic.h"
#include "prove/poly/translator.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/val.h>

static isl_local_space *
local_space (const rp_translator *t)
{
  return isl_local_space_from_space (isl_set_get_space (t->domain));
}

static isl_pw_aff *
constant (const rp_translator *t, int64_t value)
{
  isl_val *number = isl_val_int_from_si (t->form->isl, value);
  return isl_pw_aff_from_aff (isl_aff_val_on_domain (local_space (t), number));
}

static isl_pw_aff *
parameter (const rp_translator *t, uint32_t index)
{
  return isl_pw_aff_from_aff (isl_aff_var_on_domain (local_space (t), isl_dim_param, index));
}

/* Returns KNOWN, which may be a function of fewer iterators, as a function of all current iterators. */
static isl_pw_aff *
recall (const rp_translator *t, const rp_known *known)
{
  return isl_pw_aff_add_dims (isl_pw_aff_copy (known->value), isl_dim_in,
                              (unsigned) (t->names.count - known->dims));
}

void
rp_truth_clear (rp_truth *truth)
{
  isl_set_free (truth->must);
  isl_set_free (truth->may);
}

/* ---- accesses ---- */

static const rp_inexact *
either (const rp_inexact *a, const rp_inexact *b)
{
  return a ? a : b;
}

/* Returns whether LEAF already has an access of this kind to ELEMENTS of VARIABLE. A second one would add nothing. */
static bool
is_repeated (const rp_leaf *leaf, uint32_t variable, isl_map *elements, bool is_write)
{
  for (size_t i = 0; i < leaf->accesses.count; i++)
    {
      const rp_poly_access *other = &leaf->accesses.items[i];
      if (other->variable == variable && other->is_write == is_write
          && isl_map_plain_is_equal (other->elements, elements) == isl_bool_true)
        return true;
    }
  return false;
}

void
rp_translate_access (rp_translator *t, const rp_expr *expr, isl_map *elements, bool is_write,
                     const rp_inexact *inexact)
{
  rp_arena *arena = &t->form->arena;
  const rp_source *source = t->program->source;
  if (!t->leaf)
    {
      t->leaf = RP_NEW (arena, rp_leaf);
      t->leaf->at = rp_translator_place (t, t->stmt->head.end ? t->stmt->head : t->stmt->span);
      t->leaf->label = expr->site ? t->program->sites[expr->site].label : NULL;
    }
  if (is_repeated (t->leaf, expr->index, elements, is_write))
    {
      isl_map_free (elements);
      return;
    }
  rp_poly_access access
    = { .variable = expr->index,
        .is_write = is_write,
        .elements = elements,
        .inexact = either (inexact, t->inexact == t->stmt_inexact ? NULL : t->inexact),
        .site = expr->site,
        .at = rp_translator_place (t, expr->span),
        .text = rp_arena_copy (arena, source->text + expr->span.begin,
                               expr->span.end - expr->span.begin) };
  RP_VEC_PUSH (&t->leaf->accesses, access);
}

/* Returns ELEMENTS (taken) restricted to elements whose subscript number K, of COUNT, is VALUE (taken). */
static isl_map *
with_subscript (isl_map *elements, isl_pw_aff *value, uint32_t k, uint32_t count)
{
  isl_map *map = isl_map_from_pw_aff (value);
  map = isl_map_insert_dims (map, isl_dim_out, 0, k);
  map = isl_map_add_dims (map, isl_dim_out, count - k - 1);
  return isl_map_intersect (elements, map);
}

/* Returns ELEMENTS (taken) without the elements outside the declared array. A subscript outside the array ends the
 * run, so such an access does not happen. A size that is not affine sets no upper bound. */
static isl_map *
within_bounds (rp_translator *t, isl_map *elements, const rp_shared *shared)
{
  for (uint32_t k = 0; k < shared->dimensions && shared->declared; k++)
    {
      isl_pw_aff *size = rp_translate_value (t, shared->sizes[k]);
      elements = isl_map_lower_bound_si (elements, isl_dim_out, k, 0);
      if (!size)
        continue;
      /* { x -> y : y_k < size (x) }, as { x -> [size (x)] } composed with > */
      isl_map *limit = isl_map_from_pw_aff (size);
      isl_space *index = isl_space_range (isl_map_get_space (limit));
      isl_map *less = isl_map_lex_gt (index);
      limit = isl_map_apply_range (limit, less);
      limit = isl_map_insert_dims (limit, isl_dim_out, 0, k);
      limit = isl_map_add_dims (limit, isl_dim_out, shared->dimensions - k - 1);
      elements = isl_map_intersect (elements, limit);
    }
  return elements;
}

isl_map *
rp_translate_element (rp_translator *t, const rp_expr *expr, const rp_inexact **inexact)
{
  const rp_shared *shared = &t->program->shared[expr->index];
  isl_pw_aff *values[expr->arg_count + 1];
  for (uint32_t k = 0; k < expr->arg_count; k++)
    values[k] = rp_translate_value (t, expr->args[k]);
  isl_space *space = isl_space_params (isl_set_get_space (t->domain));
  space = isl_space_add_dims (isl_space_set_from_params (space), isl_dim_set, expr->arg_count);
  isl_map *elements
    = isl_map_from_domain_and_range (isl_set_copy (t->domain), isl_set_universe (space));
  for (uint32_t k = 0; k < expr->arg_count; k++)
    if (values[k])
      elements = with_subscript (elements, values[k], k, expr->arg_count);
    else
      *inexact = rp_translator_note (t, expr->args[k]->span,
                                     "the subscript is not affine; it may be any element", false);
  return within_bounds (t, elements, shared);
}

/* ---- names ---- */

/* Returns the initial value of the variable if the program never writes the variable and the value is affine; else
 * NULL. */
static isl_pw_aff *
initial_value (rp_translator *t, const rp_shared *shared, uint32_t index)
{
  if (t->is_written[index])
    return NULL;
  return shared->initial ? rp_translate_value (t, shared->initial) : constant (t, 0);
}

static isl_pw_aff *
read_shared (rp_translator *t, const rp_expr *expr)
{
  const rp_inexact *inexact = NULL;
  isl_map *elements = rp_translate_element (t, expr, &inexact);
  rp_translate_access (t, expr, elements, false, inexact);
  return initial_value (t, &t->program->shared[expr->index], expr->index);
}

static isl_pw_aff *
name_value (rp_translator *t, const rp_expr *expr)
{
  switch (expr->binding)
    {
    case RP_BOUND_LOCAL:
      return t->frame.slots[expr->index].value ? recall (t, &t->frame.slots[expr->index]) : NULL;
    case RP_BOUND_PARAM:
      return parameter (t, expr->index);
    default:
      return read_shared (t, expr);
    }
}

/* ---- operators ---- */

static bool
is_constant (isl_pw_aff *value)
{
  return isl_pw_aff_is_cst (value) == isl_bool_true;
}

static isl_stat
take_constant (isl_set *domain, isl_aff *piece, void *context)
{
  isl_val **value = context;
  isl_val *here = isl_aff_is_cst (piece) == isl_bool_true ? isl_aff_get_constant_val (piece) : NULL;
  bool is_new = !*value;
  bool is_same = here && (is_new || isl_val_eq (*value, here) == isl_bool_true);
  if (is_same && is_new)
    *value = here;
  else
    isl_val_free (here);
  isl_set_free (domain);
  isl_aff_free (piece);
  return is_same ? isl_stat_ok : isl_stat_error;
}

/* Returns the integer that VALUE is in all its pieces; NaN if there is no such integer. */
static isl_val *
constant_value (isl_pw_aff *value)
{
  isl_val *number = NULL;
  if (isl_pw_aff_foreach_piece (value, take_constant, &number) == isl_stat_ok && number
      && isl_val_is_int (number) == isl_bool_true)
    return number;
  isl_val_free (number);
  return isl_val_nan (isl_pw_aff_get_ctx (value));
}

static isl_pw_aff *
multiplied (isl_pw_aff *a, isl_pw_aff *b)
{
  if (is_constant (a) || is_constant (b))
    return isl_pw_aff_mul (a, b);
  isl_pw_aff_free (a);
  isl_pw_aff_free (b);
  return NULL;
}

/* Returns a / e, or a % e if WANTS_REST, for an e that is not constant. If 0 < e and k e <= a < (k + 1) e, then the
 * quotient is k and the rest is a - k e. Only k from -2 to 2 are tried. This suffices for neighbours on a ring, (i
 * + 1) % n. Returns NULL unless one of these k fits at each point of the domain. */
static isl_pw_aff *
divided_by_expression (rp_translator *t, isl_pw_aff *a, isl_pw_aff *e, bool wants_rest)
{
  enum
  {
    MOST = 2
  };
  isl_pw_aff *result = NULL;
  isl_set *covered = isl_set_empty (isl_set_get_space (t->domain));
  isl_set *positive = isl_pw_aff_ge_set (isl_pw_aff_copy (e), constant (t, 1));
  for (int k = -MOST; k <= MOST; k++)
    {
      isl_pw_aff *low = isl_pw_aff_mul (isl_pw_aff_copy (e), constant (t, k));
      isl_pw_aff *rest = isl_pw_aff_sub (isl_pw_aff_copy (a), low);
      isl_set *here = isl_pw_aff_nonneg_set (isl_pw_aff_copy (rest));
      here
        = isl_set_intersect (here, isl_pw_aff_lt_set (isl_pw_aff_copy (rest), isl_pw_aff_copy (e)));
      here = isl_set_intersect (here, isl_set_copy (positive));
      isl_pw_aff *value = wants_rest ? rest : constant (t, k);
      if (!wants_rest)
        isl_pw_aff_free (rest);
      value = isl_pw_aff_intersect_domain (value, isl_set_copy (here));
      result = result ? isl_pw_aff_union_add (result, value) : value;
      covered = isl_set_union (covered, here);
    }
  isl_set_free (positive);
  isl_pw_aff_free (a);
  isl_pw_aff_free (e);
  bool is_enough = isl_set_is_subset (t->domain, covered) == isl_bool_true;
  isl_set_free (covered);
  if (!is_enough)
    {
      isl_pw_aff_free (result);
      return NULL;
    }
  return result;
}

static isl_pw_aff *
divided (rp_translator *t, isl_pw_aff *a, isl_pw_aff *b, bool wants_rest)
{
  isl_val *divisor = constant_value (b);
  if (isl_val_is_nan (divisor) == isl_bool_true)
    {
      isl_val_free (divisor);
      return divided_by_expression (t, a, b, wants_rest);
    }
  isl_pw_aff_free (b);
  if (isl_val_is_zero (divisor) == isl_bool_true)
    {
      isl_val_free (divisor);
      isl_pw_aff_free (a);
      return NULL;
    }
  isl_pw_aff *rest = wants_rest ? isl_pw_aff_copy (a) : NULL;
  if (isl_val_is_neg (divisor) == isl_bool_true)
    a = isl_pw_aff_neg (a);
  isl_pw_aff *quotient
    = isl_pw_aff_floor (isl_pw_aff_scale_down_val (a, isl_val_abs (isl_val_copy (divisor))));
  if (!wants_rest)
    {
      isl_val_free (divisor);
      return quotient;
    }
  return isl_pw_aff_sub (rest, isl_pw_aff_scale_val (quotient, divisor));
}

static isl_pw_aff *
shifted (rp_translator *t, isl_pw_aff *a, isl_pw_aff *b, bool is_left)
{
  isl_val *places = constant_value (b);
  bool is_small = isl_val_is_nonneg (places) == isl_bool_true && isl_val_cmp_si (places, 40) < 0;
  long count = is_small ? isl_val_get_num_si (places) : 0;
  isl_val_free (places);
  isl_pw_aff_free (b);
  if (!is_small)
    {
      isl_pw_aff_free (a);
      return NULL;
    }
  isl_pw_aff *power = constant (t, (int64_t) 1 << count);
  return is_left ? multiplied (a, power) : divided (t, a, power, false);
}

static isl_pw_aff *
arithmetic (rp_translator *t, const rp_expr *expr)
{
  isl_pw_aff *a = rp_translate_value (t, expr->args[0]);
  isl_pw_aff *b = rp_translate_value (t, expr->args[1]);
  if (a && b)
    switch (expr->op)
      {
      case RP_OP_ADD:
        return isl_pw_aff_add (a, b);
      case RP_OP_SUB:
        return isl_pw_aff_sub (a, b);
      case RP_OP_MUL:
        return multiplied (a, b);
      case RP_OP_DIV:
        return divided (t, a, b, false);
      case RP_OP_MOD:
        return divided (t, a, b, true);
      case RP_OP_SHL:
        return shifted (t, a, b, true);
      case RP_OP_SHR:
        return shifted (t, a, b, false);
      default:
        break;
      }
  isl_pw_aff_free (a);
  isl_pw_aff_free (b);
  return NULL;
}

/* ---- truth ---- */

static rp_truth
exactly (isl_set *set)
{
  return (rp_truth) { isl_set_copy (set), set, true };
}

static rp_truth
unknown (const rp_translator *t)
{
  isl_space *space = isl_set_get_space (t->domain);
  return (rp_truth) { isl_set_empty (isl_space_copy (space)), isl_set_universe (space), false };
}

static rp_truth
compared (rp_translator *t, const rp_expr *expr)
{
  isl_pw_aff *a = rp_translate_value (t, expr->args[0]);
  isl_pw_aff *b = rp_translate_value (t, expr->args[1]);
  if (a && b)
    switch (expr->op)
      {
      case RP_OP_EQ:
        return exactly (isl_pw_aff_eq_set (a, b));
      case RP_OP_NE:
        return exactly (isl_pw_aff_ne_set (a, b));
      case RP_OP_LT:
        return exactly (isl_pw_aff_lt_set (a, b));
      case RP_OP_LE:
        return exactly (isl_pw_aff_le_set (a, b));
      case RP_OP_GT:
        return exactly (isl_pw_aff_gt_set (a, b));
      default:
        return exactly (isl_pw_aff_ge_set (a, b));
      }
  isl_pw_aff_free (a);
  isl_pw_aff_free (b);
  return unknown (t);
}

typedef struct outside
{
  isl_set *domain;
  const rp_inexact *inexact;
} outside;

/* Restricts the domain to PART (taken), for the operand that is evaluated next. If not IS_EXACT, marks the domain as
 * inexact because of the condition WHY. Returns the old domain, for leave. */
static outside
enter (rp_translator *t, isl_set *part, bool is_exact, const rp_expr *why)
{
  outside saved = { t->domain, t->inexact };
  t->domain = isl_set_intersect (isl_set_copy (t->domain), part);
  if (!is_exact && !t->inexact)
    t->inexact = rp_translator_note (
      t, why->span, "the condition is not affine; both outcomes are considered", false);
  return saved;
}

static void
leave (rp_translator *t, outside saved)
{
  isl_set_free (t->domain);
  t->domain = saved.domain;
  t->inexact = saved.inexact;
}

static rp_truth
negated (rp_truth a)
{
  return (rp_truth) { isl_set_complement (a.may), isl_set_complement (a.must), a.is_exact };
}

/* Returns the truth of a && b; or of a || b, computed as !(!a && !b). b is evaluated only where a leaves the result
 * open. */
static rp_truth
connected (rp_translator *t, const rp_expr *expr)
{
  bool is_or = expr->op == RP_OP_OR;
  rp_truth a = rp_translate_truth (t, expr->args[0]);
  if (is_or)
    a = negated (a);
  outside saved = enter (t, isl_set_copy (a.may), a.is_exact, expr->args[0]);
  rp_truth b = rp_translate_truth (t, expr->args[1]);
  leave (t, saved);
  if (is_or)
    b = negated (b);
  rp_truth both = { isl_set_intersect (a.must, b.must), isl_set_intersect (a.may, b.may),
                    a.is_exact && b.is_exact };
  return is_or ? negated (both) : both;
}

static bool
is_comparison (rp_op op)
{
  return op >= RP_OP_EQ && op <= RP_OP_GE;
}

rp_truth
rp_translate_truth (rp_translator *t, const rp_expr *expr)
{
  if (expr->kind == RP_EXPR_BINARY && (expr->op == RP_OP_AND || expr->op == RP_OP_OR))
    return connected (t, expr);
  if (expr->kind == RP_EXPR_BINARY && is_comparison (expr->op))
    return compared (t, expr);
  if (expr->kind == RP_EXPR_UNARY && expr->op == RP_OP_NOT)
    return negated (rp_translate_truth (t, expr->args[0]));
  isl_pw_aff *value = rp_translate_value (t, expr);
  return value ? exactly (isl_pw_aff_non_zero_set (value)) : unknown (t);
}

/* Returns 1 where the condition EXPR is true and 0 elsewhere; NULL if EXPR is not affine. */
static isl_pw_aff *
truth_value (rp_translator *t, const rp_expr *expr)
{
  rp_truth truth = rp_translate_truth (t, expr);
  isl_pw_aff *value = truth.is_exact ? isl_set_indicator_function (isl_set_copy (truth.may)) : NULL;
  rp_truth_clear (&truth);
  return value;
}

static isl_pw_aff *
chosen (rp_translator *t, const rp_expr *expr)
{
  rp_truth truth = rp_translate_truth (t, expr->args[0]);
  outside saved = enter (t, isl_set_copy (truth.may), truth.is_exact, expr->args[0]);
  isl_pw_aff *yes = rp_translate_value (t, expr->args[1]);
  leave (t, saved);
  saved = enter (t, isl_set_complement (isl_set_copy (truth.must)), truth.is_exact, expr->args[0]);
  isl_pw_aff *no = rp_translate_value (t, expr->args[2]);
  leave (t, saved);
  isl_pw_aff *result = NULL;
  if (truth.is_exact && yes && no)
    result = isl_pw_aff_union_add (
      isl_pw_aff_intersect_domain (isl_pw_aff_copy (yes), isl_set_copy (truth.may)),
      isl_pw_aff_intersect_domain (isl_pw_aff_copy (no),
                                   isl_set_complement (isl_set_copy (truth.may))));
  isl_pw_aff_free (yes);
  isl_pw_aff_free (no);
  rp_truth_clear (&truth);
  return result;
}

static isl_pw_aff *
evaluate_arguments (rp_translator *t, const rp_expr *expr)
{
  for (uint32_t i = 0; i < expr->arg_count; i++)
    isl_pw_aff_free (rp_translate_value (t, expr->args[i]));
  return NULL;
}

static isl_pw_aff *
binary (rp_translator *t, const rp_expr *expr)
{
  if (expr->op == RP_OP_AND || expr->op == RP_OP_OR || is_comparison (expr->op))
    return truth_value (t, expr);
  if (expr->op >= RP_OP_SHL)
    return arithmetic (t, expr);
  return evaluate_arguments (t, expr);
}

static isl_pw_aff *
unary (rp_translator *t, const rp_expr *expr)
{
  if (expr->op == RP_OP_NOT)
    return truth_value (t, expr);
  isl_pw_aff *value = rp_translate_value (t, expr->args[0]);
  if (!value)
    return NULL;
  value = isl_pw_aff_neg (value);
  return expr->op == RP_OP_NEGATE ? value : isl_pw_aff_sub (value, constant (t, 1));
}

isl_pw_aff *
rp_translate_value (rp_translator *t, const rp_expr *expr)
{
  switch (expr->kind)
    {
    case RP_EXPR_INT:
      return constant (t, expr->value);
    case RP_EXPR_CHOICE:
      return NULL;
    case RP_EXPR_NAME:
      return name_value (t, expr);
    case RP_EXPR_INDEX:
      return read_shared (t, expr);
    case RP_EXPR_CALL:
      return expr->binding == RP_BOUND_PROC ? rp_translate_call (t, expr)
                                            : evaluate_arguments (t, expr);
    case RP_EXPR_GET:
      rp_translator_note (t, expr->span, "the order that get makes is not used", false);
      return evaluate_arguments (t, expr);
    case RP_EXPR_UNARY:
      return unary (t, expr);
    case RP_EXPR_BINARY:
      return binary (t, expr);
    case RP_EXPR_COND:
      return chosen (t, expr);
    }
  RP_ASSERT (!"an expression");
  return NULL;
}
