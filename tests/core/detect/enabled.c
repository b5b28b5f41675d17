#include "enabled.h"

#include "base/panic.h"

const rp_instruction *
rp_process_instruction (const rp_machine *machine, const rp_process *p)
{
  return &machine->code.list.items[p->pc];
}

bool
rp_process_is_live (const rp_process *p)
{
  return p->status != RP_PROCESS_ENDED;
}

/* A finish is named by the task that opened it and how many that one has open. */
uint64_t
rp_process_finish (const rp_process *p)
{
  return p->depth ? ((uint64_t) p->id + 1) << 16 | p->depth : p->finish;
}

/* Tasks created inside, transitively: one created by a member is in the same finish, or in an
 * inner one that the member itself waits for before it ends. */
static bool
finish_is_done (const rp_world *world, const rp_process *p)
{
  uint64_t finish = rp_process_finish (p);
  for (size_t i = 0; i < world->processes.count; i++)
    {
      const rp_process *other = world->processes.items[i];
      if (rp_process_is_live (other) && other->finish == finish)
        return false;
    }
  return true;
}

/* Phase NUMBER is complete when every task that may signal has signalled it. A task that dropped
 * or ended is not registered any more. */
static bool
phase_is_complete (const rp_world *world, int64_t phaser, uint32_t number)
{
  for (size_t i = 0; i < world->processes.count; i++)
    {
      const rp_membership *m = rp_membership_find (world->processes.items[i], phaser);
      if (m && (m->mode & RP_PHASER_SIGNAL) && m->signalled < number)
        return false;
    }
  return true;
}

static bool
may_pass (const rp_world *world, const rp_membership *m)
{
  return !(m->mode & RP_PHASER_WAIT) || phase_is_complete (world, m->phaser, m->waited + 1);
}

static bool
may_pass_all (const rp_world *world, const rp_process *p)
{
  for (size_t i = 0; i < p->memberships.count; i++)
    if (!p->memberships.items[i].clock && !may_pass (world, &p->memberships.items[i]))
      return false;
  return true;
}

static bool
overlap (const rp_object *a, const rp_object *b)
{
  if (a->shared == RP_WHOLE || b->shared == RP_WHOLE)
    return true;
  return a->shared == b->shared
         && (a->location == b->location || a->location == RP_WHOLE || b->location == RP_WHOLE);
}

rp_permit
rp_process_permit (const rp_machine *machine, const rp_process *p)
{
  const rp_instruction *in = rp_process_instruction (machine, p);
  bool is_element = in->expr->kind == RP_EXPR_INDEX;
  return (rp_permit) { in->expr->index, is_element ? p->location : RP_WHOLE, in->stmt->site,
                       in->stmt->writes };
}

bool
rp_permits_conflict (const rp_permit *a, const rp_permit *b)
{
  return (a->writes || b->writes) && a->shared == b->shared
         && (a->location == b->location || a->location == RP_WHOLE || b->location == RP_WHOLE);
}

/* What the section that P is about to enter protects. */
bool
rp_section_objects (rp_machine *machine, const rp_process *p, const rp_stmt *stmt, rp_objects *list)
{
  if (stmt->whole)
    RP_VEC_PUSH (list, (rp_object) { RP_WHOLE, RP_WHOLE, 0 });
  uint32_t subscripts = 0;
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    if (stmt->args[i]->kind == RP_EXPR_INDEX)
      subscripts += stmt->args[i]->arg_count;
  const int64_t *at = p->stack.items + p->stack.count - subscripts;
  for (uint32_t i = 0; i < stmt->arg_count; i++)
    {
      const rp_expr *e = stmt->args[i];
      rp_object object = { e->index, RP_WHOLE, 0 };
      if (e->kind == RP_EXPR_INDEX)
        {
          if (!rp_locate (machine, e, at, &object.location))
            return false;
          at += e->arg_count;
        }
      RP_VEC_PUSH (list, object);
    }
  return true;
}

/* [Nakade, fig. 6.1, canIsolate], for sections on objects too: what the task holds itself never
 * stops it. */
static bool
may_isolate (rp_machine *machine, const rp_world *world, const rp_process *p, const rp_stmt *stmt)
{
  rp_objects wanted = { 0 };
  bool free_of_others = true;
  rp_section_objects (machine, p, stmt, &wanted);
  for (size_t i = 0; i < world->processes.count; i++)
    {
      const rp_process *other = world->processes.items[i];
      for (size_t k = 0; other != p && k < other->held.count; k++)
        for (size_t w = 0; w < wanted.count; w++)
          if (overlap (&other->held.items[k], &wanted.items[w]))
            free_of_others = false;
    }
  RP_VEC_CLEAR (&wanted);
  return free_of_others;
}

bool
rp_process_is_joinable (const rp_process *p, const rp_process *by, uint32_t region)
{
  return p->kind == RP_PROCESS_POSTED && p->owner == by->id && p->region == region;
}

/* Tasks that P owns in REGION: all, or those that have ended. */
static size_t
count_owned (const rp_world *world, const rp_process *p, uint32_t region, bool ended_only)
{
  size_t count = 0;
  for (size_t i = 0; i < world->processes.count; i++)
    {
      const rp_process *other = world->processes.items[i];
      count
        += rp_process_is_joinable (other, p, region) && !(ended_only && rp_process_is_live (other));
    }
  return count;
}

/* Evaluates an assume's expression for every outcome of its choices. */
rp_outcome
rp_assume_try (rp_machine *machine, const rp_world *world, const rp_process *p, bool *holds,
               rp_accesses *accesses)
{
  uint32_t most_choices = 0;
  rp_outcome outcome = RP_OUTCOME_VALUE;
  *holds = false;
  for (uint64_t choices = 0; choices < UINT64_C (1) << most_choices || !choices; choices++)
    {
      rp_values result = { 0 };
      uint32_t choice_count = 0;
      rp_outcome one = rp_compute_atomically (machine, world, p, p->pc + 1, choices, &choice_count,
                                              accesses, &result);
      if (one == RP_OUTCOME_VALUE && RP_VEC_LAST (&result))
        *holds = true;
      else if (one == RP_OUTCOME_FAULT)
        outcome = one;
      if (choice_count > most_choices)
        most_choices = choice_count < 16 ? choice_count : 16;
      RP_VEC_CLEAR (&result);
    }
  return outcome;
}

static size_t
assume_ways (rp_machine *machine, const rp_world *world, const rp_process *p)
{
  bool holds;
  return rp_assume_try (machine, world, p, &holds, NULL) == RP_OUTCOME_FAULT || holds;
}

static bool
future_has_ended (const rp_world *world, int64_t future)
{
  size_t at = rp_world_find (world, (uint32_t) future);
  return at != SIZE_MAX && !rp_process_is_live (world->processes.items[at]);
}

/* An actor handles one message at a time, and those of one sender in turn. */
static bool
may_be_handled (const rp_world *world, const rp_process *p)
{
  for (size_t i = 0; i < world->processes.count; i++)
    {
      const rp_process *other = world->processes.items[i];
      bool is_fellow = other->kind == RP_PROCESS_MESSAGE && other->actor == p->actor;
      if (is_fellow && (other->is_handled || (other->sender == p->sender && other->turn < p->turn)))
        return false;
    }
  return true;
}

size_t
rp_step_ways (rp_machine *machine, const rp_world *world, size_t index)
{
  const rp_process *p = world->processes.items[index];
  if (p->status != RP_PROCESS_RUNS)
    return p->status == RP_PROCESS_FAULTY;
  const rp_instruction *in = rp_process_instruction (machine, p);
  switch (in->op)
    {
    case RP_CODE_CHOICE:
      return 2;
    case RP_CODE_GET:
      return future_has_ended (world, RP_VEC_LAST (&p->stack));
    case RP_CODE_FINISH_END:
      return finish_is_done (world, p);
    case RP_CODE_AWAIT:
      if (!count_owned (world, p, in->stmt->index, false))
        return 1;
      return count_owned (world, p, in->stmt->index, true);
    case RP_CODE_EWAIT:
      return count_owned (world, p, in->stmt->index, true);
    case RP_CODE_ISOLATED:
      return may_isolate (machine, world, p, in->stmt);
    case RP_CODE_WAIT:
    case RP_CODE_NEXT_WAIT:
      return may_pass (world, rp_membership_find (p, RP_VEC_LAST (&p->stack)));
    case RP_CODE_WAIT_ALL:
      return may_pass_all (world, p);
    case RP_CODE_CLOCK_WAIT:
      return may_pass (world, rp_clock_find (p));
    case RP_CODE_ASSUME:
      return assume_ways (machine, world, p);
    case RP_CODE_HANDLE:
      return may_be_handled (world, p);
    default:
      return 1;
    }
}

static bool
owns_something (const rp_world *world, const rp_process *p)
{
  for (size_t i = 0; i < world->processes.count; i++)
    if (world->processes.items[i]->owner == p->id)
      return true;
  return false;
}

/* Accesses, assume, isolated, await and ewait depend on order. So do passing regions on and ending
 * an async with unjoined tasks, since those move to a task that may be awaiting or passing. */
bool
rp_step_only_enables (const rp_machine *machine, const rp_world *world, size_t index)
{
  const rp_process *p = world->processes.items[index];
  if (p->status != RP_PROCESS_RUNS)
    return false;
  const rp_instruction *in = rp_process_instruction (machine, p);
  switch (in->op)
    {
    case RP_CODE_READ:
    case RP_CODE_WRITE:
    case RP_CODE_ASSUME:
    case RP_CODE_ISOLATED:
    case RP_CODE_HANDLE:
    case RP_CODE_AWAIT:
    case RP_CODE_EWAIT:
      return false;
    case RP_CODE_ACQUIRE:
    case RP_CODE_RELEASE:
      return false;
    case RP_CODE_POST:
      return !in->stmt->pass.count;
    case RP_CODE_END:
      return !owns_something (world, p) && !p->permits.count;
    default:
      return true;
    }
}

void
rp_step_accesses (rp_machine *machine, const rp_world *world, size_t index, rp_accesses *accesses)
{
  const rp_process *p = world->processes.items[index];
  if (p->status != RP_PROCESS_RUNS)
    return;
  const rp_instruction *in = rp_process_instruction (machine, p);
  bool holds;
  if (in->op == RP_CODE_READ || in->op == RP_CODE_WRITE)
    RP_VEC_PUSH (accesses, (rp_access) { p->location, in->expr->site, in->op == RP_CODE_WRITE });
  else if (in->op == RP_CODE_ASSUME)
    rp_assume_try (machine, world, p, &holds, accesses);
}
