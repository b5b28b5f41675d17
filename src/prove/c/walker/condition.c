/* Decides for which iterations conditions hold, and evaluates expressions whose value depends on a condition. */
#include "prove/c/points_to/places.h"
#include "prove/c/walker/walker.h"

#include <isl/set.h>
#include <string.h>

static const rp_c_value nothing = { .is_derived = true };

static isl_pw_aff *
copy (isl_pw_aff *value)
{
  return isl_pw_aff_copy (value);
}

static bool
is_integer (const rp_c_node *node)
{
  return node->type && node->type->kind == RP_C_INTEGER;
}

static rp_c_truth
whole (rp_walker *w)
{
  return (rp_c_truth) { isl_set_copy (w->domain), isl_set_copy (w->domain), false };
}

/* Returns the truth of an affine condition that holds for the iterations in YES (taken), and for no others. */
static rp_c_truth
exactly (rp_walker *w, isl_set *yes)
{
  isl_set *here = isl_set_intersect (yes, isl_set_copy (w->domain));
  isl_set *not_here = isl_set_subtract (isl_set_copy (w->domain), isl_set_copy (here));
  return (rp_c_truth) { here, not_here, true };
}

static rp_c_truth
compare (rp_walker *w, const char *op, isl_pw_aff *a, isl_pw_aff *b)
{
  if (!strcmp (op, "<"))
    return exactly (w, isl_pw_aff_lt_set (copy (a), copy (b)));
  if (!strcmp (op, "<="))
    return exactly (w, isl_pw_aff_le_set (copy (a), copy (b)));
  if (!strcmp (op, ">"))
    return exactly (w, isl_pw_aff_gt_set (copy (a), copy (b)));
  if (!strcmp (op, ">="))
    return exactly (w, isl_pw_aff_ge_set (copy (a), copy (b)));
  if (!strcmp (op, "=="))
    return exactly (w, isl_pw_aff_eq_set (copy (a), copy (b)));
  return exactly (w, isl_pw_aff_ne_set (copy (a), copy (b)));
}

/* Makes a copy of SET, a subset of the domain, the domain. Returns the old domain, to be restored later. */
static isl_set *
enter (rp_walker *w, isl_set *set)
{
  isl_set *outer = w->domain;
  w->domain = isl_set_copy (set);
  return outer;
}

static void
leave (rp_walker *w, isl_set *outer)
{
  isl_set_free (w->domain);
  w->domain = outer;
}

/* If TRUTH, of the condition NODE, is not exact, adds a doubt to w->doubts.inexact: the code under the condition may
 * not be executed. Returns the old w->doubts.inexact. */
static const rp_inexact *
doubt (rp_walker *w, const rp_c_truth *truth, const rp_c_node *node)
{
  const rp_inexact *outer = w->doubts.inexact;
  if (!truth->is_exact && !w->doubts.inexact)
    w->doubts.inexact
      = rp_c_note (w, node->at, false, "the condition is not affine; both outcomes are considered");
  return outer;
}

/* Forgets the values of variables to which NODE assigns: NODE may or may not have been evaluated. */
static void
forget_conditional (rp_walker *w, const rp_c_node *node)
{
  if (rp_c_assigns_something (node))
    rp_c_forget_assigned (w, node);
}

static rp_c_truth
decide_both (rp_walker *w, const rp_c_node *node, bool is_and)
{
  rp_c_truth a = rp_c_decide (w, node->children[0]);
  isl_set *outer = enter (w, is_and ? a.yes : a.no);
  const rp_inexact *inexact = doubt (w, &a, node->children[0]);
  rp_c_held_set held = rp_c_held_now (w);
  rp_c_truth b = rp_c_decide (w, node->children[1]);
  rp_c_check_held (w, held, node->at);
  w->doubts.inexact = inexact;
  leave (w, outer);
  forget_conditional (w, node->children[1]);
  rp_c_truth result = { .is_exact = a.is_exact && b.is_exact };
  result.yes = is_and ? b.yes : isl_set_union (a.yes, b.yes);
  result.no = is_and ? isl_set_union (a.no, b.no) : b.no;
  isl_set_free (is_and ? a.yes : a.no);
  return result;
}

static bool
is_comparison (const rp_c_node *node)
{
  return node->kind == RP_C_BINARY
         && (!strcmp (node->op, "<") || !strcmp (node->op, "<=") || !strcmp (node->op, ">")
             || !strcmp (node->op, ">=") || !strcmp (node->op, "==") || !strcmp (node->op, "!="));
}

rp_c_truth
rp_c_decide (rp_walker *w, const rp_c_node *node)
{
  if (node->kind == RP_C_BINARY && (!strcmp (node->op, "&&") || !strcmp (node->op, "||")))
    return decide_both (w, node, node->op[0] == '&');
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "!"))
    {
      rp_c_truth truth = rp_c_decide (w, node->children[0]);
      return (rp_c_truth) { truth.no, truth.yes, truth.is_exact };
    }
  if (is_comparison (node))
    {
      rp_c_value a = rp_c_evaluate_compared (w, node->children[0]);
      rp_c_value b = rp_c_evaluate_compared (w, node->children[1]);
      bool is_known
        = a.number && b.number && is_integer (node->children[0]) && is_integer (node->children[1]);
      return is_known ? compare (w, node->op, a.number, b.number) : whole (w);
    }
  rp_c_value value = rp_c_evaluate (w, node);
  if (value.number && is_integer (node))
    return exactly (w, isl_pw_aff_non_zero_set (copy (value.number)));
  return whole (w);
}

/* Whether NODE is an array or a pointer to an object, not a pointer to a function, and not the constant null
 * pointer. */
static bool
is_object_pointer (const rp_c_node *node)
{
  const rp_c_type *type = node->type;
  if (!type || (type->kind != RP_C_POINTER && type->kind != RP_C_ARRAY) || rp_c_is_zero (node))
    return false;
  return !(type->element && type->element->kind == RP_C_OTHER && !type->element->is_union
           && strchr (type->element->spelling, '('));
}

const rp_c_node *
rp_c_find_equality (const rp_c_node *node, bool is_true)
{
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "!"))
    return rp_c_find_equality (node->children[0], !is_true);
  if (node->kind != RP_C_BINARY || node->count != 2)
    return NULL;
  if (!strcmp (node->op, is_true ? "&&" : "||"))
    {
      const rp_c_node *found = rp_c_find_equality (node->children[0], is_true);
      return found ? found : rp_c_find_equality (node->children[1], is_true);
    }
  return !strcmp (node->op, is_true ? "==" : "!=") && is_object_pointer (node->children[0])
             && is_object_pointer (node->children[1])
           ? node
           : NULL;
}

bool
rp_c_is_null_test (const rp_c_node *node, bool is_true)
{
  node = rp_c_bare (node);
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "!"))
    return rp_c_is_null_test (node->children[0], !is_true);
  if (node->kind == RP_C_BINARY && node->count == 2
      && (!strcmp (node->op, "&&") || !strcmp (node->op, "||")))
    return rp_c_is_null_test (node->children[0], is_true)
           && rp_c_is_null_test (node->children[1], is_true);
  if (node->kind == RP_C_BINARY && node->count == 2 && !strcmp (node->op, is_true ? "==" : "!="))
    return (is_object_pointer (node->children[0]) && rp_c_is_zero (node->children[1]))
           || (is_object_pointer (node->children[1]) && rp_c_is_zero (node->children[0]));
  return !is_true && is_object_pointer (node);
}

static void
clear_truth (rp_c_truth *truth)
{
  isl_set_free (truth->yes);
  isl_set_free (truth->no);
}

rp_c_value
rp_c_evaluate_conditional (rp_walker *w, const rp_c_node *node)
{
  rp_c_truth truth = rp_c_decide (w, node->children[0]);
  const rp_inexact *inexact = doubt (w, &truth, node->children[0]);
  rp_c_held_set held = rp_c_held_now (w);
  isl_set *outer = enter (w, truth.yes);
  rp_c_value a = rp_c_evaluate (w, node->children[1]);
  rp_c_check_held (w, held, node->at);
  leave (w, outer);
  outer = enter (w, truth.no);
  forget_conditional (w, node->children[1]);
  rp_c_value b = rp_c_evaluate (w, node->children[2]);
  rp_c_check_held (w, held, node->at);
  leave (w, outer);
  forget_conditional (w, node->children[1]);
  forget_conditional (w, node->children[2]);
  w->doubts.inexact = inexact;
  rp_c_value result = nothing;
  /* if one operand is an input, and may be chosen everywhere in the domain, the result may be any number: it is an
   * input */
  if (!w->form && is_integer (node)
      && ((rp_c_may_be_any (&a) && isl_set_is_subset (w->domain, truth.yes) == isl_bool_true)
          || (rp_c_may_be_any (&b) && isl_set_is_subset (w->domain, truth.no) == isl_bool_true)))
    result.is_derived = false;
  if (!w->form && truth.is_exact && is_integer (node))
    {
      a = rp_c_name_input (w, a, "input", node->type);
      b = rp_c_name_input (w, b, "input", node->type);
    }
  if (truth.is_exact && a.number && b.number && is_integer (node))
    result
      = rp_c_number (w, isl_pw_aff_union_add (
                          isl_pw_aff_intersect_domain (copy (a.number), isl_set_copy (truth.yes)),
                          isl_pw_aff_intersect_domain (copy (b.number), isl_set_copy (truth.no))));
  clear_truth (&truth);
  return result;
}

/* Returns 1 where the condition holds and 0 elsewhere; `nothing` if the condition is not affine. rp_c_decide records
 * the accesses, so the second operand of && is accessed only where the first one may be true. */
rp_c_value
rp_c_evaluate_truth (rp_walker *w, const rp_c_node *node)
{
  rp_c_truth truth = rp_c_decide (w, node);
  rp_c_value result = nothing;
  if (truth.is_exact)
    {
      isl_pw_aff *one = copy (rp_c_constant (w, 1)), *zero = copy (rp_c_constant (w, 0));
      result = rp_c_number (
        w, isl_pw_aff_union_add (isl_pw_aff_intersect_domain (one, isl_set_copy (truth.yes)),
                                 isl_pw_aff_intersect_domain (zero, isl_set_copy (truth.no))));
    }
  clear_truth (&truth);
  return result;
}
