/* Checks whether one piece of memory has several names in the region. The region assumes that the targets of some
 * pointers do not overlap. The analysis of all pointers of the file (points_to.h) must confirm this assumption;
 * otherwise the region is undecided. */
#include "base/strbuf.h"
#include "prove/c/walker/walker.h"

#include <string.h>

/* Adds to PLACES the places in memory where the variable NUMBER of the walk may be. */
static void
find_places (rp_walker *w, uint32_t number, rp_c_places *places)
{
  const rp_c_variable *variable = &w->variables.items[number];
  if (variable->parent == RP_C_NONE)
    {
      if (variable->decl)
        rp_c_places_of (w->points, variable->decl, places);
      else
        rp_c_places_anywhere (w->points, places);
      return;
    }
  rp_c_places of = { 0 };
  find_places (w, variable->parent, &of);
  if (variable->member)
    rp_c_places_members (w->points, &of, w->variables.items[variable->parent].type,
                         variable->member, places);
  else
    rp_c_places_targets (w->points, &of, places);
  RP_VEC_CLEAR (&of);
}

/* A variable that the region uses, with its places. */
typedef struct usage
{
  uint32_t variable;
  bool is_written;
  rp_place at;
  rp_c_places places;
} usage;

typedef RP_VEC (usage) usages;

static void
add_usage (usages *all, uint32_t variable, bool is_written, rp_place at)
{
  for (size_t i = 0; i < all->count; i++)
    if (all->items[i].variable == variable)
      {
        if (is_written && !all->items[i].is_written)
          all->items[i].at = at;
        all->items[i].is_written |= is_written;
        return;
      }
  RP_VEC_PUSH (all, (usage) { .variable = variable, .is_written = is_written, .at = at });
}

static void
find_usages (rp_walker *w, usages *all)
{
  for (size_t i = 0; i < w->form->leaves.count; i++)
    for (size_t k = 0; k < w->form->leaves.items[i]->accesses.count; k++)
      {
        const rp_poly_access *access = &w->form->leaves.items[i]->accesses.items[k];
        add_usage (all, access->variable, access->is_write, access->at);
      }
  for (uint32_t i = 0; i < w->variables.count; i++)
    if (w->variables.items[i].is_relied_on)
      add_usage (all, i, false, w->region.output->at);
  for (size_t i = 0; i < all->count; i++)
    find_places (w, all->items[i].variable, &all->items[i].places);
}

/* If the region reaches USE through an array of pointers, and two of these pointers may point to the same memory, notes
 * that. */
static void
check_rows (rp_walker *w, const usage *use)
{
  for (uint32_t i = use->variable; i != RP_C_NONE; i = w->variables.items[i].parent)
    {
      const rp_c_variable *variable = &w->variables.items[i];
      rp_c_places holders = { 0 };
      if (variable->member || !variable->is_rows)
        continue;
      find_places (w, variable->parent, &holders);
      if (!rp_c_places_are_rows (w->points, &holders))
        rp_c_note (w, use->at, true, "pointers in %s may point to the same memory", variable->name);
      RP_VEC_CLEAR (&holders);
    }
}

/* Returns the pointer variable that points to the object NUMBER, or to the object of which NUMBER is a member. Returns
 * NULL if there is no such variable, if the pointer is private, or if the walk has seen the pointer change since it
 * pointed to the object. */
static const rp_c_decl *
pointer_to (const rp_walker *w, uint32_t number)
{
  while (w->variables.items[number].member)
    number = w->variables.items[number].parent;
  const rp_c_variable *target = &w->variables.items[number];
  if (target->parent == RP_C_NONE)
    return NULL;
  const rp_c_variable *pointer = &w->variables.items[target->parent];
  bool is_current = pointer->parent == RP_C_NONE && pointer->generations == target->generation;
  return is_current && !pointer->is_private ? pointer->decl : NULL;
}

static bool
are_pointers_apart (const rp_walker *w, uint32_t a, uint32_t b)
{
  const rp_c_decl *x = pointer_to (w, a), *y = pointer_to (w, b);
  return x && y && rp_c_pointers_apart (w->points, x, y);
}

static void
check_pair (rp_walker *w, const usage *a, const usage *b)
{
  const rp_c_variable *x = &w->variables.items[a->variable], *y = &w->variables.items[b->variable];
  if ((x->is_object && y->is_object) || x->is_fresh || y->is_fresh
      || !(a->is_written || b->is_written)
      || !rp_c_places_overlap (w->points, &a->places, &b->places)
      || are_pointers_apart (w, a->variable, b->variable))
    return;
  const usage *writer = a->is_written ? a : b;
  const char *name = writer == a ? x->name : y->name, *other = writer == a ? y->name : x->name;
  rp_c_note (w, writer->at, true, "%s may be the same memory as %s%s", name,
             strcmp (name, other) ? other : "another", strcmp (name, other) ? "" : " one");
}

void
rp_c_check_overlaps (rp_walker *w)
{
  usages all = { 0 };
  find_usages (w, &all);
  for (size_t i = 0; i < all.count && !rp_c_is_late (w); i++)
    {
      if (all.items[i].is_written)
        check_rows (w, &all.items[i]);
      for (size_t k = 0; k < i; k++)
        check_pair (w, &all.items[k], &all.items[i]);
    }
  for (size_t i = 0; i < all.count; i++)
    RP_VEC_CLEAR (&all.items[i].places);
  RP_VEC_CLEAR (&all);
}

/* ---- the assumption of the region ---- */

/* Returns the variable of which VARIABLE is a member; VARIABLE itself if it is no member. */
static const rp_c_variable *
whole_of (const rp_walker *w, uint32_t variable)
{
  while (w->variables.items[variable].member)
    variable = w->variables.items[variable].parent;
  return &w->variables.items[variable];
}

/* Whether a pointer could point to the variable. */
static bool
is_reachable (const rp_walker *w, const rp_c_variable *variable)
{
  if (!variable->is_object)
    return true;
  const rp_c_decl *decl = variable->decl;
  return decl && !variable->is_private && !decl->is_threadprivate
         && (decl->is_external || w->by_decl.is_exposed[decl->index]
             || (decl->is_static && decl->type->kind == RP_C_ARRAY));
}

/* Whether the pointer to the object VARIABLE is declared restrict: then the program itself promises that no other
 * pointer leads to the object, and nothing has to be assumed. */
static bool
is_restricted (const rp_walker *w, const rp_c_variable *variable)
{
  const rp_c_variable *pointer
    = variable->parent != RP_C_NONE ? &w->variables.items[variable->parent] : NULL;
  return pointer && !variable->is_rows && pointer->parent == RP_C_NONE && pointer->decl
         && pointer->decl->is_restrict;
}

typedef struct assumption
{
  RP_VEC (const char *) names;
  RP_VEC (const rp_c_type *) written; /* types of the objects that are written through pointers */
  bool is_written, has_rows, has_pointer;
} assumption;

static void
add_name (rp_walker *w, assumption *all, const rp_c_variable *variable)
{
  const char *name = rp_arena_format (&w->regions->arena, "%s%s",
                                      variable->is_rows ? "the rows of " : "", variable->name);
  for (size_t i = 0; i < all->names.count; i++)
    if (!strcmp (all->names.items[i], name))
      return;
  RP_VEC_PUSH (&all->names, name);
}

static void
find_names (rp_walker *w, assumption *all)
{
  for (size_t k = 0; k < w->form->leaves.count; k++)
    for (size_t j = 0; j < w->form->leaves.items[k]->accesses.count; j++)
      {
        const rp_poly_access *access = &w->form->leaves.items[k]->accesses.items[j];
        const rp_c_variable *variable = whole_of (w, access->variable);
        if (!is_reachable (w, variable) || variable->is_fresh || is_restricted (w, variable))
          continue;
        all->is_written |= access->is_write;
        all->has_rows |= variable->is_rows;
        all->has_pointer |= !variable->is_object;
        if (access->is_write && !variable->is_object)
          RP_VEC_PUSH (&all->written, w->variables.items[access->variable].type);
        add_name (w, all, variable);
      }
}

/* Adds to ALL the variables that the region only reads, if a pointer through which it writes may point to them. Such
 * variables have no recorded accesses. */
static void
find_constants (rp_walker *w, assumption *all)
{
  for (uint32_t i = 0; i < w->variables.count; i++)
    {
      const rp_c_variable *variable = whole_of (w, i);
      if (!w->variables.items[i].is_relied_on || !variable->is_object
          || !is_reachable (w, variable))
        continue;
      for (size_t k = 0; k < all->written.count; k++)
        if (rp_c_may_be_same (all->written.items[k], w->variables.items[i].type))
          add_name (w, all, variable);
    }
}

/* Names in the region's assumption the pointers and variables that are assumed not to overlap, if the region writes
 * one of them and reaches one of them through a pointer. */
void
rp_c_name_assumption (rp_walker *w)
{
  rp_strbuf text = { 0 };
  assumption all = { 0 };
  find_names (w, &all);
  find_constants (w, &all);
  for (size_t i = 0; i < all.names.count; i++)
    rp_strbuf_format (&text, "%s%s", i ? ", " : "", all.names.items[i]);
  if (all.is_written && all.has_pointer && (all.names.count > 1 || all.has_rows))
    w->region.output->assumption
      = rp_arena_format (&w->regions->arena, "%s do not overlap", text.text);
  RP_VEC_CLEAR (&all.names);
  RP_VEC_CLEAR (&all.written);
  rp_strbuf_clear (&text);
}
