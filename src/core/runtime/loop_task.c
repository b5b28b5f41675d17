/* Loop tasks (core/detect/loop_steps.h) whose units are tasks for the program, and need not be tasks here: nobody can
 * tell the difference until a unit creates a task, waits, or makes another order. Then it becomes a task, which must not
 * delay the other units. There are two cases:
 *
 *   - The loop task has a stack of its own. The stack passes to the new task, and the loop task goes to the ready list.
 *     If the new task ends and the loop task is picked next, the stack passes back. If the loop task is picked earlier,
 *     it gets another stack and calls its function again, which goes on with the next unit.
 *   - The loop task is a plain call on the stack of its creator (can_call in sched.c). So is the new task: it waits for no
 *     task below it on the stack, the loop task among them. */
#include "base/panic.h"
#include "core/runtime/task.h"

/* The stack of FROM, on which the code runs, belongs to TO from now on. */
static void
pass_stack (rp_task *from, rp_task *to)
{
  to->stack = from->stack;
  to->fiber = from->fiber;
  to->on = &to->fiber;
  from->stack = NULL;
  from->on = NULL;
}

bool
rp_runtime_is_depth_first (const rp_runtime *rt)
{
  return rt->policy->depth_first;
}

void
rp_unit_become_task_at (uint32_t row, void *argument, rp_creation how)
{
  rp_task *loop = rp_task_current ();
  rp_runtime *rt = loop->rt;
  RP_ASSERT (loop->is_loop && rt->policy->depth_first);
  rp_task *task = rp_task_new_of_unit (loop, row, argument, how);
  task->strand.is_plain = true;
  rt->observer->task_create (rt->observer, &loop->strand, &task->strand, how.site);
  if (loop->on == &loop->fiber)
    {
      pass_stack (loop, task);
      rp_sched_restart (loop);
    }
  else
    task->on = loop->on;
  rp_sched_become (task); /* rt->started stays: LOOP does not count while TASK runs in its place */
}

void
rp_unit_end_task (rp_task *loop, uint32_t row)
{
  rp_task *task = rp_task_current ();
  rp_runtime *rt = task->rt;
  if (task->on != &task->fiber)
    {
      rp_sched_end_call (task, loop);
      rt->started++;
      return;
    }
  loop = rp_sched_end_unit (task, row);
  pass_stack (task, loop);
  rt->started++;
  rp_sched_become (loop);
  rp_task_unref (task);
}
