/* Instance u comes before v if two conditions hold. (1) The first position p at which their paths or iterators
 * differ is a sequence or iterator position, and u_p < v_p (u_p > v_p in a descending loop). (2) In u's path behind
 * p, the first async or finish, if there is one, is a finish. By (2), the activity that goes on to v executes u
 * itself, or waits for a finish around u. [Yuki, (3); the set I of positions that count depends on u] */
#include "prove/poly/happens_before.h"

#include <isl/space.h>

static __isl_give isl_space *
pair_space (const rp_form *form, const rp_leaf *a, const rp_leaf *b)
{
  isl_space *params = isl_set_get_space (form->context);
  params = isl_space_from_domain (isl_space_set_from_params (params));
  params = isl_space_add_dims (params, isl_dim_in, a->dims);
  return isl_space_add_dims (params, isl_dim_out, b->dims);
}

__isl_give isl_map *
rp_same_prefix (const rp_form *form, const rp_leaf *a, const rp_leaf *b, uint32_t dims)
{
  isl_map *map = isl_map_universe (pair_space (form, a, b));
  for (uint32_t i = 0; i < dims; i++)
    map = isl_map_equate (map, isl_dim_in, (int) i, isl_dim_out, (int) i);
  return map;
}

/* Returns whether the activity that executes LEAF's path at POSITION waits for LEAF before it goes on to the next
 * branch or iteration at POSITION. The activity does not wait if, behind POSITION, an async comes before the first
 * finish. */
static bool
is_awaited (const rp_leaf *leaf, uint32_t position)
{
  for (uint32_t i = position + 1; i < leaf->length; i++)
    if (leaf->path[i].kind == RP_TOKEN_ASYNC)
      return false;
    else if (leaf->path[i].kind == RP_TOKEN_FINISH)
      return true;
  return true;
}

static __isl_give isl_map *
before_at (const rp_form *form, const rp_leaf *a, const rp_leaf *b, uint32_t position)
{
  const rp_form_token *token = &a->path[position];
  isl_map *map = rp_same_prefix (form, a, b, token->value);
  int dim = (int) token->value;
  return token->descending ? isl_map_order_gt (map, isl_dim_in, dim, isl_dim_out, dim)
                           : isl_map_order_lt (map, isl_dim_in, dim, isl_dim_out, dim);
}

__isl_give isl_map *
rp_happens_before (const rp_form *form, const rp_leaf *a, const rp_leaf *b, uint32_t length)
{
  uint32_t common = rp_path_common (a, b);
  isl_map *result = isl_map_empty (pair_space (form, a, b));
  if (common > length)
    common = length;
  for (uint32_t p = 0; p < common; p++)
    if (a->path[p].kind == RP_TOKEN_ITERATOR && is_awaited (a, p))
      result = isl_map_union (result, before_at (form, a, b, p));
  if (common < length && common < a->length && a->path[common].value < b->path[common].value
      && is_awaited (a, common))
    result = isl_map_union (result, rp_same_prefix (form, a, b, rp_path_dims (a, common)));
  return result;
}

/* ---- orders by edges ---- */

/* Returns { a -> b : a comes before b by the paths, or a = b; b is in B's domain }. */
static __isl_give isl_map *
before_or_at (const rp_form *form, const rp_leaf *a, const rp_leaf *b)
{
  isl_map *map = rp_happens_before (form, a, b, b->length);
  if (a == b)
    map = isl_map_union (map, rp_same_prefix (form, a, b, a->dims));
  return isl_map_intersect_range (map, isl_set_copy (b->domain));
}

/* Returns { a -> e : if a happens, e happens, too }: for each choice of e, a has the same choice with an equal key and
 * thread. Otherwise it is not known which thread executes e, so e may not happen. */
static __isl_give isl_map *
surely (const rp_form *form, const rp_leaf *a, const rp_leaf *e)
{
  isl_map *result = isl_map_universe (pair_space (form, a, e));
  for (size_t i = 0; i < e->choices.count; i++)
    {
      isl_map *same = isl_map_empty (pair_space (form, a, e));
      const rp_choice *y = &e->choices.items[i];
      for (size_t k = 0; k < a->choices.count; k++)
        {
          const rp_choice *x = &a->choices.items[k];
          if (x->number != y->number)
            continue;
          isl_map *equal
            = isl_map_apply_range (isl_map_copy (x->key), isl_map_reverse (isl_map_copy (y->key)));
          equal
            = isl_map_equate (equal, isl_dim_in, (int) x->dim, isl_dim_out, (int) y->dim);
          same = isl_map_union (same, equal);
        }
      result = isl_map_intersect (result, same);
    }
  return result;
}

/* Returns { a -> from : a comes before from or is from, and if a happens, from happens, too }, where from is an
 * instance of edge->from. Returns an empty map if an event of EDGE is inexact: it may not happen, so EDGE orders
 * nothing. */
static __isl_give isl_map *
to_edge (const rp_form *form, const rp_leaf *a, const rp_form_edge *edge)
{
  if (edge->from->inexact || edge->to->inexact)
    return isl_map_empty (pair_space (form, a, edge->from));
  return isl_map_intersect (before_or_at (form, a, edge->from), surely (form, a, edge->from));
}

enum
{
  MAX_CHAIN = 3 /* longest chain of edges that is used */
};

/* REACHED (taken) is { a -> from : a comes before from or is from }, where from is an instance of edge->from.
 * Returns { a -> b : a comes before b over EDGE }. For this, the instance of edge->to must certainly happen
 * (surely): (1) because from happens, or (2) because b happens. *TO_END becomes { a -> instance of edge->to } for
 * case (1). */
static __isl_give isl_map *
over_edge (const rp_form *form, const rp_form_edge *edge, __isl_take isl_map *reached,
           const rp_leaf *b, isl_map **to_end)
{
  isl_map *sure = isl_map_intersect (isl_map_copy (edge->pairs),
                                     surely (form, edge->from, edge->to));
  isl_map *end = isl_map_apply_range (isl_map_copy (reached), sure);
  isl_map *any = isl_map_apply_range (reached, isl_map_copy (edge->pairs));
  isl_map *behind = before_or_at (form, edge->to, b);
  isl_map *backed = isl_map_intersect (isl_map_copy (behind),
                                       isl_map_reverse (surely (form, b, edge->to)));
  isl_map *result = isl_map_union (isl_map_apply_range (isl_map_copy (end), behind),
                                   isl_map_apply_range (any, backed));
  *to_end = end;
  return result;
}

/* Returns { a -> b : a comes before b by a chain of at most MAX_CHAIN edges }: a comes before the first edge, the end
 * of each edge before the beginning of the next one, and the end of the last edge before b. */
static __isl_give isl_map *
before_by_edges (const rp_form *form, const rp_leaf *a, const rp_leaf *b)
{
  size_t count = form->edges.count;
  const rp_form_edge *edges = form->edges.items;
  isl_map *result = isl_map_empty (pair_space (form, a, b));
  isl_map *reached[count + 1], *ends[count + 1];
  for (size_t i = 0; i < count; i++)
    reached[i] = to_edge (form, a, &edges[i]);
  for (int step = 0; step < MAX_CHAIN; step++)
    {
      for (size_t i = 0; i < count; i++)
        if (isl_map_is_empty (reached[i]) == isl_bool_true)
          {
            ends[i] = isl_map_empty (pair_space (form, a, edges[i].to));
            isl_map_free (reached[i]);
          }
        else
          result = isl_map_union (result, over_edge (form, &edges[i], reached[i], b, &ends[i]));
      for (size_t i = 0; i < count; i++)
        {
          reached[i] = isl_map_empty (pair_space (form, a, edges[i].from));
          for (size_t k = 0; k < count && step + 1 < MAX_CHAIN; k++)
            if (isl_map_is_empty (ends[k]) != isl_bool_true)
              reached[i] = isl_map_union (
                reached[i], isl_map_apply_range (isl_map_copy (ends[k]),
                                                 to_edge (form, edges[k].to, &edges[i])));
          reached[i] = isl_map_coalesce (reached[i]);
        }
      for (size_t i = 0; i < count; i++)
        isl_map_free (ends[i]);
    }
  for (size_t i = 0; i < count; i++)
    isl_map_free (reached[i]);
  return result;
}

/* Returns { a -> b : a and b have the same choice with equal keys, but different threads }. */
static __isl_give isl_map *
contradictions (const rp_form *form, const rp_leaf *a, const rp_leaf *b)
{
  isl_map *result = isl_map_empty (pair_space (form, a, b));
  for (size_t i = 0; i < a->choices.count; i++)
    for (size_t k = 0; k < b->choices.count; k++)
      {
        const rp_choice *x = &a->choices.items[i], *y = &b->choices.items[k];
        if (x->number != y->number)
          continue;
        isl_map *same
          = isl_map_apply_range (isl_map_copy (x->key), isl_map_reverse (isl_map_copy (y->key)));
        isl_map *equal = isl_map_equate (isl_map_copy (same), isl_dim_in, (int) x->dim, isl_dim_out,
                                         (int) y->dim);
        result = isl_map_union (result, isl_map_subtract (same, equal));
      }
  return result;
}

__isl_give isl_map *
rp_unordered (const rp_form *form, const rp_leaf *a, const rp_leaf *b)
{
  isl_map *pairs
    = isl_map_from_domain_and_range (isl_set_copy (a->domain), isl_set_copy (b->domain));
  pairs = isl_map_subtract (pairs, rp_happens_before (form, a, b, b->length));
  pairs = isl_map_subtract (pairs, isl_map_reverse (rp_happens_before (form, b, a, a->length)));
  if (a == b)
    pairs = isl_map_subtract (pairs, rp_same_prefix (form, a, b, a->dims));
  pairs = isl_map_subtract (pairs, contradictions (form, a, b));
  if (form->edges.count && isl_map_is_empty (pairs) == isl_bool_false)
    {
      pairs = isl_map_subtract (pairs, before_by_edges (form, a, b));
      pairs = isl_map_subtract (pairs, isl_map_reverse (before_by_edges (form, b, a)));
    }
  return isl_map_coalesce (pairs);
}
