/* Handles calls for points_to.h: the pointers that calls pass on to functions of the file, to the library, and to other
 * files. */
#include "prove/c/points_to/library.h"
#include "prove/c/points_to/places.h"

#include <string.h>

void
rp_c_points_escape (rp_c_points *p, const rp_c_places *places)
{
  for (size_t i = 0; i < places->count; i++)
    p->is_changed |= rp_c_places_add (&p->escaped, places->items[i]);
}

/* Adds to INTO the possible targets of the pointer that FUNCTION returns. If FUNCTION returns a structure, adds the
 * place of the structure. */
static void
add_result (rp_c_points *p, const rp_c_function *function, rp_c_places *into)
{
  uint32_t at = rp_c_object_at (p, RP_C_OBJECT_RESULT, function, NULL);
  const rp_c_type *type = p->places.items[at].type;
  if (!type || rp_c_is_pointer (type))
    rp_c_place_targets (p, at, into);
  else if (type->kind > RP_C_POINTER)
    rp_c_places_add (into, at);
}

/* Adds the effects of calls of FUNCTION in other files. These files may pass any pointer that they have, and get the
 * pointer that FUNCTION returns. */
void
rp_c_points_called_from_outside (rp_c_points *p, const rp_c_function *function)
{
  rp_c_places result = { 0 };
  add_result (p, function, &result);
  rp_c_points_escape (p, &result);
  RP_VEC_CLEAR (&result);
  for (uint32_t i = 0; i < function->param_count; i++)
    {
      rp_c_places param = { 0 };
      rp_c_places_of (p, function->params[i], &param);
      if (rp_c_is_pointer (function->params[i]->type))
        rp_c_place_store (p, param.items[0], &p->escaped, false);
      else if (function->params[i]->type->kind == RP_C_STRUCT)
        rp_c_place_blur (p, param.items[0]);
      RP_VEC_CLEAR (&param);
    }
}

static void
bind (rp_c_points *p, const rp_c_function *function, const rp_c_node *call)
{
  for (uint32_t i = 0; i < function->param_count && i + 1 < call->count; i++)
    {
      rp_c_places param = { 0 };
      rp_c_places_of (p, function->params[i], &param);
      rp_c_points_store (p, &param, function->params[i]->type, call->children[i + 1]);
      RP_VEC_CLEAR (&param);
    }
}

/* Handles a call of a function of <raceproof/task.h>. If an argument is a function of the sources, the call may create
 * a task that executes this function: each of its pointer parameters may get any of the other arguments. */
static void
call_task (rp_c_points *p, const rp_c_node *call)
{
  for (uint32_t i = 1; i < call->count; i++)
    {
      const rp_c_node *task = rp_c_uncast (call->children[i]);
      const rp_c_function *function
        = task->kind == RP_C_NAME && task->decl ? task->decl->function : NULL;
      for (uint32_t k = 0; function && k < function->param_count; k++)
        {
          rp_c_places param = { 0 };
          rp_c_places_of (p, function->params[k], &param);
          for (uint32_t j = 1; j < call->count && rp_c_is_pointer (function->params[k]->type); j++)
            if (j != i)
              rp_c_points_store (p, &param, function->params[k]->type, call->children[j]);
          RP_VEC_CLEAR (&param);
        }
      if (!function)
        rp_c_points_evaluate (p, task);
    }
}

static bool
is_task_call (const rp_c_decl *callee)
{
  return !strncmp (callee->name, "rp_", 3) && callee->at.file
         && strstr (callee->at.file, "raceproof/task.h");
}

/* Handles a call of a function whose body is not here: the targets of all arguments escape. Adds to INTO what the
 * result of CALL may point to: all places that have escaped, and memory of other files. */
static void
call_outside (rp_c_points *p, const rp_c_node *call, rp_c_places *into)
{
  for (uint32_t i = 1; i < call->count; i++)
    {
      rp_c_places given = { 0 };
      const rp_c_type *type = call->children[i]->type;
      if (type && (type->kind == RP_C_STRUCT || type->is_union))
        {
          rp_c_points_places (p, call->children[i], &given);
          rp_c_points_escape (p, &given);
        }
      else
        rp_c_points_value (p, call->children[i], &given);
      rp_c_points_escape (p, &given);
      RP_VEC_CLEAR (&given);
    }
  rp_c_places_add_all (into, &p->escaped);
  rp_c_places_add (into, RP_C_OUTSIDE);
}

/* Handles memcpy and memmove, which may copy pointers. Adds to INTO the targets of the first argument, since the call
 * returns this argument. */
static void
copy_bytes (rp_c_points *p, const rp_c_node *call, rp_c_places *into)
{
  rp_c_places from = { 0 };
  rp_c_points_value (p, call->children[1], into);
  rp_c_points_value (p, call->children[2], &from);
  for (size_t i = 0; i < into->count; i++)
    for (size_t k = 0; k < from.count; k++)
      {
        const rp_c_type *a = p->places.items[into->items[i]].type;
        const rp_c_type *b = p->places.items[from.items[k]].type;
        if (a && b && !strcmp (a->spelling, b->spelling))
          rp_c_place_copy (p, into->items[i], from.items[k], a);
        else if (!(a && a->kind <= RP_C_REAL))
          rp_c_place_blur (p, into->items[i]);
      }
  RP_VEC_CLEAR (&from);
}

static void
call_library (rp_c_points *p, const rp_c_node *call, const char *name, rp_c_places *into)
{
  if (rp_c_is_allocator (name))
    {
      for (uint32_t i = 1; i < call->count; i++)
        rp_c_points_evaluate (p, call->children[i]);
      rp_c_places_add (into, rp_c_object_at (p, RP_C_OBJECT_HEAP, call, NULL));
      return;
    }
  if ((!strcmp (name, "memcpy") || !strcmp (name, "memmove")) && call->count == 4)
    {
      copy_bytes (p, call, into);
      return;
    }
  /* the other functions store no pointers; if one returns a pointer, it is the first argument */
  rp_c_places given = { 0 };
  for (uint32_t i = 1; i < call->count; i++)
    rp_c_points_value (p, call->children[i], i == 1 ? into : &given);
  RP_VEC_CLEAR (&given);
}

void
rp_c_points_call (rp_c_points *p, const rp_c_node *call, rp_c_places *into)
{
  const rp_c_decl *callee = rp_c_callee (call);
  rp_c_places result = { 0 };
  if (callee && callee->function && rp_c_is_pointer (call->type)
      && (!rp_c_plain_type (call->type->element) || !rp_c_has_pointers (call->type->element))
      && rp_c_returns_new (callee->function))
    {
      bind (p, callee->function, call);
      rp_c_places_add (&result, rp_c_object_at (p, RP_C_OBJECT_HEAP, call, NULL));
    }
  else if (callee && callee->function && callee->function->body)
    {
      bind (p, callee->function, call);
      uint32_t at = rp_c_object_at (p, RP_C_OBJECT_RESULT, callee->function, call->type);
      if (rp_c_is_pointer (call->type))
        rp_c_place_targets (p, at, &result);
      for (uint32_t i = callee->function->param_count + 1; i < call->count; i++)
        rp_c_points_evaluate (p, call->children[i]);
    }
  else if (callee && is_task_call (callee))
    call_task (p, call);
  else if (callee && (rp_c_library_find (callee->name) || !strncmp (callee->name, "omp_", 4)))
    call_library (p, call, callee->name, &result);
  else
    {
      if (!callee)
        rp_c_points_evaluate (p, call->children[0]);
      for (size_t i = 0; !callee && i < p->taken.count; i++)
        {
          bind (p, p->taken.items[i], call);
          add_result (p, p->taken.items[i], &result);
        }
      call_outside (p, call, &result);
    }
  if (rp_c_is_pointer (call->type))
    rp_c_places_add_all (into, &result);
  RP_VEC_CLEAR (&result);
}
