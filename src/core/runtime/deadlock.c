/* A deadlock: a state in which no task can take a step and some task has not ended. This file states what each waiting
 * task waits for. */
#include "base/panic.h"
#include "core/runtime/task.h"

#include <stdlib.h>

void
rp_deadlock_add_other (rp_wait_row *row, const rp_task *other)
{
  if (row->other_count < RP_WAIT_OTHERS)
    row->others[row->other_count] = other->strand.task;
  row->other_count++;
}

static void
state_isolated (rp_task *task, rp_wait_row *row)
{
  const rp_section *section
    = rp_isolated_blocker (task, task->wait.objects, task->wait.object_count);
  bool is_message = section && task->handles && !task->sections;
  row->reason = is_message ? RP_WAIT_ACTOR : RP_WAIT_SECTION;
  if (section)
    rp_deadlock_add_other (row, section->task);
}

static void
state_region (rp_runtime *rt, rp_task *task, rp_wait_row *row)
{
  bool is_await = task->wait.kind == RP_WAITS_AWAIT;
  const rp_owned *owned = rp_region_find (task, task->wait.region);
  row->name = rp_region_name (rt, task->wait.region);
  row->reason = is_await ? RP_WAIT_AWAIT : RP_WAIT_EWAIT;
  if (!owned || !owned->tasks.count)
    row->reason = is_await ? RP_WAIT_AWAIT_NOTHING : RP_WAIT_EWAIT_NOTHING;
  for (size_t i = 0; owned && i < owned->tasks.count && !row->other_count; i++)
    if (owned->tasks.items[i]->state != RP_TASK_ENDED)
      rp_deadlock_add_other (row, owned->tasks.items[i]);
}

static bool
is_awaited (const rp_task *task, const rp_task *other)
{
  if (!other->rt || other->state == RP_TASK_ENDED || other->is_loop)
    return false;
  return task->wait.kind == RP_WAITS_SIBLINGS ? other->child_list == task->wait.child_list
                                              : other->around == task->finish;
}

static void
state_awaited (rp_runtime *rt, const rp_task *task, rp_wait_reason reason, rp_wait_row *row)
{
  row->reason = reason;
  for (size_t i = 0; i < rt->all.count; i++)
    if (is_awaited (task, rt->all.items[i]))
      rp_deadlock_add_other (row, rt->all.items[i]);
}

static void
state_wait (rp_runtime *rt, rp_task *task, rp_wait_row *row)
{
  switch (task->wait.kind)
    {
    case RP_WAITS_FINISH:
      state_awaited (rt, task, task->finish->outer ? RP_WAIT_FINISH : RP_WAIT_PROGRAM, row);
      return;
    case RP_WAITS_AWAIT:
    case RP_WAITS_EWAIT:
      state_region (rt, task, row);
      return;
    case RP_WAITS_GET:
      row->reason = task->wait.future == task->previous ? RP_WAIT_MESSAGE : RP_WAIT_FUTURE;
      rp_deadlock_add_other (row, task->wait.future);
      return;
    case RP_WAITS_ISOLATED:
      state_isolated (task, row);
      return;
    case RP_WAITS_PHASE:
      rp_phaser_state_wait (task->wait.phaser, task->wait.phase, row);
      return;
    case RP_WAITS_TURN:
      row->reason = RP_WAIT_TURN;
      return;
    case RP_WAITS_SIBLINGS:
      state_awaited (rt, task, RP_WAIT_CHILDREN, row);
      return;
    case RP_WAITS_PROMISE:
      row->reason = rp_promise_reason (task->wait.promise);
      return;
    case RP_WAITS_ASSUME:
    case RP_STANDS_BEFORE_ASSUME:
      row->reason = RP_WAIT_CONDITION;
      return;
    case RP_WAITS_FOR_EVER:
      row->reason = RP_WAIT_FAILURE;
      return;
    case RP_STANDS_AFTER_ACQUIRE:
    case RP_STANDS_BEFORE_ACCESS:
    case RP_WAITS_NOT:
      break;
    }
  RP_ASSERT (!"a blocked task waits for something");
}

static int
compare_rows (const void *a, const void *b)
{
  const rp_wait_row *x = a, *y = b;
  return (x->task > y->task) - (x->task < y->task);
}

/* Returns whether TASK waits. In exploration, a task that stands before a section or a condition waits too, although
 * its state is READY. */
static bool
is_waiting (const rp_task *task)
{
  return task->state == RP_TASK_BLOCKED
         || (task->state == RP_TASK_READY
             && (task->wait.kind == RP_WAITS_ISOLATED
                 || task->wait.kind == RP_STANDS_BEFORE_ASSUME));
}

/* Returns whether TASK could go on with another choice: in exploration, TASK waits to join the task that it has chosen
 * of a region, but another task of this region has ended. */
static bool
could_join (rp_task *task)
{
  const rp_owned *owned = rp_region_find (task, task->wait.region);
  return task->rt->policy->explores && owned && owned->unfinished < owned->tasks.count
         && (task->wait.kind == RP_WAITS_EWAIT
             || (task->wait.kind == RP_WAITS_AWAIT && owned->handlers));
}

void
rp_deadlock_state_waits (rp_runtime *rt)
{
  for (size_t i = 0; i < rt->all.count; i++)
    {
      rp_task *task = rt->all.items[i];
      if (!task->rt || !is_waiting (task))
        continue;
      rp_wait_row row = { .task = task->strand.task, .site = task->wait.site };
      state_wait (rt, task, &row);
      rt->stop.is_avoidable |= could_join (task);
      RP_VEC_PUSH (&rt->waiting, row);
    }
  if (rt->waiting.count)
    qsort (rt->waiting.items, rt->waiting.count, sizeof *rt->waiting.items, compare_rows);
}
