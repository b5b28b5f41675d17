/* Walks through statements. Over-approximates as form.h says: a condition that is not affine counts as both true and
 * false, and a loop that is not affine has any number of iterations. */
#include "prove/c/walker/walker.h"

#include <isl/set.h>
#include <isl/val.h>
#include <string.h>

bool
rp_c_has_jump (const rp_c_node *node, rp_c_kind kind)
{
  if (!node || node->kind == RP_C_FOR || node->kind == RP_C_WHILE || node->kind == RP_C_DO
      || (node->kind == RP_C_SWITCH && kind == RP_C_BREAK))
    return false;
  if (node->kind == kind)
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (rp_c_has_jump (node->children[i], kind))
      return true;
  return false;
}

/* ---- domains ---- */

isl_set *
rp_c_enter (rp_walker *w, isl_set *set)
{
  isl_set *outer = w->domain;
  rp_c_flush (w);
  w->domain = set;
  return outer;
}

void
rp_c_leave (rp_walker *w, isl_set *outer)
{
  rp_c_flush (w);
  isl_set_free (w->domain);
  w->domain = outer;
}

rp_c_doubts
rp_c_add_doubt (rp_walker *w, rp_place at, bool is_about_barriers, const char *reason)
{
  rp_c_doubts outer = w->doubts;
  const rp_inexact *note = rp_c_note (w, at, false, "%s", reason);
  if (!w->doubts.inexact)
    w->doubts.inexact = note;
  if (!w->doubts.uncertain && is_about_barriers)
    w->doubts.uncertain = note;
  return outer;
}

void
rp_c_restore_doubts (rp_walker *w, rp_c_doubts outer)
{
  w->doubts = outer;
}

/* ---- if ---- */

/* Whether BRANCH is all of the domain, so that no known condition restricts it. */
static bool
is_anywhere (const rp_walker *w, isl_set *branch)
{
  return isl_set_is_subset (w->domain, branch) == isl_bool_true;
}

/* Joins the values behind the two branches of an if. A has the values of the first COUNT variables behind the branch
 * where TRUTH is true. The variables have the values behind the other branch; they get the joined values. */
static void
join_values (rp_walker *w, const rp_c_value *a, size_t count, const rp_c_truth *truth)
{
  for (size_t i = 0; i < count; i++)
    {
      rp_c_value *b = &w->variables.items[i].value;
      if (a[i].number == b->number && a[i].pointer == b->pointer && a[i].stride == b->stride
          && a[i].row == b->row && a[i].column == b->column && a[i].plane == b->plane
          && a[i].height == b->height && a[i].function == b->function
          && (a[i].number || a[i].is_derived == b->is_derived))
        continue;
      rp_c_value x = rp_c_recall (w, &a[i]), y = rp_c_recall (w, b);
      bool is_free = !w->form && !x.pointer && !y.pointer
                     && ((rp_c_may_be_any (&x) && is_anywhere (w, truth->yes))
                         || (rp_c_may_be_any (&y) && is_anywhere (w, truth->no)));
      rp_c_value joined
        = { .is_derived
            = !is_free && (a[i].is_derived || b->is_derived || a[i].number || b->number),
            .dims = (uint32_t) w->dims.count };
      const rp_c_variable *variable = &w->variables.items[i];
      if (truth->is_exact && !w->form && (x.number || y.number))
        {
          x = rp_c_name_input (w, x, variable->name, variable->type);
          y = rp_c_name_input (w, y, variable->name, variable->type);
        }
      if (x.number && y.number && truth->is_exact)
        {
          isl_pw_aff *yes
            = isl_pw_aff_intersect_domain (isl_pw_aff_copy (x.number), isl_set_copy (truth->yes));
          isl_pw_aff *no
            = isl_pw_aff_intersect_domain (isl_pw_aff_copy (y.number), isl_set_copy (truth->no));
          joined.number = rp_c_pool (w, isl_pw_aff_union_add (yes, no));
        }
      *b = joined;
      w->variables.items[i].generations++;
    }
}

/* Gives the first COUNT variables the values BEFORE, which they had before a branch. AFTER has their values behind the
 * branch. If the branch made a parameter for an unknown value, and did not change the variable, the variable keeps the
 * parameter. */
static void
go_back (rp_walker *w, rp_c_value *before, const rp_c_value *after, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!before[i].number && after[i].is_named && after[i].generation == before[i].generation)
      before[i] = after[i];
  rp_c_restore_values (w, before, count);
}

/* If two pointers are equal where CONDITION has the truth value IS_TRUE, sets w->equality to the comparison and notes
 * it. Returns the old w->equality. */
static const rp_c_node *
note_equality (rp_walker *w, const rp_c_node *condition, bool is_true)
{
  const rp_c_node *outer = w->equality, *found = rp_c_find_equality (condition, is_true);
  if (found)
    {
      w->equality = found;
      rp_c_note_equality (w);
    }
  return outer;
}

/* Walks through both branches of the `if' NODE. Takes the sets of TRUTH. */
static void
walk_branches (rp_walker *w, const rp_c_node *node, rp_c_truth truth)
{
  rp_c_doubts outer = w->doubts;
  size_t count, later;
  rp_c_held_set held = rp_c_held_now (w);
  rp_c_flush (w);
  if (!truth.is_exact)
    outer = rp_c_add_doubt (w, node->children[0]->at, true,
                            "the condition is not affine; both outcomes are considered");
  rp_c_value *before = rp_c_save_values (w, &count);
  isl_set *domain = rp_c_enter (w, isl_set_copy (truth.yes));
  const rp_c_node *equality = note_equality (w, node->children[0], true);
  bool is_failure = rp_c_is_null_test (node->children[0], true);
  w->failures += is_failure;
  rp_c_walk (w, node->children[1]);
  w->failures -= is_failure;
  w->equality = equality;
  rp_c_leave (w, domain);
  rp_c_check_held (w, held, node->at);
  /* variables that were made in the branch have no name after it */
  rp_c_value *yes = rp_c_save_values (w, &later);
  go_back (w, before, yes, count);
  domain = rp_c_enter (w, isl_set_copy (truth.no));
  if (node->count > 2)
    {
      note_equality (w, node->children[0], false);
      rp_c_walk (w, node->children[2]);
      w->equality = equality;
    }
  rp_c_leave (w, domain);
  join_values (w, yes, count, &truth);
  rp_c_restore_doubts (w, outer);
  rp_c_check_held (w, held, node->at);
  isl_set_free (truth.yes);
  isl_set_free (truth.no);
}

static void
walk_if (rp_walker *w, const rp_c_node *node)
{
  walk_branches (w, node, rp_c_decide (w, node->children[0]));
}

/* ---- blocks ---- */

static bool
is_just (const rp_c_node *node, rp_c_kind kind)
{
  return node->kind == kind
         || (node->kind == RP_C_BLOCK && node->count == 1 && is_just (node->children[0], kind));
}

#define DEEPEST_EXIT 4

/* Whether NODE ends the program as its last action. */
static bool
is_exit (const rp_c_node *node, int depth)
{
  if (node->kind == RP_C_BLOCK)
    return node->count && is_exit (node->children[node->count - 1], depth);
  const rp_c_decl *callee = node->kind == RP_C_CALL && node->children[0]->kind == RP_C_NAME
                              ? node->children[0]->decl
                              : NULL;
  if (!callee || !callee->is_function)
    return false;
  /* a function of the file that always ends the program */
  if (callee->function)
    return depth < DEEPEST_EXIT && callee->function->body
           && !rp_c_contains (callee->function->body, RP_C_RETURN)
           && !rp_c_contains (callee->function->body, RP_C_UNKNOWN)
           && is_exit (callee->function->body, depth + 1);
  return callee->is_noreturn || !strcmp (callee->name, "exit") || !strcmp (callee->name, "abort");
}

/* Whether NODE is an `if' without else, whose branch is a continue, is a return, or ends the program as its last
 * action. In a region, a return of the function that contains the region does not count, nor does the end of the
 * program. */
static bool
is_way_out (const rp_walker *w, const rp_c_node *node)
{
  if (node->kind != RP_C_IF || node->count != 2)
    return false;
  const rp_c_node *branch = node->children[1];
  return is_just (branch, RP_C_CONTINUE)
         || (is_just (branch, RP_C_RETURN) && (w->calls.count > 1 || !w->form))
         || (is_exit (branch, 0) && !w->form);
}

/* NODE is `if (c) continue;' or the like. Walks through it, and restricts the rest of the block to where c is false.
 * Returns false, without the restriction, if c is not affine. */
static bool
walk_way_out (rp_walker *w, const rp_c_node *node)
{
  rp_c_truth truth = rp_c_decide (w, node->children[0]);
  if (!truth.is_exact)
    {
      walk_branches (w, node, truth);
      return false;
    }
  size_t count, later;
  rp_c_value *before = rp_c_save_values (w, &count);
  isl_set *outer = rp_c_enter (w, truth.yes);
  rp_c_walk (w, node->children[1]);
  rp_c_leave (w, outer);
  go_back (w, before, rp_c_save_values (w, &later), count);
  rp_c_flush (w);
  isl_set_free (w->domain);
  w->domain = truth.no;
  return true;
}

static bool
may_jump (const rp_c_node *node)
{
  return rp_c_has_jump (node, RP_C_CONTINUE) || rp_c_contains (node, RP_C_RETURN);
}

static void
walk_block (rp_walker *w, const rp_c_node *node)
{
  isl_set *outer = rp_c_enter (w, isl_set_copy (w->domain));
  rp_c_doubts before = w->doubts;
  rp_c_held_set held = rp_c_held_now (w);
  const rp_c_node *equality = w->equality;
  for (uint32_t i = 0; i < node->count; i++)
    {
      const rp_c_node *child = node->children[i];
      bool is_way = i + 1 < node->count && is_way_out (w, child);
      /* control may also come to a label from the beginning of the switch */
      if (child->kind == RP_C_CASE)
        {
          rp_c_flush (w);
          isl_set_free (w->domain);
          w->domain = isl_set_copy (outer);
        }
      bool is_left
        = is_way && isl_set_is_empty (w->domain) != isl_bool_true && walk_way_out (w, child);
      if (is_way)
        note_equality (w, child->children[0], false);
      if (is_left)
        continue;
      if (!is_way)
        rp_c_walk (w, child);
      if (i + 1 < node->count && may_jump (child) && w->form)
        rp_c_add_doubt (w, child->at, true,
                        "a jump may come before what follows; it is considered nevertheless");
    }
  w->equality = equality;
  rp_c_check_held (w, held, node->at);
  rp_c_restore_doubts (w, before);
  rp_c_leave (w, outer);
}

/* ---- functions ---- */

static void
walk_return (rp_walker *w, const rp_c_node *node)
{
  rp_c_value value = node->count ? rp_c_evaluate (w, node->children[0]) : (rp_c_value) { 0 };
  w->returned.value = ++w->returned.count == 1 ? value : (rp_c_value) { .is_derived = true };
}

/* Whether the last statement of the body is a return. */
static bool
ends_with_return (const rp_c_node *body)
{
  return body->count && body->children[body->count - 1]->kind == RP_C_RETURN;
}

/* Returns the variables that names mean in a called function. Global and static variables are the original ones, not
 * the copies that constructs around the call have made. */
static uint32_t *
names_in_callee (rp_walker *w)
{
  size_t count = w->program->decls.count;
  uint32_t *names = rp_arena_alloc (&w->program->arena, (count + 1) * sizeof *names);
  for (size_t i = 0; i < count; i++)
    names[i]
      = w->program->decls.items[i]->is_static ? w->by_decl.original[i] : w->by_decl.current[i];
  return names;
}

rp_c_value
rp_c_inline (rp_walker *w, const rp_c_function *function, const rp_c_value *arguments,
             uint32_t count, rp_place at)
{
  for (size_t i = 0; i < w->calls.count; i++)
    if (w->calls.items[i] == function)
      {
        rp_c_note (w, at, true, "%s calls itself, which is not represented", function->name);
        return (rp_c_value) { .is_derived = true };
      }
  rp_c_returned outer = w->returned;
  const rp_c_node *statement = w->statement;
  const char *atomic = w->around.atomic;
  uint32_t *names = w->by_decl.current;
  rp_c_flush (w);
  RP_VEC_PUSH (&w->calls, function);
  w->returned = (rp_c_returned) { 0 };
  w->around.atomic = NULL;
  w->by_decl.current = names_in_callee (w);
  for (uint32_t i = 0; i < function->param_count; i++)
    {
      const rp_c_decl *decl = function->params[i];
      uint32_t variable = rp_c_make_private (w, decl);
      /* if the function has no prototype, the argument is converted here */
      bool is_integer = decl->type->kind == RP_C_INTEGER;
      bool is_kept = !is_integer || !rp_c_wraps (decl->type);
      if (i < count && w->variables.items[variable].is_hidden)
        rp_c_learn (w, variable,
                    is_kept ? arguments[i] : rp_c_convert (w, arguments[i], NULL, decl->type));
    }
  rp_c_walk (w, function->body);
  w->by_decl.current = names;
  rp_c_value value = w->returned.value;
  if (w->returned.count != 1 || !ends_with_return (function->body))
    value = (rp_c_value) { .is_derived = true };
  rp_c_flush (w);
  w->calls.count--;
  w->around.atomic = atomic;
  w->statement = statement;
  w->returned = outer;
  return value;
}

/* ---- all statements ---- */

static void
walk_list (rp_walker *w, const rp_c_node *list, const rp_c_decl *decl)
{
  rp_c_value values[list->count + 1];
  for (uint32_t i = 0; i < list->count; i++)
    values[i] = rp_c_evaluate (w, list->children[i]);
  uint32_t variable = w->form ? rp_c_make_private (w, decl) : rp_c_variable_of (w, decl);
  if (w->form && !w->variables.items[variable].is_hidden)
    return;
  rp_c_forget (w, variable, true);
  for (uint32_t i = 0; i < list->count; i++)
    {
      const rp_c_field *field = &decl->type->fields[i];
      uint32_t member = rp_c_derived (w, variable, field->name, field->type);
      if (field->type->kind == RP_C_INTEGER)
        rp_c_learn (w, member, rp_c_convert (w, values[i], list->children[i]->type, field->type));
      else if (field->type->kind == RP_C_POINTER)
        rp_c_learn (w, member, values[i]);
    }
}

static void
walk_declaration (rp_walker *w, const rp_c_node *node)
{
  rp_c_value value = { 0 };
  const rp_c_decl *decl = node->decl;
  if (decl->is_static)
    return;
  if (node->count && rp_c_is_plain_list (w->program, node->children[0], decl->type))
    {
      walk_list (w, node->children[0], decl);
      return;
    }
  if (node->count)
    value = rp_c_evaluate (w, node->children[0]);
  if (decl->type->kind != RP_C_INTEGER)
    value.number = NULL;
  if (decl->type->kind != RP_C_POINTER)
    value.pointer = NULL;
  uint32_t variable = w->form ? rp_c_make_private (w, decl) : rp_c_variable_of (w, decl);
  rp_c_take_sizes (w, variable);
  if (!w->form)
    {
      rp_c_learn (w, variable, value);
      return;
    }
  if (w->variables.items[variable].is_hidden)
    {
      rp_c_learn (w, variable, value);
      if (node->count)
        rp_c_take_memory (w, variable, node->children[0]);
    }
  else if (node->count && decl->type->kind != RP_C_STRUCT)
    {
      rp_c_node name = *node;
      name.kind = RP_C_NAME;
      name.decl = (rp_c_decl *) decl;
      name.text = decl->name;
      rp_c_record (w, rp_c_locate (w, &name), true, node);
    }
}

void
rp_c_walk (rp_walker *w, const rp_c_node *node)
{
  const rp_c_node *outer = w->statement;
  if (!node || rp_c_is_late (w) || isl_set_is_empty (w->domain) == isl_bool_true)
    return;
  w->statement = node;
  switch (node->kind)
    {
    case RP_C_BLOCK:
      walk_block (w, node);
      break;
    case RP_C_DECLARATION:
      walk_declaration (w, node);
      break;
    case RP_C_IF:
      walk_if (w, node);
      break;
    case RP_C_FOR:
      rp_c_walk_for (w, node);
      break;
    case RP_C_WHILE:
    case RP_C_DO:
      rp_c_walk_while (w, node);
      break;
    case RP_C_SWITCH:
      rp_c_walk_switch (w, node);
      break;
    case RP_C_CASE:
      rp_c_walk_case (w, node);
      break;
    case RP_C_RETURN:
      walk_return (w, node);
      break;
    case RP_C_BREAK:
    case RP_C_CONTINUE:
    case RP_C_EMPTY:
      break;
    case RP_C_DIRECTIVE:
      rp_c_walk_directive (w, node);
      break;
    case RP_C_UNKNOWN:
      rp_c_note (w, node->at, true,
                 "a statement of this kind (goto, label, assembler) is not represented");
      /* the statement behind a label may contain regions */
      for (uint32_t i = 0; i < node->count; i++)
        if (node->children[i])
          rp_c_walk (w, node->children[i]);
      break;
    default:
      rp_c_evaluate (w, node);
    }
  if (w->form)
    rp_c_flush (w);
  w->statement = outer;
}
