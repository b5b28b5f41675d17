#include "prove/c/walker/walker.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "prove/poly/limit.h"

#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdarg.h>
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
      if (old->at.line == at.line && old->at.column == at.column
          && !strcmp (old->reason, text.text))
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

bool
rp_c_is_late (rp_walker *w)
{
  w->is_late = w->is_late || rp_limit_is_past (w->deadline);
  return w->is_late;
}

/* Returns the source text of NODE, with one space for each run of blanks. */
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

isl_pw_aff *
rp_c_extend (rp_walker *w, isl_pw_aff *value, uint32_t dims)
{
  if (!value || dims == w->dims.count)
    return value;
  RP_ASSERT (dims < w->dims.count);
  return rp_c_pool (w, isl_pw_aff_add_dims (isl_pw_aff_copy (value), isl_dim_in,
                                            (unsigned) (w->dims.count - dims)));
}

const rp_c_location *
rp_c_relocate (rp_walker *w, const rp_c_location *location)
{
  if (!location || location->dims == w->dims.count)
    return location;
  rp_c_location *moved = RP_NEW (&w->program->arena, rp_c_location);
  *moved = *location;
  moved->subscripts
    = rp_arena_alloc (&w->program->arena, (location->count + 1) * sizeof *moved->subscripts);
  for (uint32_t i = 0; i < location->count; i++)
    moved->subscripts[i] = rp_c_extend (w, location->subscripts[i], location->dims);
  moved->dims = (uint32_t) w->dims.count;
  return moved;
}

rp_c_value
rp_c_recall (rp_walker *w, const rp_c_value *value)
{
  rp_c_value here = *value;
  if (value->dims > w->dims.count)
    return (rp_c_value) { .is_derived = true };
  here.number = rp_c_extend (w, value->number, value->dims);
  here.row = rp_c_extend (w, value->row, value->dims);
  here.column = rp_c_extend (w, value->column, value->dims);
  here.plane = rp_c_extend (w, value->plane, value->dims);
  here.pointer = rp_c_relocate (w, value->pointer);
  here.dims = (uint32_t) w->dims.count;
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
  if (w->by_decl.current[decl->index] == RP_C_NONE)
    w->by_decl.current[decl->index] = new_variable (w, (rp_c_variable) { .decl = decl,
                                                                         .parent = RP_C_NONE,
                                                                         .name = decl->name,
                                                                         .type = decl->type,
                                                                         .is_object = true });
  return w->by_decl.current[decl->index];
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
                                            .scope = of->scope,
                                            .lead = of->lead,
                                            .value.is_derived = member && of->value.is_derived });
}

uint32_t
rp_c_root_variable (const rp_walker *w, uint32_t variable)
{
  while (w->variables.items[variable].parent != RP_C_NONE)
    variable = w->variables.items[variable].parent;
  return variable;
}

void
rp_c_take_sizes (rp_walker *w, uint32_t variable)
{
  const rp_c_decl *decl = w->variables.items[variable].decl;
  isl_pw_aff **sizes = rp_arena_alloc (&w->program->arena, (decl->size_count + 1) * sizeof *sizes);
  for (uint32_t i = 0; i < decl->size_count; i++)
    sizes[i] = rp_c_evaluate (w, decl->sizes[i]).number;
  w->variables.items[variable].sizes = decl->size_count ? sizes : NULL;
  w->variables.items[variable].size_dims = (uint32_t) w->dims.count;
}

uint32_t
rp_c_make_private (rp_walker *w, const rp_c_decl *decl)
{
  return w->by_decl.current[decl->index]
         = new_variable (w, (rp_c_variable) { .decl = decl,
                                              .parent = RP_C_NONE,
                                              .name = decl->name,
                                              .type = decl->type,
                                              .is_private = true,
                                              .is_hidden = !w->by_decl.is_exposed[decl->index],
                                              .is_object = true,
                                              .scope = (uint32_t) w->dims.count });
}

void
rp_c_learn (rp_walker *w, uint32_t variable, rp_c_value value)
{
  rp_c_forget (w, variable, value.is_derived);
  value.dims = (uint32_t) w->dims.count;
  w->variables.items[variable].value = value;
}

/* Forgets the values of VARIABLE and of its members. */
void
rp_c_forget (rp_walker *w, uint32_t variable, bool is_derived)
{
  w->variables.items[variable].value = (rp_c_value) { .is_derived = is_derived };
  w->variables.items[variable].generations++;
  for (uint32_t i = variable + 1; i < w->variables.count; i++)
    if (w->variables.items[i].parent == variable && w->variables.items[i].member)
      rp_c_forget (w, i, is_derived);
}

static void
forget_decl (void *context, const rp_c_decl *decl)
{
  rp_walker *w = context;
  if (w->by_decl.current[decl->index] != RP_C_NONE)
    rp_c_forget (w, w->by_decl.current[decl->index], true);
}

/* Forgets the values of all objects behind pointers. */
static void
forget_targets (rp_walker *w)
{
  for (uint32_t i = 0; i < w->variables.count; i++)
    if (!w->variables.items[i].is_object)
      rp_c_forget (w, i, true);
}

void
rp_c_forget_reachable (rp_walker *w)
{
  if (!w->form)
    forget_targets (w);
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      const rp_c_decl *decl = w->program->decls.items[i];
      if (!decl->is_function && (decl->is_static || w->by_decl.is_exposed[i]) && !decl->is_constant
          && w->by_decl.current[i] != RP_C_NONE && !(w->form && !w->by_decl.is_written[i]))
        rp_c_forget (w, w->by_decl.current[i], false);
    }
}

bool
rp_c_may_be_same (const rp_c_type *a, const rp_c_type *b)
{
  if (!a || !b || a->kind >= RP_C_ARRAY || b->kind >= RP_C_ARRAY || strstr (a->spelling, "char"))
    return true;
  if (a->kind != b->kind)
    return false;
  return a->kind != RP_C_REAL || !strcmp (a->spelling, b->spelling);
}

void
rp_c_forget_pointed (rp_walker *w, const rp_c_type *type)
{
  forget_targets (w);
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      const rp_c_decl *decl = w->program->decls.items[i];
      bool is_reached = w->by_decl.is_exposed[i] || (decl->is_static && decl->is_external);
      if (!decl->is_function && is_reached && !decl->is_constant
          && w->by_decl.current[i] != RP_C_NONE && rp_c_may_be_same (type, decl->type))
        rp_c_forget (w, w->by_decl.current[i], true);
    }
}

static bool
stores_through_pointer (const rp_c_node *node)
{
  if (!node)
    return false;
  if (rp_c_is_assignment (node) && node->count && !rp_c_root (node->children[0]))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (stores_through_pointer (node->children[i]))
      return true;
  return false;
}

typedef struct forgetting
{
  rp_walker *w;
  const rp_c_node *node;
} forgetting;

static void
keep_input (void *context, const rp_c_decl *decl)
{
  forgetting *f = context;
  uint32_t variable = f->w->by_decl.current[decl->index];
  if (variable != RP_C_NONE && decl->type->kind == RP_C_INTEGER
      && rp_c_is_set_from_outside (f->node, decl))
    f->w->variables.items[variable].value.is_derived = false;
}

void
rp_c_forget_assigned (rp_walker *w, const rp_c_node *node)
{
  rp_c_each_assigned (node, forget_decl, w);
  if (!w->form)
    rp_c_each_assigned (node, keep_input, &(forgetting) { w, node });
  if (!w->form && stores_through_pointer (node))
    rp_c_forget_pointed (w, NULL);
  if (rp_c_may_call (node))
    rp_c_forget_reachable (w);
}

/* ---- sections that are held ---- */

rp_c_held_set
rp_c_held_now (rp_walker *w)
{
  size_t bytes = w->held.count * sizeof *w->held.items;
  rp_c_held_set here = { rp_arena_alloc (&w->program->arena, bytes + 1), w->held.count };
  if (bytes)
    memcpy (here.items, w->held.items, bytes);
  return here;
}

void
rp_c_check_held (rp_walker *w, rp_c_held_set before, rp_place at)
{
  bool is_same = w->held.count == before.count;
  for (size_t i = 0; i < before.count && is_same; i++)
    is_same = w->held.items[i].variable == before.items[i].variable
              && w->held.items[i].location == before.items[i].location;
  if (is_same)
    return;
  rp_c_flush (w);
  rp_c_note (w, at, true, "a lock is taken or released in a part that may be left out or repeated");
  w->held.count = 0;
  for (size_t i = 0; i < before.count; i++)
    RP_VEC_PUSH (&w->held, before.items[i]);
}

/* ---- values ---- */

rp_c_value *
rp_c_save_values (rp_walker *w, size_t *count)
{
  *count = w->variables.count;
  rp_c_value *values = rp_arena_alloc (&w->program->arena, (*count + 1) * sizeof *values);
  for (size_t i = 0; i < *count; i++)
    {
      values[i] = w->variables.items[i].value;
      values[i].generation = w->variables.items[i].generations;
    }
  return values;
}

void
rp_c_restore_values (rp_walker *w, const rp_c_value *values, size_t count)
{
  for (size_t i = 0; i < count; i++)
    w->variables.items[i].value = values[i];
}
