/* Calls: functions whose body is in the sources are walked through as part of the caller; of the
 * library's it is known what they do; others may do anything. */
#include "cfront/walker.h"

#include <isl/set.h>
#include <string.h>

static const rp_c_value unknown = { .is_derived = true };
static const rp_c_value input = { .is_derived = false };

/* What a library function does with the objects that its arguments point to. */
static const struct
{
  const char *name;
  const char *uses; /* for each argument: - nothing, r reads, w writes; the last one goes on */
} library[] = {
  { "printf", "r" },
  { "fprintf", "-r" },
  { "puts", "r" },
  { "fputs", "r-" },
  { "putchar", "-" },
  { "fflush", "-" },
  { "perror", "r" },
  { "malloc", "-" },
  { "calloc", "-" },
  { "free", "w" },
  { "exit", "-" },
  { "abort", "-" },
  { "strlen", "r" },
  { "strcmp", "r" },
  { "strncmp", "rr-" },
  { "memcmp", "rr-" },
  { "memcpy", "wr-" },
  { "memmove", "wr-" },
  { "memset", "w-" },
  { "strcpy", "wr" },
  { "snprintf", "w-r" },
  { "sprintf", "wr" },
  { "atoi", "r" },
  { "atol", "r" },
  { "atof", "r" },
  { "usleep", "-" },
  { "sleep", "-" },
  { "__assert_fail", "-" },
  { "omp_init_lock", "-" },
  { "omp_destroy_lock", "-" },
  { "omp_get_wtime", "-" },
  { "omp_set_num_threads", "-" },
  { "omp_set_dynamic", "-" },
  { "omp_set_nested", "-" },
  { "omp_in_parallel", "-" },
  { "omp_get_level", "-" },
  { "omp_get_wtick", "-" },
};

/* An object that a library function uses, as a whole. */
static void
use_object (rp_walker *w, const rp_c_location *target, bool is_write, const rp_c_node *node)
{
  if (!target || !w->form)
    return;
  rp_c_location all = *target;
  isl_pw_aff *subscripts[target->count + 1];
  memcpy (subscripts, target->subscripts, target->count * sizeof *subscripts);
  if (target->is_index)
    subscripts[target->count - 1] = NULL;
  all.subscripts = subscripts;
  rp_c_record (w, &all, is_write, node);
}

static bool
call_library (rp_walker *w, const rp_c_node *call, const char *name, const rp_c_value *arguments)
{
  for (size_t i = 0; i < sizeof library / sizeof *library; i++)
    {
      if (strcmp (library[i].name, name))
        continue;
      const char *uses = library[i].uses;
      for (uint32_t k = 1; k < call->count; k++)
        {
          const rp_c_node *argument = call->children[k];
          bool is_pointer
            = argument->type
              && (argument->type->kind == RP_C_POINTER || argument->type->kind == RP_C_ARRAY);
          if (is_pointer && argument->kind != RP_C_LITERAL && *uses != '-')
            {
              if (!arguments[k].pointer && w->form)
                rp_c_note (w, argument->at, true, "what %s is given here is not known", name);
              use_object (w, arguments[k].pointer, *uses == 'w', argument);
            }
          if (uses[1])
            uses++;
        }
      return true;
    }
  return false;
}

/* A function of the system's headers that gets no pointer, as those of <math.h>. */
static bool
is_harmless (const rp_c_node *call)
{
  if (!call->children[0]->decl->is_in_system)
    return false;
  for (uint32_t i = 1; i < call->count; i++)
    if (!call->children[i]->type
        || (call->children[i]->type->kind != RP_C_INTEGER
            && call->children[i]->type->kind != RP_C_REAL))
      return false;
  return true;
}

/* ---- OpenMP's own functions ---- */

static bool
call_lock (rp_walker *w, const rp_c_node *call, const char *name, const rp_c_value *arguments)
{
  bool is_set = !strcmp (name, "omp_set_lock"), is_unset = !strcmp (name, "omp_unset_lock");
  if ((!is_set && !is_unset) || call->count != 2 || !w->form)
    return is_set || is_unset;
  const rp_c_location *lock = arguments[1].pointer;
  rp_c_flush (w);
  if (!lock)
    rp_c_note (w, call->at, true, "which lock this is is not known");
  else if (is_set)
    RP_VEC_PUSH (&w->held, (rp_c_held) { lock->variable, lock });
  else if (w->held.count > w->held_base && RP_VEC_LAST (&w->held).variable == lock->variable)
    w->held.count--;
  else
    rp_c_note (w, call->at, true, "a lock is released that was not taken in the same block");
  return true;
}

/* The number of this thread, or of the threads. */
static bool
call_team (rp_walker *w, const char *name, rp_c_value *result)
{
  bool is_thread = !strcmp (name, "omp_get_thread_num");
  bool is_size = !strcmp (name, "omp_get_num_threads");
  if (!is_thread && !is_size)
    return false;
  *result = (rp_c_value) { .dims = (uint32_t) w->names.count };
  /* a task may be executed by any thread */
  if (!w->team || (w->is_in_task && is_thread))
    result->number = w->form ? NULL : rp_c_constant (w, is_size);
  else if (is_thread)
    result->number = rp_c_dimension (w, w->team->dim);
  else
    result->number = rp_c_extend (w, w->team->size, 0);
  return true;
}

static bool
call_maximum (rp_walker *w, const rp_c_node *call, const char *name, rp_c_value *result)
{
  if (strcmp (name, "omp_get_max_threads") && strcmp (name, "omp_get_num_procs"))
    return false;
  *result = input;
  if (!w->form)
    {
      result->number = rp_c_parameter (w, name, false, call->at);
      isl_pw_aff *positive = isl_pw_aff_copy (rp_c_constant (w, 1));
      w->domain = isl_set_intersect (
        w->domain, isl_pw_aff_ge_set (isl_pw_aff_copy (result->number), positive));
    }
  return true;
}

/* ---- all ---- */

static rp_c_value
call_unknown (rp_walker *w, const rp_c_node *call, const char *name)
{
  if (w->form)
    rp_c_note (w, call->at, true,
               "%s is called, and its body is not here: what it does is not known", name);
  rp_c_forget_reachable (w);
  return input;
}

rp_c_value
rp_c_call (rp_walker *w, const rp_c_node *call)
{
  const rp_c_node *callee = call->children[0];
  bool is_named = callee->kind == RP_C_NAME && callee->decl && callee->decl->is_function;
  const char *name = is_named ? callee->decl->name : "a function that a pointer points to";
  if (is_named && rp_c_construct_call (w, call, name))
    return unknown;
  rp_c_value result = input, arguments[call->count + 1];
  for (uint32_t i = 1; i < call->count; i++)
    arguments[i] = rp_c_evaluate (w, call->children[i]);
  if (!is_named)
    {
      bool is_followed = callee->kind == RP_C_UNARY && !strcmp (callee->op, "*");
      const rp_c_function *target
        = rp_c_evaluate (w, is_followed ? callee->children[0] : callee).function;
      if (target && target->body && w->form)
        return rp_c_inline (w, target, arguments + 1, call->count - 1, call->at);
      return call_unknown (w, call, name);
    }
  if (call_lock (w, call, name, arguments) || call_team (w, name, &result)
      || call_maximum (w, call, name, &result) || call_library (w, call, name, arguments))
    return result;
  const rp_c_function *function = callee->decl->function;
  if (function && function->body && w->form)
    return rp_c_inline (w, function, arguments + 1, call->count - 1, call->at);
  if (is_harmless (call))
    return input;
  return call_unknown (w, call, name);
}
