/* Translates calls: procedures are expanded where they are called or posted. */
#include "base/panic.h"
#include "prove/poly/translator.h"

#define MAX_CALLS 24
#define MAX_RECURSION 4
#define MAX_LEAVES 1500

typedef struct call_outside
{
  rp_known_frame frame;
  isl_set *entry_domain, *stmt_domain;
  const rp_inexact *inexact, *stmt_inexact;
  rp_known result;
  uint32_t returns;
  const rp_stmt *stmt;
} call_outside;

static call_outside
call_begin (rp_translator *t, const rp_proc *proc, isl_pw_aff *const *arguments)
{
  call_outside saved = { t->frame,        t->entry_domain, t->stmt_domain, t->inexact,
                         t->stmt_inexact, t->result,       t->returns,     t->stmt };
  t->frame
    = (rp_known_frame) { rp_calloc (proc->frame_size + 1, sizeof (rp_known)), proc->frame_size };
  for (uint32_t i = 0; i < proc->param_count; i++)
    rp_known_learn (t, i, arguments[i]);
  t->entry_domain = t->domain;
  t->result = (rp_known) { 0 };
  t->returns = 0;
  RP_VEC_PUSH (&t->calls, proc);
  return saved;
}

/* Ends a call: restores what call_begin saved. Returns the value of the call; NULL if it is not known. */
static isl_pw_aff *
call_end (rp_translator *t, call_outside saved)
{
  isl_pw_aff *result = t->result.value;
  rp_known_frame_clear (&t->frame);
  t->frame = saved.frame;
  t->entry_domain = saved.entry_domain;
  t->stmt_domain = saved.stmt_domain;
  t->inexact = saved.inexact;
  t->stmt_inexact = saved.stmt_inexact;
  t->result = saved.result;
  t->returns = saved.returns;
  t->stmt = saved.stmt;
  t->calls.count--;
  return result;
}

/* Returns whether PROC must not be expanded again, because calls nest too deep, the form is too large, or this function
 * has returned true before. Notes the first such call as fatal. Most recursions end earlier, because the domain becomes
 * empty. */
static bool
is_too_much (rp_translator *t, const rp_proc *proc, rp_span span)
{
  uint32_t depth = 0;
  for (size_t i = 0; i < t->calls.count; i++)
    depth += t->calls.items[i] == proc;
  if (!t->gave_up && depth < MAX_RECURSION && t->calls.count < MAX_CALLS
      && t->form->leaves.count < MAX_LEAVES)
    return false;
  if (!t->gave_up)
    rp_translator_note (t, span, "the calls nest too deep to be expanded: a recursion?", true);
  t->gave_up = true;
  return true;
}

static isl_pw_aff *
expand (rp_translator *t, const rp_proc *proc, isl_pw_aff *const *arguments, rp_span span)
{
  if (is_too_much (t, proc, span))
    {
      for (uint32_t i = 0; i < proc->param_count; i++)
        isl_pw_aff_free (arguments[i]);
      return NULL;
    }
  rp_translator_flush (t);
  call_outside saved = call_begin (t, proc, arguments);
  rp_translate_part (t, proc->body);
  return call_end (t, saved);
}

isl_pw_aff *
rp_translate_call (rp_translator *t, const rp_expr *call)
{
  const rp_proc *proc = &t->program->procs[call->index];
  isl_pw_aff *arguments[proc->param_count + 1];
  for (uint32_t i = 0; i < proc->param_count; i++)
    arguments[i] = rp_translate_value (t, call->args[i]);
  return expand (t, proc, arguments, call->span);
}

/* Translates a return. The value of the call (t->result) is known only if the procedure has one return, the return is
 * executed whenever the procedure is, and its expression is affine. */
void
rp_translate_return (rp_translator *t, const rp_stmt *stmt)
{
  isl_pw_aff *value = stmt->expr ? rp_translate_value (t, stmt->expr) : NULL;
  bool is_only
    = ++t->returns == 1 && !t->inexact
      && isl_set_dim (t->domain, isl_dim_set) == isl_set_dim (t->entry_domain, isl_dim_set)
      && isl_set_is_equal (t->domain, t->entry_domain) == isl_bool_true;
  isl_pw_aff_free (t->result.value);
  if (!is_only)
    isl_pw_aff_free (value);
  t->result = (rp_known) { is_only ? value : NULL, (uint32_t) t->names.count };
}

/* Translates a post as an async. The form lacks the order that comes from the await that joins the task. */
void
rp_translate_post (rp_translator *t, const rp_stmt *stmt)
{
  const rp_proc *proc = &t->program->procs[stmt->callee_index];
  isl_pw_aff *arguments[stmt->arg_count + 1];
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    arguments[i] = rp_translate_value (t, stmt->args[i]);
  if (stmt->handler)
    rp_translator_note (t, stmt->handler_span,
                        "a handler runs where its task is joined, which is not represented", true);
  rp_translator_note (t, stmt->head.end ? stmt->head : stmt->span,
                      "the orders that regions make are not used", false);
  rp_translator_flush (t);
  rp_translator_push_marker (t, RP_TOKEN_ASYNC, stmt, false);
  size_t held_base = t->held_base;
  t->held_base = t->held.count;
  isl_pw_aff_free (expand (t, proc, arguments, stmt->span));
  t->held_base = held_base;
  t->path.count -= 2;
}
