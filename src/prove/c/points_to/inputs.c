/* Handles memory from outside the file that several functions use. Each function has its own pointers to such
 * memory, and the targets of pointers of different functions are assumed not to overlap. But a structure that one
 * function has filled may be passed to another function later. So once a function stores pointers in a structure,
 * inputs that are structures of the same type may contain these pointers, too. */
#include "prove/c/points_to/places.h"

#include <string.h>

/* Whether other files, or other functions, may get a pointer to OF. A variable that is just a pointer does not count:
 * its target is assumed not to overlap with others. */
static bool
is_known_elsewhere (const rp_c_object *of)
{
  const rp_c_decl *decl = of->kind == RP_C_OBJECT_VARIABLE ? of->key : NULL;
  return of->kind == RP_C_OBJECT_INPUT || of->kind == RP_C_OBJECT_HEAP
         || of->kind == RP_C_OBJECT_RESULT
         || (decl && !decl->is_function && decl->type->kind != RP_C_POINTER
             && (decl->is_static || of->is_escaped));
}

/* Whether another function may have stored the values that are in OF. */
static bool
comes_from_elsewhere (const rp_c_points *p, const rp_c_object *of)
{
  const rp_c_decl *decl = of->kind == RP_C_OBJECT_VARIABLE ? of->key : NULL;
  return of->kind == RP_C_OBJECT_INPUT
         || (decl && !decl->is_function && decl->type->kind != RP_C_POINTER
             && (decl->is_external || p->is_param[decl->index]));
}

static bool
is_pointer_of (const rp_c_points *p, uint32_t at, uint32_t object)
{
  return p->places.items[at].object == object && rp_c_is_pointer (p->places.items[at].type);
}

static bool
is_filled (const rp_c_points *p, uint32_t object)
{
  for (uint32_t i = 0; i < p->places.count; i++)
    if (is_pointer_of (p, i, object) && p->places.items[i].is_filled)
      return true;
  return false;
}

/* Counts the pointers in OBJECT that have TARGET among their targets. */
static uint32_t
count_holders (const rp_c_points *p, uint32_t object, uint32_t target)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->places.count; i++)
    for (size_t k = 0; is_pointer_of (p, i, object) && k < p->places.items[i].targets.count; k++)
      count += p->places.items[i].targets.items[k] == target;
  return count;
}

/* TARGET is a target of the pointer at FROM. Returns true if TARGET stands for a different object in each call of
 * the function, so that no pointer in another structure points to TARGET. This is so if two conditions hold: (1) a
 * parameter, or the pointer at FROM itself, points to TARGET when the function begins; (2) no other pointer in the
 * structure that contains FROM has the target TARGET. */
static bool
is_given_in_each_call (rp_c_points *p, uint32_t from, uint32_t target)
{
  const rp_c_object *of = rp_c_object_of (p, target);
  if (of->kind != RP_C_OBJECT_INPUT || *p->places.items[target].path)
    return false;
  const rp_c_object *holder = rp_c_object_of (p, of->holder);
  const rp_c_decl *decl = holder->kind == RP_C_OBJECT_VARIABLE ? holder->key : NULL;
  return (of->holder == from || (decl && p->is_param[decl->index]))
         && count_holders (p, p->places.items[from].object, target) == 1;
}

static void
share_place (rp_c_points *p, uint32_t from, uint32_t into)
{
  rp_c_places targets = { 0 }, shared = { 0 };
  rp_c_place_targets (p, from, &targets);
  for (size_t i = 0; i < targets.count; i++)
    {
      const rp_c_place *target = &p->places.items[targets.items[i]];
      if (target->object == p->places.items[from].object)
        /* the pointer at FROM points into its own object: the corresponding pointer points into the other object */
        rp_c_places_add (&shared, rp_c_part_at (p, into, target->path, target->type));
      else if (!is_given_in_each_call (p, from, targets.items[i]))
        rp_c_places_add (&shared, targets.items[i]);
    }
  uint32_t to = rp_c_part_at (p, into, p->places.items[from].path, p->places.items[from].type);
  /* adds the initial targets of TO, if they are not there yet */
  rp_c_places before = { 0 };
  rp_c_place_targets (p, to, &before);
  rp_c_place_store (p, to, &shared, true);
  if (p->places.items[from].is_filled && !p->places.items[to].is_filled)
    p->places.items[to].is_filled = p->is_changed = true;
  RP_VEC_CLEAR (&before);
  RP_VEC_CLEAR (&targets);
  RP_VEC_CLEAR (&shared);
}

static bool
is_same_type (const rp_c_type *a, const rp_c_type *b)
{
  return a && b && !strcmp (a->spelling, b->spelling);
}

void
rp_c_points_share_inputs (rp_c_points *p)
{
  size_t objects = p->objects.count;
  for (uint32_t i = 0; i < objects; i++)
    {
      if (!is_known_elsewhere (&p->objects.items[i]) || !is_filled (p, i))
        continue;
      for (uint32_t k = 0; k < objects; k++)
        {
          const rp_c_object *from = &p->objects.items[i], *into = &p->objects.items[k];
          size_t places = p->places.count;
          if (k == i || !comes_from_elsewhere (p, into) || !is_same_type (from->type, into->type))
            continue;
          if (from->is_blurred && !into->is_blurred)
            p->objects.items[k].is_blurred = p->is_changed = true;
          for (uint32_t at = 0; at < places; at++)
            if (is_pointer_of (p, at, i))
              share_place (p, at, k);
        }
    }
}
