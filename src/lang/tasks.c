/* Executes statements that create tasks, and the bodies of these tasks. */
#include "base/panic.h"
#include "lang/activity.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of stack below rp_activity.stack_limit, which are kept free. */
#define STACK_RESERVE ((size_t) 48 * 1024)

static rp_value *
copy_slots (const rp_value *slots, uint32_t count)
{
  rp_value *copy = rp_malloc ((count + (size_t) 1) * sizeof *copy);
  if (count)
    memcpy (copy, slots, count * sizeof *copy);
  return copy;
}

static rp_task_body *
closure_new (struct rp_interp *interp, const rp_stmt *stmt, const rp_proc *proc, rp_value *slots)
{
  rp_task_body *closure = rp_calloc (1, sizeof *closure);
  closure->interp = interp;
  closure->stmt = stmt;
  closure->proc = proc;
  closure->frame = (rp_activation) { ++interp->serial, slots };
  return closure;
}

void
rp_closure_release (void *argument)
{
  rp_task_body *closure = argument;
  free (closure->frame.slots);
  free (closure->poster_copy.slots);
  free (closure);
}

static void
run_closure (rp_task_body *closure, const rp_stmt *body)
{
  rp_activity activity = { .interp = closure->interp,
                           .closure = closure,
                           .strand = rp_current_strand (),
                           .frame = closure->frame,
                           .proc = closure->proc };
  size_t left = rp_stack_left ();
  char *here = __builtin_frame_address (0);
  activity.stack_limit = left > STACK_RESERVE ? here - (left - STACK_RESERVE) : here;
  closure->top = &activity;
  rp_take_turn (closure->interp, body->site);
  rp_exec (&activity, body);
  closure->top = NULL;
  closure->result = activity.result;
}

static void
body_main (void *argument)
{
  rp_task_body *closure = argument;
  run_closure (closure, closure->stmt->body[0]);
}

static void
proc_main (void *argument)
{
  rp_task_body *closure = argument;
  run_closure (closure, closure->proc->body);
}

void
rp_exec_main (void *argument)
{
  proc_main (argument);
}

rp_task_body *
rp_closure_main (struct rp_interp *interp)
{
  const rp_program *program = interp->program;
  const rp_proc *main = &program->procs[program->entry];
  rp_value *slots = rp_calloc (main->frame_size + (size_t) 1, sizeof *slots);
  for (uint32_t i = 0; i < main->param_count; i++)
    for (uint32_t j = 0; j < program->param_count; j++)
      if (!strcmp (main->params[i], program->params[j].name))
        slots[i] = rp_value_int (interp->options.params[j]);
  return closure_new (interp, NULL, main, slots);
}

/* Keeps the values of the loop iterators around STMT for reports: "task 4 (i=1)". Returns the index of the first value
 * in interp->notes; 0 if there is none. */
static uint32_t
note_iterators (rp_activity *activity, const rp_stmt *stmt)
{
  struct rp_interp *interp = activity->interp;
  if (!stmt->iterators || interp->notes.count > UINT32_MAX - stmt->iterators)
    return 0;
  uint32_t note = (uint32_t) interp->notes.count;
  for (uint32_t i = 0; i < stmt->iterators; i++)
    RP_VEC_PUSH (&interp->notes, activity->frame.slots[stmt->iterator_slots[i]].number);
  return note;
}

/* A model that creates more tasks than this is taken for a mistake, because it would use all memory before it ends. */
#define MAX_TASKS 2000000

static void
check_count (const rp_activity *activity, const rp_stmt *stmt, uint64_t more)
{
  uint64_t count = rp_runtime_tasks (activity->interp->runtime)->rows.count;
  if (more > MAX_TASKS - count || count >= MAX_TASKS)
    rp_interp_fail (activity, RP_RULE_RUN_TIME_ERROR, stmt->site,
                    "more than %d tasks: a loop or a recursion without end?", MAX_TASKS);
}

static rp_creation
creation (rp_activity *activity, const rp_stmt *stmt, rp_task_kind kind)
{
  check_count (activity, stmt, 1);
  return (rp_creation) { kind, stmt->site, note_iterators (activity, stmt), rp_closure_release };
}

static rp_task_body *
closure_for_body (rp_activity *activity, const rp_stmt *stmt)
{
  return closure_new (activity->interp, stmt, activity->proc,
                      copy_slots (activity->frame.slots, activity->proc->frame_size));
}

void
rp_exec_async (rp_activity *activity, const rp_stmt *stmt)
{
  rp_phased phasers[stmt->phaser_count + 1];
  for (uint32_t i = 0; i < stmt->phaser_count; i++)
    phasers[i] = (rp_phased) { rp_eval_phaser (activity, stmt->phasers[i].phaser, stmt->site),
                               stmt->phasers[i].mode };
  rp_task_kind kind = stmt->clocked ? RP_TASK_CLOCKED_ASYNC : RP_TASK_ASYNC;
  rp_creation how = creation (activity, stmt, kind);
  rp_task_body *closure = closure_for_body (activity, stmt);
  if (stmt->clocked)
    rp_clocked_async_at (body_main, closure, how);
  else if (stmt->phaser_count)
    rp_phased_async_at (body_main, closure, how, phasers, stmt->phaser_count);
  else
    rp_async_at (body_main, closure, how);
}

/* forall is a finish around a forasync [Nakade, 4.1]. */
void
rp_exec_loop (rp_activity *activity, const rp_stmt *stmt)
{
  int64_t low = rp_eval_int (activity, stmt->low), high = rp_eval_int (activity, stmt->high);
  bool is_forall = stmt->kind == RP_STMT_FORALL;
  if (low <= high)
    check_count (activity, stmt, (uint64_t) high - (uint64_t) low);
  if (is_forall)
    rp_finish_begin_at (false, stmt->site);
  for (int64_t i = low; i <= high; i++)
    {
      rp_take_turn (activity->interp, stmt->site);
      activity->frame.slots[stmt->index] = rp_value_int (i);
      rp_creation how = creation (activity, stmt, is_forall ? RP_TASK_FORALL : RP_TASK_FORASYNC);
      rp_async_at (body_main, closure_for_body (activity, stmt), how);
      if (i == INT64_MAX)
        break;
    }
  if (is_forall)
    rp_finish_end_at (stmt->site);
}

/* Executes a future. In the body, the future's name has the value that its slot had before, so the body cannot wait for
 * its own future by that name. */
void
rp_exec_future (rp_activity *activity, const rp_stmt *stmt)
{
  rp_creation how = creation (activity, stmt, RP_TASK_FUTURE);
  rp_task *future = rp_future_at (body_main, closure_for_body (activity, stmt), how);
  activity->frame.slots[stmt->index] = (rp_value) { .kind = RP_VALUE_FUTURE, .future = future };
}

/* Runs the handler, rvh (t) of [Nakade, 3.2], in the joining task. If the activation that joins is the one that posted,
 * the handler uses the locals of that activation; otherwise it uses the copy of them that was made at the post. */
static void
run_handler (void *argument)
{
  rp_task_body *closure = argument;
  const rp_stmt *post = closure->stmt;
  rp_activity *joiner = ((rp_task_body *) rp_current_argument ())->joining;
  RP_ASSERT (joiner);
  rp_activity here = *joiner;
  if (joiner->frame.serial != closure->poster.serial)
    here.frame = closure->poster_copy;
  here.proc = closure->poster_proc;
  here.frame.slots[post->handler_index] = closure->result;
  here.caller = joiner;
  here.loops = (rp_digest) { { 0 } };
  joiner->closure->top = &here;
  rp_exec (&here, post->body[0]);
  joiner->closure->top = joiner;
}

/* Returns whether STMT, a part of a handler, has an effect. If a handler has none, the order of joins does not
 * matter. */
static bool
has_effect (const rp_stmt *stmt)
{
  if (stmt->kind == RP_STMT_SKIP)
    return false;
  if (stmt->kind != RP_STMT_BLOCK)
    return true;
  for (uint32_t i = 0; i < stmt->body_count; i++)
    if (has_effect (stmt->body[i]))
      return true;
  return false;
}

/* [Nakade, Fig. 3.4 POST]. */
void
rp_exec_post (rp_activity *activity, const rp_stmt *stmt)
{
  struct rp_interp *interp = activity->interp;
  const rp_proc *proc = &interp->program->procs[stmt->callee_index];
  rp_value slots[stmt->arg_count + 1];
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    slots[i] = rp_eval (activity, stmt->args[i]);
  rp_value *frame = rp_calloc (proc->frame_size + (size_t) 1, sizeof *frame);
  memcpy (frame, slots, stmt->arg_count * sizeof *frame);
  rp_task_body *closure = closure_new (interp, stmt, proc, frame);
  rp_handler *handler = NULL;
  if (stmt->handler && has_effect (stmt->body[0]))
    {
      handler = run_handler;
      interp->has_handlers = true;
      closure->poster = activity->frame;
      closure->poster_proc = activity->proc;
      closure->poster_copy
        = (rp_activation) { ++interp->serial,
                            copy_slots (activity->frame.slots, activity->proc->frame_size) };
    }
  rp_post_at (stmt->index, proc_main, closure, handler, stmt->pass.index, stmt->pass.count,
              creation (activity, stmt, RP_TASK_POST));
}

/* Creates an actor. For each message, the actor's block runs on a fresh copy of the values that the locals have
 * now. */
void
rp_exec_actor (rp_activity *activity, const rp_stmt *stmt)
{
  rp_task_body *pattern = closure_for_body (activity, stmt);
  rp_actor *actor = rp_actor_new_at (body_main, pattern, rp_closure_release);
  rp_value value = { .kind = RP_VALUE_ACTOR, .actor = actor };
  pattern->frame.slots[stmt->index] = activity->frame.slots[stmt->index] = value;
  RP_VEC_PUSH (&activity->interp->actors,
               (rp_actor_note) { rp_actor_object (actor).base, stmt->name });
}

static void
check_message (const rp_activity *activity, const rp_stmt *send, const rp_stmt *actor)
{
  if (actor->handler && !send->arg_count)
    rp_interp_fail (activity, RP_RULE_MISUSE, send->site, "actor `%s` takes a message",
                    actor->name);
  if (!actor->handler && send->arg_count)
    rp_interp_fail (activity, RP_RULE_MISUSE, send->site, "actor `%s` takes no message",
                    actor->name);
}

/* If an actor sends the message, records the send as a write to the sending actor: the order of the messages that
 * this actor sends depends on the order in which it handles its own messages. */
static void
note_sending (rp_activity *activity, const rp_stmt *stmt)
{
  const rp_actor *self = rp_handling_actor ();
  const rp_interp_options *options = &activity->interp->options;
  if (self)
    options->access (options->access_context, activity->strand, rp_actor_object (self).base, 1,
                     true, stmt->site);
}

void
rp_exec_send (rp_activity *activity, const rp_stmt *stmt)
{
  rp_actor *actor = rp_eval_actor (activity, stmt->expr, stmt->site);
  const rp_task_body *pattern = rp_actor_context (actor);
  check_message (activity, stmt, pattern->stmt);
  rp_value message = rp_value_int (0);
  if (stmt->arg_count)
    message = rp_eval (activity, stmt->args[0]);
  rp_task_body *closure
    = closure_new (activity->interp, pattern->stmt, pattern->proc,
                   copy_slots (pattern->frame.slots, pattern->proc->frame_size));
  if (stmt->arg_count)
    closure->frame.slots[pattern->stmt->handler_index] = message;
  note_sending (activity, stmt);
  rp_send_at (actor, closure, creation (activity, stmt, RP_TASK_MESSAGE));
}
