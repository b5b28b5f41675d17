#include "prove/poly/form.h"

static void
clear_leaf (rp_leaf *leaf)
{
  isl_set_free (leaf->domain);
  for (size_t i = 0; i < leaf->accesses.count; i++)
    isl_map_free (leaf->accesses.items[i].elements);
  for (size_t i = 0; i < leaf->held.count; i++)
    isl_map_free (leaf->held.items[i].element);
  for (size_t i = 0; i < leaf->choices.count; i++)
    isl_map_free (leaf->choices.items[i].key);
  RP_VEC_CLEAR (&leaf->choices);
  RP_VEC_CLEAR (&leaf->accesses);
  RP_VEC_CLEAR (&leaf->held);
}

void
rp_form_clear (rp_form *form)
{
  for (size_t i = 0; i < form->leaves.count; i++)
    clear_leaf (form->leaves.items[i]);
  for (size_t i = 0; i < form->events.count; i++)
    clear_leaf (form->events.items[i]);
  for (size_t i = 0; i < form->edges.count; i++)
    isl_map_free (form->edges.items[i].pairs);
  RP_VEC_CLEAR (&form->leaves);
  RP_VEC_CLEAR (&form->events);
  RP_VEC_CLEAR (&form->edges);
  RP_VEC_CLEAR (&form->inexact);
  isl_set_free (form->context);
  rp_arena_clear (&form->arena);
}

rp_exclusion_when
rp_exclusions_compare (const rp_exclusion *a, const rp_exclusion *b)
{
  bool is_whole = a->is_whole || b->is_whole;
  if (!is_whole && a->variable != b->variable)
    return RP_EXCLUDES_NEVER;
  if (a->is_creators || b->is_creators)
    return RP_EXCLUDES_UNKNOWN;
  if (is_whole)
    return RP_EXCLUDES_ALWAYS;
  if (!a->is_element || !b->is_element)
    return RP_EXCLUDES_ALWAYS;
  if (a->inexact || b->inexact || !a->element || !b->element)
    return RP_EXCLUDES_UNKNOWN;
  return RP_EXCLUDES_ON_ELEMENT;
}

/* Kind and value suffice to compare tokens: the value of an iterator token is its dimension, which is the same in both
 * paths if all tokens before it agree. */
uint32_t
rp_path_common (const rp_leaf *a, const rp_leaf *b)
{
  uint32_t length = 0;
  while (length < a->length && length < b->length && a->path[length].kind == b->path[length].kind
         && a->path[length].value == b->path[length].value)
    length++;
  return length;
}

uint32_t
rp_path_dims (const rp_leaf *leaf, uint32_t length)
{
  uint32_t dims = 0;
  for (uint32_t i = 0; i < length; i++)
    dims += leaf->path[i].kind == RP_TOKEN_ITERATOR;
  return dims;
}

bool
rp_path_has_clock (const rp_form_token *path, size_t count, bool is_advance)
{
  for (size_t i = count; i-- > 0;)
    {
      const rp_form_token *token = &path[i];
      if (token->kind == RP_TOKEN_FINISH && token->clocked)
        return true;
      if (token->kind == RP_TOKEN_ASYNC && !token->clocked)
        return false;
      if (token->kind == RP_TOKEN_ASYNC && !is_advance)
        return true;
      if (token->kind == RP_TOKEN_FINISH && !is_advance)
        return false;
    }
  return false;
}
