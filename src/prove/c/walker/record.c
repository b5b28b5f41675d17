/* Makes the leaves of the form: accesses, barriers, events, and the choices that they depend on. */
#include "prove/c/walker/openmp.h"

#include <isl/map.h>
#include <isl/space.h>
#include <string.h>

/* ---- leaves ---- */

void
rp_c_push (rp_walker *w, rp_form_token_kind kind, bool is_clocked, rp_place at, const char *word)
{
  rp_c_flush (w);
  RP_VEC_PUSH (&w->path,
               (rp_form_token) { .kind = RP_TOKEN_SEQUENCE, .value = w->region.sequence++ });
  RP_VEC_PUSH (&w->path,
               (rp_form_token) { .kind = kind,
                                 .clocked = is_clocked,
                                 .value = kind == RP_TOKEN_ITERATOR ? (uint32_t) w->dims.count : 0,
                                 .at = at,
                                 .word = word });
}

/* Returns the map { iteration vector -> values }, with COUNT values. The first GIVEN values are in VALUES; a NULL in
 * VALUES, or a value behind the first GIVEN, means any value. The map is not restricted to the domain. */
static isl_map *
map_of (rp_walker *w, isl_pw_aff *const *values, uint32_t given, uint32_t count)
{
  isl_space *space = isl_space_from_domain (isl_set_get_space (w->domain));
  isl_map *map = isl_map_universe (isl_space_add_dims (space, isl_dim_out, count));
  for (uint32_t k = 0; k < count; k++)
    if (k < given && values[k])
      {
        isl_map *one = isl_map_from_pw_aff (isl_pw_aff_copy (values[k]));
        one = isl_map_insert_dims (one, isl_dim_out, 0, k);
        one = isl_map_add_dims (one, isl_dim_out, count - k - 1);
        map = isl_map_intersect (map, one);
      }
  return map;
}

/* Adds to LEAF the sections that creators of the current task hold, or openers of its team. The task may end in them. */
static void
add_held_by_creators (rp_walker *w, rp_leaf *leaf)
{
  for (size_t i = 0; i < w->around.held_base; i++)
    {
      const rp_c_held_section *held = &w->held.items[i];
      rp_exclusion exclusion
        = { .is_creators = true,
            .variable = held->variable,
            .is_whole = held->variable == RP_C_NONE,
            .inexact = rp_c_note (w, held->at, false,
                                  "who holds this lock may wait for tasks meanwhile; whether "
                                  "it excludes others from what they do is not known") };
      RP_VEC_PUSH (&leaf->held, exclusion);
    }
}

/* If the region has explicit tasks, adds to LEAF a section that all tasks of one team are in, where the team has one
 * thread: that thread executes all of them, so they do not race. Lanes of simd constructs are left out, since one thread
 * executes them at once. */
static void
add_sole_thread (rp_walker *w, rp_leaf *leaf)
{
  const rp_c_team *team = w->around.team;
  if (!w->region.has_tasks || !team || team->is_league || team->is_flat || w->around.has_lanes)
    return;
  isl_pw_aff *outer[team->dim + 1];
  for (uint32_t k = 0; k < team->dim; k++)
    outer[k] = rp_c_dimension (w, k);
  isl_map *element = map_of (w, outer, team->dim, team->dim);
  isl_set *alone = rp_c_where_equal (rp_c_extend (w, team->size, 0), rp_c_constant (w, 1));
  const char *name
    = rp_arena_format (&w->program->arena, "(the one thread of team %u)", team->static_number);
  rp_exclusion exclusion = { .variable = rp_c_section_variable (w, name),
                             .is_element = true,
                             .element = isl_map_intersect_domain (element, alone) };
  RP_VEC_PUSH (&leaf->held, exclusion);
}

static void
add_held (rp_walker *w, rp_leaf *leaf)
{
  add_held_by_creators (w, leaf);
  add_sole_thread (w, leaf);
  for (size_t i = w->around.held_base; i < w->held.count; i++)
    {
      const rp_c_held_section *held = &w->held.items[i];
      rp_exclusion exclusion
        = { .variable = held->variable, .is_whole = held->variable == RP_C_NONE };
      const rp_c_location *location = rp_c_relocate (w, held->location);
      if (location && location->count)
        {
          exclusion.is_element = true;
          exclusion.element = map_of (w, location->subscripts, location->count, location->count);
          for (uint32_t k = 0; k < location->count; k++)
            if (!location->subscripts[k])
              exclusion.inexact
                = rp_c_note (w, held->at, false,
                             "the subscript is not affine; the section may be on any element");
        }
      RP_VEC_PUSH (&leaf->held, exclusion);
    }
}

static void
add_choices (rp_walker *w, rp_leaf *leaf)
{
  for (size_t i = 0; i < w->choices.count; i++)
    {
      const rp_c_choice *from = &w->choices.items[i];
      isl_pw_aff *key[from->count + 1];
      for (uint32_t k = 0; k < from->count; k++)
        key[k] = rp_c_extend (w, from->key[k], from->dims);
      rp_choice choice = { from->number, from->dim, map_of (w, key, from->count, from->count) };
      RP_VEC_PUSH (&leaf->choices, choice);
    }
}

/* Fills in LEAF, except its accesses and its place in the source, for the code that is walked now. */
static void
place_leaf (rp_walker *w, rp_leaf *leaf)
{
  rp_arena *arena = &w->form->arena;
  RP_VEC_PUSH (&w->path,
               (rp_form_token) { .kind = RP_TOKEN_SEQUENCE, .value = w->region.sequence++ });
  rp_form_token *path = rp_arena_alloc (arena, w->path.count * sizeof *path);
  memcpy (path, w->path.items, w->path.count * sizeof *path);
  leaf->path = path;
  leaf->length = (uint32_t) w->path.count;
  w->path.count--;
  leaf->dims = (uint32_t) w->dims.count;
  const char **names = rp_arena_alloc (arena, (w->dims.count + 1) * sizeof *names);
  for (size_t i = 0; i < w->dims.count; i++)
    names[i] = w->dims.items[i].name;
  leaf->names = names;
  leaf->domain = isl_set_coalesce (isl_set_copy (w->domain));
  leaf->inexact = w->doubts.inexact;
  add_held (w, leaf);
  add_choices (w, leaf);
}

static bool
is_empty_here (rp_walker *w)
{
  return isl_set_is_empty (w->domain) == isl_bool_true;
}

void
rp_c_flush (rp_walker *w)
{
  if (w->leaf)
    RP_VEC_PUSH (&w->form->leaves, w->leaf);
  w->leaf = NULL;
}

/* Returns the leaf to which an access at the current place is added: the current leaf, or a new one if domain or
 * doubts changed. */
static rp_leaf *
leaf_here (rp_walker *w, const rp_c_node *node)
{
  if (w->leaf && isl_set_plain_is_equal (w->leaf->domain, w->domain) == isl_bool_true
      && w->leaf->inexact == w->doubts.inexact)
    return w->leaf;
  rp_c_flush (w);
  w->leaf = RP_NEW (&w->form->arena, rp_leaf);
  w->leaf->at = w->statement ? w->statement->at : node->at;
  place_leaf (w, w->leaf);
  return w->leaf;
}

/* Returns the length of DIMENSION of LOCATION, or NULL if it is not known. */
static isl_pw_aff *
length_of (rp_walker *w, const rp_c_location *location, uint32_t dimension)
{
  int64_t length = location->lengths[dimension];
  if (length >= 0)
    return rp_c_constant (w, length);
  const rp_c_variable *root = &w->variables.items[rp_c_root_variable (w, location->variable)];
  if (length == RP_C_NO_LENGTH || !root->sizes)
    return NULL;
  return rp_c_extend (w, root->sizes[RP_C_SIZE_NUMBER (length)], root->size_dims);
}

/* Whether a subscript may leave its dimension, and so reach into a neighbouring row. */
static bool
may_leave_row (rp_walker *w, const rp_c_location *location)
{
  for (uint32_t k = 0; k < location->count; k++)
    {
      isl_pw_aff *index = location->subscripts[k];
      if (location->lengths[k] == -1 || !index)
        continue;
      isl_pw_aff *length = length_of (w, location, k);
      if (!length)
        return true;
      isl_set *inside = isl_pw_aff_nonneg_set (isl_pw_aff_copy (index));
      inside = isl_set_intersect (
        inside, isl_pw_aff_lt_set (isl_pw_aff_copy (index), isl_pw_aff_copy (length)));
      /* every array has at least one element [C17, 6.7.6.2, 5] */
      isl_set *possible = isl_set_intersect (isl_set_copy (w->domain),
                                             isl_pw_aff_pos_set (isl_pw_aff_copy (length)));
      bool is_inside = isl_set_is_subset (possible, inside) == isl_bool_true;
      isl_set_free (possible);
      isl_set_free (inside);
      if (!is_inside)
        return true;
    }
  return false;
}

/* Whether INDEX is at least 0 and below LENGTH everywhere in the domain. LENGTH is a function of no iterators. */
static bool
is_inside (rp_walker *w, isl_pw_aff *index, isl_pw_aff *length)
{
  if (!index)
    return false;
  length = rp_c_extend (w, length, 0);
  isl_set *inside = isl_pw_aff_nonneg_set (isl_pw_aff_copy (index));
  isl_set *below = isl_pw_aff_lt_set (isl_pw_aff_copy (index), isl_pw_aff_copy (length));
  inside = isl_set_intersect (inside, below);
  bool is_in = isl_set_is_subset (w->domain, inside) == isl_bool_true;
  isl_set_free (inside);
  return is_in;
}

static bool
is_same_length (isl_pw_aff *a, isl_pw_aff *b)
{
  return a && b ? isl_pw_aff_plain_is_equal (a, b) == isl_bool_true : a == b;
}

/* Whether the column of LOCATION stays within its row, and the row within its plane. Returns false, too, if the lengths
 * of row and plane are not those of the first access to the variable in the region. */
static bool
fits_rows (rp_walker *w, const rp_c_location *location)
{
  const rp_c_variable *variable = &w->variables.items[location->variable];
  if (!is_same_length (variable->stride, location->stride)
      || !is_same_length (variable->height, location->height))
    return false;
  isl_pw_aff **last = &location->subscripts[location->count];
  return !location->stride
         || (is_inside (w, last[-1], location->stride)
             && (!location->height || is_inside (w, last[-2], location->height)));
}

static void
add_access (rp_walker *w, const rp_c_location *location, bool is_write, const rp_c_node *node)
{
  rp_c_variable *variable = &w->variables.items[location->variable];
  uint32_t depth = rp_c_array_depth (location->type), given = location->count;
  const rp_inexact *inexact = NULL;
  if (variable->rank == RP_C_NONE)
    {
      variable->rank = given + depth;
      variable->stride = location->stride;
      variable->height = location->height;
    }
  uint32_t scope = variable->is_private ? variable->scope : 0;
  if (variable->rank != given + depth)
    {
      given = scope;
      inexact
        = rp_c_note (w, node->at, false, "%s is used in more ways than one; it may be any element",
                     variable->name);
    }
  else if (may_leave_row (w, location) || !fits_rows (w, location))
    {
      given = scope;
      inexact = rp_c_note (w, node->at, false,
                           "a subscript of %s may leave its dimension; it may be any element",
                           variable->name);
    }
  for (uint32_t k = 0; k < given && !inexact; k++)
    if (!location->subscripts[k])
      inexact
        = rp_c_note (w, node->at, false, "the subscript is not affine; it may be any element");
  uint32_t rank = variable->rank; /* leaf_here may add variables, which moves them all */
  rp_leaf *leaf = leaf_here (w, node);
  isl_map *elements = map_of (w, location->subscripts, given, rank);
  for (size_t i = 0; i < leaf->accesses.count; i++)
    {
      rp_poly_access *other = &leaf->accesses.items[i];
      if (other->variable == location->variable && other->is_write == is_write
          && isl_map_plain_is_equal (other->elements, elements) == isl_bool_true)
        {
          isl_map_free (elements);
          return;
        }
    }
  rp_poly_access access = { .variable = location->variable,
                            .is_write = is_write,
                            .elements = elements,
                            .inexact = inexact,
                            .site = w->region.sites++,
                            .at = node->at,
                            .text = rp_c_text (w, node) };
  RP_VEC_PUSH (&leaf->accesses, access);
}

static bool
is_atomic_here (rp_walker *w, const rp_c_location *location, const rp_c_node *node)
{
  return (location->type && location->type->is_atomic)
         || (w->around.atomic && !strcmp (w->around.atomic, rp_c_text (w, node)));
}

static void
record_atomic (rp_walker *w, const rp_c_location *location, bool is_write, const rp_c_node *node)
{
  rp_c_flush (w);
  RP_VEC_PUSH (&w->held, (rp_c_held_section) { .variable = w->region.atomic_variable });
  add_access (w, location, is_write, node);
  rp_c_flush (w);
  w->held.count--;
}

/* Records an access to a whole structure as accesses to all of its members. */
static void
record_members (rp_walker *w, const rp_c_location *location, const rp_c_type *type, bool is_write,
                const rp_c_node *node)
{
  for (uint32_t i = 0; i < type->field_count; i++)
    {
      rp_c_location member = *location;
      const rp_c_field *field = &type->fields[i];
      member.variable = rp_c_derived (w, location->variable, field->name, field->type);
      member.type = field->type;
      member.is_index = false;
      rp_c_record (w, &member, is_write, node);
    }
}

/* Whether the region never writes the variable. Such a variable takes part in no race. */
static bool
is_never_written (const rp_walker *w, const rp_c_location *location)
{
  const rp_c_variable *variable = &w->variables.items[location->variable];
  return variable->decl && variable->is_object && !w->by_decl.is_written[variable->decl->index]
         && !w->by_decl.is_exposed[variable->decl->index];
}

/* Whether another global or static variable has the same name as DECL. Of a threadprivate directive only the names are
 * kept, so it is not known which of the two variables it means. */
static bool
is_name_shared (const rp_walker *w, const rp_c_decl *decl)
{
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      const rp_c_decl *other = w->program->decls.items[i];
      if (other != decl && other->is_static && !strcmp (other->name, decl->name))
        return true;
    }
  return false;
}

void
rp_c_record (rp_walker *w, const rp_c_location *location, bool is_write, const rp_c_node *node)
{
  w->volatile_accesses += location && location->type && location->type->is_volatile;
  if (!w->form || !location || w->variables.items[location->variable].is_hidden || is_empty_here (w)
      || (!is_write && is_never_written (w, location)))
    return;
  const rp_c_decl *decl = w->variables.items[location->variable].decl;
  if (decl && decl->is_threadprivate && w->variables.items[location->variable].is_object)
    {
      /* another thread may access this thread's copy through a pointer */
      if (w->by_decl.is_exposed[decl->index] || is_name_shared (w, decl))
        rp_c_note (w, node->at, true, "whose copy of %s this is is not known", decl->name);
      if (w->around.is_in_task || !w->around.team)
        rp_c_note (w, node->at, true, "%s is threadprivate and used in a task", decl->name);
      return;
    }
  const rp_c_type *element = location->type;
  while (element && element->kind == RP_C_ARRAY)
    element = element->element;
  if (!element || element->is_union || element->kind == RP_C_OTHER)
    rp_c_note (w, node->at, true, "%s is not represented",
               element && element->is_union ? "a union" : "an object of this type");
  else if (element->kind == RP_C_STRUCT && rp_c_array_depth (location->type))
    rp_c_note (w, node->at, true, "an access to a whole array of structures is not represented");
  else if (element->kind == RP_C_STRUCT)
    record_members (w, location, element, is_write, node);
  else if (is_atomic_here (w, location, node))
    record_atomic (w, location, is_write, node);
  else
    add_access (w, location, is_write, node);
}

rp_leaf *
rp_c_add_event (rp_walker *w, rp_place at)
{
  rp_leaf *leaf = RP_NEW (&w->form->arena, rp_leaf);
  rp_c_flush (w);
  leaf->at = at;
  place_leaf (w, leaf);
  RP_VEC_PUSH (&w->form->events, leaf);
  return leaf;
}

bool
rp_c_add_dependence (rp_walker *w, rp_leaf *event, const rp_c_location *location, bool is_write,
                     rp_place at)
{
  if (!location)
    return false;
  for (uint32_t i = 0; i < location->count; i++)
    if (!location->subscripts[i])
      return false;
  rp_poly_access place
    = { .variable = location->variable,
        .is_write = is_write,
        .elements = map_of (w, location->subscripts, location->count, location->count),
        .at = at,
        .text = "" };
  RP_VEC_PUSH (&event->accesses, place);
  return true;
}

/* Whether all threads of the team reach this place with the same iterators. */
static bool
is_uniform (rp_walker *w)
{
  if (!w->around.team)
    return true;
  unsigned dim = w->around.team->dim;
  isl_set *others = isl_set_project_out (isl_set_copy (w->domain), isl_dim_set, dim, 1);
  others = isl_set_insert_dims (others, isl_dim_set, dim, 1);
  isl_pw_aff *thread = rp_c_dimension (w, dim);
  isl_pw_aff *size = rp_c_extend (w, w->around.team->size, 0);
  others = isl_set_intersect (others, isl_pw_aff_nonneg_set (isl_pw_aff_copy (thread)));
  others = isl_set_intersect (others,
                              isl_pw_aff_lt_set (isl_pw_aff_copy (thread), isl_pw_aff_copy (size)));
  bool is_all = isl_set_is_subset (others, w->domain) == isl_bool_true;
  isl_set_free (others);
  return is_all;
}

void
rp_c_add_advance (rp_walker *w, rp_place at)
{
  rp_c_flush (w);
  if (is_empty_here (w))
    return;
  if (w->around.team && !w->doubts.uncertain && !is_uniform (w))
    rp_c_note (w, at, true,
               "not all threads of the team reach this barrier: the program does not conform");
  rp_leaf *leaf = RP_NEW (&w->form->arena, rp_leaf);
  leaf->is_advance = true;
  leaf->at = at;
  place_leaf (w, leaf);
  leaf->inexact = w->doubts.uncertain;
  RP_VEC_PUSH (&w->form->leaves, leaf);
}

/* ---- choices ---- */

isl_pw_aff **
rp_c_iterators_without_thread (rp_walker *w, uint32_t *count)
{
  isl_pw_aff **key = rp_arena_alloc (&w->program->arena, (w->dims.count + 2) * sizeof *key);
  *count = 0;
  for (uint32_t i = 0; i < w->dims.count; i++)
    if (i != w->around.team->dim)
      key[(*count)++] = rp_c_dimension (w, i);
  return key;
}

void
rp_c_add_choice (rp_walker *w, uint32_t number, isl_pw_aff **key, uint32_t count)
{
  RP_VEC_PUSH (&w->choices,
               (rp_c_choice) { number, w->around.team->dim, key, count, (uint32_t) w->dims.count });
}
