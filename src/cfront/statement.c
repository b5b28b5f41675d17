/* Statements. What is not affine is over-approximated as form.h says: a condition counts as both
 * true and false, a loop as any number of iterations. */
#include "base/panic.h"
#include "cfront/walker.h"

#include <isl/set.h>
#include <isl/val.h>
#include <string.h>

bool
rp_c_contains (const rp_c_node *node, rp_c_kind kind)
{
  if (!node)
    return false;
  if (node->kind == kind)
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (rp_c_contains (node->children[i], kind))
      return true;
  return false;
}

/* A break or continue that means the loop which NODE is the body of. */
static bool
jumps (const rp_c_node *node, rp_c_kind kind)
{
  if (!node || node->kind == RP_C_FOR || node->kind == RP_C_WHILE || node->kind == RP_C_DO
      || (node->kind == RP_C_SWITCH && kind == RP_C_BREAK))
    return false;
  if (node->kind == kind)
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (jumps (node->children[i], kind))
      return true;
  return false;
}

/* ---- domains ---- */

/* Goes on within SET (taken); returns the domain to go back to. */
static isl_set *
enter (rp_walker *w, isl_set *set)
{
  isl_set *outer = w->domain;
  rp_c_flush (w);
  w->domain = set;
  return outer;
}

static void
leave (rp_walker *w, isl_set *outer)
{
  rp_c_flush (w);
  isl_set_free (w->domain);
  w->domain = outer;
}

rp_c_doubts
rp_c_doubt (rp_walker *w, rp_place at, bool is_about_barriers, const char *reason)
{
  rp_c_doubts outer = { w->inexact, w->uncertain };
  const rp_inexact *note = rp_c_note (w, at, false, "%s", reason);
  if (!w->inexact)
    w->inexact = note;
  if (!w->uncertain && is_about_barriers)
    w->uncertain = note;
  return outer;
}

void
rp_c_trust (rp_walker *w, rp_c_doubts outer)
{
  w->inexact = outer.inexact;
  w->uncertain = outer.uncertain;
}

/* ---- if ---- */

/* Values after both branches: A where YES, those here where NO. */
static void
join_values (rp_walker *w, const rp_c_value *a, size_t count, const rp_c_truth *truth)
{
  for (size_t i = 0; i < count; i++)
    {
      rp_c_value *b = &w->variables.items[i].value;
      if (a[i].number == b->number && a[i].pointer == b->pointer && a[i].stride == b->stride
          && a[i].row == b->row && a[i].column == b->column && a[i].function == b->function)
        continue;
      rp_c_value x = rp_c_recall (w, &a[i]), y = rp_c_recall (w, b);
      rp_c_value joined
        = { .is_derived = a[i].is_derived || b->is_derived || a[i].number || b->number,
            .dims = (uint32_t) w->names.count };
      if (x.number && y.number && truth->is_exact)
        {
          isl_pw_aff *yes
            = isl_pw_aff_intersect_domain (isl_pw_aff_copy (x.number), isl_set_copy (truth->yes));
          isl_pw_aff *no
            = isl_pw_aff_intersect_domain (isl_pw_aff_copy (y.number), isl_set_copy (truth->no));
          joined.number = rp_c_pool (w, isl_pw_aff_union_add (yes, no));
        }
      *b = joined;
    }
}

static void
walk_if (rp_walker *w, const rp_c_node *node)
{
  rp_c_truth truth = rp_c_decide (w, node->children[0]);
  rp_c_doubts outer = { w->inexact, w->uncertain };
  size_t count, later, held = w->held.count;
  rp_c_flush (w);
  if (!truth.is_exact)
    outer = rp_c_doubt (w, node->children[0]->at, true,
                        "the condition is not affine; both outcomes are considered");
  rp_c_value *before = rp_c_save_values (w, &count);
  isl_set *domain = enter (w, isl_set_copy (truth.yes));
  rp_c_walk (w, node->children[1]);
  leave (w, domain);
  /* variables that were added meanwhile are not known after it by any name */
  rp_c_value *yes = rp_c_save_values (w, &later);
  /* a value that only got a name in the branch had it before */
  for (size_t i = 0; i < count; i++)
    if (!before[i].number && yes[i].is_named && yes[i].generation == before[i].generation)
      before[i] = yes[i];
  rp_c_restore_values (w, before, count);
  domain = enter (w, isl_set_copy (truth.no));
  if (node->count > 2)
    rp_c_walk (w, node->children[2]);
  leave (w, domain);
  join_values (w, yes, count, &truth);
  rp_c_trust (w, outer);
  if (w->held.count != held)
    {
      rp_c_note (w, node->at, true, "a lock is taken or released under a condition");
      w->held.count = held;
    }
  isl_set_free (truth.yes);
  isl_set_free (truth.no);
}

/* ---- blocks ---- */

static bool
is_just (const rp_c_node *node, rp_c_kind kind)
{
  return node->kind == kind
         || (node->kind == RP_C_BLOCK && node->count == 1 && is_just (node->children[0], kind));
}

/* Whether the last thing that NODE does, outside regions, is to end the program. */
static bool
is_exit (const rp_c_node *node)
{
  if (node->kind == RP_C_BLOCK)
    return node->count && is_exit (node->children[node->count - 1]);
  return node->kind == RP_C_CALL && node->children[0]->kind == RP_C_NAME
         && (!strcmp (node->children[0]->text, "exit")
             || !strcmp (node->children[0]->text, "abort"));
}

/* `if (c) continue;', `if (c) return;': the rest of the block is for where C does not hold. */
static bool
leaves_rest (rp_walker *w, const rp_c_node *node, isl_set **rest)
{
  if (node->kind != RP_C_IF || node->count != 2
      || !(is_just (node->children[1], RP_C_CONTINUE)
           || (is_just (node->children[1], RP_C_RETURN) && (w->calls.count > 1 || !w->form))
           || (is_exit (node->children[1]) && !w->form)))
    return false;
  rp_c_truth truth = rp_c_decide (w, node->children[0]);
  isl_set_free (truth.yes);
  if (truth.is_exact)
    *rest = truth.no;
  else
    isl_set_free (truth.no);
  return truth.is_exact;
}

static bool
may_jump (const rp_c_node *node)
{
  return jumps (node, RP_C_CONTINUE) || rp_c_contains (node, RP_C_RETURN);
}

static void
walk_block (rp_walker *w, const rp_c_node *node)
{
  isl_set *outer = enter (w, isl_set_copy (w->domain));
  rp_c_doubts before = { w->inexact, w->uncertain };
  size_t held = w->held.count;
  for (uint32_t i = 0; i < node->count; i++)
    {
      const rp_c_node *child = node->children[i];
      isl_set *rest = NULL;
      if (i + 1 < node->count && leaves_rest (w, child, &rest))
        {
          rp_c_flush (w);
          isl_set_free (w->domain);
          w->domain = rest;
          continue;
        }
      rp_c_walk (w, child);
      if (i + 1 < node->count && may_jump (child) && w->form)
        rp_c_doubt (w, child->at, true,
                    "a jump may come before what follows; it is considered nevertheless");
    }
  if (w->held.count > held)
    {
      rp_c_note (w, node->at, true, "a lock is still held at the end of the block");
      w->held.count = held;
    }
  rp_c_trust (w, before);
  leave (w, outer);
}

/* ---- loops ---- */

static bool
is_name_of (const rp_c_node *node, const rp_c_decl *decl)
{
  return node && node->kind == RP_C_NAME && node->decl == decl;
}

static bool
constant_step (const rp_c_node *node, int64_t *value)
{
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "-")
      && constant_step (node->children[0], value))
    {
      *value = -*value;
      return true;
    }
  if (node->kind != RP_C_NUMBER)
    return false;
  *value = node->value;
  return true;
}

static bool
read_step (const rp_c_node *node, rp_c_loop *loop)
{
  if (!node || !node->count || !is_name_of (node->children[0], loop->iterator))
    return false;
  const char *op = node->op + (node->kind == RP_C_UNARY && node->op[0] == 'p');
  if (node->kind == RP_C_UNARY && (!strcmp (op, "++") || !strcmp (op, "--")))
    {
      loop->step = op[0] == '+' ? 1 : -1;
      return true;
    }
  if (node->kind != RP_C_BINARY)
    return false;
  const rp_c_node *right = node->children[1];
  if (!strcmp (op, "+=") || !strcmp (op, "-="))
    {
      if (!constant_step (right, &loop->step))
        {
          loop->by = op[0] == '+' ? right : NULL;
          return loop->by != NULL;
        }
      loop->step = op[0] == '+' ? loop->step : -loop->step;
      return true;
    }
  if (strcmp (op, "=") || right->kind != RP_C_BINARY || right->count != 2
      || (strcmp (right->op, "+") && strcmp (right->op, "-")))
    return false;
  bool is_swapped = !strcmp (right->op, "+") && is_name_of (right->children[1], loop->iterator);
  if (!is_name_of (right->children[is_swapped], loop->iterator)
      || !constant_step (right->children[!is_swapped], &loop->step))
    return false;
  loop->step = right->op[0] == '+' ? loop->step : -loop->step;
  return true;
}

static bool
read_bound (const rp_c_node *node, rp_c_loop *loop)
{
  static const char *const mirrored[][2]
    = { { "<", ">" }, { "<=", ">=" }, { ">", "<" }, { ">=", "<=" }, { "!=", "!=" } };
  if (!node || node->kind != RP_C_BINARY || node->count != 2)
    return false;
  for (size_t i = 0; i < sizeof mirrored / sizeof *mirrored; i++)
    {
      if (strcmp (node->op, mirrored[i][0]))
        continue;
      bool is_swapped = is_name_of (node->children[1], loop->iterator);
      if (!is_swapped && !is_name_of (node->children[0], loop->iterator))
        return false;
      loop->bound = node->children[!is_swapped];
      strcpy (loop->relation, mirrored[i][is_swapped]);
      return true;
    }
  return false;
}

bool
rp_c_loop_read (const rp_c_node *node, rp_c_loop *loop)
{
  *loop = (rp_c_loop) { 0 };
  if (node->kind != RP_C_FOR || !node->children[0])
    return false;
  const rp_c_node *init = node->children[0];
  if (init->kind == RP_C_DECLARATION && init->count == 1)
    {
      loop->iterator = init->decl;
      loop->begin = init->children[0];
      loop->declares = true;
    }
  else if (init->kind == RP_C_BINARY && !strcmp (init->op, "=")
           && init->children[0]->kind == RP_C_NAME)
    {
      loop->iterator = init->children[0]->decl;
      loop->begin = init->children[1];
    }
  if (!loop->iterator || loop->iterator->type->kind != RP_C_INTEGER
      || !read_bound (node->children[1], loop) || !read_step (node->children[2], loop)
      || !loop->step || rp_c_assigns (node->children[3], loop->iterator))
    {
      if (loop->by && rp_c_assigns (node->children[3], loop->iterator))
        loop->by = NULL;
      return false;
    }
  bool goes_up = loop->step > 0;
  if (!strcmp (loop->relation, "!="))
    {
      if (loop->step != 1 && loop->step != -1)
        return false;
      strcpy (loop->relation, goes_up ? "<" : ">");
    }
  return goes_up == (loop->relation[0] == '<');
}

/* Whether the bound has the same value as long as the loop runs, if it had one at its begin. */
bool
rp_c_is_bound_kept (const rp_walker *w, const rp_c_node *bound, const rp_c_node *body)
{
  bool has_calls = rp_c_contains (body, RP_C_CALL);
  if (bound->kind == RP_C_NAME && bound->decl
      && (rp_c_assigns (body, bound->decl)
          || (has_calls && !w->form
              && (bound->decl->is_static || w->is_exposed[bound->decl->index]))))
    return false;
  if (bound->kind == RP_C_MEMBER && !w->form
      && (has_calls || rp_c_assigns_member (body, bound->text)))
    return false;
  for (uint32_t i = 0; i < bound->count; i++)
    if (!rp_c_is_bound_kept (w, bound->children[i], body))
      return false;
  return true;
}

static isl_set *
related (const char *relation, isl_pw_aff *a, isl_pw_aff *b)
{
  a = isl_pw_aff_copy (a);
  b = isl_pw_aff_copy (b);
  return !strcmp (relation, "<")    ? isl_pw_aff_lt_set (a, b)
         : !strcmp (relation, "<=") ? isl_pw_aff_le_set (a, b)
         : !strcmp (relation, ">")  ? isl_pw_aff_gt_set (a, b)
                                    : isl_pw_aff_ge_set (a, b);
}

/* The domain where X runs from BEGIN by the loop's step as far as BOUND; either may be NULL. */
static void
restrict_loop (rp_walker *w, const rp_c_loop *loop, isl_pw_aff *x, isl_pw_aff *begin,
               isl_pw_aff *bound)
{
  if (bound)
    w->domain = isl_set_intersect (w->domain, related (loop->relation, x, bound));
  if (!begin)
    return;
  w->domain = isl_set_intersect (w->domain, related (loop->step > 0 ? ">=" : "<=", x, begin));
  if (loop->step == 1 || loop->step == -1)
    return;
  isl_pw_aff *steps = isl_pw_aff_sub (isl_pw_aff_copy (x), isl_pw_aff_copy (begin));
  int64_t size = loop->step > 0 ? loop->step : -loop->step;
  steps = isl_pw_aff_mod_val (steps, isl_val_int_from_si (w->isl, size));
  w->domain = isl_set_intersect (w->domain, isl_pw_aff_zero_set (steps));
}

/* Adds a dimension. */
void
rp_c_open_dimension (rp_walker *w, const char *name, bool is_descending, rp_place at)
{
  rp_c_push (w, RP_TOKEN_ITERATOR, false, at, NULL);
  RP_VEC_LAST (&w->path).descending = is_descending;
  RP_VEC_PUSH (&w->names, name);
  w->domain = isl_set_add_dims (isl_set_copy (w->domain), isl_dim_set, 1);
}

void
rp_c_loop_enter (rp_walker *w, const rp_c_node *node, rp_c_loop *loop)
{
  uint32_t dims = (uint32_t) w->names.count;
  isl_pw_aff *begin = rp_c_evaluate (w, loop->begin).number;
  isl_pw_aff *bound = rp_c_is_bound_kept (w, loop->bound, node->children[3])
                        ? rp_c_evaluate (w, loop->bound).number
                        : NULL;
  if (!begin || !bound)
    rp_c_doubt (w, (begin ? loop->bound : loop->begin)->at, true,
                begin
                  ? "the bound of the loop is not affine; any number of iterations is considered"
                  : "the begin of the loop is not affine; any one is considered");
  rp_c_forget_assigned (w, node->children[3]);
  rp_c_open_dimension (w, loop->iterator->name, loop->step < 0, node->at);
  isl_pw_aff *x = rp_c_dimension (w, dims);
  loop->first = begin;
  loop->limit = bound;
  restrict_loop (w, loop, x, rp_c_extend (w, begin, dims), rp_c_extend (w, bound, dims));
  uint32_t variable = rp_c_variable_of (w, loop->iterator);
  w->variables.items[variable].is_iterator = true;
  w->variables.items[variable].value
    = (rp_c_value) { .number = x, .dims = (uint32_t) w->names.count };
}

void
rp_c_loop_leave (rp_walker *w)
{
  rp_c_flush (w);
  isl_set_free (w->domain);
  w->path.count -= 2;
  w->names.count--;
}

/* Outside regions the iterator is a parameter. */
static void
walk_loop_outside (rp_walker *w, const rp_c_node *node, const rp_c_loop *loop)
{
  isl_pw_aff *begin = rp_c_evaluate (w, loop->begin).number;
  isl_pw_aff *bound = rp_c_is_bound_kept (w, loop->bound, node->children[3])
                        ? rp_c_evaluate (w, loop->bound).number
                        : NULL;
  rp_c_forget_assigned (w, node);
  isl_set *outer = enter (w, isl_set_copy (w->domain));
  isl_pw_aff *x = rp_c_parameter (w, loop->iterator->name, false, node->at);
  restrict_loop (w, loop, x, begin, bound);
  uint32_t variable = rp_c_variable_of (w, loop->iterator);
  rp_c_learn (w, variable, (rp_c_value) { .number = x });
  rp_c_walk (w, node->children[3]);
  leave (w, outer);
  rp_c_forget_assigned (w, node);
}

/* A loop that is not affine, outside regions. */
static void
walk_unknown_outside (rp_walker *w, const rp_c_node *node)
{
  rp_c_forget_assigned (w, node);
  for (uint32_t i = 0; i < node->count; i++)
    if (node->children[i] && node->children[i]->kind >= RP_C_BLOCK)
      rp_c_walk (w, node->children[i]);
  rp_c_forget_assigned (w, node);
}

/* Whether a loop here runs equally often in all threads if it contains barriers: then its number of
 * iterations can be a parameter. */
static bool
is_at_team_level (const rp_walker *w)
{
  return w->team && w->names.count == w->team->dim + 1 && !w->uncertain;
}

/* Any number of iterations. A program that conforms has all threads reach the same barriers; so
 * their number is the same for all of them, though not known. */
static void
walk_unknown (rp_walker *w, const rp_c_node *node, const rp_c_node *before, const rp_c_node *after,
              const rp_c_node *body)
{
  bool is_known = is_at_team_level (w) && !jumps (body, RP_C_BREAK) && !jumps (body, RP_C_CONTINUE)
                  && !rp_c_contains (body, RP_C_RETURN);
  rp_c_forget_assigned (w, node);
  isl_set *outer = w->domain;
  rp_c_doubts trusted = rp_c_doubt (
    w, node->at, !is_known, "the loop is not affine; any number of iterations is considered");
  isl_pw_aff *limit = is_known ? rp_c_parameter (w, "iterations", false, node->at) : NULL;
  uint32_t dims = (uint32_t) w->names.count;
  rp_c_open_dimension (w, "iteration", false, node->at);
  isl_pw_aff *x = rp_c_dimension (w, dims);
  w->domain = isl_set_intersect (w->domain, isl_pw_aff_nonneg_set (isl_pw_aff_copy (x)));
  isl_set *all = isl_set_copy (w->domain);
  if (limit)
    {
      limit = rp_c_extend (w, limit, 0);
      isl_set *last = isl_pw_aff_le_set (isl_pw_aff_copy (x), isl_pw_aff_copy (limit));
      w->domain = isl_set_intersect (w->domain, last);
    }
  rp_c_evaluate (w, before);
  rp_c_flush (w);
  if (limit)
    {
      isl_set_free (w->domain);
      w->domain = isl_set_intersect (
        isl_set_copy (all), isl_pw_aff_lt_set (isl_pw_aff_copy (x), isl_pw_aff_copy (limit)));
    }
  rp_c_walk (w, body);
  rp_c_evaluate (w, after);
  isl_set_free (all);
  rp_c_loop_leave (w);
  w->domain = outer;
  rp_c_trust (w, trusted);
  rp_c_forget_assigned (w, node);
}

/* A loop in a region whose iterations follow each other. */
static void
walk_sequential (rp_walker *w, const rp_c_node *node, rp_c_loop *loop)
{
  isl_set *outer = w->domain;
  const rp_c_node *body = node->children[3];
  rp_c_doubts trusted = { w->inexact, w->uncertain };
  /* the iterator may be shared: then its assignments are accesses, too */
  if (loop->declares)
    rp_c_make_private (w, loop->iterator);
  else if (!w->variables.items[rp_c_variable_of (w, loop->iterator)].is_hidden)
    rp_c_walk (w, node->children[0]);
  if (jumps (body, RP_C_BREAK) || rp_c_contains (body, RP_C_RETURN))
    rp_c_doubt (w, node->at, true,
                "the loop may end before its bound; all iterations are considered");
  rp_c_loop_enter (w, node, loop);
  uint32_t variable = rp_c_variable_of (w, loop->iterator);
  rp_c_evaluate (w, node->children[1]);
  rp_c_walk (w, body);
  rp_c_evaluate (w, node->children[2]);
  rp_c_loop_leave (w);
  w->domain = outer;
  w->variables.items[variable].is_iterator = false;
  rp_c_trust (w, trusted);
  rp_c_forget_assigned (w, node);
}

static void
walk_for (rp_walker *w, const rp_c_node *node)
{
  rp_c_loop loop;
  if (rp_c_construct_for (w, node))
    return;
  bool is_affine
    = rp_c_loop_read (node, &loop) && !(w->is_exposed[loop.iterator->index] && w->form);
  if (is_affine && w->form)
    walk_sequential (w, node, &loop);
  else if (is_affine)
    walk_loop_outside (w, node, &loop);
  else if (w->form && loop.by && rp_c_walk_cyclic (w, node, &loop))
    ;
  else
    {
      if (node->children[0])
        rp_c_walk (w, node->children[0]);
      if (w->form)
        {
          walk_unknown (w, node, node->children[1], node->children[2], node->children[3]);
          return;
        }
      walk_unknown_outside (w, node);
    }
}

static void
walk_while (rp_walker *w, const rp_c_node *node)
{
  bool is_do = node->kind == RP_C_DO;
  const rp_c_node *condition = node->children[is_do], *body = node->children[!is_do];
  if (!w->form)
    walk_unknown_outside (w, node);
  else
    walk_unknown (w, node, is_do ? NULL : condition, is_do ? condition : NULL, body);
}

static void
walk_switch (rp_walker *w, const rp_c_node *node)
{
  rp_c_evaluate (w, node->children[0]);
  rp_c_doubts trusted = rp_c_doubt (w, node->at, true, "all branches of the switch are considered");
  rp_c_forget_assigned (w, node->children[1]);
  rp_c_walk (w, node->children[1]);
  rp_c_forget_assigned (w, node->children[1]);
  rp_c_trust (w, trusted);
}

/* ---- functions ---- */

static void
walk_return (rp_walker *w, const rp_c_node *node)
{
  rp_c_value value = node->count ? rp_c_evaluate (w, node->children[0]) : (rp_c_value) { 0 };
  w->result = ++w->returns == 1 ? value : (rp_c_value) { .is_derived = true };
}

/* The last statement of a function, as far as it is plain. */
static bool
ends_with_return (const rp_c_node *body)
{
  return body->count && body->children[body->count - 1]->kind == RP_C_RETURN;
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
  rp_c_value result = w->result;
  uint32_t returns = w->returns;
  const rp_c_node *statement = w->statement;
  const char *atomic = w->atomic;
  uint32_t old[function->param_count + 1];
  rp_c_flush (w);
  RP_VEC_PUSH (&w->calls, function);
  w->result = (rp_c_value) { 0 };
  w->returns = 0;
  w->atomic = NULL;
  for (uint32_t i = 0; i < function->param_count; i++)
    {
      const rp_c_decl *decl = function->params[i];
      old[i] = w->current[decl->index];
      uint32_t variable = rp_c_make_private (w, decl);
      if (i < count && w->variables.items[variable].is_hidden)
        rp_c_learn (w, variable, arguments[i]);
    }
  rp_c_walk (w, function->body);
  for (uint32_t i = 0; i < function->param_count; i++)
    w->current[function->params[i]->index] = old[i];
  rp_c_value value = w->result;
  if (w->returns != 1 || !ends_with_return (function->body))
    value = (rp_c_value) { .is_derived = true };
  rp_c_flush (w);
  w->calls.count--;
  w->atomic = atomic;
  w->statement = statement;
  w->result = result;
  w->returns = returns;
  return value;
}

/* ---- all ---- */

/* struct s x = { a, b }; nothing is known of the members if they are named in the list. */
static bool
is_plain_list (const rp_walker *w, const rp_c_node *list, const rp_c_type *type)
{
  if (list->kind != RP_C_LIST || type->kind != RP_C_STRUCT || list->count > type->field_count)
    return false;
  for (uint32_t i = list->span.begin; i < list->span.end; i++)
    if (w->program->text[i] == '.' || w->program->text[i] == '=')
      return false;
  return true;
}

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
      if (field->type->kind == RP_C_INTEGER || field->type->kind == RP_C_POINTER)
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
  if (node->count && is_plain_list (w, node->children[0], decl->type))
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
  if (!w->form)
    {
      rp_c_learn (w, rp_c_variable_of (w, decl), value);
      return;
    }
  uint32_t variable = rp_c_make_private (w, decl);
  if (w->variables.items[variable].is_hidden)
    rp_c_learn (w, variable, value);
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
  if (!node || isl_set_is_empty (w->domain) == isl_bool_true)
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
      walk_for (w, node);
      break;
    case RP_C_WHILE:
    case RP_C_DO:
      walk_while (w, node);
      break;
    case RP_C_SWITCH:
      walk_switch (w, node);
      break;
    case RP_C_CASE:
      rp_c_walk (w, node->children[node->count - 1]);
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
                 "a statement of this kind (goto, assembler) is not represented");
      break;
    default:
      rp_c_evaluate (w, node);
    }
  if (w->form)
    rp_c_flush (w);
  w->statement = outer;
}
