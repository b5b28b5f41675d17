/* Translates statements. A statement is a sequence of parts: leaves with the accesses that the statement itself makes,
 * and the statements inside it. Each part has a SEQUENCE token of its own. So the paths of two leaves agree exactly as
 * far as the two leaves are inside the same statements.
 *
 * Over-approximations (form.h): a condition that is not affine counts as both true and false; a bound that is not
 * affine is left out. In both cases the domain is marked as inexact. */
#include "prove/poly/translate.h"

#include "base/panic.h"
#include "prove/poly/translator.h"

#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

static void translate_stmt (rp_translator *t, const rp_stmt *stmt);

rp_place
rp_translator_place (const rp_translator *t, rp_span span)
{
  return rp_source_place (t->program->source, span);
}

const rp_inexact *
rp_translator_note (rp_translator *t, rp_span span, const char *reason, bool is_fatal)
{
  rp_place at = rp_translator_place (t, span);
  for (size_t i = 0; i < t->form->inexact.count; i++)
    {
      rp_inexact *old = t->form->inexact.items[i];
      if (old->at.line == at.line && old->at.column == at.column && !strcmp (old->reason, reason))
        return old;
    }
  rp_inexact *note = RP_NEW (&t->form->arena, rp_inexact);
  *note = (rp_inexact) { at, reason, is_fatal };
  RP_VEC_PUSH (&t->form->inexact, note);
  return note;
}

/* ---- the path ---- */

void
rp_translator_push (rp_translator *t, rp_form_token token)
{
  RP_VEC_PUSH (&t->path, token);
}

void
rp_translator_push_marker (rp_translator *t, rp_form_token_kind kind, const rp_stmt *stmt,
                           bool is_clocked)
{
  rp_span span = stmt->head.end ? stmt->head : stmt->span;
  rp_translator_push (t, (rp_form_token) { .kind = RP_TOKEN_SEQUENCE, .value = t->part++ });
  rp_translator_push (
    t, (rp_form_token) { .kind = kind, .clocked = is_clocked, .at = rp_translator_place (t, span) });
}

/* ---- leaves ---- */

/* Adds to LEAF the sections around the current code that the current activity has entered. The sections that its
 * creators have entered are left out. */
static void
add_held (rp_translator *t, rp_leaf *leaf)
{
  for (size_t i = t->held_base; i < t->held.count; i++)
    {
      rp_exclusion held = t->held.items[i];
      if (held.element)
        held.element = isl_map_add_dims (isl_map_copy (held.element), isl_dim_in,
                                         (unsigned) (t->names.count - t->held_dims.items[i]));
      RP_VEC_PUSH (&leaf->held, held);
    }
}

/* Completes LEAF and adds it to the form. LEAF becomes the next part of the current statement. Its domain is
 * t->stmt_domain. */
static void
add_leaf (rp_translator *t, rp_leaf *leaf)
{
  rp_arena *arena = &t->form->arena;
  rp_translator_push (t, (rp_form_token) { .kind = RP_TOKEN_SEQUENCE, .value = t->part++ });
  leaf->length = (uint32_t) t->path.count;
  rp_form_token *path = rp_arena_alloc (arena, t->path.count * sizeof *path);
  memcpy (path, t->path.items, t->path.count * sizeof *path);
  leaf->path = path;
  leaf->dims = (uint32_t) t->names.count;
  const char **names = rp_arena_alloc (arena, (t->names.count + 1) * sizeof *names);
  if (t->names.count)
    memcpy (names, t->names.items, t->names.count * sizeof *names);
  leaf->names = names;
  leaf->domain = isl_set_coalesce (isl_set_copy (t->stmt_domain));
  leaf->inexact = t->stmt_inexact;
  add_held (t, leaf);
  RP_VEC_PUSH (&t->form->leaves, leaf);
  t->path.count--;
}

void
rp_translator_flush (rp_translator *t)
{
  if (t->leaf)
    add_leaf (t, t->leaf);
  t->leaf = NULL;
}

/* ---- bodies ---- */

bool
rp_stmt_may_return (const rp_stmt *stmt)
{
  if (stmt->kind == RP_STMT_RETURN)
    return true;
  if (rp_stmt_makes_task (stmt) || stmt->kind == RP_STMT_POST)
    return false;
  for (uint32_t i = 0; i < stmt->body_count; i++)
    if (rp_stmt_may_return (stmt->body[i]))
      return true;
  return false;
}

static bool
is_empty (isl_set *set)
{
  return isl_set_is_empty (set) == isl_bool_true;
}

void
rp_translate_part (rp_translator *t, const rp_stmt *body)
{
  rp_translator_flush (t);
  if (is_empty (t->domain))
    return;
  rp_translator_push (t, (rp_form_token) { .kind = RP_TOKEN_SEQUENCE, .value = t->part++ });
  translate_stmt (t, body);
  t->path.count--;
}

void
rp_translate_task (rp_translator *t, const rp_stmt *body)
{
  size_t held_base = t->held_base;
  uint32_t returns = t->returns;
  const rp_inexact *inexact = t->inexact;
  rp_known_frame frame = rp_known_frame_copy (&t->frame), outer = t->frame;
  isl_set *entry = t->entry_domain;
  rp_known result = t->result;
  t->result = (rp_known) { 0 };
  t->frame = frame;
  t->held_base = t->held.count;
  t->entry_domain = t->domain;
  rp_translate_part (t, body);
  isl_pw_aff_free (t->result.value);
  t->result = result;
  t->entry_domain = entry;
  t->held_base = held_base;
  rp_known_frame_clear (&t->frame);
  t->frame = outer;
  t->returns = returns;
  t->inexact = inexact;
}

static void
translate_block (rp_translator *t, const rp_stmt *stmt)
{
  const rp_inexact *inexact = t->inexact;
  for (uint32_t i = 0; i < stmt->body_count; i++)
    {
      rp_translate_part (t, stmt->body[i]);
      if (rp_stmt_may_return (stmt->body[i]) && i + 1 < stmt->body_count && !t->inexact)
        t->inexact = rp_translator_note (
          t, stmt->body[i]->head.end ? stmt->body[i]->head : stmt->body[i]->span,
          "a return may come before what follows; it is considered nevertheless", false);
    }
  /* if the block may return, t->inexact stays: the return may also skip the statements behind the block */
  if (!rp_stmt_may_return (stmt))
    t->inexact = inexact;
}

/* ---- if ---- */

static void
translate_branch (rp_translator *t, const rp_stmt *body, isl_set *domain, const rp_inexact *inexact)
{
  isl_set *outer = t->domain;
  t->domain = domain;
  t->inexact = inexact;
  rp_translate_part (t, body);
  isl_set_free (t->domain);
  t->domain = outer;
}

static void
translate_if (rp_translator *t, const rp_stmt *stmt)
{
  rp_truth truth = rp_translate_truth (t, stmt->expr);
  rp_translator_flush (t);
  const rp_inexact *outer = t->inexact, *inexact = outer;
  if (!truth.is_exact && !inexact)
    inexact = rp_translator_note (
      t, stmt->expr->span, "the condition is not affine; both outcomes are considered", false);
  rp_known_frame before = rp_known_frame_copy (&t->frame);
  translate_branch (t, stmt->body[0],
                    isl_set_intersect (isl_set_copy (t->domain), isl_set_copy (truth.may)),
                    inexact);
  rp_known_frame after = t->frame;
  t->frame = before;
  if (stmt->body_count > 1)
    translate_branch (t, stmt->body[1],
                      isl_set_subtract (isl_set_copy (t->domain), isl_set_copy (truth.must)),
                      inexact);
  rp_known_frame no = t->frame;
  t->frame = after;
  rp_known_frame_join (t, &no, &truth);
  rp_known_frame_clear (&no);
  rp_truth_clear (&truth);
  t->inexact = outer;
}

/* ---- tasks and clocks ---- */

static void
check_clock (rp_translator *t, const rp_stmt *stmt)
{
  bool is_advance = stmt->kind == RP_STMT_ADVANCE;
  if (rp_path_has_clock (t->path.items, t->path.count, is_advance))
    return;
  rp_diagnostic *d = rp_diagnostics_add (
    t->diagnostics, RP_ERROR_CLOCK,
    rp_translator_place (t, stmt->head.end ? stmt->head : stmt->span), "%s",
    is_advance ? "advance outside a clocked finish, or in an unclocked async inside it"
               : "clocked async outside a clocked finish, or in an unclocked async or finish "
                 "inside it");
  d->label = is_advance ? "there is no clock to advance here" : "there is no clock to join here";
}

static void
translate_async (rp_translator *t, const rp_stmt *stmt)
{
  for (uint32_t i = 0; i < stmt->phaser_count; i++)
    isl_pw_aff_free (rp_translate_value (t, stmt->phasers[i].phaser));
  if (stmt->clocked)
    check_clock (t, stmt);
  rp_translator_flush (t);
  rp_translator_push_marker (t, RP_TOKEN_ASYNC, stmt, stmt->clocked);
  rp_translate_task (t, stmt->body[0]);
  t->path.count -= 2;
  if (stmt->kind == RP_STMT_FUTURE)
    rp_known_forget (t, stmt->index);
}

static void
translate_finish (rp_translator *t, const rp_stmt *stmt)
{
  rp_translator_push_marker (t, RP_TOKEN_FINISH, stmt, stmt->clocked);
  rp_translate_part (t, stmt->body[0]);
  t->path.count -= 2;
}

static void
translate_advance (rp_translator *t, const rp_stmt *stmt)
{
  check_clock (t, stmt);
  rp_translator_flush (t);
  rp_leaf *leaf = RP_NEW (&t->form->arena, rp_leaf);
  leaf->is_advance = true;
  leaf->at = rp_translator_place (t, stmt->span);
  leaf->label = stmt->label;
  add_leaf (t, leaf);
}

/* ---- sections ---- */

static void
hold (rp_translator *t, rp_exclusion exclusion)
{
  RP_VEC_PUSH (&t->held, exclusion);
  RP_VEC_PUSH (&t->held_dims, (uint32_t) t->names.count);
}

static void
translate_isolated (rp_translator *t, const rp_stmt *stmt)
{
  size_t count = t->held.count;
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    {
      const rp_expr *object = stmt->args[i];
      rp_exclusion exclusion
        = { .variable = object->index, .is_element = object->kind == RP_EXPR_INDEX };
      if (exclusion.is_element)
        exclusion.element = rp_translate_element (t, object, &exclusion.inexact);
      hold (t, exclusion);
    }
  if (!stmt->arg_count)
    hold (t, (rp_exclusion) { .is_whole = true });
  /* the subscripts of the objects are read before the section is entered, so their leaf is not in the section */
  size_t inside = t->held.count;
  t->held.count = count;
  rp_translator_flush (t);
  t->held.count = inside;
  rp_translate_part (t, stmt->body[0]);
  while (t->held.count > count)
    {
      isl_map_free (RP_VEC_POP (&t->held).element);
      t->held_dims.count--;
    }
}

/* ---- the rest ---- */

static void
translate_assign (rp_translator *t, const rp_stmt *stmt)
{
  const rp_expr *target = stmt->target;
  if (target->binding == RP_BOUND_LOCAL)
    {
      rp_known_learn (t, target->index, rp_translate_value (t, stmt->expr));
      return;
    }
  const rp_inexact *inexact = NULL;
  isl_map *elements = rp_translate_element (t, target, &inexact);
  isl_pw_aff_free (rp_translate_value (t, stmt->expr));
  rp_translate_access (t, target, elements, true, inexact);
}

static void
translate_kind (rp_translator *t, const rp_stmt *stmt)
{
  switch (stmt->kind)
    {
    case RP_STMT_BLOCK:
      translate_block (t, stmt);
      break;
    case RP_STMT_VAR:
      if (stmt->expr)
        rp_known_learn (t, stmt->index, rp_translate_value (t, stmt->expr));
      else
        rp_known_learn (t, stmt->index,
                        isl_pw_aff_from_aff (isl_aff_zero_on_domain (
                          isl_local_space_from_space (isl_set_get_space (t->domain)))));
      break;
    case RP_STMT_ASSIGN:
      translate_assign (t, stmt);
      break;
    case RP_STMT_CALL:
    case RP_STMT_ASSERT:
    case RP_STMT_ASSUME:
    case RP_STMT_OBSERVE:
      isl_pw_aff_free (rp_translate_value (t, stmt->expr));
      break;
    case RP_STMT_SKIP:
      break;
    case RP_STMT_IF:
      translate_if (t, stmt);
      break;
    case RP_STMT_WHILE:
      rp_translate_while (t, stmt);
      break;
    case RP_STMT_FOR:
    case RP_STMT_FORALL:
    case RP_STMT_FORASYNC:
      rp_translate_for (t, stmt);
      break;
    case RP_STMT_RETURN:
      rp_translate_return (t, stmt);
      break;
    case RP_STMT_FINISH:
      translate_finish (t, stmt);
      break;
    case RP_STMT_ASYNC:
    case RP_STMT_FUTURE:
      translate_async (t, stmt);
      break;
    case RP_STMT_ADVANCE:
      translate_advance (t, stmt);
      break;
    case RP_STMT_ISOLATED:
      translate_isolated (t, stmt);
      break;
    case RP_STMT_POST:
      rp_translate_post (t, stmt);
      break;
    case RP_STMT_AWAIT:
    case RP_STMT_EWAIT:
      rp_translator_note (t, stmt->span, "the orders that regions make are not used", false);
      break;
    case RP_STMT_ACQUIRE:
    case RP_STMT_RELEASE:
      if (stmt->target->kind == RP_EXPR_INDEX)
        for (uint32_t i = 0; i < stmt->target->arg_count; i++)
          isl_pw_aff_free (rp_translate_value (t, stmt->target->args[i]));
      break;
    case RP_STMT_PHASER:
      rp_known_forget (t, stmt->index);
      break;
    case RP_STMT_NEXT:
    case RP_STMT_SIGNAL:
    case RP_STMT_WAIT:
    case RP_STMT_DROP:
      if (stmt->expr)
        isl_pw_aff_free (rp_translate_value (t, stmt->expr));
      rp_translator_note (t, stmt->span, "the orders that phasers make are not used", false);
      break;
    case RP_STMT_ACTOR:
    case RP_STMT_SEND:
      rp_translator_note (t, stmt->head.end ? stmt->head : stmt->span, "actors are not represented",
                          true);
      break;
    }
}

static void
translate_stmt (rp_translator *t, const rp_stmt *stmt)
{
  isl_set *outer_domain = t->stmt_domain;
  const rp_inexact *outer_inexact = t->stmt_inexact;
  const rp_stmt *outer = t->stmt;
  uint32_t part = t->part;
  isl_set *domain = isl_set_copy (t->domain);
  RP_ASSERT (!t->leaf);
  t->stmt = stmt;
  t->stmt_domain = domain;
  t->stmt_inexact = t->inexact;
  t->part = 0;
  translate_kind (t, stmt);
  rp_translator_flush (t);
  t->part = part;
  t->stmt = outer;
  t->stmt_inexact = outer_inexact;
  t->stmt_domain = outer_domain;
  isl_set_free (domain);
}

/* ---- the program ---- */

static void
note_written (rp_translator *t, const rp_stmt *stmt)
{
  if (stmt->kind == RP_STMT_ASSIGN && stmt->target->binding == RP_BOUND_SHARED)
    t->is_written[stmt->target->index] = true;
  for (uint32_t i = 0; i < stmt->body_count; i++)
    note_written (t, stmt->body[i]);
}

static void
declare_params (rp_translator *t, const int64_t *minima)
{
  const rp_program *program = t->program;
  rp_form *form = t->form;
  isl_space *space = isl_space_params_alloc (form->isl, program->param_count);
  form->param_count = program->param_count;
  form->params = rp_arena_alloc (&form->arena, (program->param_count + 1) * sizeof (char *));
  for (uint32_t i = 0; i < program->param_count; i++)
    {
      form->params[i] = program->params[i].name;
      space = isl_space_set_dim_name (space, isl_dim_param, i, program->params[i].name);
    }
  form->context = isl_set_universe (space);
  for (uint32_t i = 0; i < program->param_count; i++)
    {
      int64_t least = program->params[i].has_minimum ? program->params[i].minimum : INT64_MIN;
      least = minima[i] > least ? minima[i] : least;
      if (least != INT64_MIN)
        form->context = isl_set_lower_bound_val (form->context, isl_dim_param, i,
                                                 isl_val_int_from_si (form->isl, least));
    }
}

static void
declare_variables (rp_translator *t)
{
  const rp_program *program = t->program;
  rp_form *form = t->form;
  form->variable_count = program->shared_count;
  form->variables
    = rp_arena_alloc (&form->arena, (program->shared_count + 1) * sizeof *form->variables);
  for (uint32_t i = 0; i < program->shared_count; i++)
    form->variables[i]
      = (rp_poly_variable) { program->shared[i].name, program->shared[i].dimensions };
  for (uint32_t i = 0; i < program->proc_count; i++)
    note_written (t, program->procs[i].body);
}

/* Records that each parameter of main has the value of the program's parameter of the same name. */
static void
bind_main (rp_translator *t, const rp_proc *main)
{
  for (uint32_t i = 0; i < main->param_count; i++)
    for (uint32_t j = 0; j < t->program->param_count; j++)
      if (!strcmp (main->params[i], t->program->params[j].name))
        {
          isl_local_space *space = isl_local_space_from_space (isl_set_get_space (t->domain));
          rp_known_learn (t, i,
                          isl_pw_aff_from_aff (isl_aff_var_on_domain (space, isl_dim_param, j)));
        }
}

/* If isl gave up on a set, notes that nothing can be proved. */
static void
check_complete (rp_translator *t)
{
  bool is_complete = true;
  for (size_t i = 0; i < t->form->leaves.count; i++)
    {
      const rp_leaf *leaf = t->form->leaves.items[i];
      is_complete &= leaf->domain != NULL;
      for (size_t k = 0; k < leaf->accesses.count; k++)
        is_complete &= leaf->accesses.items[k].elements != NULL;
      for (size_t k = 0; k < leaf->held.count; k++)
        is_complete &= !leaf->held.items[k].is_element || leaf->held.items[k].element;
    }
  if (!is_complete)
    rp_translator_note (t, t->program->procs[t->program->entry].span,
                        "the sets of iterations are too complicated", true);
}

bool
rp_translate (const rp_program *program, const int64_t *minima, isl_ctx *isl, rp_form *form,
              rp_diagnostics *diagnostics)
{
  const rp_proc *main = &program->procs[program->entry];
  *form = (rp_form) { .isl = isl };
  rp_translator t = { .form = form, .program = program, .diagnostics = diagnostics };
  size_t errors = diagnostics->list.count;
  t.is_written = rp_calloc (program->shared_count + 1, sizeof *t.is_written);
  declare_params (&t, minima);
  declare_variables (&t);
  t.domain = isl_set_from_params (isl_set_copy (form->context));
  t.entry_domain = t.domain;
  t.frame
    = (rp_known_frame) { rp_calloc (main->frame_size + 1, sizeof (rp_known)), main->frame_size };
  bind_main (&t, main);
  translate_stmt (&t, main->body);
  check_complete (&t);
  isl_pw_aff_free (t.result.value);
  rp_known_frame_clear (&t.frame);
  isl_set_free (t.domain);
  RP_VEC_CLEAR (&t.path);
  RP_VEC_CLEAR (&t.names);
  RP_VEC_CLEAR (&t.held);
  RP_VEC_CLEAR (&t.held_dims);
  RP_VEC_CLEAR (&t.calls);
  free (t.is_written);
  return diagnostics->list.count == errors;
}
