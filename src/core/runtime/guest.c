/* Guests (runtime.h): one stack runs several tasks, one after another. A guest has no stack of its own. The stack
 * belongs to the task whose function was called first, until that function returns. */
#include "base/panic.h"
#include "core/runtime/task.h"

static rp_task *
new_guest (rp_task *creator, void *argument, rp_creation how, rp_fiber *fiber)
{
  rp_runtime *rt = creator->rt;
  rp_task *guest = rp_task_new (rt, creator, NULL, argument, how);
  guest->strand.is_plain = true;
  guest->on = fiber;
  rt->started++;
  return guest;
}

/* The running code continues as a guest, a new task of CREATOR. MOVE moves or lends the sections of the host to the
 * guest. Returns the host. */
static rp_task *
begin (rp_task *creator, void *argument, rp_creation how, void (*move) (rp_task *from, rp_task *to))
{
  rp_task *host = rp_task_current ();
  rp_runtime *rt = host->rt;
  rp_task *guest = new_guest (creator, argument, how, host->on);
  rt->table.rows.items[guest->strand.task].host = host->strand.task;
  rt->observer->task_create (rt->observer, &creator->strand, &guest->strand, how.site);
  move (host, guest);
  rp_sched_become (guest);
  return host;
}

rp_task *
rp_guest_begin_at (rp_task *creator, void *argument, rp_creation how)
{
  return begin (creator, argument, how, rp_isolated_hand_over);
}

rp_task *
rp_guest_begin_without_sections_at (rp_task *creator, void *argument, rp_creation how)
{
  return begin (creator, argument, how, rp_isolated_lend);
}

void
rp_guest_end (rp_task *host)
{
  rp_task *guest = rp_task_current ();
  RP_ASSERT (guest != host && guest->on == host->on);
  rp_isolated_hand_over (guest, host);
  rp_sched_end (guest);
  rp_sched_become (host);
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
  rp_task *guest = new_guest (creator, argument, how, standing->fiber);
  guest->state = RP_TASK_READY; /* not NEW: make_current would give it a stack */
  if (standing->holder)
    rp_stay_inherit (standing->holder, guest);
  rp_task_launch (guest);
}
