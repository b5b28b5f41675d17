/* The rules are those of [Nakade 2016, figs. 3.3, 3.4 and 6.1], written for states instead of
 * graphs; chapter 4's constructs are not lowered to regions here but follow what they promise. */
#include "step.h"

#include "base/panic.h"
#include "enabled.h"

static uint32_t
finish_owner (uint64_t finish)
{
  return (uint32_t) (finish >> 16) - 1;
}

static void
signal_phase (rp_membership *m)
{
  if (m->mode & RP_PHASER_SIGNAL)
    m->signalled++;
}

static void
wait_phase (rp_membership *m)
{
  if (m->mode & RP_PHASER_WAIT)
    m->waited++;
}

static void
leave_phaser (rp_process *p, rp_membership *m)
{
  for (; m + 1 < p->memberships.items + p->memberships.count; m++)
    *m = m[1];
  p->memberships.count--;
}

/* A new member takes part in the phase its creator is in. */
static void
join_phaser (rp_process *child, const rp_membership *creator, uint32_t mode)
{
  rp_membership m = *creator;
  m.mode = mode;
  RP_VEC_PUSH (&child->memberships, m);
}

static void
register_child (const rp_process *p, rp_process *child, const rp_stmt *stmt)
{
  if (stmt->kind != RP_STMT_ASYNC)
    return;
  if (stmt->clocked)
    join_phaser (child, rp_clock_find (p), RP_PHASER_SIGNAL_WAIT);
  for (uint32_t i = 0; i < stmt->phaser_count; i++)
    {
      uint32_t slot = stmt->phasers[i].phaser->index;
      int64_t phaser = p->slots.items[RP_VEC_LAST (&p->calls).frame + slot];
      join_phaser (child, rp_membership_find (p, phaser), stmt->phasers[i].mode);
    }
}

static void
copy_frame (const rp_process *p, rp_values *to)
{
  for (size_t i = RP_VEC_LAST (&p->calls).frame; i < p->slots.count; i++)
    RP_VEC_PUSH (to, p->slots.items[i]);
}

static rp_process *
create (rp_machine *machine, rp_world *world, rp_process *p, rp_process_kind kind, uint32_t pc)
{
  rp_process *child = rp_process_new (machine, p->id, p->created++);
  child->kind = kind;
  child->pc = pc;
  child->finish = rp_process_finish (p);
  RP_VEC_PUSH (&child->calls, (rp_activation) { 0 });
  rp_world_add (world, child);
  return child;
}

static void
take_spawn (rp_machine *machine, rp_world *world, rp_process *p, const rp_instruction *in)
{
  bool future = in->stmt->kind == RP_STMT_FUTURE;
  rp_process *child
    = create (machine, world, p, future ? RP_PROCESS_FUTURE : RP_PROCESS_ASYNC, in->a);
  copy_frame (p, &child->slots);
  register_child (p, child, in->stmt);
  if (future)
    p->slots.items[RP_VEC_LAST (&p->calls).frame + in->stmt->index] = RP_FUTURE_TAG | child->id;
  p->pc++;
  rp_compute (machine, child);
}

static void
take_actor (rp_machine *machine, rp_world *world, rp_process *p, const rp_instruction *in)
{
  rp_process *actor = create (machine, world, p, RP_PROCESS_ACTOR, in->a);
  int64_t value = RP_ACTOR_TAG | actor->id;
  actor->status = RP_PROCESS_ENDED;
  p->slots.items[RP_VEC_LAST (&p->calls).frame + in->stmt->index] = value;
  copy_frame (p, &actor->slots);
  p->pc++;
}

/* In a handler it is the actor who sends. */
static uint64_t
sender_of (const rp_process *p)
{
  return p->kind == RP_PROCESS_MESSAGE ? (uint64_t) p->actor << 32 : p->id + UINT64_C (1);
}

static bool
is_before (const rp_process *earlier, const rp_process *message)
{
  return earlier != message && earlier->kind == RP_PROCESS_MESSAGE
         && earlier->actor == message->actor && earlier->sender == message->sender;
}

static void
take_send (rp_machine *machine, rp_world *world, rp_process *p, const rp_instruction *in)
{
  int64_t message = in->stmt->arg_count ? RP_VEC_POP (&p->stack) : 0;
  uint32_t id = (uint32_t) RP_VEC_POP (&p->stack);
  const rp_process *actor = world->processes.items[rp_world_find (world, id)];
  const rp_stmt *stmt = rp_process_instruction (machine, actor)->stmt;
  rp_process *child = create (machine, world, p, RP_PROCESS_MESSAGE, actor->pc);
  for (size_t i = 0; i < actor->slots.count; i++)
    RP_VEC_PUSH (&child->slots, actor->slots.items[i]);
  if (in->stmt->arg_count)
    child->slots.items[stmt->handler_index] = message;
  child->actor = id;
  child->sender = sender_of (p);
  child->turn = 1;
  for (size_t i = 0; i < world->processes.count; i++)
    child->turn += is_before (world->processes.items[i], child);
  p->pc++;
  rp_compute (machine, child);
}

/* P is done: those that its sender sent later move up. */
static void
end_turn (rp_world *world, const rp_process *p)
{
  for (size_t i = 0; i < world->processes.count; i++)
    if (is_before (p, world->processes.items[i]))
      rp_world_edit (world, i)->turn--;
}

static bool
is_passed (const rp_stmt *post, uint32_t region)
{
  for (uint32_t i = 0; i < post->pass.count; i++)
    if (post->pass.index[i] == region)
      return true;
  return false;
}

/* m \ m|r for the poster, m|r for the new task. */
static void
pass_regions (rp_world *world, const rp_process *from, const rp_process *to, const rp_stmt *post)
{
  for (size_t i = 0; i < world->processes.count; i++)
    {
      const rp_process *other = world->processes.items[i];
      if (other != to && other->owner == from->id && is_passed (post, other->region))
        rp_world_edit (world, i)->owner = to->id;
    }
}

/* [Nakade, fig. 3.4, POST] */
static void
take_post (rp_machine *machine, rp_world *world, rp_process *p, const rp_instruction *in)
{
  const rp_stmt *post = in->stmt;
  const rp_proc *proc = &machine->program->procs[post->callee_index];
  rp_process *child
    = create (machine, world, p, RP_PROCESS_POSTED, machine->code.proc_entry[post->callee_index]);
  p->stack.count -= post->arg_count;
  for (uint32_t i = 0; i < proc->frame_size; i++)
    RP_VEC_PUSH (&child->slots, i < proc->param_count ? p->stack.items[p->stack.count + i] : 0);
  child->owner = p->id;
  child->region = post->index;
  if (post->handler)
    {
      child->handler_pc = in->a;
      child->poster = p->id;
      child->poster_activation = RP_VEC_LAST (&p->calls).serial;
      copy_frame (p, &child->poster_frame);
    }
  pass_regions (world, p, child, post);
  p->pc++;
  rp_compute (machine, child);
}

static void
give_all (rp_world *world, uint32_t from, uint32_t to)
{
  for (size_t i = 0; i < world->processes.count; i++)
    if (world->processes.items[i]->owner == from)
      rp_world_edit (world, i)->owner = to;
}

/* The handler's frame: the poster's own if it is the one that joins, else the copy. */
static void
enter_handler (rp_process *p, const rp_process *joined, uint32_t handler_slot)
{
  bool same
    = joined->poster == p->id && joined->poster_activation == RP_VEC_LAST (&p->calls).serial;
  rp_activation handler = { .return_pc = p->pc, .stack = (uint32_t) p->stack.count };
  if (same)
    {
      handler.frame = RP_VEC_LAST (&p->calls).frame;
      handler.serial = joined->poster_activation;
      handler.borrowed = true;
    }
  else
    {
      handler.frame = (uint32_t) p->slots.count;
      handler.serial = ++p->activations;
      for (size_t i = 0; i < joined->poster_frame.count; i++)
        RP_VEC_PUSH (&p->slots, joined->poster_frame.items[i]);
    }
  RP_VEC_PUSH (&p->calls, handler);
  p->slots.items[handler.frame + handler_slot] = joined->value;
  p->pc = joined->handler_pc;
}

/* The POST whose handler starts at PC stands two before: it is followed by the jump over it. */
static uint32_t
handler_slot_at (const rp_machine *machine, uint32_t pc)
{
  return machine->code.list.items[pc - 2].stmt->handler_index;
}

/* [Nakade, fig. 3.4, EWAIT, AWAIT-NEXT, AWAIT-DONE]: WAY picks among those that have ended. */
static void
take_join (rp_machine *machine, rp_world *world, rp_process *p, const rp_instruction *in,
           size_t way)
{
  rp_process *joined = NULL;
  bool once = in->op == RP_CODE_EWAIT;
  for (size_t i = 0; i < world->processes.count && !joined; i++)
    {
      rp_process *other = world->processes.items[i];
      if (rp_process_is_joinable (other, p, in->stmt->index) && !rp_process_is_live (other)
          && way-- == 0)
        joined = other;
    }
  if (once || !joined)
    p->pc++;
  if (!joined)
    return;
  give_all (world, joined->id, p->id);
  if (joined->handler_pc)
    enter_handler (p, joined, handler_slot_at (machine, joined->handler_pc));
  rp_world_remove (world, joined->id);
}

static void
take_isolated (rp_machine *machine, rp_process *p, const rp_stmt *stmt)
{
  rp_objects list = { 0 };
  p->isolated++;
  if (!rp_section_objects (machine, p, stmt, &list))
    rp_process_fault (p, "subscript out of range");
  for (size_t i = 0; i < list.count; i++)
    {
      list.items[i].depth = p->isolated;
      RP_VEC_PUSH (&p->held, list.items[i]);
    }
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    if (stmt->args[i]->kind == RP_EXPR_INDEX)
      p->stack.count -= stmt->args[i]->arg_count;
  RP_VEC_CLEAR (&list);
}

static void
take_isolated_end (rp_process *p)
{
  while (p->held.count && RP_VEC_LAST (&p->held).depth == p->isolated)
    p->held.count--;
  p->isolated--;
}

/* [Mercer, III]: nobody is kept out. */
static void
take_acquire (const rp_machine *machine, rp_process *p, const rp_instruction *in)
{
  RP_VEC_PUSH (&p->permits, rp_process_permit (machine, p));
  if (in->expr->kind == RP_EXPR_INDEX)
    p->stack.count -= in->expr->arg_count;
}

/* The latest that was acquired for the very same thing. */
static void
take_release (const rp_machine *machine, rp_process *p, const rp_instruction *in)
{
  rp_permit permit = rp_process_permit (machine, p);
  size_t at = p->permits.count;
  do
    if (at-- == 0)
      {
        rp_process_fault (p, "release of what is not held");
        return;
      }
  while (p->permits.items[at].shared != permit.shared
         || p->permits.items[at].location != permit.location
         || p->permits.items[at].writes != permit.writes);
  for (; at + 1 < p->permits.count; at++)
    p->permits.items[at] = p->permits.items[at + 1];
  p->permits.count--;
  if (in->expr->kind == RP_EXPR_INDEX)
    p->stack.count -= in->expr->arg_count;
}

/* Keeps what a get or a join may still ask for. */
static void
retire (rp_process *p, int64_t value)
{
  p->status = RP_PROCESS_ENDED;
  p->value = value;
  p->pc = 0;
  p->stack.count = p->slots.count = p->calls.count = p->memberships.count = 0;
  p->permits.count = 0;
}

/* A posted task keeps the tasks it owns for its joiner; those of others go to the owner of the
 * finish they were created in. */
static void
take_end (rp_world *world, rp_process *p)
{
  int64_t value = RP_VEC_POP (&p->stack);
  if (p->kind == RP_PROCESS_MESSAGE)
    end_turn (world, p);
  if (p->kind != RP_PROCESS_POSTED)
    give_all (world, p->id, p->finish ? finish_owner (p->finish) : RP_NO_PROCESS);
  if (p->kind == RP_PROCESS_POSTED || p->kind == RP_PROCESS_FUTURE)
    retire (p, value);
  else
    rp_world_remove (world, p->id);
}

static void
take_access (rp_machine *machine, rp_world *world, rp_process *p, const rp_instruction *in)
{
  if (in->op == RP_CODE_WRITE)
    rp_world_store (machine, world, p->location, RP_VEC_POP (&p->stack));
  p->stack.count -= in->expr->arg_count;
  if (in->op == RP_CODE_READ)
    RP_VEC_PUSH (&p->stack, rp_world_load (machine, world, p->location));
}

static void
take_get (const rp_world *world, rp_process *p)
{
  size_t at = rp_world_find (world, (uint32_t) RP_VEC_LAST (&p->stack));
  RP_VEC_LAST (&p->stack) = world->processes.items[at]->value;
}

static void
take_phaser_step (rp_process *p, rp_opcode op)
{
  bool named = op != RP_CODE_SIGNAL_ALL && op != RP_CODE_WAIT_ALL;
  bool waits = op == RP_CODE_WAIT || op == RP_CODE_NEXT_WAIT || op == RP_CODE_WAIT_ALL;
  for (size_t i = 0; i < p->memberships.count; i++)
    {
      rp_membership *m = &p->memberships.items[i];
      if (m->clock || (named && m->phaser != RP_VEC_LAST (&p->stack)))
        continue;
      if (waits)
        wait_phase (m);
      else
        signal_phase (m);
    }
  if (named && op != RP_CODE_NEXT_SIGNAL)
    p->stack.count--;
}

static void
take_assume (rp_machine *machine, const rp_world *world, rp_process *p, uint32_t after)
{
  bool holds;
  if (rp_assume_try (machine, world, p, &holds, NULL) == RP_OUTCOME_FAULT)
    rp_process_fault (p, "error in assume");
  p->pc = after;
}

/* Steps that change the task's place by themselves return true. */
static bool
take_transfer (rp_machine *machine, rp_world *world, rp_process *p, const rp_instruction *in,
               size_t way)
{
  switch (in->op)
    {
    case RP_CODE_SPAWN:
      take_spawn (machine, world, p, in);
      return true;
    case RP_CODE_POST:
      take_post (machine, world, p, in);
      return true;
    case RP_CODE_ACTOR:
      take_actor (machine, world, p, in);
      return true;
    case RP_CODE_SEND:
      take_send (machine, world, p, in);
      return true;
    case RP_CODE_AWAIT:
    case RP_CODE_EWAIT:
      take_join (machine, world, p, in, way);
      return true;
    case RP_CODE_ASSUME:
      take_assume (machine, world, p, in->a);
      return true;
    default:
      return false;
    }
}

static void
take_plain (rp_machine *machine, rp_world *world, rp_process *p, const rp_instruction *in,
            size_t way)
{
  switch (in->op)
    {
    case RP_CODE_READ:
    case RP_CODE_WRITE:
      take_access (machine, world, p, in);
      break;
    case RP_CODE_GET:
      take_get (world, p);
      break;
    case RP_CODE_CHOICE:
      RP_VEC_PUSH (&p->stack, (int64_t) way);
      break;
    case RP_CODE_CLOCK_LEAVE:
      leave_phaser (p, rp_clock_find (p));
      break;
    case RP_CODE_FINISH_END:
      p->depth--;
      break;
    case RP_CODE_ISOLATED:
      take_isolated (machine, p, in->stmt);
      break;
    case RP_CODE_ISOLATED_END:
      take_isolated_end (p);
      break;
    case RP_CODE_ACQUIRE:
      take_acquire (machine, p, in);
      break;
    case RP_CODE_RELEASE:
      take_release (machine, p, in);
      break;
    case RP_CODE_HANDLE:
      p->is_handled = true;
      break;
    case RP_CODE_DROP:
      leave_phaser (p, rp_membership_find (p, RP_VEC_POP (&p->stack)));
      break;
    case RP_CODE_LEAVE_ALL:
      p->memberships.count = 0;
      break;
    case RP_CODE_CLOCK_SIGNAL:
      signal_phase (rp_clock_find (p));
      break;
    case RP_CODE_CLOCK_WAIT:
      wait_phase (rp_clock_find (p));
      break;
    default:
      take_phaser_step (p, in->op);
      break;
    }
  p->pc++;
}

void
rp_step_take (rp_machine *machine, rp_world *world, size_t index, size_t way)
{
  rp_process *p = rp_world_edit (world, index);
  if (p->status == RP_PROCESS_FAULTY)
    {
      world->failed = true;
      return;
    }
  const rp_instruction *in = rp_process_instruction (machine, p);
  if (in->op == RP_CODE_END || in->op == RP_CODE_RETURN)
    {
      take_end (world, p);
      return;
    }
  if (!take_transfer (machine, world, p, in, way))
    take_plain (machine, world, p, in, way);
  rp_compute (machine, p);
}

rp_world *
rp_step_begin (rp_machine *machine)
{
  rp_world *world = rp_world_new ();
  rp_process *main_process = rp_process_new (machine, RP_NO_PROCESS, 0);
  RP_VEC_PUSH (&main_process->calls, (rp_activation) { 0 });
  rp_world_add (world, main_process);
  rp_compute (machine, main_process);
  return world;
}
