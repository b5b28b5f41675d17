/* Statements. Each statement is a sequence of parts: leaves with the accesses that it makes itself,
 * and what it contains. So each part gets a SEQUENCE token of its own, and paths agree exactly as
 * far as the program around them is the same.
 *
 * Over-approximations (form.h): a condition that is not affine counts as both true and false, a
 * bound that is not affine as no bound, and the domain is marked as inexact. */
#include "poly/translate.h"

#include "base/panic.h"
#include "poly/translator.h"

#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CALLS 24
#define MOST_RECURSION 4
#define MOST_LEAVES 1500

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

static void
push (rp_translator *t, rp_token token)
{
  RP_VEC_PUSH (&t->path, token);
}

/* An async or finish; two tokens. */
static void
push_marker (rp_translator *t, rp_token_kind kind, const rp_stmt *stmt, bool is_clocked)
{
  rp_span span = stmt->head.end ? stmt->head : stmt->span;
  push (t, (rp_token) { .kind = RP_TOKEN_SEQUENCE, .value = t->part++ });
  push (t, (rp_token) { .kind = kind, .clocked = is_clocked, .at = rp_translator_place (t, span) });
}

/* ---- leaves ---- */

/* The sections that this activity is in, for a leaf. */
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

/* Ends LEAF: it becomes the next part of the statement, with all of the statement's domain. */
static void
add_leaf (rp_translator *t, rp_leaf *leaf)
{
  rp_arena *arena = &t->form->arena;
  push (t, (rp_token) { .kind = RP_TOKEN_SEQUENCE, .value = t->part++ });
  leaf->length = (uint32_t) t->path.count;
  rp_token *path = rp_arena_alloc (arena, t->path.count * sizeof *path);
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

/* ---- what a body may change ---- */

static void
forget (rp_translator *t, uint32_t slot)
{
  isl_pw_aff_free (t->frame.slots[slot].value);
  t->frame.slots[slot].value = NULL;
}

static void
learn (rp_translator *t, uint32_t slot, isl_pw_aff *value)
{
  forget (t, slot);
  t->frame.slots[slot] = (rp_known) { value, (uint32_t) t->names.count };
}

/* Tasks work on copies of the locals. */
static bool
makes_task (const rp_stmt *stmt)
{
  return stmt->kind == RP_STMT_ASYNC || stmt->kind == RP_STMT_FUTURE || stmt->kind == RP_STMT_FORALL
         || stmt->kind == RP_STMT_FORASYNC || stmt->kind == RP_STMT_ACTOR;
}

static void
forget_assigned (rp_translator *t, const rp_stmt *stmt)
{
  if (stmt->kind == RP_STMT_ASSIGN && stmt->target->binding == RP_BOUND_LOCAL)
    forget (t, stmt->target->index);
  if (stmt->kind == RP_STMT_VAR || stmt->kind == RP_STMT_FUTURE || stmt->kind == RP_STMT_PHASER
      || stmt->kind == RP_STMT_ACTOR)
    forget (t, stmt->index);
  if (makes_task (stmt))
    return;
  for (uint32_t i = 0; i < stmt->body_count; i++)
    forget_assigned (t, stmt->body[i]);
}

static bool
may_return (const rp_stmt *stmt)
{
  if (stmt->kind == RP_STMT_RETURN)
    return true;
  if (makes_task (stmt) || stmt->kind == RP_STMT_POST)
    return false;
  for (uint32_t i = 0; i < stmt->body_count; i++)
    if (may_return (stmt->body[i]))
      return true;
  return false;
}

static void
note_written (rp_translator *t, const rp_stmt *stmt)
{
  if (stmt->kind == RP_STMT_ASSIGN && stmt->target->binding == RP_BOUND_SHARED)
    t->is_written[stmt->target->index] = true;
  for (uint32_t i = 0; i < stmt->body_count; i++)
    note_written (t, stmt->body[i]);
}

static rp_known_frame
copy_frame (const rp_known_frame *frame)
{
  rp_known_frame copy = { rp_calloc (frame->count + 1, sizeof *copy.slots), frame->count };
  for (uint32_t i = 0; i < frame->count; i++)
    copy.slots[i] = (rp_known) { isl_pw_aff_copy (frame->slots[i].value), frame->slots[i].dims };
  return copy;
}

static void
clear_frame (rp_known_frame *frame)
{
  for (uint32_t i = 0; i < frame->count; i++)
    isl_pw_aff_free (frame->slots[i].value);
  free (frame->slots);
}

/* ---- bodies ---- */

static bool
is_empty (isl_set *set)
{
  return isl_set_is_empty (set) == isl_bool_true;
}

/* The next part of the statement at hand is BODY. */
static void
translate_part (rp_translator *t, const rp_stmt *body)
{
  rp_translator_flush (t);
  if (is_empty (t->domain))
    return;
  push (t, (rp_token) { .kind = RP_TOKEN_SEQUENCE, .value = t->part++ });
  translate_stmt (t, body);
  t->path.count--;
}

/* The same in a new task, of which PATH has the token already. */
static void
translate_task (rp_translator *t, const rp_stmt *body)
{
  size_t held_base = t->held_base;
  uint32_t returns = t->returns;
  const rp_inexact *inexact = t->inexact;
  rp_known_frame frame = copy_frame (&t->frame), outer = t->frame;
  isl_set *entry = t->entry_domain;
  rp_known result = t->result;
  t->result = (rp_known) { 0 };
  t->frame = frame;
  t->held_base = t->held.count;
  t->entry_domain = t->domain;
  translate_part (t, body);
  isl_pw_aff_free (t->result.value);
  t->result = result;
  t->entry_domain = entry;
  t->held_base = held_base;
  clear_frame (&t->frame);
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
      translate_part (t, stmt->body[i]);
      if (may_return (stmt->body[i]) && i + 1 < stmt->body_count && !t->inexact)
        t->inexact = rp_translator_note (
          t, stmt->body[i]->head.end ? stmt->body[i]->head : stmt->body[i]->span,
          "a return may come before what follows; it is considered nevertheless", false);
    }
  /* what comes after this block is skipped, too */
  if (!may_return (stmt))
    t->inexact = inexact;
}

/* ---- if ---- */

/* The locals after both branches. */
static void
join_frames (rp_translator *t, const rp_known_frame *no, const rp_truth *truth)
{
  uint32_t dims = (uint32_t) t->names.count;
  for (uint32_t i = 0; i < no->count; i++)
    {
      rp_known *yes = &t->frame.slots[i];
      isl_pw_aff *joined = NULL;
      if (!yes->value && !no->slots[i].value)
        continue;
      if (yes->value && no->slots[i].value)
        {
          isl_pw_aff *a
            = isl_pw_aff_add_dims (isl_pw_aff_copy (yes->value), isl_dim_in, dims - yes->dims);
          isl_pw_aff *b = isl_pw_aff_add_dims (isl_pw_aff_copy (no->slots[i].value), isl_dim_in,
                                               dims - no->slots[i].dims);
          if (isl_pw_aff_plain_is_equal (a, b) == isl_bool_true)
            {
              isl_pw_aff_free (a);
              isl_pw_aff_free (b);
              continue;
            }
          if (truth->is_exact)
            joined = isl_pw_aff_union_add (
              isl_pw_aff_intersect_domain (a, isl_set_copy (truth->may)),
              isl_pw_aff_intersect_domain (b, isl_set_complement (isl_set_copy (truth->may))));
          else
            {
              isl_pw_aff_free (a);
              isl_pw_aff_free (b);
            }
        }
      learn (t, i, joined);
    }
}

static void
translate_branch (rp_translator *t, const rp_stmt *body, isl_set *domain, const rp_inexact *inexact)
{
  isl_set *outer = t->domain;
  t->domain = domain;
  t->inexact = inexact;
  translate_part (t, body);
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
  rp_known_frame before = copy_frame (&t->frame);
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
  join_frames (t, &no, &truth);
  clear_frame (&no);
  rp_truth_clear (&truth);
  t->inexact = outer;
}

/* ---- loops ---- */

typedef struct loop_outside
{
  isl_set *domain;
  const rp_inexact *inexact;
  uint32_t part;
} loop_outside;

/* One more dimension, without bounds. */
static loop_outside
loop_begin (rp_translator *t, const rp_stmt *stmt, const char *name, bool is_descending)
{
  loop_outside saved = { t->domain, t->inexact, 0 };
  rp_translator_flush (t);
  push (t, (rp_token) { .kind = RP_TOKEN_SEQUENCE, .value = t->part++ });
  saved.part = t->part;
  t->part = 0;
  push (t, (rp_token) { .kind = RP_TOKEN_ITERATOR,
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

/* low .. high, in steps; LOW and HIGH (taken) were evaluated outside the loop. */
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

/* Whether a return ends the loop: then not even its earlier parts need be executed. */
static void
note_return (rp_translator *t, const rp_stmt *stmt)
{
  if (!makes_task (stmt) && may_return (stmt->body[0]) && !t->inexact)
    t->inexact = rp_translator_note (
      t, stmt->head.end ? stmt->head : stmt->span,
      "a return may end the loop; all iterations are considered nevertheless", false);
}

/* for, forall, forasync */
static void
translate_for (rp_translator *t, const rp_stmt *stmt)
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
    push_marker (t, RP_TOKEN_FINISH, stmt, false);
  loop_outside saved = loop_begin (t, stmt, stmt->name, is_for && stmt->step < 0);
  if (inexact && !t->inexact)
    t->inexact = inexact;
  bound (t, low, high, is_for ? stmt->step : 1);
  if (is_for)
    {
      forget_assigned (t, stmt->body[0]);
      note_return (t, stmt);
      learn (t, stmt->index, iterator (t));
      translate_part (t, stmt->body[0]);
      forget_assigned (t, stmt->body[0]);
    }
  else
    {
      learn (t, stmt->index, iterator (t));
      push_marker (t, RP_TOKEN_ASYNC, stmt, false);
      translate_task (t, stmt->body[0]);
      t->path.count -= 2;
    }
  forget (t, stmt->index);
  loop_end (t, saved);
  if (stmt->kind == RP_STMT_FORALL)
    t->path.count -= 2;
}

/* Any number of iterations. */
static void
translate_while (rp_translator *t, const rp_stmt *stmt)
{
  loop_outside saved = loop_begin (t, stmt, "iteration", false);
  t->domain = isl_set_lower_bound_si (t->domain, isl_dim_set, (unsigned) t->names.count - 1, 0);
  if (!t->inexact)
    t->inexact = rp_translator_note (
      t, stmt->head.end ? stmt->head : stmt->span,
      "the number of iterations is not known; any number is considered", false);
  forget_assigned (t, stmt->body[0]);
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
  translate_part (t, stmt->body[0]);
  forget_assigned (t, stmt->body[0]);
  loop_end (t, saved);
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
  push_marker (t, RP_TOKEN_ASYNC, stmt, stmt->clocked);
  translate_task (t, stmt->body[0]);
  t->path.count -= 2;
  if (stmt->kind == RP_STMT_FUTURE)
    forget (t, stmt->index);
}

static void
translate_finish (rp_translator *t, const rp_stmt *stmt)
{
  push_marker (t, RP_TOKEN_FINISH, stmt, stmt->clocked);
  translate_part (t, stmt->body[0]);
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
      rp_exclusion exclusion = { .variable = object->index, .is_exact = true };
      const rp_inexact *inexact = NULL;
      if (object->kind == RP_EXPR_INDEX)
        exclusion.element = rp_translate_element (t, object, &inexact);
      exclusion.is_exact = !inexact && (exclusion.element || object->kind != RP_EXPR_INDEX);
      hold (t, exclusion);
    }
  if (!stmt->arg_count)
    hold (t, (rp_exclusion) { .is_whole = true, .is_exact = true });
  /* the objects' subscripts are read before the section */
  size_t inside = t->held.count;
  t->held.count = count;
  rp_translator_flush (t);
  t->held.count = inside;
  translate_part (t, stmt->body[0]);
  while (t->held.count > count)
    {
      isl_map_free (RP_VEC_POP (&t->held).element);
      t->held_dims.count--;
    }
}

/* ---- calls ---- */

typedef struct call_outside
{
  rp_known_frame frame;
  isl_set *entry_domain, *stmt_domain;
  const rp_inexact *inexact, *stmt_inexact;
  rp_known result;
  uint32_t returns;
  const rp_stmt *stmt;
} call_outside;

static call_outside
call_begin (rp_translator *t, const rp_proc *proc, isl_pw_aff *const *arguments)
{
  call_outside saved = { t->frame,        t->entry_domain, t->stmt_domain, t->inexact,
                         t->stmt_inexact, t->result,       t->returns,     t->stmt };
  t->frame
    = (rp_known_frame) { rp_calloc (proc->frame_size + 1, sizeof (rp_known)), proc->frame_size };
  for (uint32_t i = 0; i < proc->param_count; i++)
    learn (t, i, arguments[i]);
  t->entry_domain = t->domain;
  t->result = (rp_known) { 0 };
  t->returns = 0;
  RP_VEC_PUSH (&t->calls, proc);
  return saved;
}

/* The value that the call returned, if it is known. */
static isl_pw_aff *
call_end (rp_translator *t, call_outside saved)
{
  isl_pw_aff *result = t->result.value;
  clear_frame (&t->frame);
  t->frame = saved.frame;
  t->entry_domain = saved.entry_domain;
  t->stmt_domain = saved.stmt_domain;
  t->inexact = saved.inexact;
  t->stmt_inexact = saved.stmt_inexact;
  t->result = saved.result;
  t->returns = saved.returns;
  t->stmt = saved.stmt;
  t->calls.count--;
  return result;
}

/* A recursion ends by itself where the domain becomes empty; else it is cut off, once and for all.
 */
static bool
is_too_much (rp_translator *t, const rp_proc *proc, rp_span span)
{
  uint32_t depth = 0;
  for (size_t i = 0; i < t->calls.count; i++)
    depth += t->calls.items[i] == proc;
  if (!t->gave_up && depth < MOST_RECURSION && t->calls.count < MOST_CALLS
      && t->form->leaves.count < MOST_LEAVES)
    return false;
  if (!t->gave_up)
    rp_translator_note (t, span, "the calls nest too deep to be expanded: a recursion?", true);
  t->gave_up = true;
  return true;
}

static isl_pw_aff *
expand (rp_translator *t, const rp_proc *proc, isl_pw_aff *const *arguments, rp_span span)
{
  if (is_too_much (t, proc, span))
    {
      for (uint32_t i = 0; i < proc->param_count; i++)
        isl_pw_aff_free (arguments[i]);
      return NULL;
    }
  rp_translator_flush (t);
  call_outside saved = call_begin (t, proc, arguments);
  translate_part (t, proc->body);
  return call_end (t, saved);
}

isl_pw_aff *
rp_translate_call (rp_translator *t, const rp_expr *call)
{
  const rp_proc *proc = &t->program->procs[call->index];
  isl_pw_aff *arguments[proc->param_count + 1];
  for (uint32_t i = 0; i < proc->param_count; i++)
    arguments[i] = rp_translate_value (t, call->args[i]);
  return expand (t, proc, arguments, call->span);
}

/* The value of a call is known if there is one return, and it is always reached. */
static void
translate_return (rp_translator *t, const rp_stmt *stmt)
{
  isl_pw_aff *value = stmt->expr ? rp_translate_value (t, stmt->expr) : NULL;
  bool is_only
    = ++t->returns == 1 && !t->inexact
      && isl_set_dim (t->domain, isl_dim_set) == isl_set_dim (t->entry_domain, isl_dim_set)
      && isl_set_is_equal (t->domain, t->entry_domain) == isl_bool_true;
  isl_pw_aff_free (t->result.value);
  if (!is_only)
    isl_pw_aff_free (value);
  t->result = (rp_known) { is_only ? value : NULL, (uint32_t) t->names.count };
}

/* Tasks in regions are joined by await; that order is not used. */
static void
translate_post (rp_translator *t, const rp_stmt *stmt)
{
  const rp_proc *proc = &t->program->procs[stmt->callee_index];
  isl_pw_aff *arguments[stmt->arg_count + 1];
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    arguments[i] = rp_translate_value (t, stmt->args[i]);
  if (stmt->handler)
    rp_translator_note (t, stmt->handler_span,
                        "a handler runs where its task is joined, which is not represented", true);
  rp_translator_note (t, stmt->head.end ? stmt->head : stmt->span,
                      "the orders that regions make are not used", false);
  rp_translator_flush (t);
  push_marker (t, RP_TOKEN_ASYNC, stmt, false);
  size_t held_base = t->held_base;
  t->held_base = t->held.count;
  isl_pw_aff_free (expand (t, proc, arguments, stmt->span));
  t->held_base = held_base;
  t->path.count -= 2;
}

/* ---- the rest ---- */

static void
translate_assign (rp_translator *t, const rp_stmt *stmt)
{
  const rp_expr *target = stmt->target;
  if (target->binding == RP_BOUND_LOCAL)
    {
      learn (t, target->index, rp_translate_value (t, stmt->expr));
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
        learn (t, stmt->index, rp_translate_value (t, stmt->expr));
      else
        learn (t, stmt->index,
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
      translate_while (t, stmt);
      break;
    case RP_STMT_FOR:
    case RP_STMT_FORALL:
    case RP_STMT_FORASYNC:
      translate_for (t, stmt);
      break;
    case RP_STMT_RETURN:
      translate_return (t, stmt);
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
      translate_post (t, stmt);
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
      forget (t, stmt->index);
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

/* Parameters of main are those of the program. */
static void
bind_main (rp_translator *t, const rp_proc *main)
{
  for (uint32_t i = 0; i < main->param_count; i++)
    for (uint32_t j = 0; j < t->program->param_count; j++)
      if (!strcmp (main->params[i], t->program->params[j].name))
        {
          isl_local_space *space = isl_local_space_from_space (isl_set_get_space (t->domain));
          learn (t, i, isl_pw_aff_from_aff (isl_aff_var_on_domain (space, isl_dim_param, j)));
        }
}

/* isl gave up on something: nothing can be said. */
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
  clear_frame (&t.frame);
  isl_set_free (t.domain);
  RP_VEC_CLEAR (&t.path);
  RP_VEC_CLEAR (&t.names);
  RP_VEC_CLEAR (&t.held);
  RP_VEC_CLEAR (&t.held_dims);
  RP_VEC_CLEAR (&t.calls);
  free (t.is_written);
  return diagnostics->list.count == errors;
}
