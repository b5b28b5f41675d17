/* The beginning and the end of a region. The beginning finds what the region writes. The end gives all sets and maps
 * of the region the same parameters, and adds the edges. */
#include "base/panic.h"
#include "base/strbuf.h"
#include "prove/c/walker/walker.h"
#include "prove/poly/happens_before.h"
#include "prove/poly/limit.h"

#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/val.h>
#include <string.h>

/* ---- the beginning of a region ---- */

static void
note_written (void *context, const rp_c_decl *decl)
{
  rp_walker *w = context;
  w->by_decl.is_written[decl->index] = true;
}

typedef RP_VEC (const rp_c_function *) function_list;

static void scan_region (rp_walker *w, const rp_c_node *node, function_list *seen);

static void
scan_function (rp_walker *w, const rp_c_function *function, function_list *seen)
{
  for (size_t i = 0; i < seen->count; i++)
    if (seen->items[i] == function)
      return;
  RP_VEC_PUSH (seen, function);
  rp_c_each_assigned (function->body, note_written, w);
  scan_region (w, function->body, seen);
}

/* Records which members NODE may change, of which variables NODE takes the address, and whether NODE stores pointers in
 * memory. Does the same for functions that NODE calls or names, and records which variables these functions assign to.
 * SEEN has the functions that were scanned before. */
static void
scan_region (rp_walker *w, const rp_c_node *node, function_list *seen)
{
  if (!node)
    return;
  if (rp_c_is_assignment (node) && node->count)
    {
      const rp_c_node *target = node->children[0];
      if (target->kind == RP_C_MEMBER)
        RP_VEC_PUSH (&w->region.written_members, target->text);
      if (target->kind != RP_C_NAME && target->type && target->type->kind == RP_C_POINTER)
        w->region.stores_pointers = true;
      if (target->type && target->type->kind == RP_C_STRUCT)
        for (uint32_t i = 0; i < target->type->field_count; i++)
          RP_VEC_PUSH (&w->region.written_members, target->type->fields[i].name);
    }
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "&") && rp_c_root (node->children[0]))
    note_written (w, rp_c_root (node->children[0]));
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "&") && node->children[0]->kind == RP_C_MEMBER)
    RP_VEC_PUSH (&w->region.written_members, node->children[0]->text);
  if (node->kind == RP_C_NAME && node->decl && node->decl->function)
    scan_function (w, node->decl->function, seen);
  /* a call through a pointer may call any function */
  bool is_named = node->kind == RP_C_CALL && node->children[0]->kind == RP_C_NAME
                  && node->children[0]->decl && node->children[0]->decl->is_function;
  for (size_t i = 0; node->kind == RP_C_CALL && !is_named && i < w->program->functions.count; i++)
    if (w->program->functions.items[i] != w->calls.items[0])
      scan_function (w, w->program->functions.items[i], seen);
  w->region.has_tasks |= node->directive && strstr (node->directive->name, "task");
  for (size_t i = 0; node->directive && i < node->directive->clauses.count; i++)
    for (uint32_t j = 0; j < node->directive->clauses.items[i].count; j++)
      scan_region (w, node->directive->clauses.items[i].arguments[j], seen);
  for (uint32_t i = 0; i < node->count; i++)
    scan_region (w, node->children[i], seen);
}

void
rp_c_note_equality (rp_walker *w)
{
  if (w->equality)
    rp_c_note (w, w->equality->at, true, "%s and %s point to the same here",
               rp_c_text (w, w->equality->children[0]), rp_c_text (w, w->equality->children[1]));
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
  w->region.output = region;
  w->form = &region->form;
  w->region.limits = isl_set_copy (w->domain);
  w->region.sequence = 0;
  w->region.team_count = 0;
  w->region.sites = 1;
  w->doubts = (rp_c_doubts) { 0 };
  rp_c_mark_covered (w, node);
  if (w->program->odd)
    rp_c_note (w, w->program->odd_at, true, "%s is not represented", w->program->odd);
  if (w->odd)
    rp_c_note (w, w->odd->at, true,
               "what comes after what is not known here: a goto, a label or its like");
  rp_c_note_equality (w);
  memset (w->by_decl.is_written, 0, w->program->decls.count * sizeof *w->by_decl.is_written);
  w->region.written_members.count = 0;
  w->region.stores_pointers = w->region.has_tasks = false;
  rp_c_each_assigned (node, note_written, w);
  scan_region (w, node, &seen);
  RP_VEC_CLEAR (&seen);
  for (size_t i = 0; i < w->program->decls.count; i++)
    if (w->by_decl.is_written[i] && w->by_decl.current[i] != RP_C_NONE)
      rp_c_forget (w, w->by_decl.current[i], true);
  for (size_t i = 0; i < w->variables.count; i++)
    {
      w->variables.items[i].rank = RP_C_NONE;
      w->variables.items[i].stride = w->variables.items[i].height = NULL;
      w->variables.items[i].used_as = NULL;
      w->variables.items[i].is_relied_on = false;
    }
  w->region.atomic_variable = rp_c_pseudo_variable (w, "atomic", NULL);
}

void
rp_c_mark_covered (rp_walker *w, const rp_c_node *node)
{
  RP_VEC_PUSH (&w->covered, node);
}

void
rp_c_add_orphan (rp_walker *w, const rp_c_node *node, const char *what)
{
  RP_VEC_PUSH (
    &w->orphans,
    (rp_c_orphan) { node, w->calls.items[0]->name, what,
                    "it stands in no parallel region of this file that is understood, nor in a "
                    "function that one calls" });
}

/* ---- the end of a region: one space of parameters for all sets and maps ---- */

typedef void each_object (void *context, isl_set **set, isl_map **map);

static void
visit_leaf (rp_leaf *leaf, each_object *visit, void *context)
{
  visit (context, &leaf->domain, NULL);
  for (size_t i = 0; i < leaf->accesses.count; i++)
    visit (context, NULL, &leaf->accesses.items[i].elements);
  for (size_t i = 0; i < leaf->held.count; i++)
    if (leaf->held.items[i].is_element)
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

/* The parameters that occur in sets and maps of the form (SPACE), and the restrictions on them (CONTEXT). */
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
note_space (void *context, isl_set **set, isl_map **map)
{
  add_space (context, set ? isl_set_get_space (*set) : isl_map_get_space (*map));
}

/* Returns LIMITS (taken), in which each parameter of the form and of LIMITS is restricted to the range of its type. */
static isl_set *
find_context (rp_walker *w, isl_set *limits)
{
  alignment all = { isl_space_params_alloc (w->isl, 0), NULL };
  isl_set *context = isl_set_params (limits);
  visit_form (w->form, note_space, &all);
  add_space (&all, isl_set_get_space (context));
  return rp_c_in_ranges (w, context, all.space, 0);
}

static void
simplify_object (void *context, isl_set **set, isl_map **map)
{
  alignment *all = context;
  if (set)
    {
      *set = isl_set_drop_unused_params (isl_set_gist_params (*set, isl_set_copy (all->context)));
      add_space (all, isl_set_get_space (*set));
    }
  else
    {
      *map = isl_map_drop_unused_params (isl_map_gist_params (*map, isl_set_copy (all->context)));
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

/* Returns CONTEXT (taken) without the parameters that are not in SPACE. */
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

/* Marks as inexact each leaf that depends on a parameter for a computed value: the program may not compute every value
 * of the parameter's type. */
static void
mark_derived (rp_walker *w)
{
  for (uint32_t k = 0; k < w->form->param_count; k++)
    {
      rp_inexact *note = NULL;
      const rp_c_parameter_entry *entry = rp_c_find_parameter (w, w->form->params[k]);
      if (!entry || !entry->note)
        continue;
      for (size_t i = 0; i < w->form->leaves.count; i++)
        {
          rp_leaf *leaf = w->form->leaves.items[i];
          if (leaf->is_advance || leaf->inexact || !involves (leaf, w->form->context, entry->name))
            continue;
          if (!note)
            {
              note = RP_NEW (&w->form->arena, rp_inexact);
              *note = *entry->note;
              RP_VEC_PUSH (&w->form->inexact, note);
            }
          leaf->inexact = note;
        }
    }
}

static void
take_params (rp_form *form, isl_space *space)
{
  /* without a space the sets are too complicated, which check_complete reports */
  int count = space ? isl_space_dim (space, isl_dim_param) : 0;
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

/* Adds to the region's assumption the parameters of 64 bits or more that were assumed to be small, in this region or
 * before it in the function. */
static void
name_small (rp_walker *w)
{
  for (size_t i = 0; i < w->params.large.count; i++)
    {
      const rp_c_large_input *large = &w->params.large.items[i];
      const char *before = w->region.output->assumption;
      if (large->assumed_bits)
        w->region.output->assumption
          = rp_arena_format (&w->regions->arena, "%s%s%s is below 2^%u", before ? before : "",
                             before ? "; " : "", large->name, large->assumed_bits);
    }
}

/* ---- edges ---- */

/* Returns the position behind the last async in the leaf's path: there the activity of the leaf begins. */
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

/* Adds edges: a task that an activity creates ends before a later taskwait of that activity. */
static void
add_task_edges (rp_walker *w)
{
  for (size_t i = 0; i < w->region.tasks.count; i++)
    for (size_t k = 0; k < w->region.waits.count; k++)
      {
        const rp_leaf *creation = w->region.tasks.items[i].creation,
                      *wait = w->region.waits.items[k];
        uint32_t activity = activity_of (creation);
        if (wait->inexact || activity_of (wait) != activity
            || rp_path_common (creation, wait) < activity)
          continue;
        isl_map *pairs = rp_happens_before (w->form, creation, wait, wait->length);
        pairs = isl_map_intersect (
          pairs, rp_same_prefix (w->form, creation, wait, rp_path_dims (wait, activity)));
        add_edge (w->form, w->region.tasks.items[i].end, wait, pairs);
      }
}

/* Adds edges: the creator of an undeferred task continues when the task has ended. */
static void
add_undeferred_edges (rp_walker *w)
{
  for (size_t i = 0; i < w->region.tasks.count; i++)
    {
      const rp_c_task *task = &w->region.tasks.items[i];
      if (task->behind && !task->behind->inexact)
        add_edge (w->form, task->end, task->behind,
                  rp_same_prefix (w->form, task->end, task->behind, task->end->dims));
    }
}

/* Whether A and B, places that depend clauses of two tasks name, can be dependent: they are in the same variable,
 * with the same number of subscripts, and at least one is out or inout. The caller compares their elements. */
static bool
depend_on_each_other (const rp_poly_access *a, const rp_poly_access *b)
{
  return a->variable == b->variable && (a->is_write || b->is_write)
         && isl_map_dim (a->elements, isl_dim_out) == isl_map_dim (b->elements, isl_dim_out);
}

/* Adds edges: a task comes before later tasks of the same creator whose depend clauses are dependent on its own
 * [OpenMP 5.1, 2.19.11]. */
static void
add_depend_edges (rp_walker *w)
{
  for (size_t i = 0; i < w->region.tasks.count; i++)
    for (size_t k = 0; k < w->region.tasks.count; k++)
      {
        const rp_c_task *first = &w->region.tasks.items[i], *second = &w->region.tasks.items[k];
        const rp_leaf *a = first->creation, *b = second->creation;
        uint32_t activity = activity_of (a);
        if (!second->begin || activity_of (b) != activity || rp_path_common (a, b) < activity)
          continue;
        for (size_t x = 0; x < a->accesses.count; x++)
          for (size_t y = 0; y < b->accesses.count; y++)
            {
              const rp_poly_access *p = &a->accesses.items[x], *q = &b->accesses.items[y];
              if (!depend_on_each_other (p, q))
                continue;
              isl_map *pairs = isl_map_apply_range (isl_map_copy (p->elements),
                                                    isl_map_reverse (isl_map_copy (q->elements)));
              pairs = isl_map_intersect (pairs, rp_happens_before (w->form, a, b, b->length));
              pairs = isl_map_intersect (
                pairs, rp_same_prefix (w->form, a, b, rp_path_dims (b, activity)));
              add_edge (w->form, first->end, second->begin, pairs);
            }
      }
}

/* Adds edges: the ordered section of an iteration comes before the ordered sections of all later iterations. */
static void
add_ordered_edges (rp_walker *w)
{
  for (size_t i = 0; i < w->region.ordered_sections.count; i++)
    {
      const rp_c_ordered *ordered = &w->region.ordered_sections.items[i];
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

/* Adds edges between iterations of a simd loop that are far enough apart to be ordered. */
static void
add_span_edges (rp_walker *w)
{
  for (size_t i = 0; i < w->region.simd_distances.count; i++)
    {
      const rp_c_simd_distance *span = &w->region.simd_distances.items[i];
      isl_map *pairs = rp_same_prefix (w->form, span->end, span->begin, span->dim);
      isl_space *space = isl_map_get_space (pairs);
      isl_constraint *apart = isl_constraint_alloc_inequality (isl_local_space_from_space (space));
      int sign = span->is_descending ? -1 : 1, dim = (int) span->dim;
      apart = isl_constraint_set_coefficient_si (apart, isl_dim_out, dim, sign);
      apart = isl_constraint_set_coefficient_si (apart, isl_dim_in, dim, -sign);
      isl_val *distance = isl_val_int_from_si (w->isl, -span->distance);
      apart = isl_constraint_set_constant_val (apart, distance);
      add_edge (w->form, span->end, span->begin, isl_map_add_constraint (pairs, apart));
    }
}

/* Notes variables that were assumed to keep their values, but may be written in the region. */
static void
check_relied_on (rp_walker *w)
{
  for (size_t i = 0; i < w->form->leaves.count; i++)
    for (size_t k = 0; k < w->form->leaves.items[i]->accesses.count; k++)
      {
        const rp_poly_access *access = &w->form->leaves.items[i]->accesses.items[k];
        if (access->is_write && w->variables.items[access->variable].is_relied_on)
          rp_c_note (w, access->at, true, "%s is written while its value is used as a constant",
                     w->variables.items[access->variable].name);
      }
}

static void
check_complete (rp_walker *w, bool is_complete)
{
  is_complete &= w->form->context != NULL;
  for (size_t i = 0; i < w->form->leaves.count; i++)
    {
      const rp_leaf *leaf = w->form->leaves.items[i];
      is_complete &= leaf->domain != NULL;
      for (size_t k = 0; k < leaf->accesses.count; k++)
        is_complete &= leaf->accesses.items[k].elements != NULL;
      for (size_t k = 0; k < leaf->held.count; k++)
        is_complete &= !leaf->held.items[k].is_element || leaf->held.items[k].element;
      for (size_t k = 0; k < leaf->choices.count; k++)
        is_complete &= leaf->choices.items[k].key != NULL;
    }
  if (!is_complete)
    rp_c_note (w, w->region.output->at, true, "the sets of iterations are too complicated");
}

/* Replaces the form, when there is no time to examine it, by an empty one that is undecided. */
static void
drop_form (rp_walker *w)
{
  rp_form_clear (w->form);
  *w->form = (rp_form) { .isl = w->isl };
  w->region.tasks.count = w->region.waits.count = w->region.ordered_sections.count
    = w->region.waiting.count = 0;
  w->region.simd_distances.count = 0;
  rp_c_note (w, w->region.output->at, true, "%s before all of it was looked at",
             rp_limit_reason ("the time limit was reached", "interrupted"));
}

void
rp_c_region_end (rp_walker *w)
{
  rp_form *form = w->form;
  rp_c_flush (w);
  if (rp_c_is_late (w))
    drop_form (w);
  alignment all = { isl_space_params_alloc (w->isl, 0), find_context (w, w->region.limits) };
  w->region.limits = NULL;
  visit_form (form, simplify_object, &all);
  all.context = reduce_context (all.context, all.space);
  visit_form (form, align_object, &all);
  form->context = all.context;
  bool is_complete = all.space != NULL;
  take_params (form, all.space);
  isl_space_free (all.space);
  take_variables (w);
  add_task_edges (w);
  add_undeferred_edges (w);
  add_depend_edges (w);
  add_ordered_edges (w);
  add_span_edges (w);
  mark_derived (w);
  rp_c_mark_waiting (w);
  rp_c_name_assumption (w);
  name_small (w);
  check_relied_on (w);
  rp_c_check_overlaps (w);
  if (rp_c_is_late (w))
    rp_c_note (w, w->region.output->at, true, "%s before all of it was looked at",
               rp_limit_reason ("the time limit was reached", "interrupted"));
  check_complete (w, is_complete);
  w->region.output = NULL;
  w->form = NULL;
  w->doubts = (rp_c_doubts) { 0 };
  w->region.tasks.count = w->region.waits.count = w->region.ordered_sections.count
    = w->region.waiting.count = 0;
  w->region.simd_distances.count = 0;
  RP_ASSERT (!w->path.count && !w->dims.count && !w->choices.count && !w->held.count);
}
