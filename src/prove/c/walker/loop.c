/* Walks through loops. A loop with affine bounds and a constant step becomes a dimension with these bounds. In any
 * other loop, any number of iterations is considered. */
#include "prove/c/walker/walker.h"

#include <isl/set.h>
#include <isl/val.h>
#include <string.h>

/* ---- the three parts of a `for` ---- */

static bool
is_name_of (const rp_c_node *node, const rp_c_decl *decl)
{
  node = rp_c_bare (node);
  return node && node->kind == RP_C_NAME && node->decl == decl;
}

static bool
constant_step (const rp_c_node *node, int64_t *value)
{
  node = rp_c_bare (node);
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "-") && node->type && !node->type->is_unsigned
      && constant_step (node->children[0], value))
    {
      *value = -*value;
      return true;
    }
  bool is_constant
    = node->kind == RP_C_NAME && node->decl && node->decl->is_constant && node->decl->has_value;
  if (node->kind != RP_C_NUMBER && !is_constant)
    return false;
  *value = is_constant ? node->decl->value : node->value;
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
  const rp_c_node *right = rp_c_bare (node->children[1]);
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
      loop->compared = node->children[is_swapped]->type;
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
      || !loop->step || rp_c_assigns (node->children[3], loop->iterator)
      || rp_c_assigns_something (loop->begin) || rp_c_assigns_something (loop->bound)
      || !loop->compared || loop->compared->kind != RP_C_INTEGER || !loop->compared->bits
      || !loop->iterator->type->bits || loop->iterator->type->is_volatile)
    {
      if (loop->by
          && (rp_c_assigns (node->children[3], loop->iterator)
              || rp_c_assigns_something (loop->begin) || rp_c_assigns_something (loop->bound)
              || rp_c_assigns_something (loop->by) || loop->iterator->type->is_volatile))
        loop->by = NULL;
      return false;
    }
  bool goes_up = loop->step > 0;
  if (!strcmp (loop->relation, "!="))
    {
      if (loop->step != 1 && loop->step != -1)
        return false;
      loop->is_unequal = true;
      strcpy (loop->relation, goes_up ? "<" : ">");
    }
  return goes_up == (loop->relation[0] == '<');
}

/* Whether the value of BOUND stays the same while the loop runs. */
bool
rp_c_is_bound_kept (const rp_walker *w, const rp_c_node *bound, const rp_c_node *body)
{
  bool has_calls = rp_c_may_call (body);
  if (bound->kind == RP_C_NAME && bound->decl
      && (rp_c_assigns (body, bound->decl)
          || (has_calls && !w->form
              && (bound->decl->is_static || w->by_decl.is_exposed[bound->decl->index]))))
    return false;
  /* outside of regions, other pointers to the same memory are not known */
  if (!w->form
      && (bound->kind == RP_C_SUBSCRIPT || (bound->kind == RP_C_MEMBER && bound->is_arrow)
          || (bound->kind == RP_C_UNARY && !strcmp (bound->op, "*")))
      && (has_calls || rp_c_assigns_something (body)))
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

/* A relation between a dimension and each piece of a bound. ALL is where all of them hold. */
typedef struct pieces
{
  const char *relation;
  isl_pw_aff *x;
  isl_set *all;
} pieces;

static isl_stat
relate_piece (isl_set *domain, isl_aff *piece, void *context)
{
  pieces *p = context;
  isl_pw_aff *bound = isl_pw_aff_from_aff (piece);
  p->all = isl_set_intersect (p->all, related (p->relation, p->x, bound));
  isl_pw_aff_free (bound);
  isl_set_free (domain);
  return isl_stat_ok;
}

/* Restricts w->domain to where RELATION holds between X and BOUND. A bound such as (a < b ? a : b) has two pieces, and
 * the domain would be divided for each such loop around. If it means the same that X < a and X < b, the domain gets these
 * two conditions, and remains in one piece. */
static void
restrict_by (rp_walker *w, const char *relation, isl_pw_aff *x, isl_pw_aff *bound)
{
  isl_set *exact = isl_set_intersect (isl_set_copy (w->domain), related (relation, x, bound));
  if (isl_pw_aff_n_piece (bound) > 1)
    {
      pieces p = { relation, x, isl_set_copy (w->domain) };
      isl_pw_aff_foreach_piece (bound, relate_piece, &p);
      if (isl_set_is_equal (exact, p.all) == isl_bool_true)
        {
          isl_set *divided = exact;
          exact = p.all;
          p.all = divided;
        }
      isl_set_free (p.all);
    }
  isl_set_free (w->domain);
  w->domain = exact;
}

/* Restricts X, the dimension of the iterator, to the values begin, begin + step ... up to BOUND. A BEGIN or BOUND that
 * is NULL restricts nothing. */
static void
restrict_loop (rp_walker *w, const rp_c_loop *loop, isl_pw_aff *x, isl_pw_aff *begin,
               isl_pw_aff *bound)
{
  if (bound)
    restrict_by (w, loop->relation, x, bound);
  if (!begin)
    return;
  restrict_by (w, loop->step > 0 ? ">=" : "<=", x, begin);
  if (loop->step == 1 || loop->step == -1)
    return;
  isl_pw_aff *steps = isl_pw_aff_sub (isl_pw_aff_copy (x), isl_pw_aff_copy (begin));
  int64_t size = loop->step > 0 ? loop->step : -loop->step;
  steps = isl_pw_aff_mod_val (steps, isl_val_int_from_si (w->isl, size));
  w->domain = isl_set_intersect (w->domain, isl_pw_aff_zero_set (steps));
}

/* Returns a limit for the value that the iterator has after the last iteration: an upper limit if the loop counts up,
 * else a lower one. */
static isl_pw_aff *
behind_last (rp_walker *w, const rp_c_loop *loop, isl_pw_aff *bound)
{
  bool is_strict = !loop->relation[1];
  int64_t more = loop->step > 0 ? loop->step - is_strict : loop->step + is_strict;
  return rp_c_pool (
    w, isl_pw_aff_add (isl_pw_aff_copy (bound), isl_pw_aff_copy (rp_c_constant (w, more))));
}

/* Whether the iterator may wrap around. A signed iterator of 32 bits or more never does, since its overflow is
 * undefined. An iterator of 32 bits or more does not in a loop that threads share, since OpenMP forbids it. */
static bool
may_wrap (rp_walker *w, const rp_c_loop *loop, isl_pw_aff *begin, isl_pw_aff *bound)
{
  const rp_c_type *type = loop->iterator->type;
  bool is_single = (loop->step == 1 || loop->step == -1) && !loop->relation[1];
  if (!rp_c_wraps (type) || (loop->is_shared && type->bits >= 32))
    return false;
  if (loop->is_unequal
      && (!begin || !bound
          || !rp_c_domain_is_in (w, related (loop->step > 0 ? "<=" : ">=", begin, bound))))
    return true;
  if (!bound)
    return !is_single || !rp_c_is_within (loop->compared, type);
  return !rp_c_always_fits (w, behind_last (w, loop, bound), is_single ? loop->compared : NULL,
                            type);
}

/* Sets loop->may_wrap. Sets *BEGIN or *BOUND to NULL if it does not limit the iterator, because the iterator may wrap
 * around or may be negative in a comparison of unsigned numbers. */
static void
check_range (rp_walker *w, rp_c_loop *loop, isl_pw_aff **begin, isl_pw_aff **bound)
{
  const rp_c_type *type = loop->iterator->type;
  loop->may_wrap = may_wrap (w, loop, *begin, *bound);
  bool is_negative
    = !rp_c_is_within (type, loop->compared)
      && (loop->step < 0 || !*begin || !rp_c_always_fits (w, *begin, type, loop->compared));
  if (loop->may_wrap || is_negative)
    *begin = NULL;
  if ((loop->may_wrap && loop->is_unequal) || is_negative)
    *bound = NULL;
}

/* If the begin or the bound of LOOP is not known, restricts X, its iterator, to the values of the iterator's type. */
static void
restrict_to_type (rp_walker *w, const rp_c_loop *loop, isl_pw_aff *x)
{
  if (!loop->first || !loop->limit)
    w->domain = isl_set_intersect (w->domain, rp_c_where_fits (w, x, loop->iterator->type));
}

/* Adds a dimension without bounds to w->path, w->dims and w->domain, which becomes a new set. */
void
rp_c_open_dimension (rp_walker *w, const char *name, bool is_descending, rp_place at)
{
  rp_c_push (w, RP_TOKEN_ITERATOR, false, at, NULL);
  RP_VEC_LAST (&w->path).descending = is_descending;
  RP_VEC_PUSH (&w->dims, (rp_c_dim) { name, rp_c_held_now (w), w->form->leaves.count });
  w->domain = isl_set_add_dims (isl_set_copy (w->domain), isl_dim_set, 1);
}

/* Evaluates the bound of a loop in a region. Returns NULL if the bound is not known, or if the loop may change it. The
 * read of the bound is recorded once, where the loop begins. That suffices for a loop that threads share, since a
 * conforming program may only store the same value in the bound again. For other loops, walk_sequential records the
 * reads of later iterations. */
static isl_pw_aff *
evaluate_bound (rp_walker *w, const rp_c_node *node, const rp_c_loop *loop)
{
  if (rp_c_is_bound_kept (w, loop->bound, node->children[3]))
    return rp_c_evaluate_compared (w, loop->bound).number;
  rp_c_flush (w);
  rp_c_doubts trusted
    = rp_c_add_doubt (w, loop->bound->at, false, "the loop writes what its bound is computed from");
  rp_c_evaluate (w, loop->bound);
  rp_c_flush (w);
  rp_c_restore_doubts (w, trusted);
  return NULL;
}

void
rp_c_loop_enter (rp_walker *w, const rp_c_node *node, rp_c_loop *loop)
{
  uint32_t dims = (uint32_t) w->dims.count;
  isl_pw_aff *begin = rp_c_evaluate (w, loop->begin).number;
  isl_pw_aff *bound = evaluate_bound (w, node, loop);
  check_range (w, loop, &begin, &bound);
  if (!begin || !bound)
    rp_c_add_doubt (
      w, (begin ? loop->bound : loop->begin)->at, true,
      begin ? "the bound of the loop is not affine; any number of iterations is considered"
            : "the begin of the loop is not affine; any one is considered");
  rp_c_forget_assigned (w, node->children[3]);
  rp_c_open_dimension (w, loop->iterator->name, loop->step < 0, node->at);
  isl_pw_aff *x = rp_c_dimension (w, dims);
  loop->first = begin;
  loop->limit = bound;
  restrict_loop (w, loop, x, rp_c_extend (w, begin, dims), rp_c_extend (w, bound, dims));
  restrict_to_type (w, loop, x);
  uint32_t variable = rp_c_variable_of (w, loop->iterator);
  w->variables.items[variable].is_iterator = true;
  w->variables.items[variable].value
    = (rp_c_value) { .number = x, .dims = (uint32_t) w->dims.count };
}

void
rp_c_loop_leave (rp_walker *w)
{
  rp_c_flush (w);
  rp_c_dim closed = RP_VEC_POP (&w->dims);
  rp_c_check_held (w, closed.hold, RP_VEC_LAST (&w->path).at);
  isl_set_free (w->domain);
  w->path.count -= 2;
}

/* Walks through a loop outside of regions. In the regions inside this loop, its iterator is a parameter. */
static void
walk_loop_outside (rp_walker *w, const rp_c_node *node, rp_c_loop *loop)
{
  isl_pw_aff *begin = rp_c_evaluate (w, loop->begin).number;
  isl_pw_aff *bound = rp_c_is_bound_kept (w, loop->bound, node->children[3])
                        ? rp_c_evaluate_compared (w, loop->bound).number
                        : NULL;
  check_range (w, loop, &begin, &bound);
  rp_c_forget_assigned (w, node);
  isl_set *outer = rp_c_enter (w, isl_set_copy (w->domain));
  isl_pw_aff *x = rp_c_parameter (w, loop->iterator->name, false, node->at);
  rp_c_bound_parameter (w, x, loop->iterator->type);
  restrict_loop (w, loop, x, begin, bound);
  uint32_t variable = rp_c_variable_of (w, loop->iterator);
  rp_c_learn (w, variable, (rp_c_value) { .number = x });
  rp_c_walk (w, node->children[3]);
  rp_c_leave (w, outer);
  rp_c_forget_assigned (w, node);
}

/* Walks through a loop that is not affine, outside of regions. */
static void
walk_unknown_outside (rp_walker *w, const rp_c_node *node)
{
  rp_c_forget_assigned (w, node);
  for (uint32_t i = 0; i < node->count; i++)
    if (node->children[i] && node->children[i]->kind >= RP_C_BLOCK)
      rp_c_walk (w, node->children[i]);
  rp_c_forget_assigned (w, node);
}

/* Whether, inside the team, the code here is in no loop, and barriers here are certain to be reached
 * (w->doubts.uncertain). If a loop at this place contains barriers, all threads execute the same number of iterations,
 * so that this number can be a parameter. */
static bool
is_at_team_level (const rp_walker *w)
{
  return w->around.team && w->dims.count == w->around.team->dim + 1 && !w->doubts.uncertain;
}

/* Whether nothing ends the loop with this CONDITION and BODY. */
static bool
is_endless (const rp_c_node *condition, const rp_c_node *body)
{
  bool is_constant = !condition || (condition->kind == RP_C_NUMBER && condition->value);
  return is_constant && !rp_c_has_jump (body, RP_C_BREAK) && !rp_c_contains (body, RP_C_RETURN);
}

static bool
has_advance (const rp_form *form, size_t first)
{
  for (size_t i = first; i < form->leaves.count; i++)
    if (form->leaves.items[i]->is_advance)
      return true;
  return false;
}

/* Walks through a loop that may have any number of iterations. BEFORE is the condition at the beginning of each
 * iteration and AFTER the one at its end, or the increment; both may be NULL. At team level (is_at_team_level) and
 * without jumps, one parameter limits the iterations of all threads: if the loop has barriers, all threads execute the
 * same number of iterations, since in a conforming program they reach the same barriers; if not, the parameter is an
 * upper limit. */
static void
walk_unknown (rp_walker *w, const rp_c_node *node, const rp_c_node *before, const rp_c_node *after,
              const rp_c_node *body)
{
  bool is_known = is_at_team_level (w) && !rp_c_has_jump (body, RP_C_BREAK)
                  && !rp_c_has_jump (body, RP_C_CONTINUE) && !rp_c_contains (body, RP_C_RETURN);
  rp_c_forget_assigned (w, node);
  rp_c_wait_begin waiting = rp_c_wait_begin_loop (w);
  isl_set *outer = w->domain;
  rp_c_doubts trusted = rp_c_add_doubt (
    w, node->at, !is_known, "the loop is not affine; any number of iterations is considered");
  isl_pw_aff *limit = is_known ? rp_c_parameter (w, "iterations", false, node->at) : NULL;
  uint32_t dims = (uint32_t) w->dims.count;
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
  if (rp_c_has_jump (body, RP_C_CONTINUE))
    rp_c_forget_assigned (w, body);
  rp_c_evaluate (w, after);
  isl_set_free (all);
  rp_c_loop_leave (w);
  w->domain = outer;
  rp_c_restore_doubts (w, trusted);
  /* if all threads meet at a barrier in each iteration, no thread waits for one that is in a later iteration */
  if (!is_known || !has_advance (w->form, waiting.leaves))
    rp_c_wait_end_loop (w, waiting, node->at, is_endless (before ? before : after, body));
  rp_c_forget_assigned (w, node);
}

/* Walks through a loop in a region. One task executes the iterations of the loop in order. */
static void
walk_sequential (rp_walker *w, const rp_c_node *node, rp_c_loop *loop)
{
  isl_set *outer = w->domain;
  const rp_c_node *body = node->children[3];
  rp_c_doubts trusted = w->doubts;
  /* if the iterator is shared, the loop's own assignments access it */
  if (loop->declares)
    rp_c_make_private (w, loop->iterator);
  else
    {
      uint32_t iterator = rp_c_variable_of (w, loop->iterator);
      if (!w->variables.items[iterator].is_hidden)
        rp_c_walk (w, node->children[0]);
    }
  if (rp_c_has_jump (body, RP_C_BREAK) || rp_c_contains (body, RP_C_RETURN))
    rp_c_add_doubt (w, node->at, true,
                    "the loop may end before its bound; all iterations are considered");
  rp_c_wait_begin waiting = rp_c_wait_begin_loop (w);
  rp_c_loop_enter (w, node, loop);
  uint32_t variable = rp_c_variable_of (w, loop->iterator);
  rp_c_evaluate (w, node->children[1]);
  rp_c_walk (w, body);
  rp_c_evaluate (w, node->children[2]);
  rp_c_loop_leave (w);
  w->domain = outer;
  if (!loop->first || !loop->limit)
    rp_c_wait_end_loop (w, waiting, node->at, false);
  w->variables.items[variable].is_iterator = false;
  rp_c_restore_doubts (w, trusted);
  rp_c_forget_assigned (w, node);
}

void
rp_c_walk_for (rp_walker *w, const rp_c_node *node)
{
  rp_c_loop loop;
  if (rp_c_construct_for (w, node))
    return;
  bool is_affine = rp_c_loop_read (node, &loop) && !w->by_decl.is_exposed[loop.iterator->index];
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

void
rp_c_walk_while (rp_walker *w, const rp_c_node *node)
{
  bool is_do = node->kind == RP_C_DO;
  const rp_c_node *condition = node->children[is_do], *body = node->children[!is_do];
  /* do { ... } while (0) is executed once */
  if (is_do && condition->kind == RP_C_NUMBER && !condition->value
      && !rp_c_has_jump (body, RP_C_BREAK) && !rp_c_has_jump (body, RP_C_CONTINUE))
    {
      rp_c_walk (w, body);
      return;
    }
  if (!w->form)
    walk_unknown_outside (w, node);
  else
    walk_unknown (w, node, is_do ? NULL : condition, is_do ? condition : NULL, body);
}
