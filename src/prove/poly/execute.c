#include "prove/poly/execute.h"

#include "base/panic.h"
#include "prove/poly/point.h"

#include <isl/ctx.h>
#include <isl/point.h>
#include <isl/val.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MAX_INSTANCES = 20000,
  MAX_EDGE_PAIRS = 20000,
  MAX_PREFERRED = 3 /* threads 0, 1 and 2 are tried for choices that the pair leaves open */
};

typedef struct instance
{
  const rp_leaf *leaf;
  int64_t *point;
  uint32_t node;
} instance;

typedef struct link
{
  uint32_t from, to;
} link;

/* One execution of a clocked finish. SYNC[m] is the node at which phase m ends. */
typedef struct clock
{
  RP_VEC (uint32_t) sync;
} clock;

/* An activity: its latest node, its clock, and its phase on that clock. */
typedef struct activity
{
  uint32_t node;
  clock *on; /* clock of the activity; NULL if it is not registered on one */
  uint32_t phase;
} activity;

typedef RP_VEC (uint32_t) node_list;

/* A decision: the choice NUMBER with this KEY (COUNT values) was made for THREAD. */
typedef struct decision
{
  uint32_t number;
  int64_t *key;
  int count;
  int64_t thread;
} decision;

typedef struct execution
{
  const rp_form *form;
  const int64_t *params;
  rp_arena arena;
  RP_VEC (instance) instances;
  RP_VEC (link) links;
  RP_VEC (decision) decisions;
  uint32_t nodes;
  const rp_leaf *wanted[2];
  bool with_inexact; /* also execute instances that may not happen */
  int64_t preferred; /* thread for which open choices are decided if possible */
  bool is_too_much;
} execution;

/* ---- points ---- */

static isl_set *
at_params (const execution *x, isl_set *set)
{
  for (uint32_t i = 0; i < x->form->param_count; i++)
    set = isl_set_fix_val (set, isl_dim_param, i, isl_val_int_from_si (x->form->isl, x->params[i]));
  return set;
}

static isl_map *
map_at_params (const execution *x, isl_map *map)
{
  for (uint32_t i = 0; i < x->form->param_count; i++)
    map = isl_map_fix_val (map, isl_dim_param, i, isl_val_int_from_si (x->form->isl, x->params[i]));
  return map;
}

static isl_map *
fix_point (const execution *x, isl_map *map, enum isl_dim_type side, const int64_t *point,
           uint32_t dims)
{
  for (uint32_t i = 0; i < dims; i++)
    map = isl_map_fix_val (map, side, i, isl_val_int_from_si (x->form->isl, point[i]));
  return map;
}

/* Returns the image of OF's point under MAP, which the caller keeps. */
static isl_set *
image (const execution *x, isl_map *map, const instance *of)
{
  map = map_at_params (x, isl_map_copy (map));
  return isl_map_range (fix_point (x, map, isl_dim_in, of->point, of->leaf->dims));
}

typedef struct enumeration
{
  execution *x;
  const rp_leaf *leaf;
} enumeration;

static isl_stat
take_point (isl_point *point, void *context)
{
  enumeration *e = context;
  execution *x = e->x;
  bool is_good = x->instances.count < MAX_INSTANCES;
  if (is_good)
    {
      instance one
        = { e->leaf, rp_arena_alloc (&x->arena, (e->leaf->dims + 1) * sizeof (int64_t)), 0 };
      for (uint32_t i = 0; i < e->leaf->dims && is_good; i++)
        is_good = rp_point_coordinate (point, (int) i, &one.point[i]);
      RP_VEC_PUSH (&x->instances, one);
    }
  isl_point_free (point);
  return is_good ? isl_stat_ok : isl_stat_error;
}

/* Adds the instances of LEAF to X. An inexact LEAF (form.h) that is not one of the pair's leaves is left out if
 * x->with_inexact is false, or if its domain is unbounded. Sets x->is_too_much if a LEAF that is not left out has
 * too many instances or an unbounded domain, or if isl gave up. */
static void
enumerate (execution *x, const rp_leaf *leaf)
{
  enumeration e = { x, leaf };
  bool is_optional = leaf->inexact && leaf != x->wanted[0] && leaf != x->wanted[1];
  if (is_optional && !x->with_inexact)
    return;
  isl_set *set = at_params (x, isl_set_copy (leaf->domain));
  isl_bool is_bounded = isl_set_is_bounded (set);
  if (is_bounded == isl_bool_false && is_optional)
    ;
  else if (is_bounded != isl_bool_true
           || isl_set_foreach_point (set, take_point, &e) != isl_stat_ok)
    x->is_too_much = true;
  isl_set_free (set);
}

/* ---- choices ---- */

static decision *
find_decision (execution *x, uint32_t number, const int64_t *key, int count)
{
  for (size_t i = 0; i < x->decisions.count; i++)
    {
      decision *one = &x->decisions.items[i];
      if (one->number == number && one->count == count
          && !memcmp (one->key, key, (size_t) count * sizeof *key))
        return one;
    }
  return NULL;
}

/* Stores in *KEY (*COUNT values) the key of CHOICE at the instance OF. Returns false if the key is not defined
 * there, or if isl gave up. If a value is too large, also sets x->is_too_much. */
static bool
key_of (execution *x, const instance *of, const rp_choice *choice, int64_t **key, int *count)
{
  isl_set *range = image (x, choice->key, of);
  *count = isl_set_dim (range, isl_dim_set);
  isl_point *point = isl_set_sample_point (range);
  bool is_good = point && isl_point_is_void (point) == isl_bool_false;
  *key = rp_arena_alloc (&x->arena, ((size_t) *count + 1) * sizeof **key);
  for (int i = 0; i < *count && is_good; i++)
    {
      is_good = rp_point_coordinate (point, i, &(*key)[i]);
      x->is_too_much |= !is_good;
    }
  isl_point_free (point);
  return is_good;
}

/* Returns whether the instance OF agrees with the decisions so far. If it does, decides each open choice of OF for the
 * thread that OF has. */
static bool
is_chosen (execution *x, const instance *of)
{
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < of->leaf->choices.count; i++)
      {
        const rp_choice *choice = &of->leaf->choices.items[i];
        int64_t *key, thread = of->point[choice->dim];
        int count;
        if (!key_of (x, of, choice, &key, &count))
          continue;
        decision *old = find_decision (x, choice->number, key, count);
        if (pass == 0 && old && old->thread != thread)
          return false;
        if (pass == 1 && !old)
          RP_VEC_PUSH (&x->decisions, (decision) { choice->number, key, count, thread });
      }
  return true;
}

/* Decides each open choice: for the thread x->preferred if that thread can execute an instance with this choice, else
 * for the thread of the first such instance. Then removes the instances that disagree with the decisions. */
static void
drop_not_chosen (execution *x)
{
  size_t kept = 0;
  for (size_t i = 0; i < x->instances.count; i++)
    {
      const instance *one = &x->instances.items[i];
      if (one->leaf->choices.count && one->point[one->leaf->choices.items[0].dim] == x->preferred)
        is_chosen (x, one);
    }
  for (size_t i = 0; i < x->instances.count; i++)
    if (!x->instances.items[i].leaf->choices.count || is_chosen (x, &x->instances.items[i]))
      x->instances.items[kept++] = x->instances.items[i];
  x->instances.count = kept;
}

/* ---- the graph ---- */

static uint32_t
new_node (execution *x)
{
  return x->nodes++;
}

static void
add_link (execution *x, uint32_t from, uint32_t to)
{
  RP_VEC_PUSH (&x->links, (link) { from, to });
}

/* Moves the activity to a new node. */
static void
step (execution *x, activity *a)
{
  uint32_t node = new_node (x);
  add_link (x, a->node, node);
  a->node = node;
}

static uint32_t
sync_node (execution *x, clock *on, uint32_t phase)
{
  while (on->sync.count <= phase)
    {
      uint32_t node = new_node (x);
      if (on->sync.count)
        add_link (x, RP_VEC_LAST (&on->sync), node);
      RP_VEC_PUSH (&on->sync, node);
    }
  return on->sync.items[phase];
}

static void
advance (execution *x, activity *a)
{
  uint32_t sync = sync_node (x, a->on, a->phase++);
  add_link (x, a->node, sync);
  step (x, a);
  add_link (x, sync, a->node);
}

/* If the activity has a clock, ends its registration there: the phase that the activity is in ends only after its
 * latest node, and later phases do not wait for the activity. */
static void
leave_clock (execution *x, activity *a)
{
  if (a->on)
    add_link (x, a->node, sync_node (x, a->on, a->phase));
}

/* Returns the number by which instances are grouped and ordered at POSITION: the branch of a sequence, or the value of
 * an iterator. */
static int64_t
group_of (const instance *one, uint32_t position)
{
  const rp_form_token *token = &one->leaf->path[position];
  switch (token->kind)
    {
    case RP_TOKEN_SEQUENCE:
      return token->value;
    case RP_TOKEN_ITERATOR:
      return token->descending ? -one->point[token->value] : one->point[token->value];
    default:
      return 0;
    }
}

static int
compare_groups (const void *a, const void *b, void *position)
{
  int64_t x = group_of (a, *(uint32_t *) position), y = group_of (b, *(uint32_t *) position);
  return x < y ? -1 : x > y;
}

static void run (execution *x, instance *first, size_t count, uint32_t position, activity *a,
                 node_list *ends);

static void
run_leaf (execution *x, instance *one, activity *a)
{
  if (one->leaf->is_advance)
    {
      if (a->on)
        advance (x, a);
    }
  else
    step (x, a);
  one->node = a->node;
}

static void
run_async (execution *x, instance *first, size_t count, uint32_t position, activity *a,
           node_list *ends)
{
  bool is_clocked = first->leaf->path[position].clocked;
  activity child = { a->node, is_clocked ? a->on : NULL, a->phase };
  step (x, &child);
  run (x, first, count, position + 1, &child, ends);
  leave_clock (x, &child);
  RP_VEC_PUSH (ends, child.node);
}

static void
run_finish (execution *x, instance *first, size_t count, uint32_t position, activity *a)
{
  node_list ends = { 0 };
  clock own = { 0 };
  activity body = *a;
  bool is_clocked = first->leaf->path[position].clocked;
  if (is_clocked)
    {
      body.on = &own;
      body.phase = 0;
    }
  run (x, first, count, position + 1, &body, &ends);
  if (is_clocked)
    leave_clock (x, &body);
  else
    a->phase = body.phase;
  a->node = body.node;
  step (x, a);
  for (size_t i = 0; i < ends.count; i++)
    add_link (x, ends.items[i], a->node);
  RP_VEC_CLEAR (&ends);
  RP_VEC_CLEAR (&own.sync);
}

/* Executes the COUNT instances from FIRST in activity A. Their paths and iterators agree before POSITION. Appends
 * to ENDS the last node of each new activity that no finish inside the instances' construct waits for. The finish
 * around POSITION waits for these nodes. */
static void
run (execution *x, instance *first, size_t count, uint32_t position, activity *a, node_list *ends)
{
  qsort_r (first, count, sizeof *first, compare_groups, &position);
  for (size_t i = 0; i < count;)
    {
      size_t end = i + 1;
      int64_t group = group_of (&first[i], position);
      while (end < count && group_of (&first[end], position) == group)
        end++;
      rp_form_token_kind kind = first[i].leaf->path[position].kind;
      if (position + 1 == first[i].leaf->length)
        run_leaf (x, &first[i], a);
      else if (kind == RP_TOKEN_ASYNC)
        run_async (x, first + i, end - i, position, a, ends);
      else if (kind == RP_TOKEN_FINISH)
        run_finish (x, first + i, end - i, position, a);
      else
        run (x, first + i, end - i, position + 1, a, ends);
      i = end;
    }
}

/* ---- edges ---- */

static void
add_edges (execution *x)
{
  for (size_t e = 0; e < x->form->edges.count && !x->is_too_much; e++)
    {
      size_t tried = 0;
      isl_map *pairs = map_at_params (x, isl_map_copy (x->form->edges.items[e].pairs));
      for (size_t i = 0; i < x->instances.count; i++)
        for (size_t k = 0; k < x->instances.count; k++)
          {
            const instance *from = &x->instances.items[i], *to = &x->instances.items[k];
            if (from->leaf != x->form->edges.items[e].from
                || to->leaf != x->form->edges.items[e].to)
              continue;
            if (++tried > MAX_EDGE_PAIRS)
              {
                x->is_too_much = true;
                break;
              }
            isl_map *one
              = fix_point (x, isl_map_copy (pairs), isl_dim_in, from->point, from->leaf->dims);
            one = fix_point (x, one, isl_dim_out, to->point, to->leaf->dims);
            if (isl_map_is_empty (one) == isl_bool_false)
              add_link (x, from->node, to->node);
            isl_map_free (one);
          }
      isl_map_free (pairs);
    }
}

/* ---- reachability ---- */

static int
compare_links (const void *a, const void *b)
{
  const link *x = a, *y = b;
  return x->from < y->from ? -1 : x->from > y->from;
}

static bool
reaches (const execution *x, uint32_t from, uint32_t to)
{
  bool *is_seen = rp_calloc (x->nodes + 1, sizeof *is_seen);
  uint32_t *begin = rp_calloc (x->nodes + 2, sizeof *begin);
  RP_VEC (uint32_t) waiting = { 0 };
  for (size_t i = 0; i < x->links.count; i++)
    begin[x->links.items[i].from + 1]++;
  for (uint32_t i = 0; i <= x->nodes; i++)
    begin[i + 1] += begin[i];
  RP_VEC_PUSH (&waiting, from);
  is_seen[from] = true;
  while (waiting.count)
    {
      uint32_t node = RP_VEC_POP (&waiting);
      for (uint32_t i = begin[node]; i < begin[node + 1]; i++)
        {
          uint32_t next = x->links.items[i].to;
          if (!is_seen[next])
            RP_VEC_PUSH (&waiting, next);
          is_seen[next] = true;
        }
    }
  bool is_reached = is_seen[to];
  RP_VEC_CLEAR (&waiting);
  free (is_seen);
  free (begin);
  return is_reached;
}

/* ---- the pair ---- */

static bool
find_access (const rp_form *form, uint32_t site, const rp_leaf **leaf,
             const rp_poly_access **access)
{
  for (size_t i = 0; i < form->leaves.count; i++)
    for (size_t k = 0; k < form->leaves.items[i]->accesses.count; k++)
      if (form->leaves.items[i]->accesses.items[k].site == site)
        {
          *leaf = form->leaves.items[i];
          *access = &form->leaves.items[i]->accesses.items[k];
          return true;
        }
  return false;
}

static const instance *
find_instance (const execution *x, const instance *like)
{
  for (size_t i = 0; i < x->instances.count; i++)
    if (x->instances.items[i].leaf == like->leaf
        && !memcmp (x->instances.items[i].point, like->point, like->leaf->dims * sizeof (int64_t)))
      return &x->instances.items[i];
  return NULL;
}

static bool
is_common (const execution *x, isl_map *a, const instance *at, isl_map *b, const instance *other)
{
  isl_set *both = isl_set_intersect (image (x, a, at), image (x, b, other));
  bool is_there = isl_set_is_empty (both) == isl_bool_false;
  isl_set_free (both);
  return is_there;
}

static bool
is_excluded (const execution *x, const instance *a, const instance *b)
{
  for (size_t i = 0; i < a->leaf->held.count; i++)
    for (size_t k = 0; k < b->leaf->held.count; k++)
      {
        const rp_exclusion *p = &a->leaf->held.items[i], *q = &b->leaf->held.items[k];
        rp_exclusion_when when = rp_exclusions_compare (p, q);
        if (when == RP_EXCLUDES_ALWAYS
            || (when == RP_EXCLUDES_ON_ELEMENT && is_common (x, p->element, a, q->element, b)))
          return true;
      }
  return false;
}

static rp_execution_result
decide (execution *x, instance wanted[2], const rp_poly_access *const accesses[2])
{
  /* the choices of the pair's own instances are decided first */
  for (int i = 0; i < 2; i++)
    if (!is_chosen (x, &wanted[i]))
      return RP_EXECUTED_NO_RACE;
  for (size_t i = 0; i < x->form->leaves.count && !x->is_too_much; i++)
    enumerate (x, x->form->leaves.items[i]);
  for (size_t i = 0; i < x->form->events.count && !x->is_too_much; i++)
    enumerate (x, x->form->events.items[i]);
  if (x->is_too_much)
    return RP_NOT_EXECUTABLE;
  drop_not_chosen (x);
  activity main = { new_node (x), NULL, 0 };
  node_list ends = { 0 };
  run (x, x->instances.items, x->instances.count, 0, &main, &ends);
  RP_VEC_CLEAR (&ends);
  add_edges (x);
  if (x->is_too_much)
    return RP_NOT_EXECUTABLE;
  if (x->links.count)
    qsort (x->links.items, x->links.count, sizeof *x->links.items, compare_links);
  const instance *a = find_instance (x, &wanted[0]), *b = find_instance (x, &wanted[1]);
  if (!a || !b || a == b || is_excluded (x, a, b)
      || !is_common (x, accesses[0]->elements, a, accesses[1]->elements, b)
      || reaches (x, a->node, b->node) || reaches (x, b->node, a->node))
    return RP_EXECUTED_NO_RACE;
  return RP_EXECUTED_RACE;
}

static rp_execution_result
execute (const rp_form *form, const rp_proof_pair *pair, bool with_inexact, int64_t preferred,
         uint32_t *instances)
{
  int64_t params[form->param_count + 1];
  execution x
    = { .form = form, .params = params, .with_inexact = with_inexact, .preferred = preferred };
  instance wanted[2];
  const rp_poly_access *accesses[2];
  rp_execution_result result = RP_NOT_EXECUTABLE;
  bool is_good = pair->has_values && pair->param_count == form->param_count;
  for (uint32_t i = 0; i < form->param_count && is_good; i++)
    params[i] = pair->params[i].value;
  for (int i = 0; i < 2 && is_good; i++)
    {
      const rp_proof_side *side = &pair->sides[i];
      is_good = find_access (form, side->site, &wanted[i].leaf, &accesses[i])
                && side->iterator_count == wanted[i].leaf->dims;
      if (!is_good)
        break;
      x.wanted[i] = wanted[i].leaf;
      wanted[i].point = rp_arena_alloc (&x.arena, (side->iterator_count + 1) * sizeof (int64_t));
      for (uint32_t k = 0; k < side->iterator_count; k++)
        wanted[i].point[k] = side->iterators[k].value;
    }
  isl_ctx_reset_operations (form->isl);
  isl_ctx_reset_error (form->isl);
  if (is_good)
    result = decide (&x, wanted, accesses);
  /* if isl gave up somewhere, an order, an exclusion or a choice may be missing */
  if (isl_ctx_last_error (form->isl) != isl_error_none)
    result = RP_NOT_EXECUTABLE;
  isl_ctx_reset_operations (form->isl);
  *instances = (uint32_t) x.instances.count;
  RP_VEC_CLEAR (&x.instances);
  RP_VEC_CLEAR (&x.links);
  RP_VEC_CLEAR (&x.decisions);
  rp_arena_clear (&x.arena);
  return result;
}

static bool
has_inexact (const rp_form *form)
{
  for (size_t i = 0; i < form->leaves.count; i++)
    if (form->leaves.items[i]->inexact)
      return true;
  return false;
}

rp_execution_result
rp_execute (const rp_form *form, const rp_proof_pair *pair, uint32_t *instances)
{
  uint32_t fewer = 0;
  rp_execution_result result = RP_EXECUTED_NO_RACE;
  for (int64_t thread = 0; thread < MAX_PREFERRED && result == RP_EXECUTED_NO_RACE; thread++)
    {
      result = execute (form, pair, true, thread, instances);
      if (result == RP_EXECUTED_RACE && has_inexact (form))
        result = execute (form, pair, false, thread, &fewer);
    }
  return result;
}
