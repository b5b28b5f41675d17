/* Which steps need not be kept, because everything that comes after them also comes after other steps that are kept.
 * The finishes around the steps decide this. */
#include "core/detect/steps_live.h"

/* Returns whether OUTER is FINISH, or contains FINISH. An outer finish has a smaller number than an inner one. */
static bool
is_around (const rp_steps *order, uint32_t outer, uint32_t finish)
{
  while (finish > outer)
    finish = order->finishes.items[finish].outer;
  return finish == outer;
}

/* SCOPE is a finish or a scope of siblings. Returns where its tasks are joined: in SCOPE itself or, if SCOPE is a scope
 * that is parted, or whose finish has ended, in the finish around it. */
static uint32_t
joining (const rp_steps *order, uint32_t scope)
{
  const rp_steps_finish *rows = order->finishes.items;
  bool is_left
    = rows[scope].is_scope && (rows[scope].is_parted || !rows[rows[scope].outer].is_open);
  return is_left ? rows[scope].outer : scope;
}

rp_steps_bound
rp_steps_bound_of (const rp_steps *order, uint32_t step, uint32_t *finish)
{
  rp_steps_bound bound = RP_BOUND_IN_RUN;
  rp_step first = rp_steps_get (order, step);
  uint32_t task = first.task;
  bool has_ended = first.is_of_unit; /* a unit may have ended while its loop task has not */
  if (first.is_of_unit && !rp_steps_unit_has_ended (order, first.number))
    return RP_UNBOUND;
  for (;; task = order->finishes.items[*finish].owner, has_ended = false)
    {
      const rp_steps_task *row = &order->tasks.items[task];
      if ((row->open && !has_ended) || row->is_joined_by_others)
        return RP_UNBOUND;
      if (row->has_sections)
        bound = RP_BOUND;
      *finish = joining (order, row->finish);
      if (order->finishes.items[*finish].is_open)
        return bound;
    }
}

rp_steps_bound
rp_steps_bounds_now (const rp_steps *order, uint32_t step)
{
  uint32_t finish;
  rp_steps_bound bound = rp_steps_bound_of (order, step, &finish);
  const rp_live *running = order->running;
  bool is_inside = bound
                   && (order->finishes.items[finish].owner == running->task
                       || is_around (order, finish, running->finish)
                       || is_around (order, finish, order->tasks.items[running->task].finish));
  return is_inside ? bound : RP_UNBOUND;
}

/* A step of a host counts too: all steps of a host come before the tasks that its guests create. */
bool
rp_steps_passes_through_guest (const rp_steps *order, uint32_t step)
{
  const rp_steps_task *row = &order->tasks.items[rp_steps_get (order, step).task];
  uint32_t finish = row->finish;
  if (row->is_host)
    return true;
  while (!order->finishes.items[finish = joining (order, finish)].is_open)
    {
      const rp_steps_task *owner = &order->tasks.items[order->finishes.items[finish].owner];
      if (owner->is_guest || owner->is_host)
        return true;
      finish = owner->finish;
    }
  return false;
}

/* The siblings in a closed scope come before the end of the task that waited for them, so the walk continues with that
 * task. The steps of FINISH's owner come before the end of FINISH, too. But only the task of STEP is compared with this
 * owner, not the tasks that the walk reaches: if the owner is a host, siblings that it waited for may come before it in
 * its memory alone (rp_live_join_on). */
bool
rp_steps_is_within (const rp_steps *order, uint32_t step, uint32_t finish)
{
  const rp_steps_finish *rows = order->finishes.items;
  uint32_t task = rp_steps_get (order, step).task;
  if (rows[finish].owner == task)
    return true;
  for (;;)
    {
      uint32_t own = order->tasks.items[task].finish;
      if (is_around (order, finish, own))
        return true;
      if (!rows[own].is_scope || rows[own].is_open)
        return false;
      task = rows[own].owner;
    }
}
