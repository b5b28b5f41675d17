#include "cfront/walker.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "poly/happens_before.h"

#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- notes and texts ---- */

const rp_inexact *
rp_c_note (rp_walker *w, rp_place at, bool is_fatal, const char *format, ...)
{
  if (!w->form)
    return NULL;
  rp_strbuf text = { 0 };
  va_list arguments;
  va_start (arguments, format);
  rp_strbuf_vformat (&text, format, arguments);
  va_end (arguments);
  for (size_t i = 0; i < w->form->inexact.count; i++)
    {
      rp_inexact *old = w->form->inexact.items[i];
      if (old->at.line == at.line && old->at.column == at.column && !strcmp (old->reason, text.text))
        {
          rp_strbuf_clear (&text);
          return old;
        }
    }
  rp_inexact *note = RP_NEW (&w->form->arena, rp_inexact);
  *note = (rp_inexact) { at, rp_arena_copy (&w->form->arena, text.text, text.length), is_fatal };
  RP_VEC_PUSH (&w->form->inexact, note);
  rp_strbuf_clear (&text);
  return note;
}

/* The source text of a node, with single spaces. */
const char *
rp_c_text (const rp_walker *w, const rp_c_node *node)
{
  rp_strbuf text = { 0 };
  bool is_space = false;
  for (uint32_t i = node->span.begin; i < node->span.end; i++)
    {
      char c = w->program->text[i];
      bool is_blank = c == ' ' || c == '\t' || c == '\n';
      if (!is_blank && is_space && text.length)
        rp_strbuf_add_char (&text, ' ');
      if (!is_blank)
        rp_strbuf_add_char (&text, c);
      is_space = is_blank;
    }
  const char *kept
    = rp_arena_copy ((rp_arena *) &w->program->arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return kept;
}

/* ---- numbers ---- */

isl_pw_aff *
rp_c_pool (rp_walker *w, isl_pw_aff *taken)
{
  if (taken)
    RP_VEC_PUSH (&w->pool, taken);
  return taken;
}

static isl_local_space *
local_space (rp_walker *w)
{
  return isl_local_space_from_space (isl_set_get_space (w->domain));
}

isl_pw_aff *
rp_c_constant (rp_walker *w, int64_t value)
{
  isl_val *number = isl_val_int_from_si (w->isl, value);
  return rp_c_pool (w, isl_pw_aff_from_aff (isl_aff_val_on_domain (local_space (w), number)));
}

isl_pw_aff *
rp_c_dimension (rp_walker *w, uint32_t dim)
{
  return rp_c_pool (
    w, isl_pw_aff_from_aff (isl_aff_var_on_domain (local_space (w), isl_dim_set, dim)));
}

static bool
is_param_name (const rp_walker *w, const char *name)
{
  for (size_t i = 0; i < w->param_names.count; i++)
    if (!strcmp (w->param_names.items[i], name))
      return true;
  return false;
}

isl_pw_aff *
rp_c_parameter (rp_walker *w, const char *name, bool is_derived, rp_place at)
{
  const char *unique = name;
  for (int i = 2; is_param_name (w, unique); i++)
    unique = rp_arena_format (&w->program->arena, "%s_%d", name, i);
  rp_inexact *note = NULL;
  if (is_derived)
    {
      note = RP_NEW (&w->program->arena, rp_inexact);
      *note = (rp_inexact) {
        at, rp_arena_format (&w->program->arena,
                             "the value of %s is not affine; any value is considered", name),
        false
      };
    }
  RP_VEC_PUSH (&w->param_names, unique);
  RP_VEC_PUSH (&w->param_notes, note);
  isl_space *space = isl_space_set_from_params (isl_space_params_alloc (w->isl, 1));
  space = isl_space_set_dim_name (space, isl_dim_param, 0, unique);
  isl_aff *value = isl_aff_var_on_domain (isl_local_space_from_space (space), isl_dim_param, 0);
  return rp_c_pool (w, isl_pw_aff_from_aff (value));
}

isl_pw_aff *
rp_c_extend (rp_walker *w, isl_pw_aff *value, uint32_t dims)
{
  if (!value || dims == w->names.count)
    return value;
  RP_ASSERT (dims < w->names.count);
  return rp_c_pool (w, isl_pw_aff_add_dims (isl_pw_aff_copy (value), isl_dim_in,
                                            (unsigned) (w->names.count - dims)));
}

const rp_c_location *
rp_c_relocate (rp_walker *w, const rp_c_location *location)
{
  if (!location || location->dims == w->names.count)
    return location;
  rp_c_location *moved = RP_NEW (&w->program->arena, rp_c_location);
  *moved = *location;
  moved->subscripts
    = rp_arena_alloc (&w->program->arena, (location->count + 1) * sizeof *moved->subscripts);
  for (uint32_t i = 0; i < location->count; i++)
    moved->subscripts[i] = rp_c_extend (w, location->subscripts[i], location->dims);
  moved->dims = (uint32_t) w->names.count;
  return moved;
}

rp_c_value
rp_c_recall (rp_walker *w, const rp_c_value *value)
{
  rp_c_value here = *value;
  if (value->dims > w->names.count)
    return (rp_c_value) { .is_derived = true };
  here.number = rp_c_extend (w, value->number, value->dims);
  here.pointer = rp_c_relocate (w, value->pointer);
  here.dims = (uint32_t) w->names.count;
  return here;
}

/* ---- variables ---- */

static uint32_t
new_variable (rp_walker *w, rp_c_variable variable)
{
  variable.rank = RP_C_NONE;
  RP_VEC_PUSH (&w->variables, variable);
  return (uint32_t) (w->variables.count - 1);
}

uint32_t
rp_c_pseudo_variable (rp_walker *w, const char *name, const rp_c_type *type)
{
  return new_variable (
    w, (rp_c_variable) { .parent = RP_C_NONE, .name = name, .type = type, .is_object = true });
}

uint32_t
rp_c_variable_of (rp_walker *w, const rp_c_decl *decl)
{
  if (w->current[decl->index] == RP_C_NONE)
    w->current[decl->index] = new_variable (w, (rp_c_variable) { .decl = decl,
                                                                 .parent = RP_C_NONE,
                                                                 .name = decl->name,
                                                                 .type = decl->type,
                                                                 .is_object = true });
  return w->current[decl->index];
}

uint32_t
rp_c_derived (rp_walker *w, uint32_t parent, const char *member, const rp_c_type *type)
{
  rp_c_variable *of = &w->variables.items[parent];
  uint32_t generation = member ? 0 : of->generations;
  for (uint32_t i = 0; i < w->variables.count; i++)
    {
      const rp_c_variable *other = &w->variables.items[i];
      if (other->parent == parent && other->generation == generation
          && (member ? other->member && !strcmp (other->member, member) : !other->member))
        return i;
    }
  const char *name
    = member ? rp_arena_format (&w->program->arena, "%s.%s", of->name, member) : of->name;
  return new_variable (w, (rp_c_variable) { .decl = of->decl,
                                            .parent = parent,
                                            .member = member,
                                            .generation = generation,
                                            .name = name,
                                            .type = type,
                                            .is_private = of->is_private,
                                            .is_hidden = member && of->is_hidden,
                                            .is_object = member && of->is_object,
                                            .scope = of->scope });
}

uint32_t
rp_c_make_private (rp_walker *w, const rp_c_decl *decl)
{
  return w->current[decl->index]
         = new_variable (w, (rp_c_variable) { .decl = decl,
                                              .parent = RP_C_NONE,
                                              .name = decl->name,
                                              .type = decl->type,
                                              .is_private = true,
                                              .is_hidden = !w->is_exposed[decl->index],
                                              .is_object = true,
                                              .scope = (uint32_t) w->names.count });
}

void
rp_c_learn (rp_walker *w, uint32_t variable, rp_c_value value)
{
  rp_c_forget (w, variable, value.is_derived);
  value.dims = (uint32_t) w->names.count;
  w->variables.items[variable].value = value;
}

/* Its members, too. */
void
rp_c_forget (rp_walker *w, uint32_t variable, bool is_derived)
{
  w->variables.items[variable].value = (rp_c_value) { .is_derived = is_derived };
  w->variables.items[variable].generations++;
  for (uint32_t i = variable + 1; i < w->variables.count; i++)
    if (w->variables.items[i].parent == variable && w->variables.items[i].member)
      rp_c_forget (w, i, is_derived);
}

static bool
is_assignment (const rp_c_node *node)
{
  size_t length = strlen (node->op);
  if (node->kind == RP_C_UNARY)
    return !strcmp (node->op, "++") || !strcmp (node->op, "--") || node->op[0] == 'p';
  return node->kind == RP_C_BINARY && length && node->op[length - 1] == '='
         && strcmp (node->op, "==") && strcmp (node->op, "!=") && strcmp (node->op, "<=")
         && strcmp (node->op, ">=");
}

/* The variable that an assignment to NODE changes, or NULL if it goes through a pointer. */
static const rp_c_decl *
root_of (const rp_c_node *node)
{
  if (node->kind == RP_C_NAME)
    return node->decl;
  if (node->kind == RP_C_MEMBER && !node->is_arrow)
    return root_of (node->children[0]);
  if (node->kind == RP_C_SUBSCRIPT && node->children[0]->type
      && node->children[0]->type->kind == RP_C_ARRAY)
    return root_of (node->children[0]);
  return NULL;
}

static const char *const assigning_clauses[]
  = { "lastprivate", "reduction", "copyprivate", "linear", "in_reduction", "task_reduction" };

/* Calls VISIT for each variable that NODE assigns to by its name. */
static void
each_assigned (const rp_c_node *node, void (*visit) (void *, const rp_c_decl *), void *context)
{
  if (!node)
    return;
  if (is_assignment (node) && node->count && root_of (node->children[0]))
    visit (context, root_of (node->children[0]));
  if (node->kind == RP_C_DECLARATION)
    visit (context, node->decl);
  for (size_t i = 0; node->directive && i < node->directive->clauses.count; i++)
    for (size_t k = 0; k < sizeof assigning_clauses / sizeof *assigning_clauses; k++)
      if (!strcmp (node->directive->clauses.items[i].name, assigning_clauses[k]))
        for (uint32_t j = 0; j < node->directive->clauses.items[i].count; j++)
          {
            const rp_c_node *item = node->directive->clauses.items[i].arguments[j];
            if (item->kind == RP_C_NAME && item->decl)
              visit (context, item->decl);
          }
  for (uint32_t i = 0; i < node->count; i++)
    each_assigned (node->children[i], visit, context);
}

typedef struct assigned_search
{
  const rp_c_decl *decl;
  bool is_found;
} assigned_search;

static void
compare_assigned (void *context, const rp_c_decl *decl)
{
  assigned_search *search = context;
  search->is_found |= search->decl == decl;
}

bool
rp_c_assigns (const rp_c_node *node, const rp_c_decl *decl)
{
  assigned_search search = { decl, false };
  each_assigned (node, compare_assigned, &search);
  return search.is_found;
}

static void
forget_decl (void *context, const rp_c_decl *decl)
{
  rp_walker *w = context;
  if (w->current[decl->index] != RP_C_NONE)
    rp_c_forget (w, w->current[decl->index], true);
}

void
rp_c_forget_reachable (rp_walker *w)
{
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      const rp_c_decl *decl = w->program->decls.items[i];
      if (!decl->is_function && (decl->is_static || w->is_exposed[i]) && !decl->is_constant
          && w->current[i] != RP_C_NONE && !(w->form && !w->is_written[i]))
        rp_c_forget (w, w->current[i], false);
    }
}

void
rp_c_forget_assigned (rp_walker *w, const rp_c_node *node)
{
  each_assigned (node, forget_decl, w);
  if (rp_c_contains (node, RP_C_CALL))
    rp_c_forget_reachable (w);
}

rp_c_value *
rp_c_save_values (rp_walker *w, size_t *count)
{
  *count = w->variables.count;
  rp_c_value *values
    = rp_arena_alloc (&w->program->arena, (*count + 1) * sizeof *values);
  for (size_t i = 0; i < *count; i++)
    values[i] = w->variables.items[i].value;
  return values;
}

void
rp_c_restore_values (rp_walker *w, const rp_c_value *values, size_t count)
{
  for (size_t i = 0; i < count; i++)
    w->variables.items[i].value = values[i];
}

/* ---- leaves ---- */

void
rp_c_push (rp_walker *w, rp_token_kind kind, bool is_clocked, rp_place at)
{
  rp_c_flush (w);
  RP_VEC_PUSH (&w->path, (rp_token) { .kind = RP_TOKEN_SEQUENCE, .value = w->sequence++ });
  RP_VEC_PUSH (&w->path, (rp_token) { .kind = kind,
                                      .clocked = is_clocked,
                                      .value = kind == RP_TOKEN_ITERATOR
                                                 ? (uint32_t) w->names.count
                                                 : 0,
                                      .at = at });
}

/* { iteration vector -> values }, those that are NULL being any. */
static isl_map *
map_of (rp_walker *w, isl_pw_aff *const *values, uint32_t given, uint32_t count)
{
  isl_space *space = isl_space_params (isl_set_get_space (w->domain));
  space = isl_space_add_dims (isl_space_set_from_params (space), isl_dim_set, count);
  isl_map *map
    = isl_map_from_domain_and_range (isl_set_copy (w->domain), isl_set_universe (space));
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

static void
add_held (rp_walker *w, rp_leaf *leaf)
{
  for (size_t i = w->held_base; i < w->held.count; i++)
    {
      const rp_c_held *held = &w->held.items[i];
      rp_exclusion exclusion = { .variable = held->variable,
                                 .is_whole = held->variable == RP_C_NONE,
                                 .is_exact = true };
      const rp_c_location *location = rp_c_relocate (w, held->location);
      if (location && location->count)
        {
          exclusion.element = map_of (w, location->subscripts, location->count, location->count);
          for (uint32_t k = 0; k < location->count; k++)
            exclusion.is_exact &= location->subscripts[k] != NULL;
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

/* Fills in everything but the accesses. */
static void
place_leaf (rp_walker *w, rp_leaf *leaf)
{
  rp_arena *arena = &w->form->arena;
  RP_VEC_PUSH (&w->path, (rp_token) { .kind = RP_TOKEN_SEQUENCE, .value = w->sequence++ });
  rp_token *path = rp_arena_alloc (arena, w->path.count * sizeof *path);
  memcpy (path, w->path.items, w->path.count * sizeof *path);
  leaf->path = path;
  leaf->length = (uint32_t) w->path.count;
  w->path.count--;
  leaf->dims = (uint32_t) w->names.count;
  const char **names = rp_arena_alloc (arena, (w->names.count + 1) * sizeof *names);
  for (size_t i = 0; i < w->names.count; i++)
    names[i] = w->names.items[i];
  leaf->names = names;
  leaf->domain = isl_set_coalesce (isl_set_copy (w->domain));
  leaf->inexact = w->inexact;
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

/* The leaf for an access here and now. */
static rp_leaf *
leaf_here (rp_walker *w, const rp_c_node *node)
{
  if (w->leaf && isl_set_plain_is_equal (w->leaf->domain, w->domain) == isl_bool_true
      && w->leaf->inexact == w->inexact)
    return w->leaf;
  rp_c_flush (w);
  w->leaf = RP_NEW (&w->form->arena, rp_leaf);
  w->leaf->at = w->statement ? w->statement->at : node->at;
  place_leaf (w, w->leaf);
  return w->leaf;
}

/* An index that leaves an inner dimension reaches into the neighbouring rows. */
static bool
may_leave_row (rp_walker *w, const rp_c_location *location)
{
  for (uint32_t k = 0; k < location->count; k++)
    {
      isl_pw_aff *index = location->subscripts[k];
      if (location->lengths[k] < 0 || !index)
        continue;
      isl_set *inside = isl_pw_aff_nonneg_set (isl_pw_aff_copy (index));
      inside = isl_set_intersect (
        inside, isl_pw_aff_lt_set (isl_pw_aff_copy (index),
                                   isl_pw_aff_copy (rp_c_constant (w, location->lengths[k]))));
      bool is_inside = isl_set_is_subset (w->domain, inside) == isl_bool_true;
      isl_set_free (inside);
      if (!is_inside)
        return true;
    }
  return false;
}

static uint32_t
array_depth (const rp_c_type *type)
{
  uint32_t depth = 0;
  for (; type && type->kind == RP_C_ARRAY; type = type->element)
    depth++;
  return depth;
}

static void
add_access (rp_walker *w, const rp_c_location *location, bool is_write, const rp_c_node *node)
{
  rp_c_variable *variable = &w->variables.items[location->variable];
  uint32_t depth = array_depth (location->type), given = location->count;
  const rp_inexact *inexact = NULL;
  if (variable->rank == RP_C_NONE)
    variable->rank = given + depth;
  uint32_t scope = variable->is_private ? variable->scope : 0;
  if (variable->rank != given + depth)
    {
      given = scope;
      inexact = rp_c_note (w, node->at, false, "%s is used in more ways than one; it may be any element",
                           variable->name);
    }
  else if (may_leave_row (w, location))
    {
      given = scope;
      inexact = rp_c_note (w, node->at, false,
                           "a subscript of %s may leave its dimension; it may be any element",
                           variable->name);
    }
  for (uint32_t k = 0; k < given && !inexact; k++)
    if (!location->subscripts[k])
      inexact = rp_c_note (w, node->at, false, "the subscript is not affine; it may be any element");
  rp_leaf *leaf = leaf_here (w, node);
  isl_map *elements = map_of (w, location->subscripts, given, variable->rank);
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
                            .site = w->sites++,
                            .at = node->at,
                            .text = rp_c_text (w, node) };
  RP_VEC_PUSH (&leaf->accesses, access);
}

static bool
is_atomic_here (rp_walker *w, const rp_c_location *location, const rp_c_node *node)
{
  return (location->type && location->type->is_atomic)
         || (w->atomic && !strcmp (w->atomic, rp_c_text (w, node)));
}

static void
record_atomic (rp_walker *w, const rp_c_location *location, bool is_write, const rp_c_node *node)
{
  rp_c_flush (w);
  RP_VEC_PUSH (&w->held, (rp_c_held) { w->atomic_variable, NULL });
  add_access (w, location, is_write, node);
  rp_c_flush (w);
  w->held.count--;
}

/* A structure as a whole is all of its members. */
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

/* A variable that the region only reads takes part in no race. */
static bool
is_never_written (const rp_walker *w, const rp_c_location *location)
{
  const rp_c_variable *variable = &w->variables.items[location->variable];
  return variable->decl && variable->is_object && !w->is_written[variable->decl->index]
         && !w->is_exposed[variable->decl->index];
}

void
rp_c_record (rp_walker *w, const rp_c_location *location, bool is_write, const rp_c_node *node)
{
  if (!w->form || !location || w->variables.items[location->variable].is_hidden
      || is_empty_here (w) || (!is_write && is_never_written (w, location)))
    return;
  const rp_c_decl *decl = w->variables.items[location->variable].decl;
  if (decl && decl->is_threadprivate && w->variables.items[location->variable].is_object)
    {
      if (w->is_in_worksharing && w->held_base)
        rp_c_note (w, node->at, true, "%s is threadprivate and used in a task", decl->name);
      return;
    }
  const rp_c_type *element = location->type;
  while (element && element->kind == RP_C_ARRAY)
    element = element->element;
  if (!element || element->is_union || element->kind == RP_C_OTHER)
    rp_c_note (w, node->at, true, "%s is not represented",
               element && element->is_union ? "a union" : "an object of this type");
  else if (element->kind == RP_C_STRUCT && array_depth (location->type))
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

/* Whether all threads of the team reach this place with the same iterators. */
static bool
is_uniform (rp_walker *w)
{
  if (!w->team)
    return true;
  unsigned dim = w->team->dim;
  isl_set *others = isl_set_project_out (isl_set_copy (w->domain), isl_dim_set, dim, 1);
  others = isl_set_insert_dims (others, isl_dim_set, dim, 1);
  isl_pw_aff *thread = rp_c_dimension (w, dim);
  isl_pw_aff *size = rp_c_extend (w, w->team->size, 0);
  others = isl_set_intersect (others, isl_pw_aff_nonneg_set (isl_pw_aff_copy (thread)));
  others = isl_set_intersect (others, isl_pw_aff_lt_set (isl_pw_aff_copy (thread),
                                                         isl_pw_aff_copy (size)));
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
  if (w->team && !w->uncertain && !is_uniform (w))
    rp_c_note (w, at, true,
               "not all threads of the team reach this barrier: the program does not conform");
  rp_leaf *leaf = RP_NEW (&w->form->arena, rp_leaf);
  leaf->is_advance = true;
  leaf->at = at;
  place_leaf (w, leaf);
  leaf->inexact = w->uncertain;
  RP_VEC_PUSH (&w->form->leaves, leaf);
}

/* ---- choices ---- */

isl_pw_aff **
rp_c_encounter (rp_walker *w, uint32_t *count)
{
  isl_pw_aff **key
    = rp_arena_alloc (&w->program->arena, (w->names.count + 2) * sizeof *key);
  *count = 0;
  for (uint32_t i = 0; i < w->names.count; i++)
    if (i != w->team->dim)
      key[(*count)++] = rp_c_dimension (w, i);
  return key;
}

void
rp_c_add_choice (rp_walker *w, uint32_t number, isl_pw_aff **key, uint32_t count)
{
  RP_VEC_PUSH (&w->choices, (rp_c_choice) { number, w->team->dim, key, count,
                                            (uint32_t) w->names.count });
}

/* ---- regions ---- */

static void
note_written (void *context, const rp_c_decl *decl)
{
  rp_walker *w = context;
  w->is_written[decl->index] = true;
}

typedef RP_VEC (const rp_c_function *) function_list;

/* What the region changes, in functions that it calls too. */
static void
scan_region (rp_walker *w, const rp_c_node *node, function_list *seen)
{
  if (!node)
    return;
  if (is_assignment (node) && node->count)
    {
      const rp_c_node *target = node->children[0];
      if (target->kind == RP_C_MEMBER)
        RP_VEC_PUSH (&w->written_members, target->text);
      if (target->kind != RP_C_NAME && target->type && target->type->kind == RP_C_POINTER)
        w->stores_pointers = true;
      if (target->type && target->type->kind == RP_C_STRUCT)
        for (uint32_t i = 0; i < target->type->field_count; i++)
          RP_VEC_PUSH (&w->written_members, target->type->fields[i].name);
    }
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "&") && root_of (node->children[0]))
    note_written (w, root_of (node->children[0]));
  if (node->kind == RP_C_NAME && node->decl && node->decl->function && node->decl->function->body)
    {
      for (size_t i = 0; i < seen->count; i++)
        if (seen->items[i] == node->decl->function)
          return;
      RP_VEC_PUSH (seen, node->decl->function);
      each_assigned (node->decl->function->body, note_written, w);
      scan_region (w, node->decl->function->body, seen);
    }
  for (uint32_t i = 0; i < node->count; i++)
    scan_region (w, node->children[i], seen);
}

void
rp_c_region_begin (rp_walker *w, const rp_c_node *node, const char *construct)
{
  rp_c_regions *regions = w->regions;
  rp_c_region *region = RP_NEW (&regions->arena, rp_c_region);
  function_list seen = { 0 };
  region->function = w->calls.items[0]->name;
  region->construct = rp_arena_copy (&regions->arena, construct, strlen (construct));
  region->at = node->directive ? node->directive->at : node->at;
  region->end = node->at;
  region->form.isl = w->isl;
  RP_VEC_PUSH (&regions->list, region);
  w->region = region;
  w->form = &region->form;
  w->limits = isl_set_copy (w->domain);
  w->sequence = 0;
  w->team_count = 0;
  w->sites = 1;
  w->inexact = w->uncertain = NULL;
  memset (w->is_written, 0, w->program->decls.count * sizeof *w->is_written);
  w->written_members.count = 0;
  w->stores_pointers = false;
  each_assigned (node, note_written, w);
  scan_region (w, node, &seen);
  RP_VEC_CLEAR (&seen);
  for (size_t i = 0; i < w->program->decls.count; i++)
    if (w->is_written[i] && w->current[i] != RP_C_NONE)
      rp_c_forget (w, w->current[i], true);
  for (size_t i = 0; i < w->variables.count; i++)
    w->variables.items[i].rank = RP_C_NONE;
  w->atomic_variable = rp_c_pseudo_variable (w, "atomic", NULL);
}

void
rp_c_cover (rp_walker *w, const rp_c_node *node)
{
  RP_VEC_PUSH (&w->covered, node);
}

void
rp_c_add_orphan (rp_walker *w, const rp_c_node *node, const char *what)
{
  RP_VEC_PUSH (&w->orphans, (rp_c_orphan) { node, w->calls.items[0]->name, what });
}

/* ---- the end of a region: one space of parameters for all ---- */

typedef void each_object (void *context, isl_set **set, isl_map **map);

static void
visit_leaf (rp_leaf *leaf, each_object *visit, void *context)
{
  visit (context, &leaf->domain, NULL);
  for (size_t i = 0; i < leaf->accesses.count; i++)
    visit (context, NULL, &leaf->accesses.items[i].elements);
  for (size_t i = 0; i < leaf->held.count; i++)
    if (leaf->held.items[i].element)
      visit (context, NULL, &leaf->held.items[i].element);
  for (size_t i = 0; i < leaf->choices.count; i++)
    visit (context, NULL, &leaf->choices.items[i].key);
}

static void
visit_form (rp_form *form, each_object *visit, void *context)
{
  for (size_t i = 0; i < form->leaves.count; i++)
    visit_leaf (form->leaves.items[i], visit, context);
  for (size_t i = 0; i < form->events.count; i++)
    visit_leaf (form->events.items[i], visit, context);
  for (size_t i = 0; i < form->edges.count; i++)
    visit (context, NULL, &form->edges.items[i].pairs);
}

/* The parameters that matter: what is in the context alone does not. */
typedef struct alignment
{
  isl_space *space;
  isl_set *context;
} alignment;

static void
add_space (alignment *all, isl_space *other)
{
  int count = isl_space_dim (other, isl_dim_param);
  for (int i = 0; i < count; i++)
    {
      const char *name = isl_space_get_dim_name (other, isl_dim_param, (unsigned) i);
      if (isl_space_find_dim_by_name (all->space, isl_dim_param, name) >= 0)
        continue;
      unsigned at = (unsigned) isl_space_dim (all->space, isl_dim_param);
      all->space = isl_space_add_dims (all->space, isl_dim_param, 1);
      all->space = isl_space_set_dim_name (all->space, isl_dim_param, at, name);
    }
  isl_space_free (other);
}

static void
simplify_object (void *context, isl_set **set, isl_map **map)
{
  alignment *all = context;
  if (set)
    {
      *set = isl_set_drop_unused_params (
        isl_set_gist_params (*set, isl_set_copy (all->context)));
      add_space (all, isl_set_get_space (*set));
    }
  else
    {
      *map = isl_map_drop_unused_params (
        isl_map_gist_params (*map, isl_set_copy (all->context)));
      add_space (all, isl_map_get_space (*map));
    }
}

static void
align_object (void *context, isl_set **set, isl_map **map)
{
  alignment *all = context;
  if (set)
    *set = isl_set_intersect_params (isl_set_align_params (*set, isl_space_copy (all->space)),
                                     isl_set_copy (all->context));
  else
    *map = isl_map_intersect_params (isl_map_align_params (*map, isl_space_copy (all->space)),
                                     isl_set_copy (all->context));
}

/* The context without the parameters that nothing else has. */
static isl_set *
reduce_context (isl_set *context, isl_space *space)
{
  for (int i = isl_set_dim (context, isl_dim_param); i-- > 0;)
    if (isl_space_find_dim_by_name (space, isl_dim_param,
                                    isl_set_get_dim_name (context, isl_dim_param, (unsigned) i))
        < 0)
      context = isl_set_project_out (context, isl_dim_param, (unsigned) i, 1);
  return isl_set_align_params (context, isl_space_copy (space));
}

static bool
involves (rp_leaf *leaf, isl_set *context, const char *name)
{
  isl_set *domain = isl_set_gist_params (isl_set_copy (leaf->domain), isl_set_copy (context));
  int at = isl_set_find_dim_by_name (domain, isl_dim_param, name);
  bool found = at >= 0 && isl_set_involves_dims (domain, isl_dim_param, (unsigned) at, 1);
  isl_set_free (domain);
  for (size_t i = 0; i < leaf->accesses.count && !found; i++)
    {
      isl_map *map = isl_map_gist_params (isl_map_copy (leaf->accesses.items[i].elements),
                                          isl_set_copy (context));
      at = isl_map_find_dim_by_name (map, isl_dim_param, name);
      found = at >= 0 && isl_map_involves_dims (map, isl_dim_param, (unsigned) at, 1);
      isl_map_free (map);
    }
  return found;
}

/* What depends on a value that is not an input, but is taken for any, is inexact. */
static void
mark_derived (rp_walker *w)
{
  for (size_t k = 0; k < w->param_names.count; k++)
    {
      rp_inexact *note = NULL;
      if (!w->param_notes.items[k])
        continue;
      for (size_t i = 0; i < w->form->leaves.count; i++)
        {
          rp_leaf *leaf = w->form->leaves.items[i];
          if (leaf->is_advance || leaf->inexact
              || !involves (leaf, w->form->context, w->param_names.items[k]))
            continue;
          if (!note)
            {
              note = RP_NEW (&w->form->arena, rp_inexact);
              *note = *w->param_notes.items[k];
              RP_VEC_PUSH (&w->form->inexact, note);
            }
          leaf->inexact = note;
        }
    }
}

static void
take_params (rp_form *form, isl_space *space)
{
  int count = isl_space_dim (space, isl_dim_param);
  form->param_count = (uint32_t) count;
  form->params = rp_arena_alloc (&form->arena, ((size_t) count + 1) * sizeof *form->params);
  for (int i = 0; i < count; i++)
    {
      const char *name = isl_space_get_dim_name (space, isl_dim_param, (unsigned) i);
      form->params[i] = rp_arena_copy (&form->arena, name, strlen (name));
    }
}

static void
take_variables (rp_walker *w)
{
  rp_form *form = w->form;
  form->variable_count = (uint32_t) w->variables.count;
  form->variables
    = rp_arena_alloc (&form->arena, (w->variables.count + 1) * sizeof *form->variables);
  for (size_t i = 0; i < w->variables.count; i++)
    {
      const rp_c_variable *from = &w->variables.items[i];
      form->variables[i]
        = (rp_poly_variable) { rp_arena_copy (&form->arena, from->name, strlen (from->name)),
                               from->rank == RP_C_NONE ? 0 : from->rank };
    }
}

/* Pointers whose targets are taken as apart, if one of them is written. */
static void
name_assumption (rp_walker *w)
{
  rp_strbuf text = { 0 };
  size_t named = 0;
  bool is_written = false;
  for (uint32_t i = 0; i < w->variables.count; i++)
    {
      const rp_c_variable *variable = &w->variables.items[i];
      bool is_used = false;
      for (size_t k = 0; k < w->form->leaves.count; k++)
        for (size_t j = 0; j < w->form->leaves.items[k]->accesses.count; j++)
          if (w->form->leaves.items[k]->accesses.items[j].variable == i)
            {
              is_used = true;
              is_written |= !variable->is_object && w->form->leaves.items[k]->accesses.items[j].is_write;
            }
      if (!is_used || variable->is_object || variable->member)
        continue;
      rp_strbuf_format (&text, "%s%s", named++ ? ", " : "", variable->name);
    }
  if (named > 1 && is_written)
    {
      w->region->assumption
        = rp_arena_format (&w->regions->arena, "%s do not overlap", text.text);
    }
  rp_strbuf_clear (&text);
}

/* ---- edges ---- */

/* The position behind the last async of a path: where its activity begins. */
static uint32_t
activity_of (const rp_leaf *leaf)
{
  for (uint32_t i = leaf->length; i-- > 0;)
    if (leaf->path[i].kind == RP_TOKEN_ASYNC)
      return i + 1;
  return 0;
}

static void
add_edge (rp_form *form, const rp_leaf *from, const rp_leaf *to, isl_map *pairs)
{
  pairs = isl_map_intersect_domain (pairs, isl_set_copy (from->domain));
  pairs = isl_map_intersect_range (pairs, isl_set_copy (to->domain));
  if (isl_map_is_empty (pairs) == isl_bool_true)
    isl_map_free (pairs);
  else
    RP_VEC_PUSH (&form->edges, (rp_form_edge) { from, to, pairs });
}

/* The end of each task that the same activity created before a taskwait comes before that. */
static void
add_task_edges (rp_walker *w)
{
  for (size_t i = 0; i < w->tasks.count; i++)
    for (size_t k = 0; k < w->waits.count; k++)
      {
        const rp_leaf *creation = w->tasks.items[i].creation, *wait = w->waits.items[k];
        uint32_t activity = activity_of (creation);
        if (wait->inexact || activity_of (wait) != activity
            || rp_path_common (creation, wait) < activity)
          continue;
        isl_map *pairs = rp_before (w->form, creation, wait, wait->length);
        pairs = isl_map_intersect (
          pairs, rp_same_prefix (w->form, creation, wait, rp_path_dims (wait, activity)));
        add_edge (w->form, w->tasks.items[i].end, wait, pairs);
      }
}

/* The ordered section of one iteration comes before those of all later ones. */
static void
add_ordered_edges (rp_walker *w)
{
  for (size_t i = 0; i < w->ordered_sections.count; i++)
    {
      const rp_c_ordered *ordered = &w->ordered_sections.items[i];
      if (!ordered->begin || ordered->begin->inexact)
        continue;
      isl_map *all = rp_same_prefix (w->form, ordered->end, ordered->begin, 0);
      all = isl_map_subtract (all, isl_map_copy (all));
      for (uint32_t dim = ordered->first_dim; dim < ordered->last_dim; dim++)
        {
          isl_map *pairs = rp_same_prefix (w->form, ordered->end, ordered->begin, 0);
          for (uint32_t k = 0; k < dim; k++)
            if (k != ordered->thread_dim)
              pairs = isl_map_equate (pairs, isl_dim_in, (int) k, isl_dim_out, (int) k);
          pairs = ordered->is_descending
                    ? isl_map_order_gt (pairs, isl_dim_in, (int) dim, isl_dim_out, (int) dim)
                    : isl_map_order_lt (pairs, isl_dim_in, (int) dim, isl_dim_out, (int) dim);
          all = isl_map_union (all, pairs);
        }
      add_edge (w->form, ordered->end, ordered->begin, all);
    }
}

static void
check_complete (rp_walker *w)
{
  bool is_complete = w->form->context != NULL;
  for (size_t i = 0; i < w->form->leaves.count; i++)
    {
      const rp_leaf *leaf = w->form->leaves.items[i];
      is_complete &= leaf->domain != NULL;
      for (size_t k = 0; k < leaf->accesses.count; k++)
        is_complete &= leaf->accesses.items[k].elements != NULL;
      for (size_t k = 0; k < leaf->choices.count; k++)
        is_complete &= leaf->choices.items[k].key != NULL;
    }
  if (!is_complete)
    rp_c_note (w, w->region->at, true, "the sets of iterations are too complicated");
}

void
rp_c_region_end (rp_walker *w)
{
  rp_form *form = w->form;
  rp_c_flush (w);
  alignment all = { isl_space_params_alloc (w->isl, 0), isl_set_params (w->limits) };
  w->limits = NULL;
  visit_form (form, simplify_object, &all);
  all.context = reduce_context (all.context, all.space);
  visit_form (form, align_object, &all);
  form->context = all.context;
  take_params (form, all.space);
  isl_space_free (all.space);
  take_variables (w);
  add_task_edges (w);
  add_ordered_edges (w);
  mark_derived (w);
  name_assumption (w);
  check_complete (w);
  w->region = NULL;
  w->form = NULL;
  w->inexact = w->uncertain = NULL;
  w->tasks.count = w->waits.count = w->ordered_sections.count = 0;
  RP_ASSERT (!w->path.count && !w->names.count && !w->choices.count && !w->held.count);
}
