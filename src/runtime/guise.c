/* One stack, several tasks one after another: see runtime.h. A guise has no stack of its own; it runs on that
 * of the task whose function was called first, which keeps it until that function returns. */
#include "base/panic.h"
#include "runtime/task.h"

static rp_task *
new_guise (rp_task *creator, void *argument, rp_creation how, rp_fiber *fiber)
{
  rp_runtime *rt = creator->rt;
  rp_task *guise = rp_task_new (rt, creator, NULL, argument, how);
  guise->strand.is_plain = true;
  guise->on = fiber;
  rt->started++;
  return guise;
}

rp_task *
rp_guise_begin_at (rp_task *creator, void *argument, rp_creation how)
{
  rp_task *aside = rp_task_current ();
  rp_runtime *rt = aside->rt;
  rp_task *guise = new_guise (creator, argument, how, aside->on);
  rt->table.rows.items[guise->strand.task].host = aside->strand.task;
  rt->observer->task_create (rt->observer, &creator->strand, &guise->strand, how.site);
  rp_isolated_hand_over (aside, guise);
  rp_sched_become (guise);
  return aside;
}

void
rp_guise_end (rp_task *aside)
{
  rp_task *guise = rp_task_current ();
  RP_ASSERT (guise != aside && guise->on == aside->on);
  rp_isolated_hand_over (guise, aside);
  rp_sched_end (guise);
  rp_sched_become (aside);
}

void
rp_stand_still (rp_standing *standing)
{
  rp_task *task = rp_task_current ();
  rp_runtime *rt = task->rt;
  rp_fiber *fiber = standing->fiber = task->on;
  rp_stay_begin (task);
  standing->holder = task->sections ? task : NULL;
  rp_sched_end (task);
  rp_sched_switch_from (rt, fiber);
  rp_stay_go_on (rt->current);
}

void
rp_go_on_at (rp_standing *standing, void *argument, rp_creation how)
{
  rp_task *creator = rp_task_current ();
  rp_task *guise = new_guise (creator, argument, how, standing->fiber);
  guise->state = RP_TASK_READY; /* so that it is not taken for one that has not begun */
  if (standing->holder)
    rp_stay_inherit (standing->holder, guise);
  rp_task_launch (guise);
}
