/* Evaluates expressions. Operands are evaluated from left to right. Every read of a shared variable is an access
 * of its own [Nakade, Fig. 3.3: delta (n) grows by eta (e)]. */
#include "base/panic.h"
#include "lang/activity.h"

#include <string.h>

/* Returns the site for a message about EXPR. This is EXPR's own site; if EXPR has none, the current statement's; 0
 * if there is no current statement. */
uint32_t
rp_eval_site (const rp_activity *activity, const rp_expr *expr)
{
  return expr->site ? expr->site : activity->at ? activity->at->site : 0;
}

static bool
is_listed (const rp_names *names, uint32_t variable)
{
  if (!names->given)
    return true;
  for (uint32_t i = 0; i < names->count; i++)
    if (names->index[i] == variable)
      return true;
  return false;
}

/* If the task was posted, reports two kinds of access: a write of a variable that the post's `writes` list does not
 * name, and a read of a variable that its `reads` list does not name. Without such a list, all accesses of that
 * kind are allowed. In [Nakade, Fig. 3.3 ASSIGN REGION] these lists are r_omega and r_delta. Differs from the
 * thesis: the access is a finding, and execution goes on. */
static void
check_declared (const rp_activity *activity, uint64_t location, bool is_write, uint32_t site)
{
  const rp_stmt *post = activity->closure->stmt;
  if (!post || post->kind != RP_STMT_POST)
    return;
  uint32_t variable = rp_memory_variable (location);
  const char *name = activity->interp->program->shared[variable].name;
  if (!is_listed (is_write ? &post->write_list : &post->read_list, variable))
    rp_interp_note (activity, RP_RULE_UNDECLARED_ACCESS, site, name,
                    "`%s` is %s, but the post of `%s` does not list it under `%s`", name,
                    is_write ? "written" : "read", post->callee, is_write ? "writes" : "reads");
}

static void
note_access (rp_activity *activity, uint64_t location, bool is_write, uint32_t site)
{
  struct rp_interp *interp = activity->interp;
  if (interp->options.preempt && !activity->atomic)
    rp_yield ();
  if (interp->stands && !activity->atomic)
    rp_before_access_at ((rp_range) { location, 1 }, is_write, site);
  check_declared (activity, location, is_write, site);
  interp->options.access (interp->options.access_context, activity->strand, location, 1, is_write,
                          site);
}

static rp_value
load (rp_activity *activity, uint64_t location, uint32_t site)
{
  note_access (activity, location, false, site);
  rp_value value = *rp_memory_at (&activity->interp->memory, location);
  rp_activity_read (activity, value);
  return value;
}

void
rp_eval_store (rp_activity *activity, const rp_expr *target, uint64_t location, rp_value value)
{
  note_access (activity, location, true, target->site);
  *rp_memory_at (&activity->interp->memory, location) = value;
}

static int64_t
number_of (rp_activity *activity, const rp_expr *expr, rp_value value)
{
  if (value.kind != RP_VALUE_INT)
    rp_interp_fail (activity, RP_RULE_MISUSE, rp_eval_site (activity, expr),
                    "%s is used as a number",
                    value.kind == RP_VALUE_FUTURE   ? "a future"
                    : value.kind == RP_VALUE_PHASER ? "a phaser"
                                                    : "an actor");
  return value.number;
}

int64_t
rp_eval_int (rp_activity *activity, const rp_expr *expr)
{
  return number_of (activity, expr, rp_eval (activity, expr));
}

bool
rp_eval_bool (rp_activity *activity, const rp_expr *expr)
{
  return rp_eval_int (activity, expr) != 0;
}

uint64_t
rp_eval_location (rp_activity *activity, const rp_expr *expr)
{
  RP_ASSERT (expr->binding == RP_BOUND_SHARED);
  int64_t indices[expr->arg_count + 1];
  for (uint32_t i = 0; i < expr->arg_count; i++)
    indices[i] = rp_eval_int (activity, expr->args[i]);
  uint64_t location;
  uint32_t dimension;
  rp_memory *memory = &activity->interp->memory;
  if (rp_memory_locate (memory, expr->index, indices, &location, &dimension))
    return location;
  rp_interp_fail (activity, RP_RULE_RUN_TIME_ERROR, expr->site,
                  "index %lld of `%s` is out of range: it has %lld elements%s",
                  (long long) indices[dimension], expr->name,
                  (long long) memory->variables[expr->index].sizes[dimension],
                  expr->arg_count > 1 ? " in this dimension" : "");
}

rp_range
rp_eval_object (rp_activity *activity, const rp_expr *expr)
{
  if (expr->kind == RP_EXPR_INDEX)
    return (rp_range) { rp_eval_location (activity, expr), 1 };
  return rp_memory_whole (&activity->interp->memory, expr->index);
}

rp_phaser *
rp_eval_phaser (rp_activity *activity, const rp_expr *expr, uint32_t site)
{
  rp_value value = rp_eval (activity, expr);
  if (value.kind != RP_VALUE_PHASER)
    rp_interp_fail (activity, RP_RULE_MISUSE, site, "`%s` is not a phaser", expr->name);
  return value.phaser;
}

rp_actor *
rp_eval_actor (rp_activity *activity, const rp_expr *expr, uint32_t site)
{
  rp_value value = rp_eval (activity, expr);
  if (value.kind != RP_VALUE_ACTOR)
    rp_interp_fail (activity, RP_RULE_MISUSE, site, "`%s` is not an actor", expr->name);
  return value.actor;
}

static rp_value
eval_name (rp_activity *activity, const rp_expr *expr)
{
  switch (expr->binding)
    {
    case RP_BOUND_LOCAL:
      return activity->frame.slots[expr->index];
    case RP_BOUND_PARAM:
      return rp_value_int (activity->interp->options.params[expr->index]);
    default:
      return load (activity, rp_eval_location (activity, expr), expr->site);
    }
}

static rp_value
eval_get (rp_activity *activity, const rp_expr *expr)
{
  rp_value handle = rp_eval (activity, expr->args[0]);
  if (handle.kind != RP_VALUE_FUTURE)
    rp_interp_fail (activity, RP_RULE_MISUSE, rp_eval_site (activity, expr),
                    "get on a future that nobody can complete: the value is not a future");
  if (activity->atomic)
    rp_interp_fail (activity, RP_RULE_MISUSE, rp_eval_site (activity, expr),
                    "get inside an assume");
  rp_get_at (handle.future, rp_eval_site (activity, expr));
  rp_value result = ((rp_task_body *) rp_task_argument (handle.future))->result;
  rp_activity_read (activity, result);
  return result;
}

/* Returns the value of a call of an undefined function. It depends only on the function's name and the arguments. */
static rp_value
eval_unknown (rp_activity *activity, const rp_expr *expr)
{
  uint64_t hash = 0;
  for (const char *c = expr->name; *c; c++)
    hash = rp_hash64 (hash ^ (unsigned char) *c);
  for (uint32_t i = 0; i < expr->arg_count; i++)
    {
      rp_value value = rp_eval (activity, expr->args[i]);
      hash = rp_hash64 (hash ^ (value.kind == RP_VALUE_INT ? (uint64_t) value.number : 1));
    }
  return rp_value_int ((int64_t) (hash & 0xffff));
}

static rp_value
eval_call (rp_activity *activity, const rp_expr *expr)
{
  if (expr->binding != RP_BOUND_PROC)
    return eval_unknown (activity, expr);
  if (activity->atomic)
    rp_interp_fail (activity, RP_RULE_MISUSE, rp_eval_site (activity, expr),
                    "call of a procedure inside an assume");
  const rp_proc *proc = &activity->interp->program->procs[expr->index];
  return rp_exec_call (activity, proc, expr->args, rp_eval_site (activity, expr));
}

static int64_t
floor_divide (int64_t a, int64_t b)
{
  if (b == -1)
    return (int64_t) (0 - (uint64_t) a);
  int64_t quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t
floor_remainder (int64_t a, int64_t b)
{
  if (b == -1)
    return 0;
  int64_t remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

/* Integers wrap around at 64 bits. Shift counts are taken modulo 64. Division rounds down, and a remainder has the
 * sign of the divisor. */
int64_t
rp_eval_operator (rp_op op, int64_t a, int64_t b)
{
  uint64_t x = (uint64_t) a, y = (uint64_t) b;
  switch (op)
    {
    case RP_OP_NOT:
      return !a;
    case RP_OP_COMPLEMENT:
      return ~a;
    case RP_OP_NEGATE:
      return (int64_t) (0 - x);
    case RP_OP_OR:
      return a || b;
    case RP_OP_AND:
      return a && b;
    case RP_OP_BIT_OR:
      return a | b;
    case RP_OP_BIT_XOR:
      return a ^ b;
    case RP_OP_BIT_AND:
      return a & b;
    case RP_OP_EQ:
      return a == b;
    case RP_OP_NE:
      return a != b;
    case RP_OP_LT:
      return a < b;
    case RP_OP_LE:
      return a <= b;
    case RP_OP_GT:
      return a > b;
    case RP_OP_GE:
      return a >= b;
    case RP_OP_SHL:
      return (int64_t) (x << (y & 63));
    case RP_OP_SHR:
      return a >> (y & 63);
    case RP_OP_ADD:
      return (int64_t) (x + y);
    case RP_OP_SUB:
      return (int64_t) (x - y);
    case RP_OP_MUL:
      return (int64_t) (x * y);
    case RP_OP_DIV:
      return floor_divide (a, b);
    case RP_OP_MOD:
      return floor_remainder (a, b);
    case RP_OP_NONE:
      break;
    }
  RP_ASSERT (!"an operator");
  return 0;
}

/* Evaluates EXPR, whose left operand has the value LEFT. */
static int64_t
eval_right (rp_activity *activity, const rp_expr *expr, int64_t left)
{
  if (expr->op == RP_OP_AND || expr->op == RP_OP_OR)
    {
      bool decided = (left != 0) == (expr->op == RP_OP_OR);
      return decided ? left != 0 : rp_eval_bool (activity, expr->args[1]);
    }
  int64_t right = rp_eval_int (activity, expr->args[1]);
  if (!right && (expr->op == RP_OP_DIV || expr->op == RP_OP_MOD))
    rp_interp_fail (activity, RP_RULE_RUN_TIME_ERROR, rp_eval_site (activity, expr),
                    "division by zero");
  return rp_eval_operator (expr->op, left, right);
}

/* Evaluates a binary operation. Along left operands there may be thousands of operations, so a loop goes down to the
 * first operand, and up again. */
static rp_value
eval_binary (rp_activity *activity, const rp_expr *expr)
{
  const rp_expr *at = expr;
  while (at->kind == RP_EXPR_BINARY)
    at = at->args[0];
  int64_t value = rp_eval_int (activity, at);
  while (at != expr)
    {
      at = at->up;
      value = eval_right (activity, at, value);
    }
  return rp_value_int (value);
}

static rp_value
choose (rp_activity *activity, const rp_expr *expr)
{
  rp_value value = rp_value_int ((int64_t) rp_choose_at (2, rp_eval_site (activity, expr)));
  rp_activity_read (activity, value);
  return value;
}

rp_value
rp_eval (rp_activity *activity, const rp_expr *expr)
{
  if ((char *) __builtin_frame_address (0) < activity->stack_limit)
    rp_interp_fail (activity, RP_RULE_RUN_TIME_ERROR, rp_eval_site (activity, expr),
                    "the stack is used up: the recursion is too deep");
  switch (expr->kind)
    {
    case RP_EXPR_INT:
      return rp_value_int (expr->value);
    case RP_EXPR_CHOICE:
      return choose (activity, expr);
    case RP_EXPR_NAME:
      return eval_name (activity, expr);
    case RP_EXPR_INDEX:
      return load (activity, rp_eval_location (activity, expr), expr->site);
    case RP_EXPR_CALL:
      return eval_call (activity, expr);
    case RP_EXPR_GET:
      return eval_get (activity, expr);
    case RP_EXPR_UNARY:
      return rp_value_int (rp_eval_operator (expr->op, rp_eval_int (activity, expr->args[0]), 0));
    case RP_EXPR_BINARY:
      return eval_binary (activity, expr);
    case RP_EXPR_COND:
      return rp_eval (activity, expr->args[rp_eval_bool (activity, expr->args[0]) ? 1 : 2]);
    }
  RP_ASSERT (!"an expression");
  return rp_value_int (0);
}
