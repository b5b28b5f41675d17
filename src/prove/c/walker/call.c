/* Walks through calls. In a region, a function whose body is in the sources is walked through as a part of its
 * caller. Outside of regions, such a function may do anything. The effects of library functions are known. All
 * other functions may do anything. */
#include "prove/c/points_to/library.h"
#include "prove/c/walker/openmp.h"

#include <isl/set.h>
#include <string.h>

static const rp_c_value unknown = { .is_derived = true };
static const rp_c_value input = { .is_derived = false };

/* Whether a library function that uses SIZE bytes (0: not known) stays inside MEMBER. If SIZE or the size of MEMBER is
 * not known: true for an array, which is assumed to be large enough; false for any other member. */
static bool
is_in_member (const rp_c_variable *member, int64_t size)
{
  return size > 0 && member->type->size > 0 ? size <= member->type->size
                                            : member->type->kind == RP_C_ARRAY;
}

/* Records that a library function reads the object at TARGET, or writes it if IS_WRITE. All of the object counts as
 * accessed; at a member, all of this member. SIZE, the number of bytes that the function uses (0: not known), only
 * decides whether the function may go beyond the member, which is then noted. */
static void
use_object (rp_walker *w, const rp_c_location *target, int64_t size, bool is_write,
            const rp_c_node *node)
{
  if (!target || !w->form)
    return;
  const rp_c_variable *variable = &w->variables.items[target->variable];
  rp_c_location all = *target;
  isl_pw_aff *subscripts[target->count + 1];
  uint32_t kept = variable->is_private ? variable->scope : variable->lead;
  if (variable->member && !is_in_member (variable, size))
    rp_c_note (w, node->at, true, "what is used behind the member %s is not known",
               variable->member);
  /* keep the subscripts of the structures around a member: only those of the member itself are not known */
  uint32_t own = 0;
  for (const rp_c_type *type = variable->type; variable->member && type->kind == RP_C_ARRAY;
       type = type->element)
    own++;
  if (variable->member && target->count >= own && target->count - own > kept)
    kept = target->count - own;
  for (uint32_t i = 0; i < target->count; i++)
    subscripts[i] = i < kept ? target->subscripts[i] : NULL;
  all.subscripts = subscripts;
  rp_c_record (w, &all, is_write, node);
}

/* Whether the format may contain %n, with which printf writes to memory. */
static bool
may_write (const rp_walker *w, const rp_c_node *format)
{
  const char *text = rp_c_text (w, format);
  if (format->kind != RP_C_LITERAL)
    return true;
  for (const char *p = strchr (text, '%'); p; p = strchr (p + 1, '%'))
    {
      p += 1 + strspn (p + 1, "-+ #0123456789.*hlLjzt'");
      if (*p == 'n' || *p == '"' || !*p)
        return true;
    }
  return false;
}

static bool
is_address (const rp_c_node *node)
{
  return node->type && (node->type->kind == RP_C_POINTER || node->type->kind == RP_C_ARRAY);
}

/* Returns the number of bytes that CALL passes to memcpy or a similar function NAME; 0 if it is not a constant, and for
 * other functions. */
static int64_t
size_given (const rp_c_node *call, const char *name, const rp_c_value *arguments)
{
  bool is_sized = !strncmp (name, "mem", 3) && call->count == 4;
  return is_sized ? rp_c_constant_value (arguments[3].number) : 0;
}

static bool
call_library (rp_walker *w, const rp_c_node *call, const char *name, const rp_c_value *arguments)
{
  const char *uses = rp_c_library_find (name);
  bool is_written = false;
  if (!uses)
    return false;
  int64_t size = size_given (call, name, arguments);
  for (uint32_t k = 1; k < call->count; k++)
    {
      const rp_c_node *argument = call->children[k];
      if (is_address (argument) && argument->kind != RP_C_LITERAL && *uses != '-')
        {
          if (!arguments[k].pointer && w->form)
            rp_c_note (w, argument->at, true, "what %s is given here is not known", name);
          use_object (w, arguments[k].pointer, size, *uses == 'w', argument);
        }
      if (*uses == 'f' && !uses[1] && may_write (w, argument))
        for (uint32_t i = k + 1; i < call->count; i++)
          if (is_address (call->children[i]))
            {
              rp_c_note (w, argument->at, true, "by its format %s may write", name);
              is_written = true;
            }
      is_written |= *uses == 'w';
      if (uses[1])
        uses++;
      else if (*uses == 'f')
        uses = "r";
    }
  if (is_written && !w->form)
    rp_c_forget_pointed (w, NULL);
  return true;
}

/* Whether CALL, of the function NAME, only computes a number from numbers. */
static bool
is_harmless (const rp_c_node *call, const char *name)
{
  for (uint32_t i = 1; i < call->count; i++)
    if (!call->children[i]->type
        || (call->children[i]->type->kind != RP_C_INTEGER
            && call->children[i]->type->kind != RP_C_REAL))
      return false;
  return rp_c_is_pure (name);
}

/* ---- OpenMP's own functions ---- */

/* Whether A and B are known to be the same place, in all iterations. */
static bool
is_same_place (rp_walker *w, const rp_c_location *a, const rp_c_location *b)
{
  if (!a || !b || a->variable != b->variable || a->count != b->count || a->dims > w->dims.count)
    return false;
  a = rp_c_relocate (w, a);
  b = rp_c_relocate (w, b);
  for (uint32_t i = 0; i < a->count; i++)
    if (!a->subscripts[i] || !b->subscripts[i]
        || isl_pw_aff_is_equal (a->subscripts[i], b->subscripts[i]) != isl_bool_true)
      return false;
  return true;
}

static void
release_lock (rp_walker *w, const rp_c_node *call, const rp_c_location *lock)
{
  for (size_t i = w->held.count; i-- > w->around.held_base;)
    if (is_same_place (w, w->held.items[i].location, lock))
      {
        memmove (&w->held.items[i], &w->held.items[i + 1],
                 (w->held.count - i - 1) * sizeof *w->held.items);
        w->held.count--;
        return;
      }
  rp_c_note (w, call->at, true, "a lock is released that was not taken in the same block");
}

static bool
call_lock (rp_walker *w, const rp_c_node *call, const char *name, const rp_c_value *arguments)
{
  bool is_set = !strcmp (name, "omp_set_lock"), is_unset = !strcmp (name, "omp_unset_lock");
  bool is_made = !strncmp (name, "omp_init_lock", 13) || !strncmp (name, "omp_destroy_lock", 16);
  if ((!is_set && !is_unset && !is_made) || call->count < 2 || !w->form)
    return is_set || is_unset || is_made;
  const rp_c_location *lock = arguments[1].pointer;
  rp_c_flush (w);
  if (rp_c_league_of (w))
    rp_c_note (w, call->at, true, "a lock that several teams may use is not handled");
  if (!lock)
    rp_c_note (w, call->at, true, "which lock this is is not known");
  else if (is_made && !w->variables.items[lock->variable].is_private)
    rp_c_note (w, call->at, true, "a lock that threads share is made or ended in the region");
  else if (is_set)
    RP_VEC_PUSH (&w->held, (rp_c_held_section) { lock->variable, lock, call->at });
  else if (is_unset)
    release_lock (w, call, lock);
  return true;
}

/* If NAME is omp_get_team_num or omp_get_num_teams, stores the value of its call in *RESULT and returns true; else
 * returns false. */
static bool
call_league (rp_walker *w, const char *name, rp_c_value *result)
{
  bool is_team = !strcmp (name, "omp_get_team_num"), is_size = !strcmp (name, "omp_get_num_teams");
  const rp_c_team *league = rp_c_league_of (w);
  if (!is_team && !is_size)
    return false;
  *result = (rp_c_value) { .dims = (uint32_t) w->dims.count };
  if (!league)
    result->number = rp_c_constant (w, is_size);
  else if (league->is_flat || (is_size && league->outer))
    result->is_derived = true;
  else
    result->number = is_team ? rp_c_dimension (w, league->dim) : rp_c_extend (w, league->size, 0);
  return true;
}

/* If NAME is omp_get_thread_num, omp_get_num_threads or a function that call_league handles, stores the value of its
 * call in *RESULT and returns true; else returns false. */
static bool
call_team (rp_walker *w, const char *name, rp_c_value *result)
{
  bool is_thread = !strcmp (name, "omp_get_thread_num");
  bool is_size = !strcmp (name, "omp_get_num_threads");
  if (call_league (w, name, result))
    return true;
  if (!is_thread && !is_size)
    return false;
  *result = (rp_c_value) { .dims = (uint32_t) w->dims.count };
  /* the dimension numbers all threads of a league, not the threads of one team */
  if (w->around.team && w->around.team->is_flat)
    {
      result->is_derived = true;
      return true;
    }
  if (w->around.team && w->around.team->is_league)
    {
      result->number = rp_c_constant (w, is_size);
      return true;
    }
  /* in a task the number is not known, since any thread may execute it */
  if (!w->around.team || (w->around.is_in_task && is_thread))
    result->number = w->form ? NULL : rp_c_constant (w, is_size);
  else if (is_thread)
    result->number = rp_c_dimension (w, w->around.team->dim);
  else if (!w->around.team->outer)
    result->number = rp_c_extend (w, w->around.team->size, 0);
  else
    /* several threads may make teams of different sizes */
    result->is_derived = true;
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
      rp_c_bound_parameter (w, result->number, &rp_c_int);
      isl_pw_aff *positive = isl_pw_aff_copy (rp_c_constant (w, 1));
      w->domain = isl_set_intersect (
        w->domain, isl_pw_aff_ge_set (isl_pw_aff_copy (result->number), positive));
    }
  return true;
}

/* Whether a call of DECL never returns. Assertions are assumed to hold, so the function that reports a failed assertion
 * does not count. */
static bool
ends_program (const rp_c_decl *decl)
{
  static const char *const known[] = { "exit", "abort", "_exit", "_Exit", "quick_exit" };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp (decl->name, known[i]))
      return true;
  return decl->is_noreturn && strncmp (decl->name, "__assert", 8);
}

/* ---- all calls ---- */

static rp_c_value
call_unknown (rp_walker *w, const rp_c_node *call, const char *name)
{
  const char *state = rp_c_hidden_state (name);
  if (w->form && state)
    rp_c_note (w, call->at, true, "%s uses %s, which all calls share", name, state);
  else if (w->form)
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
  const rp_c_function *function = callee->decl->function;
  if (ends_program (callee->decl))
    rp_c_wait_forever (w, call->at);
  if (function && function->body && w->form)
    return rp_c_inline (w, function, arguments + 1, call->count - 1, call->at);
  if (function && function->body)
    {
      call_unknown (w, call, name);
      return rp_c_is_input (call) ? input : unknown;
    }
  if (call_lock (w, call, name, arguments) || call_team (w, name, &result)
      || call_maximum (w, call, name, &result))
    return result;
  if (!strcmp (name, "__builtin_expect") && call->count > 1)
    return arguments[1];
  if (call_library (w, call, name, arguments) || is_harmless (call, name))
    return rp_c_reads_input (name) ? input : unknown;
  return call_unknown (w, call, name);
}
