/* finish: a region of its own that every task created inside belongs to, however deep
 * [Nakade, 4.1: the immediately enclosing finish]; its end awaits that region.
 *
 * Differs from the thesis in one point: tasks posted into named regions, and futures, are waited
 * for as well (and ordered before the end), but stay with their owners, who may still join them. */
#include "base/panic.h"
#include "runtime/task.h"

void
rp_finish_open (rp_task *task, uint32_t site, bool clocked)
{
  rp_runtime *rt = task->rt;
  rp_finish *finish = rp_calloc (1, sizeof *finish);
  *finish
    = (rp_finish) { .owner = task, .outer = task->finish, .site = site, .opened = ++rt->moment };
  task->finish = finish;
  if (task->around || finish->outer)
    rt->observer->finish_begin (rt->observer, &task->strand, site);
  else
    rt->observer->task_create (rt->observer, NULL, &task->strand, site);
  if (clocked)
    {
      finish->outer_clock = task->clock;
      finish->clock = task->clock = rp_phaser_make (task, true);
    }
}

/* The finish has done with an ended task, which others may still join when the finish is long gone. */
static void
let_go (rp_task *task)
{
  task->around = task->finish = NULL;
  rp_task_unref (task);
}

/* A loop that posts and awaits would otherwise keep every task until the finish ends. */
static void
drop_joined (rp_finish *finish)
{
  size_t kept = 0;
  for (size_t i = 0; i < finish->done.count; i++)
    if (finish->done.items[i]->joined)
      let_go (finish->done.items[i]);
    else
      finish->done.items[kept++] = finish->done.items[i];
  finish->done.count = kept;
  finish->joined = 0;
}

void
rp_finish_task_ended (rp_task *task)
{
  rp_finish *finish = task->around;
  RP_ASSERT (finish->pending);
  if (finish->joined > 64 && finish->joined * 2 > finish->done.count)
    drop_joined (finish);
  RP_VEC_PUSH (&finish->done, task);
  if (--finish->pending == 0 && finish->owner->wait.kind == RP_WAITS_FINISH
      && finish->owner->finish == finish)
    rp_sched_wake (finish->owner);
}

static int
compare_tasks (const void *a, const void *b)
{
  const rp_task *x = *(rp_task *const *) a, *y = *(rp_task *const *) b;
  return rp_task_table_compare (&x->rt->table, x->strand.task, y->strand.task);
}

static void
join_done (rp_task *task, rp_finish *finish, uint32_t site)
{
  rp_observer *observer = task->rt->observer;
  if (finish->done.count)
    qsort (finish->done.items, finish->done.count, sizeof *finish->done.items, compare_tasks);
  for (size_t i = 0; i < finish->done.count; i++)
    {
      rp_task *child = finish->done.items[i];
      bool may_be_joined = child->region != RP_NO_REGION || child->is_future;
      rp_join_kind kind = may_be_joined ? RP_JOIN_WAITED : RP_JOIN_FINISH;
      if (!child->joined)
        observer->join (observer, &task->strand, &child->strand, kind, true, site);
      let_go (child);
    }
}

void
rp_finish_free (rp_finish *finish)
{
  RP_VEC_CLEAR (&finish->done);
  free (finish);
}

void
rp_finish_close (rp_task *task, uint32_t site)
{
  rp_runtime *rt = task->rt;
  rp_finish *finish = task->finish;
  RP_ASSERT (finish && finish->owner == task);
  if (finish->clock)
    {
      /* [Yuki, 2.3]: the finish de-registers itself when its body is done. */
      rp_phaser_leave (task, finish->clock, site);
      task->clock = finish->outer_clock;
    }
  rp_sched_yield (task);
  while (finish->pending)
    rp_sched_block (task, (rp_wait) { .kind = RP_WAITS_FINISH, .site = site });
  join_done (task, finish, site);
  if (finish->clock)
    rp_phaser_free (finish->clock, task);
  if (finish->outer || task->around)
    rt->observer->finish_end (rt->observer, &task->strand, site);
  task->finish = finish->outer;
  rp_finish_free (finish);
}

void
rp_finish_begin_at (bool clocked, uint32_t site)
{
  rp_finish_open (rp_task_current (), site, clocked);
}

void
rp_finish_end_at (uint32_t site)
{
  rp_finish_close (rp_task_current (), site);
}
