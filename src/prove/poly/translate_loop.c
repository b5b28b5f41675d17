/* Translates loops. Each loop adds one dimension. */
#include "prove/poly/translator.h"

#include <isl/local_space.h>
#include <isl/val.h>

typedef struct loop_outside
{
  isl_set *domain;
  const rp_inexact *inexact;
  uint32_t part;
} loop_outside;

/* Begins a loop: adds a dimension without bounds. Returns what loop_end restores. */
static loop_outside
loop_begin (rp_translator *t, const rp_stmt *stmt, const char *name, bool is_descending)
{
  loop_outside saved = { t->domain, t->inexact, 0 };
  rp_translator_flush (t);
  rp_translator_push (t, (rp_form_token) { .kind = RP_TOKEN_SEQUENCE, .value = t->part++ });
  saved.part = t->part;
  t->part = 0;
  rp_translator_push (
    t, (rp_form_token) { .kind = RP_TOKEN_ITERATOR,
                    .descending = is_descending,
                    .value = (uint32_t) t->names.count,
                    .at = rp_translator_place (t, stmt->head.end ? stmt->head : stmt->span) });
  RP_VEC_PUSH (&t->names, name);
  t->domain = isl_set_add_dims (isl_set_copy (t->domain), isl_dim_set, 1);
  return saved;
}

static void
loop_end (rp_translator *t, loop_outside saved)
{
  rp_translator_flush (t);
  isl_set_free (t->domain);
  t->domain = saved.domain;
  t->inexact = saved.inexact;
  t->part = saved.part;
  t->path.count -= 2;
  t->names.count--;
}

static isl_pw_aff *
iterator (const rp_translator *t)
{
  isl_local_space *space = isl_local_space_from_space (isl_set_get_space (t->domain));
  return isl_pw_aff_from_aff (
    isl_aff_var_on_domain (space, isl_dim_set, (unsigned) t->names.count - 1));
}

/* Restricts the new dimension to LOW, LOW + STEP ... HIGH. LOW and HIGH (taken) are functions of the iterators
 * outside the loop; NULL: no such bound. If LOW is NULL, only the sign of STEP is used. */
static void
bound (rp_translator *t, isl_pw_aff *low, isl_pw_aff *high, int64_t step)
{
  bool is_descending = step < 0;
  if (low)
    {
      low = isl_pw_aff_add_dims (low, isl_dim_in, 1);
      isl_set *set = is_descending ? isl_pw_aff_le_set (iterator (t), isl_pw_aff_copy (low))
                                   : isl_pw_aff_ge_set (iterator (t), isl_pw_aff_copy (low));
      t->domain = isl_set_intersect (t->domain, set);
      isl_val *modulo = isl_val_int_from_si (t->form->isl, step < 0 ? -step : step);
      if (step != 1 && step != -1)
        t->domain = isl_set_subtract (
          t->domain, isl_pw_aff_non_zero_set (isl_pw_aff_mod_val (
                       isl_pw_aff_sub (iterator (t), low), isl_val_copy (modulo))));
      else
        isl_pw_aff_free (low);
      isl_val_free (modulo);
    }
  if (high)
    {
      high = isl_pw_aff_add_dims (high, isl_dim_in, 1);
      t->domain
        = isl_set_intersect (t->domain, is_descending ? isl_pw_aff_ge_set (iterator (t), high)
                                                      : isl_pw_aff_le_set (iterator (t), high));
    }
  t->domain = isl_set_coalesce (t->domain);
}

/* If a return may end the loop, marks the domain as inexact: some iterations may then not be executed. */
static void
note_return (rp_translator *t, const rp_stmt *stmt)
{
  if (!rp_stmt_makes_task (stmt) && rp_stmt_may_return (stmt->body[0]) && !t->inexact)
    t->inexact = rp_translator_note (
      t, stmt->head.end ? stmt->head : stmt->span,
      "a return may end the loop; all iterations are considered nevertheless", false);
}

/* Translates for, forall and forasync. */
void
rp_translate_for (rp_translator *t, const rp_stmt *stmt)
{
  bool is_for = stmt->kind == RP_STMT_FOR;
  isl_pw_aff *low = rp_translate_value (t, stmt->low), *high = rp_translate_value (t, stmt->high);
  const rp_inexact *inexact = NULL;
  if (!low || !high)
    inexact
      = rp_translator_note (t, (low ? stmt->high : stmt->low)->span,
                            "the bound is not affine; the loop is considered without it", false);
  rp_translator_flush (t);
  if (stmt->kind == RP_STMT_FORALL)
    rp_translator_push_marker (t, RP_TOKEN_FINISH, stmt, false);
  loop_outside saved = loop_begin (t, stmt, stmt->name, is_for && stmt->step < 0);
  if (inexact && !t->inexact)
    t->inexact = inexact;
  bound (t, low, high, is_for ? stmt->step : 1);
  if (is_for)
    {
      rp_known_forget_assigned (t, stmt->body[0]);
      note_return (t, stmt);
      rp_known_learn (t, stmt->index, iterator (t));
      rp_translate_part (t, stmt->body[0]);
      rp_known_forget_assigned (t, stmt->body[0]);
    }
  else
    {
      rp_known_learn (t, stmt->index, iterator (t));
      rp_translator_push_marker (t, RP_TOKEN_ASYNC, stmt, false);
      rp_translate_task (t, stmt->body[0]);
      t->path.count -= 2;
    }
  rp_known_forget (t, stmt->index);
  loop_end (t, saved);
  if (stmt->kind == RP_STMT_FORALL)
    t->path.count -= 2;
}

/* Translates a while loop as one with any number of iterations. */
void
rp_translate_while (rp_translator *t, const rp_stmt *stmt)
{
  loop_outside saved = loop_begin (t, stmt, "iteration", false);
  t->domain = isl_set_lower_bound_si (t->domain, isl_dim_set, (unsigned) t->names.count - 1, 0);
  if (!t->inexact)
    t->inexact = rp_translator_note (
      t, stmt->head.end ? stmt->head : stmt->span,
      "the number of iterations is not known; any number is considered", false);
  rp_known_forget_assigned (t, stmt->body[0]);
  isl_set *outer = t->stmt_domain;
  const rp_inexact *outer_inexact = t->stmt_inexact;
  t->stmt_domain = t->domain;
  t->stmt_inexact = t->inexact;
  rp_truth truth = rp_translate_truth (t, stmt->expr);
  rp_translator_flush (t);
  t->stmt_domain = outer;
  t->stmt_inexact = outer_inexact;
  t->domain = isl_set_intersect (t->domain, isl_set_copy (truth.may));
  rp_truth_clear (&truth);
  rp_translate_part (t, stmt->body[0]);
  rp_known_forget_assigned (t, stmt->body[0]);
  loop_end (t, saved);
}
