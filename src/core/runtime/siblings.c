/* Siblings: the children of one task, for which their creator can wait together (OpenMP: taskwait). In contrast to a
 * finish, this wait does not include tasks that the children create. The child list keeps an ended sibling until the
 * creator waits. If the creator never waits, the finish around the sibling joins the sibling. */
#include "base/pool.h"
#include "core/runtime/task.h"


rp_child_list *
rp_child_list_new (void)
{
  return rp_pool_take (RP_POOL_OWN, sizeof (rp_child_list));
}

static void
free_unused (rp_child_list *child_list)
{
  if (!child_list->is_parted || child_list->pending)
    return;
  RP_VEC_CLEAR (&child_list->done);
  rp_pool_give (RP_POOL_OWN, child_list, sizeof *child_list);
}

rp_task *
rp_sibling_new_at (rp_child_list *child_list, rp_task_function *function, void *argument, bool is_awaited,
                   rp_creation how)
{
  rp_task *parent = rp_task_current ();
  rp_task *child = rp_task_new (parent->rt, parent, function, argument, how);
  child->strand.is_plain = !is_awaited;
  child->strand.siblings = &child_list->handle;
  child->child_list = child_list;
  child_list->pending++;
  child->is_future = is_awaited;
  return child;
}

void
rp_sibling_launch (rp_task *task)
{
  rp_task_launch (task);
}

void
rp_sibling_keep (rp_task *task)
{
  task->references++;
}

void
rp_sibling_forget (rp_task *task)
{
  rp_task_unref (task);
}

/* Drops the ended siblings for which another sibling has waited. They need no join: rp_sibling_precedes. */
static void
drop_joined (rp_child_list *child_list)
{
  size_t kept = 0;
  for (size_t i = 0; i < child_list->done.count; i++)
    {
      rp_done done = child_list->done.items[i].done;
      if (done.is_kept && done.kept->joined)
        rp_finish_let_go (done.kept);
      else
        child_list->done.items[kept++] = child_list->done.items[i];
    }
  child_list->done.count = kept;
  child_list->joined = 0;
}

/* TASK has waited for EARLIER. If both are siblings in one finish, marks EARLIER as joined: whatever joins TASK comes
 * after EARLIER too, so EARLIER needs no join of its own. */
void
rp_sibling_precedes (rp_task *earlier, const rp_task *task)
{
  if (!task->child_list || earlier->joined || earlier->around != task->around
      || earlier->strand.siblings != task->strand.siblings || task->child_list->is_parted)
    return;
  earlier->joined = true;
  task->child_list->joined++;
}

bool
rp_child_list_task_ended (rp_task *task, rp_done done)
{
  rp_child_list *child_list = task->child_list;
  bool is_ours = !child_list->is_parted;
  child_list->pending--;
  if (child_list->joined > RP_FEW_JOINED && child_list->joined * 2 > child_list->done.count)
    drop_joined (child_list);
  if (is_ours)
    RP_VEC_PUSH (&child_list->done, (rp_done_sibling) { done, task->around });
  if (!child_list->pending && child_list->waiter)
    rp_sched_wake (child_list->waiter);
  task->child_list = NULL;
  free_unused (child_list);
  return is_ours;
}

/* Moves those ended tasks of CHILD_LIST that are in FINISH to finish->done. The end of FINISH is about to join them. */
void
rp_child_list_gather (rp_child_list *child_list, rp_finish *finish)
{
  size_t kept = 0;
  for (size_t i = 0; i < child_list->done.count; i++)
    if (child_list->done.items[i].around == finish)
      rp_finish_add_done (finish, child_list->done.items[i].done);
    else
      child_list->done.items[kept++] = child_list->done.items[i];
  child_list->done.count = kept;
  child_list->joined = 0;
}

void
rp_child_list_part (rp_child_list *child_list)
{
  rp_observer *observer = rp_current_runtime ()->observer;
  if (observer->siblings_part)
    observer->siblings_part (observer, &child_list->handle);
  for (size_t i = 0; i < child_list->done.count; i++)
    rp_finish_add_done (child_list->done.items[i].around, child_list->done.items[i].done);
  child_list->done.count = child_list->joined = 0;
  child_list->is_parted = true;
  free_unused (child_list);
}

static void
join_all (rp_task *task, rp_child_list *child_list, uint32_t site)
{
  RP_VEC (rp_done) done = { 0 };
  for (size_t i = 0; i < child_list->done.count; i++)
    RP_VEC_PUSH (&done, child_list->done.items[i].done);
  child_list->done.count = child_list->joined = 0;
  rp_done_sort (done.items, done.count);
  for (size_t i = 0; i < done.count; i++)
    rp_done_join (task, &done.items[i], RP_JOIN_SIBLING, site);
  RP_VEC_CLEAR (&done);
}

void
rp_child_list_wait_at (rp_child_list *child_list, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_observer *observer = task->rt->observer;
  rp_sched_yield (task);
  while (child_list->pending)
    {
      child_list->waiter = task;
      rp_sched_block (task, (rp_wait) { .kind = RP_WAITS_SIBLINGS, .site = site, .child_list = child_list });
    }
  child_list->waiter = NULL;
  join_all (task, child_list, site);
  if (observer->siblings_wait)
    observer->siblings_wait (observer, &child_list->handle, &task->strand);
}
