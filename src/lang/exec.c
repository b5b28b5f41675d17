/* Executes the statements of one task. Statements that create tasks are in tasks.c. */
#include "base/panic.h"
#include "lang/activity.h"

#include <string.h>

/* Stack space that is kept free for the runtime, for libc, and for one deep expression. */
#define STACK_RESERVE ((size_t) 64 * 1024)

/* Marks a function that is not inlined into rp_exec. So the frame of rp_exec stays small: a deep recursion of a model
 * has many of these frames. */
#define APART __attribute__ ((noinline))

/* Calls a procedure. Its parameters come first in the frame. [Nakade, Fig. 3.4 CALL] */
rp_value
rp_exec_call (rp_activity *activity, const rp_proc *proc, rp_expr *const *args, uint32_t site)
{
  size_t bytes = (proc->frame_size + 1) * sizeof (rp_value);
  rp_take_turn (activity->interp, site);
  if (rp_stack_left () < STACK_RESERVE + bytes)
    rp_interp_fail (activity, RP_RULE_RUN_TIME_ERROR, site,
                    "the stack is used up: `%s` recurses too deep", proc->name);
  rp_value slots[proc->frame_size + 1];
  memset (slots, 0, bytes);
  for (uint32_t i = 0; i < proc->param_count; i++)
    slots[i] = rp_eval (activity, args[i]);
  rp_activity inner = *activity;
  inner.frame = (rp_activation) { ++activity->interp->serial, slots };
  inner.proc = proc;
  inner.result = rp_value_int (0);
  inner.caller = activity;
  inner.loops = (rp_digest) { { 0 } };
  rp_activity *outer = activity->closure->joining;
  activity->closure->top = &inner;
  rp_call_begin_at (site);
  rp_exec (&inner, proc->body);
  rp_call_end_at (site);
  activity->closure->top = activity;
  activity->closure->joining = outer;
  rp_activity_read (activity, inner.result);
  return inner.result;
}

static rp_flow
exec_block (rp_activity *activity, const rp_stmt *stmt)
{
  for (uint32_t i = 0; i < stmt->body_count; i++)
    if (rp_exec (activity, stmt->body[i]) == RP_FLOW_RETURN)
      return RP_FLOW_RETURN;
  return RP_FLOW_ON;
}

/* [Nakade, Fig. 3.3 ASSIGN LOCAL, ASSIGN REGION]: evaluates the subscripts of the target, then the
 * value, then writes. */
static void
exec_assign (rp_activity *activity, const rp_stmt *stmt)
{
  const rp_expr *target = stmt->target;
  if (target->binding == RP_BOUND_LOCAL)
    {
      activity->frame.slots[target->index] = rp_eval (activity, stmt->expr);
      return;
    }
  uint64_t location = rp_eval_location (activity, target);
  rp_value value = rp_eval (activity, stmt->expr);
  activity->at = stmt;
  rp_eval_store (activity, target, location, value);
}

/* Called in each turn of a `while` loop; sometimes lets other tasks run. In depth-first order, a task that waits in
 * a loop for another task would run for ever. But most long loops do not wait, and depth-first order is the
 * cheapest to check. So a task lets others run for the first time only after FIRST_SPINS turns, and from then on
 * after every LATER_SPINS turns. */
static void
be_fair (const rp_activity *activity, const rp_stmt *stmt)
{
  enum
  {
    FIRST_SPINS = 10000,
    LATER_SPINS = 64
  };
  rp_task_body *closure = activity->closure;
  if (++closure->spins < (closure->has_given_way ? LATER_SPINS : FIRST_SPINS))
    return;
  closure->spins = 0;
  closure->has_given_way = true;
  rp_give_way_at (stmt->site);
}

/* [Nakade, Fig. 3.3 DO-LOOP, DO-BREAK]. */
static rp_flow
exec_while (rp_activity *activity, const rp_stmt *stmt)
{
  while (rp_activity_enter_statement (activity, stmt), rp_eval_bool (activity, stmt->expr))
    {
      rp_take_turn (activity->interp, stmt->site);
      be_fair (activity, stmt);
      if (rp_exec (activity, stmt->body[0]) == RP_FLOW_RETURN)
        return RP_FLOW_RETURN;
    }
  return RP_FLOW_ON;
}

/* [Yuki, rules (13), (14)]: the bounds are evaluated once, and both are included. */
static APART rp_flow
exec_for (rp_activity *activity, const rp_stmt *stmt)
{
  int64_t low = rp_eval_int (activity, stmt->low), high = rp_eval_int (activity, stmt->high);
  rp_digest around = activity->loops;
  for (int64_t i = low; stmt->step > 0 ? i <= high : i >= high;)
    {
      rp_take_turn (activity->interp, stmt->site);
      activity->frame.slots[stmt->index] = rp_value_int (i);
      activity->loops = around;
      rp_digest_add (&activity->loops, (uint64_t) i);
      rp_digest_add (&activity->loops, (uint64_t) high);
      if (rp_exec (activity, stmt->body[0]) == RP_FLOW_RETURN)
        return RP_FLOW_RETURN;
      if (__builtin_add_overflow (i, stmt->step, &i))
        break;
    }
  activity->loops = around;
  return RP_FLOW_ON;
}

static void
exec_assert (rp_activity *activity, const rp_stmt *stmt)
{
  if (!rp_eval_bool (activity, stmt->expr))
    rp_interp_fail (activity, RP_RULE_ASSERTION, stmt->site, "assertion does not hold");
}

/* Records an observation. The digest of the state contains which observations each task has made, but not the observed
 * values, since these do not influence the execution. */
static APART void
exec_observe (rp_activity *activity, const rp_stmt *stmt)
{
  struct rp_interp *interp = activity->interp;
  uint32_t task = activity->strand->task;
  rp_observed observed = { stmt->name, rp_eval (activity, stmt->expr), task, stmt->site };
  RP_VEC_PUSH (&interp->observations, observed);
  rp_digest made = rp_digest_start (rp_task_path (rp_current_task ()));
  rp_digest_add (&made, stmt->expr->span.begin);
  rp_digest_join (&interp->observed, made);
}

typedef struct condition
{
  rp_activity activity;
  const rp_expr *expr;
} condition;

static bool
condition_holds (void *argument)
{
  condition *c = argument;
  return rp_eval_bool (&c->activity, c->expr);
}

/* [Nakade, Fig. 3.3 ASSUME]. The condition may be evaluated on the fiber of another task, on behalf of this one. */
static APART void
exec_assume (rp_activity *activity, const rp_stmt *stmt)
{
  condition c = { *activity, stmt->expr };
  c.activity.atomic = true;
  c.activity.stack_limit = NULL;
  rp_assume_at (condition_holds, &c, stmt->site);
}

static rp_flow
exec_finish (rp_activity *activity, const rp_stmt *stmt)
{
  rp_finish_begin_at (stmt->clocked, stmt->site);
  rp_flow flow = rp_exec (activity, stmt->body[0]);
  rp_activity_enter_statement (activity, stmt);
  rp_finish_end_at (stmt->site);
  return flow;
}

static APART rp_flow
exec_isolated (rp_activity *activity, const rp_stmt *stmt)
{
  rp_range objects[stmt->arg_count + 1];
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    objects[i] = rp_eval_object (activity, stmt->args[i]);
  rp_isolated_begin_at (objects, stmt->arg_count, stmt->site);
  if (stmt->commutes)
    rp_isolated_commutes_at (stmt->site);
  rp_flow flow = rp_exec (activity, stmt->body[0]);
  rp_isolated_end_at (stmt->site);
  return flow;
}

/* Executes await or ewait. The handlers of the joined tasks run on behalf of ACTIVITY (run_handler in tasks.c). */
static void
exec_await (rp_activity *activity, const rp_stmt *stmt)
{
  rp_activity *outer = activity->closure->joining;
  activity->closure->joining = activity;
  if (stmt->kind == RP_STMT_AWAIT)
    rp_await_at (stmt->index, stmt->site);
  else
    rp_ewait_at (stmt->index, stmt->site);
  activity->closure->joining = outer;
}

static void
exec_acquire (rp_activity *activity, const rp_stmt *stmt)
{
  rp_acquire_at (rp_eval_object (activity, stmt->target), stmt->writes, stmt->site);
}

static void
exec_release (rp_activity *activity, const rp_stmt *stmt)
{
  if (!rp_release_at (rp_eval_object (activity, stmt->target), stmt->writes, stmt->site))
    rp_interp_fail (activity, RP_RULE_MISUSE, stmt->site,
                    "release %s of `%s` without acquire: this task does not hold it",
                    stmt->writes ? "write" : "read", stmt->target->name);
}

static void
exec_next (rp_activity *activity, const rp_stmt *stmt)
{
  if (!stmt->expr)
    rp_phaser_next_all_at (stmt->site);
  else
    rp_phaser_next_at (rp_eval_phaser (activity, stmt->expr, stmt->site), stmt->site);
}

static void
exec_phaser (rp_activity *activity, const rp_stmt *stmt)
{
  rp_phaser *phaser = rp_phaser_new_at (stmt->site);
  activity->frame.slots[stmt->index] = (rp_value) { .kind = RP_VALUE_PHASER, .phaser = phaser };
}

static void
check_stack (rp_activity *activity, const rp_stmt *stmt)
{
  if ((char *) __builtin_frame_address (0) < activity->stack_limit)
    rp_interp_fail (activity, RP_RULE_RUN_TIME_ERROR, stmt->site,
                    "the stack is used up: the recursion is too deep");
}

static rp_flow
exec_return (rp_activity *activity, const rp_stmt *stmt)
{
  activity->result = stmt->expr ? rp_eval (activity, stmt->expr) : rp_value_int (0);
  return RP_FLOW_RETURN;
}

rp_flow
rp_exec (rp_activity *activity, const rp_stmt *stmt)
{
  check_stack (activity, stmt);
  rp_activity_enter_statement (activity, stmt);
  switch (stmt->kind)
    {
    case RP_STMT_BLOCK:
      return exec_block (activity, stmt);
    case RP_STMT_VAR:
      activity->frame.slots[stmt->index]
        = stmt->expr ? rp_eval (activity, stmt->expr) : rp_value_int (0);
      break;
    case RP_STMT_ASSIGN:
      exec_assign (activity, stmt);
      break;
    case RP_STMT_CALL:
      rp_eval (activity, stmt->expr);
      break;
    case RP_STMT_SKIP: /* [Nakade, Fig. 3.3 SKIP] */
      break;
    case RP_STMT_IF: /* [Nakade, Fig. 3.3 IF-THEN, IF-ELSE] */
      if (rp_eval_bool (activity, stmt->expr))
        return rp_exec (activity, stmt->body[0]);
      return stmt->body_count > 1 ? rp_exec (activity, stmt->body[1]) : RP_FLOW_ON;
    case RP_STMT_WHILE:
      return exec_while (activity, stmt);
    case RP_STMT_FOR:
      return exec_for (activity, stmt);
    case RP_STMT_RETURN:
      return exec_return (activity, stmt);
    case RP_STMT_ASSERT:
      exec_assert (activity, stmt);
      break;
    case RP_STMT_ASSUME:
      exec_assume (activity, stmt);
      break;
    case RP_STMT_OBSERVE:
      exec_observe (activity, stmt);
      break;
    case RP_STMT_FINISH:
      return exec_finish (activity, stmt);
    case RP_STMT_ASYNC:
      rp_exec_async (activity, stmt);
      break;
    case RP_STMT_ADVANCE: /* [Yuki, rule (17)] */
      rp_clock_advance_at (stmt->site);
      break;
    case RP_STMT_ISOLATED:
      return exec_isolated (activity, stmt);
    case RP_STMT_FUTURE:
      rp_exec_future (activity, stmt);
      break;
    case RP_STMT_FORALL:
    case RP_STMT_FORASYNC:
      rp_exec_loop (activity, stmt);
      break;
    case RP_STMT_POST:
      rp_exec_post (activity, stmt);
      break;
    case RP_STMT_AWAIT:
    case RP_STMT_EWAIT:
      exec_await (activity, stmt);
      break;
    case RP_STMT_ACQUIRE:
      exec_acquire (activity, stmt);
      break;
    case RP_STMT_RELEASE:
      exec_release (activity, stmt);
      break;
    case RP_STMT_PHASER:
      exec_phaser (activity, stmt);
      break;
    case RP_STMT_NEXT:
      exec_next (activity, stmt);
      break;
    case RP_STMT_SIGNAL:
      rp_phaser_signal_at (rp_eval_phaser (activity, stmt->expr, stmt->site), stmt->site);
      break;
    case RP_STMT_WAIT:
      rp_phaser_wait_at (rp_eval_phaser (activity, stmt->expr, stmt->site), stmt->site);
      break;
    case RP_STMT_DROP:
      rp_phaser_drop_at (rp_eval_phaser (activity, stmt->expr, stmt->site), stmt->site);
      break;
    case RP_STMT_ACTOR:
      rp_exec_actor (activity, stmt);
      break;
    case RP_STMT_SEND:
      rp_exec_send (activity, stmt);
      break;
    }
  return RP_FLOW_ON;
}
