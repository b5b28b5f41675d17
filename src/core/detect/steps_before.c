/* Views: which steps come before the step at which a task stands. In this file, a step or a join is *in sight* if it is
 * in the view FROM. */
#include "core/detect/steps_live.h"

/* Returns whether the first STEPS steps of TASK are in sight, by the past and the trail of FROM. TASK is not
 * from->task. */
static bool
sees (const rp_steps *order, const rp_view *from, uint32_t task, uint32_t steps)
{
  const rp_steps_task *row = &order->tasks.items[task];
  return (from->trail && rp_trail_steps (from->trail, row->line) >= row->base + steps)
         || rp_past_steps (&order->pasts, from->past, row->line) >= row->base + steps;
}

/* Returns whether the join of TASK is in sight. TASK has a joiner. */
static bool
sees_join (const rp_steps *order, const rp_view *from, uint32_t task)
{
  const rp_steps_task *row = &order->tasks.items[task];
  uint32_t joiner = row->joined_by - 1;
  return joiner == from->task ? from->steps >= row->joined_at
                              : sees (order, from, joiner, row->joined_at);
}

/* FAR is TASK, or its joiner, or the joiner of its joiner, and so on. The join of FAR was in sight. Remembers FAR in
 * the rows of TASK and of the joiners before FAR, because that join is likely to be in sight again. */
static void
note_far (const rp_steps *order, uint32_t task, uint32_t far)
{
  rp_steps_task *rows = order->tasks.items;
  for (; task != far; task = rows[task].joined_by - 1)
    rows[task].joined_far = far + 1;
}

/* Returns whether one of these joins is in sight: that of TASK, that of its joiner, that of the joiner's joiner, and so
 * on. Tries the remembered joiners first, then all of them. */
static bool
is_joined_in (const rp_steps *order, const rp_view *from, uint32_t task)
{
  const rp_steps_task *rows = order->tasks.items;
  bool has_leapt = false;
  for (uint32_t next = task; rows[next].joined_by; next = rows[next].joined_by - 1)
    {
      has_leapt |= rows[next].joined_far;
      next = rows[next].joined_far ? rows[next].joined_far - 1 : next;
      if (sees_join (order, from, next))
        {
          note_far (order, task, next);
          return true;
        }
    }
  for (uint32_t next = task; has_leapt && rows[next].joined_by; next = rows[next].joined_by - 1)
    if (sees_join (order, from, next))
      return true;
  return false;
}

bool
rp_view_has (const rp_steps *order, rp_view from, uint32_t step)
{
  if (step < order->floor || step >= order->next_step) /* below the floor, or of an earlier generation */
    return true;
  rp_step row = rp_steps_get (order, step);
  if (row.task == from.task && (row.is_of_unit ? row.number == order->running->unit : row.number < from.steps))
    return true;
  return is_joined_in (order, &from, row.task) || sees (order, &from, row.task, row.number + 1);
}

/* Returns the view of the running task, with PAST as its past. */
static rp_view
view_now (const rp_steps *order, rp_past past)
{
  return (rp_view) { past, &order->running->trail, order->running->task, UINT32_MAX };
}

bool
rp_steps_is_before (const rp_steps *order, uint32_t step)
{
  return rp_view_has (order, view_now (order, order->running->before.order), step);
}

bool
rp_steps_is_before_in_run (const rp_steps *order, uint32_t step)
{
  return rp_view_has (order, view_now (order, order->running->before.run), step)
         || rp_chains_have (order, order->running->before.chains, order->running->chain, step);
}
