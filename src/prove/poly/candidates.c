#include "prove/poly/candidates.h"

#include "prove/poly/happens_before.h"
#include "prove/poly/limit.h"

#include <isl/space.h>

static bool
has_async (const rp_leaf *leaf)
{
  for (uint32_t i = 0; i < leaf->length; i++)
    if (leaf->path[i].kind == RP_TOKEN_ASYNC)
      return true;
  return false;
}

/* Returns { x -> y : section A of instance x certainly excludes section B of instance y }, in the space of PAIRS.
 * Returns NULL if it is not certain for any pair, or if isl gave up. */
static __isl_give isl_map *
excluded_by (const rp_exclusion *a, const rp_exclusion *b, __isl_keep isl_map *pairs)
{
  switch (rp_exclusions_compare (a, b))
    {
    case RP_EXCLUDES_ALWAYS:
      return isl_map_universe (isl_map_get_space (pairs));
    case RP_EXCLUDES_ON_ELEMENT:
      return isl_map_apply_range (isl_map_copy (a->element),
                                  isl_map_reverse (isl_map_copy (b->element)));
    default:
      return NULL;
    }
}

/* Returns PAIRS (taken) without the pairs (x, y) of instances for which a section around x certainly excludes a section
 * around y. Sections order nothing, but accesses in sections that exclude each other do not race. */
static __isl_give isl_map *
subtract_excluded (__isl_take isl_map *pairs, const rp_leaf *a, const rp_leaf *b)
{
  for (size_t i = 0; i < a->held.count; i++)
    for (size_t j = 0; j < b->held.count; j++)
      {
        isl_map *excluded = excluded_by (&a->held.items[i], &b->held.items[j], pairs);
        if (excluded)
          pairs = isl_map_subtract (pairs, excluded);
      }
  return pairs;
}

static void
consider (rp_candidates *candidates, const rp_leaf *a, const rp_poly_access *x, const rp_leaf *b,
          const rp_poly_access *y, __isl_keep isl_map *unordered)
{
  isl_map *pairs = isl_map_apply_range (isl_map_copy (x->elements),
                                        isl_map_reverse (isl_map_copy (y->elements)));
  pairs = isl_map_intersect (pairs, isl_map_copy (unordered));
  isl_bool is_empty = isl_map_is_empty (pairs);
  if (is_empty == isl_bool_true)
    {
      isl_map_free (pairs);
      return;
    }
  if (is_empty != isl_bool_false)
    candidates->is_complete = false;
  rp_candidate candidate = { { a, b }, { x, y }, isl_map_coalesce (pairs) };
  if (!x->is_write)
    candidate = (rp_candidate) { { b, a }, { y, x }, isl_map_reverse (candidate.pairs) };
  RP_VEC_PUSH (&candidates->list, candidate);
}

static void
consider_leaves (const rp_form *form, rp_candidates *candidates, const rp_leaf *a, const rp_leaf *b)
{
  isl_map *unordered = NULL;
  for (size_t i = 0; i < a->accesses.count; i++)
    for (size_t j = a == b ? i : 0; j < b->accesses.count; j++)
      {
        const rp_poly_access *x = &a->accesses.items[i], *y = &b->accesses.items[j];
        if (x->variable != y->variable || (!x->is_write && !y->is_write))
          continue;
        if (!unordered)
          unordered = subtract_excluded (rp_unordered (form, a, b), a, b);
        if (isl_map_is_empty (unordered) == isl_bool_true)
          break;
        consider (candidates, a, x, b, y, unordered);
      }
  isl_map_free (unordered);
}

void
rp_candidates_find (const rp_form *form, double deadline, rp_candidates *candidates)
{
  *candidates = (rp_candidates) { .is_complete = true };
  for (size_t i = 0; i < form->leaves.count; i++)
    for (size_t j = i; j < form->leaves.count; j++)
      {
        const rp_leaf *a = form->leaves.items[i], *b = form->leaves.items[j];
        if (a->is_advance || b->is_advance || (!has_async (a) && !has_async (b)))
          continue;
        isl_ctx_reset_operations (form->isl);
        if (!rp_limit_is_past (deadline))
          consider_leaves (form, candidates, a, b);
        else
          candidates->is_complete = false;
      }
}

void
rp_candidates_clear (rp_candidates *candidates)
{
  for (size_t i = 0; i < candidates->list.count; i++)
    isl_map_free (candidates->list.items[i].pairs);
  RP_VEC_CLEAR (&candidates->list);
}

const rp_inexact *
rp_candidate_inexact (const rp_candidate *candidate)
{
  for (int i = 0; i < 2; i++)
    {
      if (candidate->leaves[i]->inexact)
        return candidate->leaves[i]->inexact;
      if (candidate->accesses[i]->inexact)
        return candidate->accesses[i]->inexact;
    }
  /* if it is not known whether two sections exclude each other, the pair may be no race, so it is not exact */
  const rp_leaf *a = candidate->leaves[0], *b = candidate->leaves[1];
  for (size_t i = 0; i < a->held.count; i++)
    for (size_t k = 0; k < b->held.count; k++)
      if (rp_exclusions_compare (&a->held.items[i], &b->held.items[k]) == RP_EXCLUDES_UNKNOWN)
        return a->held.items[i].inexact ? a->held.items[i].inexact : b->held.items[k].inexact;
  return NULL;
}
