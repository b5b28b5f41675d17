#include "compute.h"

#include "base/panic.h"

/* So many instructions without a step, and the task is taken to run for ever. */
#define COMPUTATION_LIMIT 2000000

void
rp_process_fault (rp_process *process, const char *why)
{
  process->status = RP_PROCESS_FAULTY;
  process->fault = why;
}

static int64_t
floor_div (int64_t x, int64_t y)
{
  if (y == -1)
    return (int64_t) (0 - (uint64_t) x);
  int64_t quotient = x / y;
  return quotient - (x % y != 0 && (x < 0) != (y < 0));
}

static int64_t
floor_mod (int64_t x, int64_t y)
{
  return (int64_t) ((uint64_t) x - (uint64_t) floor_div (x, y) * (uint64_t) y);
}

static int64_t
apply_unary (rp_op op, int64_t x)
{
  return op == RP_OP_NOT ? !x : op == RP_OP_COMPLEMENT ? ~x : (int64_t) (0 - (uint64_t) x);
}

static int64_t
apply_binary (rp_op op, int64_t x, int64_t y)
{
  uint64_t a = (uint64_t) x, b = (uint64_t) y;
  switch (op)
    {
    case RP_OP_BIT_OR:
      return x | y;
    case RP_OP_BIT_XOR:
      return x ^ y;
    case RP_OP_BIT_AND:
      return x & y;
    case RP_OP_EQ:
      return x == y;
    case RP_OP_NE:
      return x != y;
    case RP_OP_LT:
      return x < y;
    case RP_OP_LE:
      return x <= y;
    case RP_OP_GT:
      return x > y;
    case RP_OP_GE:
      return x >= y;
    case RP_OP_SHL:
      return (int64_t) (a << (b & 63));
    case RP_OP_SHR:
      return x >> (b & 63);
    case RP_OP_ADD:
      return (int64_t) (a + b);
    case RP_OP_SUB:
      return (int64_t) (a - b);
    case RP_OP_MUL:
      return (int64_t) (a * b);
    case RP_OP_DIV:
      return floor_div (x, y);
    case RP_OP_MOD:
      return floor_mod (x, y);
    default:
      RP_ASSERT (!"a binary operator");
      return 0;
    }
}

static void
compute_binary (rp_process *p, rp_op op)
{
  int64_t y = RP_VEC_POP (&p->stack);
  int64_t x = RP_VEC_POP (&p->stack);
  if (y == 0 && (op == RP_OP_DIV || op == RP_OP_MOD))
    rp_process_fault (p, "division by zero");
  else
    RP_VEC_PUSH (&p->stack, apply_binary (op, x, y));
}

/* The product's own function, so that control flow which depends on such values is the same. */
static void
compute_unknown (rp_process *p, const rp_expr *call)
{
  uint64_t hash = 0;
  for (const char *c = call->name; *c; c++)
    hash = rp_hash64 (hash ^ (unsigned char) *c);
  p->stack.count -= call->arg_count;
  for (uint32_t i = 0; i < call->arg_count; i++)
    hash = rp_hash64 (hash ^ (uint64_t) p->stack.items[p->stack.count + i]);
  RP_VEC_PUSH (&p->stack, (int64_t) (hash & 0xffff));
}

static int64_t *
local_slot (rp_process *p, uint32_t slot)
{
  return &p->slots.items[RP_VEC_LAST (&p->calls).frame + slot];
}

/* [Nakade, fig. 3.4, CALL] without the task: a call runs inside the calling task. */
static void
compute_call (const rp_machine *machine, rp_process *p, uint32_t number)
{
  const rp_proc *proc = &machine->program->procs[number];
  rp_activation activation = { .return_pc = p->pc + 1, .serial = ++p->activations };
  p->stack.count -= proc->param_count;
  activation.stack = (uint32_t) p->stack.count;
  activation.frame = (uint32_t) p->slots.count;
  for (uint32_t i = 0; i < proc->frame_size; i++)
    RP_VEC_PUSH (&p->slots, i < proc->param_count ? p->stack.items[activation.stack + i] : 0);
  RP_VEC_PUSH (&p->calls, activation);
  p->pc = machine->code.proc_entry[number];
  if (p->calls.count > 10000)
    rp_process_fault (p, "calls nested too deeply");
}

static void
compute_return (rp_process *p, bool keeps_value)
{
  int64_t value = RP_VEC_POP (&p->stack);
  rp_activation activation = RP_VEC_POP (&p->calls);
  p->stack.count = activation.stack;
  if (!activation.borrowed)
    p->slots.count = activation.frame;
  if (keeps_value)
    RP_VEC_PUSH (&p->stack, value);
  p->pc = activation.return_pc;
}

static void
compute_loop (rp_process *p, const rp_instruction *in)
{
  int64_t *next = &p->stack.items[p->stack.count - 2], high = next[1];
  if (in->value > 0 ? *next > high : *next < high)
    {
      p->stack.count -= 2;
      p->pc = in->a;
      return;
    }
  *local_slot (p, in->stmt->index) = *next;
  *next = (int64_t) ((uint64_t) *next + (uint64_t) in->value);
  p->pc++;
}

static void
open_finish (rp_process *p, const rp_stmt *stmt)
{
  p->depth++;
  if (!stmt || !stmt->clocked)
    return;
  int64_t clock = RP_CLOCK_TAG | (int64_t) p->id << 16 | p->depth;
  rp_membership owner = { .phaser = clock, .mode = RP_PHASER_SIGNAL_WAIT, .clock = true };
  RP_VEC_PUSH (&p->memberships, owner);
}

static void
create_phaser (rp_process *p, uint32_t slot)
{
  int64_t phaser = RP_PHASER_TAG | (int64_t) p->id << 16 | p->phasers++;
  *local_slot (p, slot) = phaser;
  rp_membership creator = { .phaser = phaser, .mode = RP_PHASER_SIGNAL_WAIT };
  RP_VEC_PUSH (&p->memberships, creator);
}

/* Executes one instruction that is no step; false if it is one. */
static bool
compute_one (rp_machine *machine, rp_process *p)
{
  const rp_instruction *in = &machine->code.list.items[p->pc];
  switch (in->op)
    {
    case RP_CODE_PUSH:
      RP_VEC_PUSH (&p->stack, in->value);
      break;
    case RP_CODE_POP:
      p->stack.count--;
      break;
    case RP_CODE_LOCAL:
      RP_VEC_PUSH (&p->stack, *local_slot (p, in->a));
      break;
    case RP_CODE_SET_LOCAL:
      *local_slot (p, in->a) = RP_VEC_POP (&p->stack);
      break;
    case RP_CODE_UNARY:
      RP_VEC_LAST (&p->stack) = apply_unary (in->expr->op, RP_VEC_LAST (&p->stack));
      break;
    case RP_CODE_BINARY:
      compute_binary (p, in->expr->op);
      break;
    case RP_CODE_TRUTH:
      RP_VEC_LAST (&p->stack) = RP_VEC_LAST (&p->stack) != 0;
      break;
    case RP_CODE_JUMP:
      p->pc = in->a;
      return true;
    case RP_CODE_JUMP_ZERO:
      p->pc = RP_VEC_POP (&p->stack) ? p->pc + 1 : in->a;
      return true;
    case RP_CODE_CALL:
      compute_call (machine, p, in->a);
      return true;
    case RP_CODE_RETURN:
      if (p->calls.count == 1)
        return false;
      compute_return (p, true);
      return true;
    case RP_CODE_HANDLER_END:
      compute_return (p, false);
      return true;
    case RP_CODE_UNKNOWN:
      compute_unknown (p, in->expr);
      break;
    case RP_CODE_LOOP:
      compute_loop (p, in);
      return true;
    case RP_CODE_FINISH_BEGIN:
      open_finish (p, in->stmt);
      break;
    case RP_CODE_PHASER:
      create_phaser (p, in->a);
      break;
    case RP_CODE_ASSERT:
      if (!RP_VEC_POP (&p->stack))
        rp_process_fault (p, "assertion failed");
      break;
    default:
      return false;
    }
  p->pc++;
  return true;
}

bool
rp_locate (rp_machine *machine, const rp_expr *expr, const int64_t *subscripts, uint32_t *location)
{
  const rp_values *sizes = &machine->sizes[expr->index];
  for (uint32_t i = 0; i < expr->arg_count && i < sizes->count; i++)
    if (subscripts[i] < 0 || subscripts[i] >= sizes->items[i])
      return false;
  *location = rp_machine_location (machine, expr->index, subscripts, expr->arg_count);
  return true;
}

static const int64_t *
subscripts_of (const rp_process *p, const rp_instruction *in)
{
  return p->stack.items + p->stack.count - in->expr->arg_count - (in->op == RP_CODE_WRITE);
}

rp_membership *
rp_membership_find (const rp_process *process, int64_t phaser)
{
  for (size_t i = 0; i < process->memberships.count; i++)
    if (process->memberships.items[i].phaser == phaser)
      return &process->memberships.items[i];
  return NULL;
}

rp_membership *
rp_clock_find (const rp_process *process)
{
  for (size_t i = process->memberships.count; i-- > 0;)
    if (process->memberships.items[i].clock)
      return &process->memberships.items[i];
  return NULL;
}

/* A task may hand on only what it has itself. */
static bool
may_register (const rp_process *p, const rp_stmt *stmt)
{
  if (stmt->clocked && !rp_clock_find (p))
    return false;
  for (uint32_t i = 0; i < stmt->phaser_count; i++)
    {
      const rp_expr *name = stmt->phasers[i].phaser;
      if (name->binding != RP_BOUND_LOCAL)
        return false;
      int64_t phaser = p->slots.items[RP_VEC_LAST (&p->calls).frame + name->index];
      const rp_membership *own = rp_membership_find (p, phaser);
      if (!own || (own->mode & stmt->phasers[i].mode) != stmt->phasers[i].mode)
        return false;
    }
  return true;
}

/* Whether the top value is a phaser the task is registered on with the bits of NEEDED. */
static bool
is_member (const rp_process *p, uint32_t needed)
{
  const rp_membership *own = rp_membership_find (p, RP_VEC_LAST (&p->stack));
  return own && !own->clock && (own->mode & needed) == needed;
}

/* A task that signals and waits must have signalled the phase it waits for. */
static bool
may_wait (const rp_process *p)
{
  const rp_membership *own = rp_membership_find (p, RP_VEC_LAST (&p->stack));
  return is_member (p, RP_PHASER_WAIT)
         && !((own->mode & RP_PHASER_SIGNAL) && own->signalled <= own->waited);
}

static bool
has_phaser (const rp_process *p)
{
  for (size_t i = 0; i < p->memberships.count; i++)
    if (!p->memberships.items[i].clock)
      return true;
  return false;
}

/* The task has come to a step: which location it is about, and whether the step makes sense. All
 * this depends on the task's own state alone. */
static void
arrive (rp_machine *machine, rp_process *p)
{
  const rp_instruction *in = &machine->code.list.items[p->pc];
  switch (in->op)
    {
    case RP_CODE_READ:
    case RP_CODE_WRITE:
      if (!rp_locate (machine, in->expr, subscripts_of (p, in), &p->location))
        rp_process_fault (p, "subscript out of range");
      break;
    case RP_CODE_ACQUIRE:
    case RP_CODE_RELEASE:
      if (in->expr->kind == RP_EXPR_INDEX
          && !rp_locate (machine, in->expr, subscripts_of (p, in), &p->location))
        rp_process_fault (p, "subscript out of range");
      break;
    case RP_CODE_GET:
      if ((RP_VEC_LAST (&p->stack) & RP_TAG_MASK) != RP_FUTURE_TAG)
        rp_process_fault (p, "get of something that is no future");
      break;
    case RP_CODE_SEND:
      if ((p->stack.items[p->stack.count - 1 - in->stmt->arg_count] & RP_TAG_MASK) != RP_ACTOR_TAG)
        rp_process_fault (p, "send to something that is no actor");
      break;
    case RP_CODE_SPAWN:
      if (!may_register (p, in->stmt))
        rp_process_fault (p, "not registered");
      break;
    case RP_CODE_CLOCK_SIGNAL:
      if (!rp_clock_find (p))
        rp_process_fault (p, "advance outside a clocked finish");
      break;
    case RP_CODE_SIGNAL:
      if (!is_member (p, RP_PHASER_SIGNAL))
        rp_process_fault (p, "signal without the right to");
      break;
    case RP_CODE_WAIT:
      if (!may_wait (p))
        rp_process_fault (p, "wait without the right to");
      break;
    case RP_CODE_SIGNAL_ALL:
      if (!has_phaser (p))
        rp_process_fault (p, "next without a phaser");
      break;
    case RP_CODE_NEXT_SIGNAL:
    case RP_CODE_DROP:
      if (!is_member (p, 0))
        rp_process_fault (p, "not registered");
      break;
    default:
      break;
    }
}

void
rp_compute (rp_machine *machine, rp_process *process)
{
  long instructions = 0;
  while (process->status == RP_PROCESS_RUNS && compute_one (machine, process))
    if (++instructions > COMPUTATION_LIMIT)
      {
        machine->runaway = true;
        rp_process_fault (process, "computes without end");
      }
  if (process->status == RP_PROCESS_RUNS)
    arrive (machine, process);
}

/* Reads, gets and choices inside an assume happen with the rest of it. */
static rp_outcome
atomic_one (rp_machine *machine, const rp_world *world, rp_process *p, uint64_t choices,
            uint32_t *choice_count, rp_accesses *accesses)
{
  const rp_instruction *in = &machine->code.list.items[p->pc];
  int64_t value = 0;
  if (in->op == RP_CODE_READ)
    {
      p->stack.count -= in->expr->arg_count;
      value = rp_world_load (machine, world, p->location);
      if (accesses)
        RP_VEC_PUSH (accesses, (rp_access) { p->location, in->expr->site, false });
    }
  else if (in->op == RP_CODE_GET)
    {
      uint32_t id = (uint32_t) RP_VEC_POP (&p->stack);
      size_t at = rp_world_find (world, id);
      if (at == SIZE_MAX || world->processes.items[at]->status != RP_PROCESS_ENDED)
        return RP_OUTCOME_BLOCKED;
      value = world->processes.items[at]->value;
    }
  else if (in->op == RP_CODE_CHOICE)
    value = choices >> (*choice_count)++ & 1;
  else
    {
      machine->unsupported = "an effect inside assume or an initialiser";
      return RP_OUTCOME_FAULT;
    }
  RP_VEC_PUSH (&p->stack, value);
  p->pc++;
  return RP_OUTCOME_VALUE;
}

rp_outcome
rp_compute_atomically (rp_machine *machine, const rp_world *world, const rp_process *process,
                       uint32_t entry, uint64_t choices, uint32_t *choice_count,
                       rp_accesses *accesses, rp_values *result)
{
  rp_process scratch = { .pc = entry };
  RP_VEC_PUSH (&scratch.calls, (rp_activation) { 0 });
  uint32_t frame = process && process->calls.count ? RP_VEC_LAST (&process->calls).frame : 0;
  for (size_t i = frame; process && i < process->slots.count; i++)
    RP_VEC_PUSH (&scratch.slots, process->slots.items[i]);
  rp_outcome outcome = RP_OUTCOME_VALUE;
  while (outcome == RP_OUTCOME_VALUE)
    {
      rp_compute (machine, &scratch);
      if (scratch.status == RP_PROCESS_FAULTY)
        outcome = RP_OUTCOME_FAULT;
      else if (machine->code.list.items[scratch.pc].op == RP_CODE_ASSUME_END)
        break;
      else
        outcome = atomic_one (machine, world, &scratch, choices, choice_count, accesses);
    }
  for (size_t i = 0; outcome == RP_OUTCOME_VALUE && i < scratch.stack.count; i++)
    RP_VEC_PUSH (result, scratch.stack.items[i]);
  RP_VEC_CLEAR (&scratch.calls);
  RP_VEC_CLEAR (&scratch.slots);
  RP_VEC_CLEAR (&scratch.stack);
  RP_VEC_CLEAR (&scratch.memberships);
  return outcome;
}
