/* Futures. A future is a task in a region of its own [Nakade, 4.1]. A get is an await on that region, except that any
 * task with the handle may call it, and more than once. */
#include "base/panic.h"
#include "core/runtime/task.h"

rp_task *
rp_future_at (rp_task_function *function, void *argument, rp_creation how)
{
  rp_task *parent = rp_task_current ();
  rp_task *child = rp_task_new (parent->rt, parent, function, argument, how);
  child->is_future = true;
  child->references++; /* a handle can be stored anywhere, so the structure is kept until the run is freed */
  rp_task_launch (child);
  return child;
}

void
rp_get_at (rp_task *future, uint32_t site)
{
  rp_task *task = rp_task_current ();
  RP_ASSERT (future->is_future);
  if (future == task)
    rp_stop_misuse (site, "get on a future by its own task: nobody else can complete it");
  rp_sched_yield (task);
  while (future->state != RP_TASK_ENDED)
    {
      RP_VEC_PUSH (&future->getters, task);
      rp_sched_block (task, (rp_wait) { .kind = RP_WAITS_GET, .site = site, .future = future });
    }
  task->rt->observer->join (task->rt->observer, &task->strand, &future->strand, RP_JOIN_GET, false,
                            site);
  rp_sibling_precedes (future, task);
}
