/* Walks through raceproof's own constructs (include/raceproof/task.h). `rp_finish { ... }' and similar macros are
 * `for` loops; rp_scope_guard_begin or rp_scope_guard_on initialises their variable rp_guard_. The function of a task
 * is walked through where the task is created. */
#include "prove/c/walker/walker.h"

#include <isl/set.h>
#include <string.h>

/* Evaluates NODE. Returns the function that it names if the sources have its body; else NULL. */
static const rp_c_function *
function_of (rp_walker *w, const rp_c_node *node)
{
  const rp_c_function *function = rp_c_evaluate (w, node).function;
  return function && function->body ? function : NULL;
}

/* ---- regions ---- */

/* Begins a region if there is none around. Returns whether a region was begun. */
static bool
begin (rp_walker *w, const rp_c_node *node, const char *construct)
{
  rp_c_mark_covered (w, node);
  if (w->form)
    return false;
  rp_c_region_begin (w, node, construct);
  return true;
}

static void
end (rp_walker *w, const rp_c_node *node, bool is_region)
{
  rp_c_flush (w);
  if (!is_region)
    return;
  rp_c_region_end (w);
  rp_c_forget_assigned (w, node);
}

/* ---- tasks ---- */

/* Makes a copy of the object at FROM for one task, and returns a pointer to the copy. Returns an unknown value if
 * FROM is NULL. Records that NODE reads FROM. If FROM is a whole hidden variable, the copy and its members get the
 * known values of the variable and its members. */
static rp_c_value
copied (rp_walker *w, const rp_c_location *from, const rp_c_node *node)
{
  if (!from)
    return (rp_c_value) { 0 };
  rp_c_record (w, from, false, node);
  const rp_c_type *type = from->type;
  uint32_t variable = rp_c_pseudo_variable (w, "(copy)", type);
  w->variables.items[variable].is_private = w->variables.items[variable].is_hidden = true;
  w->variables.items[variable].scope = (uint32_t) w->dims.count;
  uint32_t scope
    = w->variables.items[from->variable].is_private ? w->variables.items[from->variable].scope : 0;
  bool is_whole = from->count == scope && w->variables.items[from->variable].is_hidden;
  if (is_whole)
    w->variables.items[variable].value = w->variables.items[from->variable].value;
  for (uint32_t i = 0; i < type->field_count && is_whole; i++)
    {
      const rp_c_field *field = &type->fields[i];
      uint32_t old = rp_c_derived (w, from->variable, field->name, field->type);
      uint32_t made = rp_c_derived (w, variable, field->name, field->type);
      w->variables.items[made].value = w->variables.items[old].value;
    }
  rp_c_location *location = RP_NEW (&w->program->arena, rp_c_location);
  location->variable = variable;
  location->type = type;
  location->count = location->dims = (uint32_t) w->dims.count;
  location->subscripts
    = rp_arena_alloc (&w->program->arena, (location->count + 1) * sizeof *location->subscripts);
  location->lengths
    = rp_arena_alloc (&w->program->arena, (location->count + 1) * sizeof *location->lengths);
  for (uint32_t i = 0; i < location->count; i++)
    {
      location->subscripts[i] = rp_c_dimension (w, i);
      location->lengths[i] = -1;
    }
  return (rp_c_value) { .pointer = location, .dims = location->dims };
}

/* Walks through the function that NAMED denotes, as a new task that CALL creates. The function gets COUNT ARGUMENTS. */
static void
walk_task (rp_walker *w, const rp_c_node *call, const rp_c_node *named, bool is_clocked,
           const rp_c_value *arguments, uint32_t count)
{
  const rp_c_function *function = function_of (w, named);
  rp_c_around around = w->around;
  if (!function)
    {
      rp_c_note (w, call->at, true, "the body of the task's function is not here");
      return;
    }
  rp_c_push (w, RP_TOKEN_ASYNC, is_clocked, call->at, NULL);
  w->around.held_base = w->held.count;
  w->around.team = NULL;
  rp_c_inline (w, function, arguments, count, call->at);
  rp_c_flush (w);
  w->around = around;
  w->path.count -= 2;
}

static void
call_async (rp_walker *w, const rp_c_node *call, bool is_clocked, bool is_copy)
{
  if (!w->form)
    {
      rp_c_add_orphan (w, call, call->children[0]->text);
      return;
    }
  rp_c_mark_covered (w, call);
  if (is_clocked && !rp_path_has_clock (w->path.items, w->path.count, false))
    rp_c_note (w, call->at, true, "there is no clock to join here");
  rp_c_value argument = rp_c_evaluate (w, call->children[2]);
  if (is_copy)
    argument = copied (w, argument.pointer, call->children[2]);
  walk_task (w, call, call->children[1], is_clocked, &argument, 1);
}

/* Walks through a forall, as a task for each iteration. WAITS: a finish is around these tasks. Arguments of the call:
 * (low, high, [chunk,] function, argument). */
static void
call_forall (rp_walker *w, const rp_c_node *call, const char *name, bool waits)
{
  if (!w->form && !waits)
    {
      rp_c_add_orphan (w, call, name);
      return;
    }
  bool is_region = begin (w, call, name);
  bool is_chunked = call->count == 6;
  rp_c_doubts trusted = w->doubts;
  isl_set *outer = w->domain;
  uint32_t dims = (uint32_t) w->dims.count;
  isl_pw_aff *low = rp_c_evaluate (w, call->children[1]).number;
  isl_pw_aff *high = rp_c_evaluate (w, call->children[2]).number;
  rp_c_value argument = rp_c_evaluate (w, call->children[call->count - 1]);
  if (!low || !high)
    rp_c_add_doubt (w, call->at, true,
                    "the bounds are not affine; any number of iterations is considered");
  if (is_chunked)
    rp_c_add_doubt (w, call->at, true, "which iterations share a task is not used");
  if (waits)
    rp_c_push (w, RP_TOKEN_FINISH, false, call->at, NULL);
  rp_c_open_dimension (w, "index", false, call->at);
  isl_pw_aff *index = rp_c_dimension (w, dims);
  if (low)
    w->domain = isl_set_intersect (
      w->domain,
      isl_pw_aff_ge_set (isl_pw_aff_copy (index), isl_pw_aff_copy (rp_c_extend (w, low, dims))));
  if (high)
    w->domain = isl_set_intersect (
      w->domain,
      isl_pw_aff_lt_set (isl_pw_aff_copy (index), isl_pw_aff_copy (rp_c_extend (w, high, dims))));
  argument = rp_c_recall (w, &argument);
  rp_c_value arguments[2] = { { .number = index, .dims = (uint32_t) w->dims.count }, argument };
  walk_task (w, call, call->children[call->count - 2], false, arguments, 2);
  rp_c_loop_leave (w);
  w->domain = outer;
  if (waits)
    w->path.count -= 2;
  rp_c_restore_doubts (w, trusted);
  end (w, call, is_region);
}

/* Whether the function NAME only gives raceproof information, and orders nothing. */
static bool
is_remark (const char *name)
{
  static const char *const remarks[]
    = { "rp_acquire_read",  "rp_acquire_write", "rp_release_read",
        "rp_release_write", "rp_observe",       "rp_isolated_commutes" };
  for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
    if (!strcmp (name, remarks[i]))
      return true;
  return false;
}

bool
rp_c_construct_call (rp_walker *w, const rp_c_node *call, const char *name)
{
  const rp_place *declared = &call->children[0]->decl->at;
  if (strncmp (name, "rp_", 3) || call->children[0]->decl->function || !declared->file
      || !strstr (declared->file, "raceproof/task.h"))
    return false;
  if (!strcmp (name, "rp_async") && call->count == 3)
    call_async (w, call, false, false);
  else if (!strcmp (name, "rp_async_copy") && call->count == 4)
    call_async (w, call, false, true);
  else if (!strcmp (name, "rp_clocked_async") && call->count == 3)
    call_async (w, call, true, false);
  else if (!strcmp (name, "rp_clocked_async_copy") && call->count == 4)
    call_async (w, call, true, true);
  else if (!strcmp (name, "rp_forall") || !strcmp (name, "rp_forall_chunked"))
    call_forall (w, call, name, true);
  else if (!strcmp (name, "rp_forasync"))
    call_forall (w, call, name, false);
  else if (!strcmp (name, "rp_advance"))
    {
      if (!w->form)
        rp_c_add_orphan (w, call, name);
      else
        {
          rp_c_mark_covered (w, call);
          if (rp_path_has_clock (w->path.items, w->path.count, true))
            rp_c_add_advance (w, call->at);
          else
            rp_c_note (w, call->at, true, "there is no clock to advance here");
        }
    }
  else if (is_remark (name))
    for (uint32_t i = 1; i < call->count; i++)
      rp_c_evaluate (w, call->children[i]);
  else if (!w->form)
    rp_c_add_orphan (w, call, name);
  else
    {
      rp_c_mark_covered (w, call);
      rp_c_note (w, call->at, true, "%s is not represented", name);
    }
  return true;
}

/* ---- macros ---- */

/* Returns the call that initialises NAME, the variable that a macro declares in its `for`; NULL if NODE is no such
 * `for`. */
static const rp_c_node *
guard_of (const rp_c_node *node, const char *name)
{
  const rp_c_node *init = node->children[0];
  if (init && init->kind == RP_C_BLOCK && init->count)
    init = init->children[0];
  if (!init || init->kind != RP_C_DECLARATION || strcmp (init->decl->name, name) || !init->count)
    return NULL;
  const rp_c_node *call = init->children[0];
  return call->kind == RP_C_CALL && call->children[0]->kind == RP_C_NAME ? call : NULL;
}

static void
walk_finish (rp_walker *w, const rp_c_node *node, bool is_clocked)
{
  bool is_region = begin (w, node, is_clocked ? "rp_clocked_finish" : "rp_finish");
  rp_c_push (w, RP_TOKEN_FINISH, is_clocked, node->at, NULL);
  rp_c_walk (w, node->children[3]);
  rp_c_flush (w);
  w->path.count -= 2;
  end (w, node, is_region);
}

static void
walk_isolated (rp_walker *w, const rp_c_node *node, const rp_c_node *call)
{
  rp_c_held_section held = { .variable = RP_C_NONE, .at = call->at };
  if (call->count == 3 && !strcmp (call->children[0]->text, "rp_scope_guard_on"))
    {
      held.location = rp_c_evaluate (w, call->children[1]).pointer;
      if (held.location)
        held.variable = held.location->variable;
      else
        rp_c_note (w, call->at, true, "what the section is on is not known");
    }
  rp_c_flush (w);
  if (w->form)
    RP_VEC_PUSH (&w->held, held);
  rp_c_walk (w, node->children[3]);
  rp_c_flush (w);
  if (w->form)
    w->held.count--;
}

bool
rp_c_construct_for (rp_walker *w, const rp_c_node *node)
{
  const rp_c_node *call = guard_of (node, "rp_guard_");
  const rp_c_node *permission = guard_of (node, "rp_region_");
  if (permission && permission->count > 1)
    {
      /* rp_reading and rp_writing only declare what the code does, and order nothing */
      rp_c_evaluate (w, permission->children[1]);
      rp_c_walk (w, node->children[3]);
      return true;
    }
  if (!call)
    return false;
  const rp_c_node *first = call->count > 1 ? call->children[1] : NULL;
  const char *name = first && first->kind == RP_C_NAME ? first->text : "";
  if (!strcmp (name, "rp_finish_begin") || !strcmp (name, "rp_clocked_finish_begin"))
    walk_finish (w, node, !strcmp (name, "rp_clocked_finish_begin"));
  else
    walk_isolated (w, node, call);
  return true;
}
