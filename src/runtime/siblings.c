/* Siblings: tasks that their creator can wait for together, while what they created in turn goes on. A
 * finish is deep, this is shallow: OpenMP's taskwait. An ended sibling is kept here until then; if nobody
 * waits, the finish around it joins it. */
#include "base/pool.h"
#include "runtime/task.h"


rp_brood *
rp_brood_new (void)
{
  return rp_pool_take (RP_POOL_OWN, sizeof (rp_brood));
}

static void
free_unused (rp_brood *brood)
{
  if (!brood->is_parted || brood->pending)
    return;
  RP_VEC_CLEAR (&brood->done);
  rp_pool_give (RP_POOL_OWN, brood, sizeof *brood);
}

rp_task *
rp_sibling_new_at (rp_brood *brood, rp_task_function *function, void *argument, bool is_awaited,
                   rp_creation how)
{
  rp_task *parent = rp_task_current ();
  rp_task *child = rp_task_new (parent->rt, parent, function, argument, how);
  child->strand.is_plain = !is_awaited;
  child->strand.siblings = &brood->handle;
  child->brood = brood;
  brood->pending++;
  if (is_awaited)
    {
      child->is_future = true;
      child->references++;
    }
  return child;
}

void
rp_sibling_launch (rp_task *task)
{
  rp_task_launch (task);
}

void
rp_sibling_forget (rp_task *task)
{
  rp_task_unref (task);
}

bool
rp_brood_task_ended (rp_task *task, rp_done done)
{
  rp_brood *brood = task->brood;
  bool is_ours = !brood->is_parted;
  brood->pending--;
  if (is_ours)
    RP_VEC_PUSH (&brood->done, (rp_done_sibling) { done, task->around });
  if (!brood->pending && brood->waiter)
    rp_sched_wake (brood->waiter);
  task->brood = NULL;
  free_unused (brood);
  return is_ours;
}

/* What is in FINISH, which ends, is joined there. */
void
rp_brood_gather (rp_brood *brood, rp_finish *finish)
{
  size_t kept = 0;
  for (size_t i = 0; i < brood->done.count; i++)
    if (brood->done.items[i].around == finish)
      rp_finish_add_done (finish, brood->done.items[i].done);
    else
      brood->done.items[kept++] = brood->done.items[i];
  brood->done.count = kept;
}

void
rp_brood_part (rp_brood *brood)
{
  rp_observer *observer = rp_current_runtime ()->observer;
  if (observer->siblings_part)
    observer->siblings_part (observer, &brood->handle);
  for (size_t i = 0; i < brood->done.count; i++)
    rp_finish_add_done (brood->done.items[i].around, brood->done.items[i].done);
  brood->done.count = 0;
  brood->is_parted = true;
  free_unused (brood);
}

static void
join_all (rp_task *task, rp_brood *brood, uint32_t site)
{
  RP_VEC (rp_done) done = { 0 };
  for (size_t i = 0; i < brood->done.count; i++)
    RP_VEC_PUSH (&done, brood->done.items[i].done);
  brood->done.count = 0;
  rp_done_sort (done.items, done.count);
  for (size_t i = 0; i < done.count; i++)
    rp_done_join (task, &done.items[i], RP_JOIN_SIBLING, site);
  RP_VEC_CLEAR (&done);
}

void
rp_brood_wait_at (rp_brood *brood, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_observer *observer = task->rt->observer;
  rp_sched_yield (task);
  while (brood->pending)
    {
      brood->waiter = task;
      rp_sched_block (task, (rp_wait) { .kind = RP_WAITS_SIBLINGS, .site = site, .brood = brood });
    }
  brood->waiter = NULL;
  join_all (task, brood, site);
  if (observer->siblings_wait)
    observer->siblings_wait (observer, &brood->handle, &task->strand);
}
