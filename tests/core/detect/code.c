/* Flattens a syntax tree, one function per group of constructs.
 *
 * Structured parallelism stays structured: `return` out of a finish or an isolated section emits
 * the ends of the constructs it leaves, so the machine never unwinds anything. */
#include "code.h"

#include "base/panic.h"

#include <string.h>

/* Constructs around a statement, up to the body of its task, procedure or handler. */
typedef enum scope_kind
{
  SCOPE_PROC,
  SCOPE_TASK,
  SCOPE_HANDLER,
  SCOPE_FINISH,
  SCOPE_ISOLATED
} scope_kind;

typedef struct scope
{
  scope_kind kind;
  const rp_stmt *stmt;
  const struct scope *outer;
} scope;

typedef struct builder
{
  const rp_program *program;
  const int64_t *param_values;
  rp_code code;
} builder;

static uint32_t
here (const builder *b)
{
  return (uint32_t) b->code.list.count;
}

static uint32_t
emit (builder *b, rp_instruction instruction)
{
  uint32_t at = here (b);
  RP_VEC_PUSH (&b->code.list, instruction);
  return at;
}

static uint32_t
emit_op (builder *b, rp_opcode op)
{
  return emit (b, (rp_instruction) { .op = op });
}

static void
push_value (builder *b, int64_t value)
{
  emit (b, (rp_instruction) { .op = RP_CODE_PUSH, .value = value });
}

/* Makes the jump at AT go to the next instruction. */
static void
land (builder *b, uint32_t at)
{
  b->code.list.items[at].a = here (b);
}

static void build_expr (builder *b, const rp_expr *e);
static void build_stmt (builder *b, const rp_stmt *s, const scope *around);

static void
build_all (builder *b, rp_expr **list, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    build_expr (b, list[i]);
}

static void
build_name (builder *b, const rp_expr *e)
{
  if (e->binding == RP_BOUND_LOCAL)
    emit (b, (rp_instruction) { .op = RP_CODE_LOCAL, .a = e->index });
  else if (e->binding == RP_BOUND_PARAM)
    push_value (b, b->param_values[e->index]);
  else
    emit (b, (rp_instruction) { .op = RP_CODE_READ, .expr = e });
}

/* x && y, x || y: y only if it decides. */
static void
build_short_circuit (builder *b, const rp_expr *e)
{
  bool is_and = e->op == RP_OP_AND;
  build_expr (b, e->args[0]);
  uint32_t test = emit_op (b, RP_CODE_JUMP_ZERO);
  if (is_and)
    build_expr (b, e->args[1]);
  else
    push_value (b, 1);
  uint32_t over = emit_op (b, RP_CODE_JUMP);
  land (b, test);
  if (is_and)
    push_value (b, 0);
  else
    build_expr (b, e->args[1]);
  land (b, over);
  emit_op (b, RP_CODE_TRUTH);
}

static void
build_condition (builder *b, const rp_expr *e)
{
  build_expr (b, e->args[0]);
  uint32_t test = emit_op (b, RP_CODE_JUMP_ZERO);
  build_expr (b, e->args[1]);
  uint32_t over = emit_op (b, RP_CODE_JUMP);
  land (b, test);
  build_expr (b, e->args[2]);
  land (b, over);
}

static void
build_call (builder *b, const rp_expr *e)
{
  build_all (b, e->args, e->arg_count);
  bool known = e->binding == RP_BOUND_PROC;
  emit (
    b, (rp_instruction) { .op = known ? RP_CODE_CALL : RP_CODE_UNKNOWN, .a = e->index, .expr = e });
}

static void
build_expr (builder *b, const rp_expr *e)
{
  switch (e->kind)
    {
    case RP_EXPR_INT:
      push_value (b, e->value);
      break;
    case RP_EXPR_CHOICE:
      emit_op (b, RP_CODE_CHOICE);
      break;
    case RP_EXPR_NAME:
      build_name (b, e);
      break;
    case RP_EXPR_INDEX:
      build_all (b, e->args, e->arg_count);
      emit (b, (rp_instruction) { .op = RP_CODE_READ, .expr = e });
      break;
    case RP_EXPR_CALL:
      build_call (b, e);
      break;
    case RP_EXPR_GET:
      build_expr (b, e->args[0]);
      emit (b, (rp_instruction) { .op = RP_CODE_GET, .expr = e });
      break;
    case RP_EXPR_UNARY:
      build_expr (b, e->args[0]);
      emit (b, (rp_instruction) { .op = RP_CODE_UNARY, .expr = e });
      break;
    case RP_EXPR_BINARY:
      if (e->op == RP_OP_AND || e->op == RP_OP_OR)
        {
          build_short_circuit (b, e);
          break;
        }
      build_all (b, e->args, 2);
      emit (b, (rp_instruction) { .op = RP_CODE_BINARY, .expr = e });
      break;
    case RP_EXPR_COND:
      build_condition (b, e);
      break;
    }
}

/* Target subscripts, right-hand side, write. */
static void
build_assign (builder *b, const rp_stmt *s)
{
  const rp_expr *target = s->target;
  if (target->kind == RP_EXPR_INDEX)
    build_all (b, target->args, target->arg_count);
  build_expr (b, s->expr);
  if (target->binding == RP_BOUND_LOCAL)
    emit (b, (rp_instruction) { .op = RP_CODE_SET_LOCAL, .a = target->index });
  else
    emit (b, (rp_instruction) { .op = RP_CODE_WRITE, .expr = target });
}

static void
build_if (builder *b, const rp_stmt *s, const scope *around)
{
  build_expr (b, s->expr);
  uint32_t test = emit_op (b, RP_CODE_JUMP_ZERO);
  build_stmt (b, s->body[0], around);
  if (s->body_count == 2)
    {
      uint32_t over = emit_op (b, RP_CODE_JUMP);
      land (b, test);
      build_stmt (b, s->body[1], around);
      land (b, over);
    }
  else
    land (b, test);
}

static void
build_while (builder *b, const rp_stmt *s, const scope *around)
{
  uint32_t top = here (b);
  build_expr (b, s->expr);
  uint32_t test = emit_op (b, RP_CODE_JUMP_ZERO);
  build_stmt (b, s->body[0], around);
  emit (b, (rp_instruction) { .op = RP_CODE_JUMP, .a = top });
  land (b, test);
}

/* A body that another task runs: skipped by the creator, ends with the task's value. */
static void
build_spawn (builder *b, const rp_stmt *s)
{
  scope task = { SCOPE_TASK, s, NULL };
  uint32_t spawn = emit (b, (rp_instruction) { .op = RP_CODE_SPAWN, .stmt = s });
  uint32_t over = emit_op (b, RP_CODE_JUMP);
  land (b, spawn);
  build_stmt (b, s->body[0], &task);
  push_value (b, 0);
  emit_op (b, RP_CODE_END);
  land (b, over);
}

/* The bounds are on the stack. */
static void
build_loop (builder *b, const rp_stmt *s, const scope *around)
{
  int64_t step = s->kind == RP_STMT_FOR ? s->step : 1;
  uint32_t top = emit (b, (rp_instruction) { .op = RP_CODE_LOOP, .value = step, .stmt = s });
  if (s->kind == RP_STMT_FOR)
    build_stmt (b, s->body[0], around);
  else
    build_spawn (b, s);
  emit (b, (rp_instruction) { .op = RP_CODE_JUMP, .a = top });
  land (b, top);
}

static void
end_finish (builder *b, const rp_stmt *s)
{
  if (s->clocked)
    emit (b, (rp_instruction) { .op = RP_CODE_CLOCK_LEAVE, .stmt = s });
  emit (b, (rp_instruction) { .op = RP_CODE_FINISH_END, .stmt = s });
}

static void
build_bounds (builder *b, const rp_stmt *s)
{
  build_expr (b, s->low);
  build_expr (b, s->high);
}

/* The bounds of a forall are not inside its finish. */
static void
build_finish (builder *b, const rp_stmt *s, const scope *around)
{
  scope inside = { SCOPE_FINISH, s, around };
  if (s->kind == RP_STMT_FORALL)
    build_bounds (b, s);
  emit (b, (rp_instruction) { .op = RP_CODE_FINISH_BEGIN, .stmt = s });
  if (s->kind == RP_STMT_FORALL)
    build_loop (b, s, &inside);
  else
    build_stmt (b, s->body[0], &inside);
  end_finish (b, s);
}

static void
build_return (builder *b, const rp_stmt *s, const scope *around)
{
  if (s->expr)
    build_expr (b, s->expr);
  else
    push_value (b, 0);
  for (; around->outer; around = around->outer)
    if (around->kind == SCOPE_FINISH)
      end_finish (b, around->stmt);
    else
      emit (b, (rp_instruction) { .op = RP_CODE_ISOLATED_END, .stmt = around->stmt });
  emit_op (b, around->kind == SCOPE_PROC   ? RP_CODE_RETURN
              : around->kind == SCOPE_TASK ? RP_CODE_END
                                           : RP_CODE_HANDLER_END);
}

static void
build_assume (builder *b, const rp_stmt *s)
{
  uint32_t assume = emit (b, (rp_instruction) { .op = RP_CODE_ASSUME, .stmt = s });
  build_expr (b, s->expr);
  emit_op (b, RP_CODE_ASSUME_END);
  land (b, assume);
}

static void
build_isolated (builder *b, const rp_stmt *s, const scope *around)
{
  scope inside = { SCOPE_ISOLATED, s, around };
  for (uint32_t i = 0; i < s->arg_count; i++)
    if (s->args[i]->kind == RP_EXPR_INDEX)
      build_all (b, s->args[i]->args, s->args[i]->arg_count);
  emit (b, (rp_instruction) { .op = RP_CODE_ISOLATED, .stmt = s });
  build_stmt (b, s->body[0], &inside);
  emit (b, (rp_instruction) { .op = RP_CODE_ISOLATED_END, .stmt = s });
}

static void
build_post (builder *b, const rp_stmt *s)
{
  build_all (b, s->args, s->arg_count);
  uint32_t post = emit (b, (rp_instruction) { .op = RP_CODE_POST, .stmt = s });
  if (!s->handler)
    return;
  scope handler = { SCOPE_HANDLER, s, NULL };
  uint32_t over = emit_op (b, RP_CODE_JUMP);
  land (b, post);
  build_stmt (b, s->body[0], &handler);
  push_value (b, 0);
  emit_op (b, RP_CODE_HANDLER_END);
  land (b, over);
}

static void
build_phaser_op (builder *b, const rp_stmt *s)
{
  if (!s->expr)
    {
      emit (b, (rp_instruction) { .op = RP_CODE_SIGNAL_ALL, .stmt = s });
      emit (b, (rp_instruction) { .op = RP_CODE_WAIT_ALL, .stmt = s });
      return;
    }
  build_expr (b, s->expr);
  if (s->kind == RP_STMT_NEXT)
    {
      emit (b, (rp_instruction) { .op = RP_CODE_NEXT_SIGNAL, .stmt = s });
      emit (b, (rp_instruction) { .op = RP_CODE_NEXT_WAIT, .stmt = s });
      return;
    }
  emit (b, (rp_instruction) { .op = s->kind == RP_STMT_SIGNAL ? RP_CODE_SIGNAL
                                    : s->kind == RP_STMT_WAIT ? RP_CODE_WAIT
                                                              : RP_CODE_DROP,
                              .stmt = s });
}

static void
build_var (builder *b, const rp_stmt *s)
{
  if (s->expr)
    build_expr (b, s->expr);
  else
    push_value (b, 0);
  emit (b, (rp_instruction) { .op = RP_CODE_SET_LOCAL, .a = s->index });
}

static void
build_permission (builder *b, const rp_stmt *s)
{
  if (s->target->kind == RP_EXPR_INDEX)
    build_all (b, s->target->args, s->target->arg_count);
  rp_opcode op = s->kind == RP_STMT_ACQUIRE ? RP_CODE_ACQUIRE : RP_CODE_RELEASE;
  emit (b, (rp_instruction) { .op = op, .expr = s->target, .stmt = s });
}

static void
build_actor (builder *b, const rp_stmt *s)
{
  scope task = { SCOPE_TASK, s, NULL };
  uint32_t actor = emit (b, (rp_instruction) { .op = RP_CODE_ACTOR, .stmt = s });
  uint32_t over = emit_op (b, RP_CODE_JUMP);
  land (b, actor);
  emit (b, (rp_instruction) { .op = RP_CODE_HANDLE, .stmt = s });
  build_stmt (b, s->body[0], &task);
  push_value (b, 0);
  emit_op (b, RP_CODE_END);
  land (b, over);
}

static void
build_stmt (builder *b, const rp_stmt *s, const scope *around)
{
  switch (s->kind)
    {
    case RP_STMT_BLOCK:
      for (uint32_t i = 0; i < s->body_count; i++)
        build_stmt (b, s->body[i], around);
      break;
    case RP_STMT_VAR:
      build_var (b, s);
      break;
    case RP_STMT_ASSIGN:
      build_assign (b, s);
      break;
    case RP_STMT_CALL:
      build_expr (b, s->expr);
      emit_op (b, RP_CODE_POP);
      break;
    case RP_STMT_SKIP:
      break;
    case RP_STMT_IF:
      build_if (b, s, around);
      break;
    case RP_STMT_WHILE:
      build_while (b, s, around);
      break;
    case RP_STMT_FOR:
    case RP_STMT_FORASYNC:
      build_bounds (b, s);
      build_loop (b, s, around);
      break;
    case RP_STMT_RETURN:
      build_return (b, s, around);
      break;
    case RP_STMT_ASSERT:
      build_expr (b, s->expr);
      emit (b, (rp_instruction) { .op = RP_CODE_ASSERT, .stmt = s });
      break;
    case RP_STMT_OBSERVE:
      build_expr (b, s->expr);
      emit (b, (rp_instruction) { .op = RP_CODE_POP, .stmt = s });
      break;
    case RP_STMT_ASSUME:
      build_assume (b, s);
      break;
    case RP_STMT_FINISH:
    case RP_STMT_FORALL:
      build_finish (b, s, around);
      break;
    case RP_STMT_ASYNC:
    case RP_STMT_FUTURE:
      build_spawn (b, s);
      break;
    case RP_STMT_ADVANCE:
      emit (b, (rp_instruction) { .op = RP_CODE_CLOCK_SIGNAL, .stmt = s });
      emit (b, (rp_instruction) { .op = RP_CODE_CLOCK_WAIT, .stmt = s });
      break;
    case RP_STMT_ISOLATED:
      build_isolated (b, s, around);
      break;
    case RP_STMT_POST:
      build_post (b, s);
      break;
    case RP_STMT_AWAIT:
      emit (b, (rp_instruction) { .op = RP_CODE_AWAIT, .stmt = s });
      break;
    case RP_STMT_EWAIT:
      emit (b, (rp_instruction) { .op = RP_CODE_EWAIT, .stmt = s });
      break;
    case RP_STMT_ACQUIRE:
    case RP_STMT_RELEASE:
      build_permission (b, s);
      break;
    case RP_STMT_PHASER:
      emit (b, (rp_instruction) { .op = RP_CODE_PHASER, .a = s->index, .stmt = s });
      break;
    case RP_STMT_NEXT:
    case RP_STMT_SIGNAL:
    case RP_STMT_WAIT:
    case RP_STMT_DROP:
      build_phaser_op (b, s);
      break;
    case RP_STMT_ACTOR:
      build_actor (b, s);
      break;
    case RP_STMT_SEND:
      build_expr (b, s->expr);
      build_all (b, s->args, s->arg_count);
      emit (b, (rp_instruction) { .op = RP_CODE_SEND, .stmt = s });
      break;
    }
}

/* main's parameters are the program's parameters of the same names. */
static void
build_entry (builder *b)
{
  const rp_program *program = b->program;
  const rp_proc *entry = &program->procs[program->entry];
  emit_op (b, RP_CODE_FINISH_BEGIN);
  for (uint32_t i = 0; i < entry->param_count; i++)
    {
      uint32_t p = 0;
      while (p < program->param_count && strcmp (program->params[p].name, entry->params[i]) != 0)
        p++;
      push_value (b, p < program->param_count ? b->param_values[p] : 0);
    }
  emit (b, (rp_instruction) { .op = RP_CODE_CALL, .a = program->entry });
  emit_op (b, RP_CODE_LEAVE_ALL);
  emit_op (b, RP_CODE_FINISH_END);
  emit_op (b, RP_CODE_END);
}

static void
build_shared (builder *b, uint32_t number)
{
  const rp_shared *shared = &b->program->shared[number];
  b->code.size_entry[number] = here (b);
  if (shared->declared)
    build_all (b, shared->sizes, shared->dimensions);
  emit_op (b, RP_CODE_ASSUME_END);
  b->code.initial_entry[number] = here (b);
  if (shared->initial)
    build_expr (b, shared->initial);
  else
    push_value (b, 0);
  emit_op (b, RP_CODE_ASSUME_END);
}

rp_code
rp_code_build (const rp_program *program, const int64_t *param_values)
{
  builder b = { .program = program, .param_values = param_values };
  scope proc = { SCOPE_PROC, NULL, NULL };
  b.code.proc_entry = rp_calloc (program->proc_count + 1, sizeof *b.code.proc_entry);
  b.code.size_entry = rp_calloc (program->shared_count + 1, sizeof *b.code.size_entry);
  b.code.initial_entry = rp_calloc (program->shared_count + 1, sizeof *b.code.initial_entry);
  build_entry (&b);
  for (uint32_t i = 0; i < program->shared_count; i++)
    build_shared (&b, i);
  for (uint32_t i = 0; i < program->proc_count; i++)
    {
      b.code.proc_entry[i] = here (&b);
      build_stmt (&b, program->procs[i].body, &proc);
      push_value (&b, 0);
      emit_op (&b, RP_CODE_RETURN);
    }
  return b.code;
}

void
rp_code_clear (rp_code *code)
{
  RP_VEC_CLEAR (&code->list);
  free (code->proc_entry);
  free (code->size_entry);
  free (code->initial_entry);
  *code = (rp_code) { 0 };
}
