#include "prove/poly/phase.h"

#include "prove/poly/happens_before.h"

typedef struct counting
{
  const rp_form *form;
  rp_poly_symbols *symbols;
  const rp_atoms *atoms;
  const rp_leaf *leaf;
  uint32_t clock;
} counting;

/* Returns whether the leaf ADVANCE is an advance of the clock of the clocked finish at position c->clock of c->leaf's
 * path. */
static bool
is_governed (const counting *c, const rp_leaf *advance)
{
  if (!advance->is_advance || rp_path_common (advance, c->leaf) <= c->clock)
    return false;
  for (uint32_t i = c->clock + 1; i < advance->length; i++)
    if (advance->path[i].kind == RP_TOKEN_FINISH && advance->path[i].clocked)
      return false;
  return true;
}

/* Adds to FUNCTION, for each instance x of c->leaf, the number of instances a of ADVANCE with a -> x in ORDER (taken).
 * An instance a counts only if it is in the same execution of the clocked finish as x. Returns false if they could not
 * be counted. */
static bool
add_count (const counting *c, const rp_leaf *advance, __isl_take isl_map *order,
           rp_piecewise *function)
{
  uint32_t dims = rp_path_dims (c->leaf, c->clock);
  order = isl_map_intersect (order, rp_same_prefix (c->form, advance, c->leaf, dims));
  order = isl_map_intersect_domain (order, isl_set_copy (advance->domain));
  order = isl_map_intersect_range (order, isl_set_copy (c->leaf->domain));
  if (isl_map_is_empty (order) == isl_bool_true)
    {
      isl_map_free (order);
      return true;
    }
  rp_piecewise count = { 0 };
  bool is_good = rp_count (c->symbols, c->atoms, isl_map_reverse (order), c->leaf->domain, &count)
                 && rp_piecewise_add (c->symbols, c->atoms, function, &count);
  rp_piecewise_clear (&count);
  return is_good;
}

/* Stores in FUNCTION the number of advances before the place that the first LENGTH tokens of the leaf's path
 * lead to. WITH_INSIDE: plus the advances inside the construct whose token is at position LENGTH. WITH_INEXACT:
 * advances that may be skipped count as executed; otherwise as skipped. Returns false if the advances could not
 * be counted. */
static bool
count_advances (const counting *c, uint32_t length, bool with_inside, bool with_inexact,
                rp_piecewise *function)
{
  bool is_good = true;
  rp_piecewise_zero (c->symbols, c->leaf->domain, function);
  for (size_t i = 0; i < c->form->leaves.count && is_good; i++)
    {
      const rp_leaf *advance = c->form->leaves.items[i];
      if (!is_governed (c, advance) || (advance->inexact && !with_inexact))
        continue;
      is_good
        = add_count (c, advance, rp_happens_before (c->form, advance, c->leaf, length), function);
      if (is_good && with_inside && rp_path_common (advance, c->leaf) > length)
        is_good = add_count (
          c, advance, rp_same_prefix (c->form, advance, c->leaf, rp_path_dims (c->leaf, length)),
          function);
    }
  return is_good;
}

static bool
has_inexact (const counting *c)
{
  for (size_t i = 0; i < c->form->leaves.count; i++)
    if (is_governed (c, c->form->leaves.items[i]) && c->form->leaves.items[i]->inexact)
      return true;
  return false;
}

typedef enum hold
{
  HELD,           /* the clock waits for the leaf: the leaf's activity is registered on the clock, or a registered
                   * activity waits for the leaf in another clocked finish */
  HELD_BY_FINISH, /* a registered activity waits for the leaf in an unclocked finish; there may be
                   * advances inside that finish */
  NOT_HELD
} hold;

/* Returns how the clock waits for the leaf's end. For HELD_BY_FINISH, *FINISH becomes the position of the
 * finish that waits. */
static hold
find_hold (const counting *c, uint32_t *finish)
{
  hold answer = NOT_HELD;
  for (uint32_t i = c->clock + 1; i < c->leaf->length; i++)
    {
      const rp_form_token *token = &c->leaf->path[i];
      if (token->kind == RP_TOKEN_FINISH && token->clocked)
        return HELD;
      if (token->kind == RP_TOKEN_ASYNC && !token->clocked)
        return answer;
      if (token->kind == RP_TOKEN_FINISH)
        {
          answer = HELD_BY_FINISH;
          *finish = i;
        }
    }
  return HELD;
}

void
rp_phase_init (rp_phase *phi, const rp_form *form, rp_poly_symbols *symbols, const rp_atoms *atoms,
             const rp_leaf *leaf, uint32_t clock)
{
  counting c = { form, symbols, atoms, leaf, clock };
  uint32_t finish = 0;
  hold held = find_hold (&c, &finish);
  *phi = (rp_phase) { .leaf = leaf, .clock = clock };
  phi->is_known = count_advances (&c, leaf->length, false, false, &phi->least);
  phi->is_exact = held == HELD && !has_inexact (&c);
  phi->is_endless = held == NOT_HELD;
  if (phi->is_exact || phi->is_endless || !phi->is_known)
    return;
  if (!count_advances (&c, held == HELD ? leaf->length : finish, held == HELD_BY_FINISH, true,
                       &phi->most))
    {
      rp_piecewise_clear (&phi->most);
      phi->is_endless = true;
    }
}

void
rp_phase_clear (rp_phase *phi)
{
  rp_piecewise_clear (&phi->least);
  rp_piecewise_clear (&phi->most);
}
