#include "prove/c/walker/regions.h"

#include "base/panic.h"
#include "prove/c/reader/large_stack.h"
#include "prove/c/walker/walker.h"
#include "prove/poly/limit.h"

#include <isl/set.h>
#include <isl/space.h>
#include <stdlib.h>
#include <string.h>

/* ---- variables whose address is taken ---- */

static const rp_c_node *
base_of (const rp_c_node *node)
{
  while (node->kind == RP_C_MEMBER || node->kind == RP_C_SUBSCRIPT)
    {
      const rp_c_type *type = node->children[0]->type;
      if (node->kind == RP_C_MEMBER ? type && type->kind == RP_C_POINTER
                                    : !type || type->kind != RP_C_ARRAY)
        break;
      node = node->children[0];
    }
  return node;
}

static void
expose (rp_walker *w, const rp_c_node *node)
{
  const rp_c_node *base = base_of (node);
  if (base->kind == RP_C_NAME && base->decl && !base->decl->is_function)
    w->by_decl.is_exposed[base->decl->index] = true;
}

static bool
is_copying (const rp_c_node *call)
{
  return call->kind == RP_C_CALL && call->children[0]->kind == RP_C_NAME
         && (!strcmp (call->children[0]->text, "rp_async_copy")
             || !strcmp (call->children[0]->text, "rp_clocked_async_copy"));
}

static void
expose_shared (rp_walker *w, const rp_c_directive *d)
{
  /* task, taskloop, and combinations such as masked taskloop */
  if (!strstr (d->name, "task"))
    return;
  for (size_t i = 0; i < d->clauses.count; i++)
    {
      const rp_c_clause *clause = &d->clauses.items[i];
      bool is_all
        = !strcmp (clause->name, "default") && clause->text && strstr (clause->text, "shared");
      for (size_t k = 0; k < w->program->decls.count && is_all; k++)
        w->by_decl.is_exposed[k] = true;
      for (uint32_t k = 0; k < clause->count && !strcmp (clause->name, "shared"); k++)
        expose (w, clause->arguments[k]);
    }
}

/* Sets is_exposed of each variable whose address NODE takes, or that a task in NODE shares. IS_BASE: NODE is the base
 * of a subscript or member access; if NODE is an array, its address is not passed on. IS_COPIED: NODE is the object
 * that rp_async_copy copies. */
static void
find_exposed (rp_walker *w, const rp_c_node *node, bool is_base, bool is_copied)
{
  if (!node)
    return;
  if (node->kind == RP_C_UNARY && !strcmp (node->op, "&") && !is_copied)
    expose (w, node->children[0]);
  if (node->type && node->type->kind == RP_C_ARRAY && !is_base && !is_copied)
    expose (w, node);
  if (node->directive)
    expose_shared (w, node->directive);
  for (size_t i = 0; node->directive && i < node->directive->clauses.count; i++)
    for (uint32_t j = 0; j < node->directive->clauses.items[i].count; j++)
      {
        /* a list of variables names arrays, and does not use their addresses */
        const rp_c_node *argument = node->directive->clauses.items[i].arguments[j];
        find_exposed (w, argument, argument->kind == RP_C_NAME, false);
      }
  for (uint32_t i = 0; i < node->count; i++)
    find_exposed (w, node->children[i],
                  (node->kind == RP_C_SUBSCRIPT && i == 0) || node->kind == RP_C_MEMBER,
                  is_copying (node) && i == 2);
}

/* ---- functions ---- */

/* Returns a node in NODE after which control may not go on at the next statement: a jump, code that is not understood,
 * or a function that returns twice. NULL if there is none. */
static const rp_c_node *
find_odd (const rp_c_node *node)
{
  static const char *const returning_twice[] = { "setjmp",    "_setjmp",          "__sigsetjmp",
                                                 "sigsetjmp", "__builtin_setjmp", "vfork",
                                                 "getcontext" };
  if (!node || node->kind == RP_C_UNKNOWN)
    return node;
  for (size_t i = 0; i < sizeof returning_twice / sizeof *returning_twice; i++)
    if (node->kind == RP_C_NAME && node->decl && !strcmp (node->decl->name, returning_twice[i]))
      return node;
  for (uint32_t i = 0; i < node->count; i++)
    {
      const rp_c_node *found = find_odd (node->children[i]);
      if (found)
        return found;
    }
  return NULL;
}

/* Whether NODE contains a directive, or a name of raceproof's own, so that there may be a region in it. */
static bool
has_constructs (const rp_c_node *node)
{
  if (!node)
    return false;
  if (node->kind == RP_C_DIRECTIVE
      || (node->kind == RP_C_NAME && node->text && !strncmp (node->text, "rp_", 3)))
    return true;
  for (uint32_t i = 0; i < node->count; i++)
    if (has_constructs (node->children[i]))
      return true;
  return false;
}

static void
make_variable (void *context, const rp_c_decl *decl)
{
  rp_c_variable_of (context, decl);
}

static void
walk_function (rp_walker *w, const rp_c_function *function)
{
  /* make all variables that the function can name: if a construct gives a name another variable, the old one must
   * exist to be restored */
  for (size_t i = 0; i < w->program->decls.count; i++)
    {
      w->by_decl.current[i] = RP_C_NONE;
      if (w->program->decls.items[i]->is_static)
        rp_c_variable_of (w, w->program->decls.items[i]);
    }
  for (uint32_t i = 0; i < function->param_count; i++)
    rp_c_variable_of (w, function->params[i]);
  rp_c_each_declared (function->body, make_variable, w);
  memcpy (w->by_decl.original, w->by_decl.current,
          w->program->decls.count * sizeof *w->by_decl.original);
  w->domain = isl_set_universe (isl_space_set_from_params (isl_space_params_alloc (w->isl, 0)));
  isl_ctx_reset_operations (w->isl);
  RP_VEC_PUSH (&w->calls, function);
  w->odd = find_odd (function->body);
  for (uint32_t i = 0; i < function->param_count; i++)
    rp_c_take_sizes (w, rp_c_variable_of (w, function->params[i]));
  rp_c_walk (w, function->body);
  w->calls.count = 0;
  isl_set_free (w->domain);
  rp_c_forget_parameters (w);
  for (size_t i = 0; i < w->pool.count; i++)
    isl_pw_aff_free (w->pool.items[i]);
  w->pool.count = w->variables.count = 0;
  w->choice_numbers = 0;
  w->team_sizes.count = 0;
}

/* Adds an orphan for each OpenMP construct in NODE that begins a region and that the walk did not reach: the conditions
 * around it never hold, or the time was over. Constructs inside such an orphan get none. */
static void
find_unreached (rp_walker *w, const rp_c_function *function, const rp_c_node *node)
{
  if (!node)
    return;
  bool is_known = !node->directive || !rp_c_begins_region (node->directive);
  for (size_t k = 0; k < w->covered.count && !is_known; k++)
    is_known = w->covered.items[k] == node;
  if (!is_known)
    RP_VEC_PUSH (
      &w->orphans,
      (rp_c_orphan) { node, function->name, node->directive->name,
                      w->is_late
                        ? rp_limit_reason ("the time limit was reached before it was looked at",
                                           "interrupted before it was looked at")
                        : "no execution comes to it, as far as is understood" });
  for (uint32_t i = 0; i < node->count && is_known; i++)
    find_unreached (w, function, node->children[i]);
}

/* Adds a region that is undecided, with the reason WHY. */
static void
add_undecided (rp_c_regions *regions, isl_ctx *isl, const char *function, const char *what,
               rp_place at, rp_place end, const char *why)
{
  rp_c_region *region = RP_NEW (&regions->arena, rp_c_region);
  region->function = function;
  region->construct = what;
  region->at = at;
  region->end = end;
  region->form.isl = isl;
  region->form.context = isl_set_universe (isl_space_params_alloc (isl, 0));
  rp_inexact *note = RP_NEW (&region->form.arena, rp_inexact);
  *note = (rp_inexact) { at, why, true };
  RP_VEC_PUSH (&region->form.inexact, note);
  RP_VEC_PUSH (&regions->list, region);
}

/* Adds an undecided region for each orphan whose construct was walked over in no region, and for each unknown directive
 * outside of functions. */
static void
list_orphans (rp_walker *w)
{
  for (size_t i = 0; i < w->orphans.count; i++)
    {
      const rp_c_orphan *orphan = &w->orphans.items[i];
      const rp_c_node *node = orphan->node;
      bool is_covered = false;
      for (size_t k = 0; k < w->covered.count; k++)
        is_covered |= w->covered.items[k] == node;
      if (!is_covered)
        add_undecided (w->regions, w->isl, orphan->function, orphan->what,
                       node->directive ? node->directive->at : node->at, node->at, orphan->why);
    }
  for (size_t i = 0; i < w->program->strays.count; i++)
    {
      const rp_c_stray *stray = &w->program->strays.items[i];
      add_undecided (w->regions, w->isl, "no function", stray->name, stray->at, stray->at,
                     "the directive is not known, nor what it does to others");
    }
}

static int
compare_places (const void *a, const void *b)
{
  const rp_c_region *x = *(rp_c_region *const *) a, *y = *(rp_c_region *const *) b;
  return x->at.line != y->at.line
           ? (x->at.line < y->at.line ? -1 : 1)
           : (x->at.column < y->at.column ? -1 : x->at.column > y->at.column);
}

static void
note_assigned (void *context, const rp_c_decl *decl)
{
  rp_walker *w = context;
  w->by_decl.is_assigned[decl->index] = true;
}

static void
find_regions (rp_c_program *program, isl_ctx *isl, double deadline, rp_c_regions *regions)
{
  rp_walker w = { .program = program, .isl = isl, .deadline = deadline, .regions = regions };
  *regions = (rp_c_regions) { 0 };
  size_t count = program->decls.count + 1;
  w.points = rp_c_points_new (program, deadline);
  w.by_decl.current = rp_calloc (count, sizeof *w.by_decl.current);
  w.by_decl.original = rp_calloc (count, sizeof *w.by_decl.original);
  w.by_decl.is_exposed = rp_calloc (count, sizeof *w.by_decl.is_exposed);
  w.by_decl.is_written = rp_calloc (count, sizeof *w.by_decl.is_written);
  for (size_t i = 0; i < program->globals.count; i++)
    find_exposed (&w, program->globals.items[i], false, false);
  w.by_decl.is_assigned = rp_calloc (count, sizeof *w.by_decl.is_assigned);
  for (size_t i = 0; i < program->functions.count; i++)
    rp_c_each_assigned (program->functions.items[i]->body, note_assigned, &w);
  for (size_t i = 0; i < program->functions.count; i++)
    find_exposed (&w, program->functions.items[i]->body, false, false);
  for (size_t i = 0; i < program->functions.count; i++)
    if (!program->functions.items[i]->is_in_system
        && has_constructs (program->functions.items[i]->body) && !rp_c_is_late (&w))
      walk_function (&w, program->functions.items[i]);
  for (size_t i = 0; i < program->functions.count; i++)
    if (!program->functions.items[i]->is_in_system)
      find_unreached (&w, program->functions.items[i], program->functions.items[i]->body);
  list_orphans (&w);
  if (regions->list.count)
    qsort (regions->list.items, regions->list.count, sizeof *regions->list.items, compare_places);
  rp_c_points_free (w.points);
  free (w.by_decl.current);
  free (w.by_decl.original);
  free (w.by_decl.is_exposed);
  free (w.by_decl.is_written);
  free (w.by_decl.is_assigned);
  RP_VEC_CLEAR (&w.pool);
  RP_VEC_CLEAR (&w.team_sizes);
  RP_VEC_CLEAR (&w.variables);
  RP_VEC_CLEAR (&w.params.list);
  RP_VEC_CLEAR (&w.params.large);
  RP_VEC_CLEAR (&w.region.written_members);
  RP_VEC_CLEAR (&w.path);
  RP_VEC_CLEAR (&w.dims);
  RP_VEC_CLEAR (&w.held);
  RP_VEC_CLEAR (&w.choices);
  RP_VEC_CLEAR (&w.region.tasks);
  RP_VEC_CLEAR (&w.region.waits);
  RP_VEC_CLEAR (&w.region.ordered_sections);
  RP_VEC_CLEAR (&w.region.simd_distances);
  RP_VEC_CLEAR (&w.region.waiting);
  RP_VEC_CLEAR (&w.calls);
  RP_VEC_CLEAR (&w.covered);
  RP_VEC_CLEAR (&w.orphans);
}

typedef struct search
{
  rp_c_program *program;
  isl_ctx *isl;
  double deadline;
  rp_c_regions *regions;
} search;

static void
search_on_large_stack (void *context)
{
  const search *all = context;
  find_regions (all->program, all->isl, all->deadline, all->regions);
}

void
rp_c_regions_find (rp_c_program *program, isl_ctx *isl, double deadline, rp_c_regions *regions)
{
  search all = { program, isl, deadline, regions };
  /* no limit: the search checks the deadline itself */
  rp_c_run_on_large_stack (search_on_large_stack, &all, false, 0);
}

void
rp_c_regions_unread (const rp_c_program *program, isl_ctx *isl, rp_c_regions *regions)
{
  rp_place at = { .file = program->path, .line = 1, .column = 1, .end_line = 1, .end_column = 1 };
  *regions = (rp_c_regions) { 0 };
  add_undecided (regions, isl, program->path, "all", at, at,
                 rp_limit_reason ("the time limit was reached before it was read",
                                  "interrupted before it was read"));
}

void
rp_c_regions_clear (rp_c_regions *regions)
{
  for (size_t i = 0; i < regions->list.count; i++)
    rp_form_clear (&regions->list.items[i]->form);
  RP_VEC_CLEAR (&regions->list);
  rp_arena_clear (&regions->arena);
}
