#include "prove/c/points_to/places.h"

#include <string.h>

#define DEEPEST_INPUT 8

/* ---- sets ---- */

static bool
contains (const rp_c_places *set, uint32_t one)
{
  for (size_t i = 0; i < set->count; i++)
    if (set->items[i] == one)
      return true;
  return false;
}

bool
rp_c_places_add (rp_c_places *set, uint32_t one)
{
  if (contains (set, one))
    return false;
  RP_VEC_PUSH (set, one);
  return true;
}

void
rp_c_places_add_all (rp_c_places *set, const rp_c_places *more)
{
  for (size_t i = 0; i < more->count; i++)
    rp_c_places_add (set, more->items[i]);
}

/* ---- types ---- */

const rp_c_type *
rp_c_plain_type (const rp_c_type *type)
{
  while (type && type->kind == RP_C_ARRAY)
    type = type->element;
  return type && !strcmp (type->spelling, "void") ? NULL : type;
}

bool
rp_c_is_pointer (const rp_c_type *type)
{
  return type && type->kind == RP_C_POINTER;
}

static bool
is_same (const rp_c_type *a, const rp_c_type *b)
{
  return a == b || (rp_c_is_pointer (a) && rp_c_is_pointer (b))
         || !strcmp (a->spelling, b->spelling);
}

static bool
is_to_function (const rp_c_type *type)
{
  return type->element && type->element->kind == RP_C_OTHER && !type->element->is_union
         && strchr (type->element->spelling, '(');
}

/* ---- objects and places ---- */

uint32_t
rp_c_part_at (rp_c_points *p, uint32_t of, const char *path, const rp_c_type *type)
{
  uint64_t hash = rp_c_hash_text (path) + of;
  for (uint32_t i = rp_c_chains_last (&p->by_path, hash); i != RP_C_NO_ITEM;
       i = rp_c_chains_before (&p->by_path, i))
    if (p->places.items[i].object == of && !strcmp (p->places.items[i].path, path))
      return i;
  RP_VEC_PUSH (&p->places,
               (rp_c_place) { .object = of, .path = path, .type = rp_c_plain_type (type) });
  rp_c_chains_add (&p->by_path, hash);
  p->is_changed = true;
  return (uint32_t) (p->places.count - 1);
}

/* Returns the place of a whole object. Adds the object if there is none of this kind and key. */
uint32_t
rp_c_object_at (rp_c_points *p, rp_c_object_kind kind, const void *key, const rp_c_type *type)
{
  uint64_t hash = rp_hash64 ((uintptr_t) key) + (uint64_t) kind;
  for (uint32_t i = rp_c_chains_last (&p->by_key, hash); i != RP_C_NO_ITEM;
       i = rp_c_chains_before (&p->by_key, i))
    if (p->objects.items[i].kind == kind && p->objects.items[i].key == key)
      return rp_c_part_at (p, i, "", p->objects.items[i].type);
  RP_VEC_PUSH (&p->objects,
               (rp_c_object) { .kind = kind, .key = key, .type = rp_c_plain_type (type) });
  rp_c_chains_add (&p->by_key, hash);
  return rp_c_part_at (p, (uint32_t) (p->objects.count - 1), "", type);
}

rp_c_object *
rp_c_object_of (rp_c_points *p, uint32_t at)
{
  return &p->objects.items[p->places.items[at].object];
}

void
rp_c_place_blur (rp_c_points *p, uint32_t at)
{
  rp_c_object *of = rp_c_object_of (p, at);
  if (of->kind == RP_C_OBJECT_ANY || of->kind == RP_C_OBJECT_OUTSIDE || of->is_blurred)
    return;
  of->is_blurred = true;
  p->is_changed = true;
}

/* Records that the program uses the place AT as an object of TYPE. */
void
rp_c_place_used_as (rp_c_points *p, uint32_t at, const rp_c_type *type)
{
  rp_c_place *used = &p->places.items[at];
  type = rp_c_plain_type (type);
  if (!type || at == RP_C_ANYWHERE || at == RP_C_OUTSIDE)
    return;
  if (!used->type && !*used->path)
    {
      used->type = rp_c_object_of (p, at)->type = type;
      p->is_changed = true;
    }
  else if (!used->type || !is_same (used->type, type) || type->is_union)
    rp_c_place_blur (p, at);
}

static uint32_t
member_at (rp_c_points *p, uint32_t at, const rp_c_type *type, const char *name)
{
  rp_c_place_used_as (p, at, type);
  rp_c_place *whole = &p->places.items[at];
  if (at == RP_C_ANYWHERE || at == RP_C_OUTSIDE || rp_c_object_of (p, at)->is_blurred
      || !whole->type)
    return at;
  for (uint32_t i = 0; i < whole->type->field_count; i++)
    if (*name && !strcmp (whole->type->fields[i].name, name))
      return rp_c_part_at (p, whole->object,
                           rp_arena_format (&p->arena, "%s.%s", whole->path, name),
                           whole->type->fields[i].type);
  rp_c_place_blur (p, at);
  return at;
}

/* TYPE is the type that the pointer at AT points to. Returns true if TYPE is a structure, and the object that contains
 * AT, or another object on the path of inputs to AT, has this type, too. */
static bool
is_recursive (rp_c_points *p, uint32_t at, const rp_c_type *type)
{
  const rp_c_object *of = rp_c_object_of (p, at);
  while (of->kind == RP_C_OBJECT_INPUT)
    {
      if (type && of->type && is_same (of->type, type) && type->kind == RP_C_STRUCT)
        return true;
      of = rp_c_object_of (p, of->holder);
    }
  return type && of->type && is_same (of->type, type) && type->kind == RP_C_STRUCT;
}

/* AT is the place of a pointer from outside the file. Returns the place of the object that it points to. Returns
 * RP_C_OUTSIDE if a structure of the same type is on the path of inputs to AT, as in a list, or if the path has more
 * than DEEPEST_INPUT inputs. */
static uint32_t
input_behind (rp_c_points *p, uint32_t at)
{
  const rp_c_type *type = rp_c_plain_type (p->places.items[at].type->element);
  uint32_t depth
    = rp_c_object_of (p, at)->kind == RP_C_OBJECT_INPUT ? rp_c_object_of (p, at)->depth + 1 : 1;
  if (depth > DEEPEST_INPUT || is_recursive (p, at, type))
    return RP_C_OUTSIDE;
  /* a place's number serves as key of the object behind it, since places are never removed */
  uint32_t made = rp_c_object_at (p, RP_C_OBJECT_INPUT, (const void *) ((uintptr_t) at + 1), type);
  rp_c_object_of (p, made)->depth = depth;
  rp_c_object_of (p, made)->holder = at;
  return made;
}

static bool
is_from_elsewhere (const rp_c_points *p, const rp_c_object *of)
{
  if (of->kind == RP_C_OBJECT_INPUT)
    return true;
  const rp_c_decl *decl = of->key;
  return of->kind == RP_C_OBJECT_VARIABLE && !decl->is_function
         && (p->is_param[decl->index] || decl->is_external);
}

void
rp_c_place_targets (rp_c_points *p, uint32_t at, rp_c_places *into)
{
  rp_c_place_used_as (p, at, NULL);
  const rp_c_object *of = rp_c_object_of (p, at);
  const rp_c_type *type = p->places.items[at].type;
  if (at == RP_C_OUTSIDE)
    {
      rp_c_places_add (into, RP_C_OUTSIDE);
      return;
    }
  if (at == RP_C_ANYWHERE || of->is_blurred || (type && !rp_c_is_pointer (type)))
    {
      rp_c_places_add (into, RP_C_ANYWHERE);
      return;
    }
  if (type && !p->places.items[at].is_begun)
    {
      p->places.items[at].is_begun = true;
      if (is_from_elsewhere (p, of) && !is_to_function (type))
        {
          uint32_t behind = input_behind (p, at);
          rp_c_places_add (&p->places.items[at].targets, behind);
        }
    }
  rp_c_places_add_all (into, &p->places.items[at].targets);
}

void
rp_c_place_store (rp_c_points *p, uint32_t at, const rp_c_places *targets, bool is_new)
{
  rp_c_place *into = &p->places.items[at];
  if (at == RP_C_ANYWHERE || at == RP_C_OUTSIDE)
    return;
  for (size_t i = 0; i < targets->count; i++)
    p->is_changed |= rp_c_places_add (&into->targets, targets->items[i]);
  if (targets->count && !is_new && !into->is_filled)
    into->is_filled = p->is_changed = true;
}

bool
rp_c_has_pointers (const rp_c_type *type)
{
  type = rp_c_plain_type (type);
  bool has = !type || type->kind == RP_C_POINTER || type->is_union;
  for (uint32_t i = 0; type && type->kind == RP_C_STRUCT && i < type->field_count && !has; i++)
    has = rp_c_has_pointers (type->fields[i].type);
  return has;
}

/* Copies all pointers in an object of TYPE from the place FROM to the place TO. If TYPE is a union or not known,
 * blurs the object at TO instead. */
void
rp_c_place_copy (rp_c_points *p, uint32_t to, uint32_t from, const rp_c_type *type)
{
  type = rp_c_plain_type (type);
  rp_c_place_used_as (p, to, type);
  rp_c_place_used_as (p, from, type);
  if (!rp_c_has_pointers (type))
    return;
  if (!type || type->is_union)
    {
      rp_c_place_blur (p, to);
      return;
    }
  if (rp_c_is_pointer (type))
    {
      rp_c_places targets = { 0 };
      rp_c_place_targets (p, from, &targets);
      rp_c_place_store (p, to, &targets, false);
      RP_VEC_CLEAR (&targets);
    }
  for (uint32_t i = 0; type->kind == RP_C_STRUCT && i < type->field_count; i++)
    {
      const rp_c_field *field = &type->fields[i];
      uint32_t a = member_at (p, to, type, field->name), b = member_at (p, from, type, field->name);
      if (a != to && rp_c_has_pointers (field->type))
        rp_c_place_copy (p, a, b, field->type);
    }
}

/* ---- sets of places ---- */

void
rp_c_places_of (rp_c_points *p, const rp_c_decl *decl, rp_c_places *places)
{
  rp_c_places_add (places, rp_c_object_at (p, RP_C_OBJECT_VARIABLE, decl, decl->type));
}

void
rp_c_places_anywhere (rp_c_points *p, rp_c_places *places)
{
  (void) p;
  rp_c_places_add (places, RP_C_ANYWHERE);
}

void
rp_c_places_members (rp_c_points *p, const rp_c_places *of, const rp_c_type *type, const char *name,
                     rp_c_places *places)
{
  for (size_t i = 0; i < of->count; i++)
    rp_c_places_add (places, member_at (p, of->items[i], type, name));
}

void
rp_c_places_targets (rp_c_points *p, const rp_c_places *of, rp_c_places *places)
{
  for (size_t i = 0; i < of->count; i++)
    rp_c_place_targets (p, of->items[i], places);
}

/* Whether path B names the same part of an object as path A, or a part inside it. */
static bool
is_within (const char *a, const char *b)
{
  size_t length = strlen (a);
  return !strncmp (a, b, length) && (!b[length] || b[length] == '.');
}

static bool
overlap (rp_c_points *p, uint32_t a, uint32_t b)
{
  const rp_c_object *x = rp_c_object_of (p, a), *y = rp_c_object_of (p, b);
  if (a == RP_C_ANYWHERE || b == RP_C_ANYWHERE)
    return true;
  if (a == RP_C_OUTSIDE || b == RP_C_OUTSIDE)
    return (a == RP_C_OUTSIDE || x->kind == RP_C_OBJECT_INPUT)
           && (b == RP_C_OUTSIDE || y->kind == RP_C_OBJECT_INPUT);
  const char *path = p->places.items[a].path, *other = p->places.items[b].path;
  return x == y && (x->is_blurred || is_within (path, other) || is_within (other, path));
}

bool
rp_c_places_overlap (rp_c_points *p, const rp_c_places *a, const rp_c_places *b)
{
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < b->count; k++)
      if (overlap (p, a->items[i], b->items[k]))
        return true;
  return !a->count || !b->count;
}

bool
rp_c_places_are_rows (rp_c_points *p, const rp_c_places *of)
{
  for (size_t i = 0; i < of->count; i++)
    {
      rp_c_places targets = { 0 };
      uint32_t at = of->items[i];
      rp_c_place_targets (p, at, &targets);
      bool is_good = !p->places.items[at].is_filled && !contains (&targets, RP_C_ANYWHERE)
                     && !contains (&targets, RP_C_OUTSIDE);
      RP_VEC_CLEAR (&targets);
      if (!is_good)
        return false;
    }
  return of->count > 0;
}
