/* The state of a running model, for exploration. If two runs are in the same state when the policy is asked for a pick,
 * they can go on in the same way.
 *
 * The state of a task consists of its activations, innermost last. Each activation has its frame; its current
 * statement, which determines the branches and loops around that statement; the progress of the `for` loops around that
 * statement; and the values read since the statement began, which determine the operands computed so far. Handles are
 * identified by names that are the same in every schedule, or by the order of creation. */
#include "lang/activity.h"

enum
{
  ACTIVATION,
  CLOSURE,
  STATEMENT,
  VALUE
};

static uint64_t
handle (rp_value value)
{
  switch (value.kind)
    {
    case RP_VALUE_INT:
      return (uint64_t) value.number;
    case RP_VALUE_FUTURE:
      return rp_task_path (value.future);
    case RP_VALUE_PHASER:
      return rp_phaser_number (value.phaser);
    case RP_VALUE_ACTOR:
      return rp_actor_object (value.actor).base;
    }
  return 0;
}

static void
add_value (rp_digest *digest, rp_value value)
{
  rp_digest_add (digest, value.kind);
  rp_digest_add (digest, handle (value));
}

static rp_digest
value_state (rp_value value)
{
  rp_digest digest = rp_digest_start (VALUE);
  add_value (&digest, value);
  return digest;
}

static void
add_statement (rp_digest *digest, const rp_stmt *stmt)
{
  rp_digest_add (digest, stmt ? (uint64_t) stmt->span.begin << 32 | stmt->span.end : 0);
  rp_digest_add (digest, stmt ? stmt->kind + 1u : 0);
}

/* Adds a frame to the digest. If there are handlers, the activation itself matters, too: a handler behaves differently
 * if the poster's activation joins the task. Serial numbers, given in the order of creation, identify activations. */
static void
add_frame (rp_digest *digest, const rp_interp *interp, rp_activation frame, const rp_proc *proc)
{
  rp_digest_add (digest, interp->has_handlers ? frame.serial : 0);
  for (uint32_t i = 0; i < proc->frame_size; i++)
    add_value (digest, frame.slots[i]);
}

static void
add_activation (rp_digest *digest, const rp_activity *activity)
{
  if (activity->caller)
    add_activation (digest, activity->caller);
  rp_digest_add (digest, ACTIVATION);
  add_frame (digest, activity->interp, activity->frame, activity->proc);
  add_statement (digest, activity->at);
  rp_digest_add_digest (digest, activity->loops);
  rp_digest_add_digest (digest, activity->reads);
}

/* Returns a digest of a task: its statement and its result. If a handler belongs to the task, the digest also has
 * the frame that the handler may use. If the task has not ended, the digest also has its activations. */
static rp_digest
closure_state (const void *argument, bool has_ended)
{
  const rp_task_body *closure = argument;
  rp_digest digest = rp_digest_start (CLOSURE);
  add_statement (&digest, closure->stmt);
  add_value (&digest, closure->result);
  if (closure->poster_proc)
    {
      rp_digest_add (&digest, closure->poster.serial);
      add_frame (&digest, closure->interp, closure->poster_copy, closure->poster_proc);
    }
  if (has_ended)
    return digest;
  if (closure->top)
    add_activation (&digest, closure->top);
  else
    add_frame (&digest, closure->interp, closure->frame, closure->proc);
  return digest;
}

void
rp_activity_enter_statement (rp_activity *activity, const rp_stmt *stmt)
{
  activity->at = stmt;
  activity->reads = rp_digest_start (STATEMENT);
}

void
rp_activity_read (rp_activity *activity, rp_value value)
{
  add_value (&activity->reads, value);
}

rp_digest
rp_interp_state (const rp_interp *interp)
{
  rp_digest state = rp_memory_state (&interp->memory, value_state);
  rp_digest_join (&state, rp_runtime_state (interp->runtime, closure_state));
  rp_digest_join (&state, interp->observed);
  return state;
}
