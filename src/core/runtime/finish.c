/* finish: a region of its own. All tasks created inside belong to it, however deep [Nakade, 4.1: the immediately
 * enclosing finish]. The end of the finish awaits the region.
 *
 * One point differs from the thesis: the end of a finish also waits for futures and for tasks posted into named
 * regions, and comes after these tasks. But they stay with their owners, and other tasks may still join them. */
#include "base/panic.h"
#include "core/runtime/task.h"

#include <string.h>

void
rp_finish_open (rp_task *task, uint32_t site, bool clocked)
{
  rp_runtime *rt = task->rt;
  rp_finish *finish = rp_calloc (1, sizeof *finish);
  *finish = (rp_finish) { .owner = task,
                          .outer = task->finish,
                          .site = site,
                          .opened = ++rt->moment,
                          .children = task->children };
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

void
rp_finish_let_go (rp_task *task)
{
  task->around = task->finish = NULL;
  rp_task_unref (task);
}

/* Drops the ended tasks of FINISH that need no join (rp_task.joined). Otherwise a loop that posts and awaits would keep
 * every task until the finish ends. */
static void
drop_joined (rp_finish *finish)
{
  size_t kept = 0;
  for (size_t i = 0; i < finish->done.count; i++)
    if (finish->done.items[i].is_kept && finish->done.items[i].kept->joined)
      rp_finish_let_go (finish->done.items[i].kept);
    else
      finish->done.items[kept++] = finish->done.items[i];
  finish->done.count = kept;
  finish->joined = 0;
}

/* Returns whether only the finish, or a wait for the child list, can join TASK, which has just ended. TASK then has two
 * references: one by the finish, and one by TASK's own code, which is about to leave its stack. */
static bool
is_unknown_to_others (const rp_task *task)
{
  return task->references == 2;
}

void
rp_finish_add_done (rp_finish *finish, rp_done done)
{
  RP_VEC_PUSH (&finish->done, done);
}

void
rp_finish_task_ended (rp_task *task)
{
  rp_finish *finish = task->around;
  RP_ASSERT (finish->pending);
  if (finish->joined > RP_FEW_JOINED && finish->joined * 2 > finish->done.count)
    drop_joined (finish);
  bool is_left = is_unknown_to_others (task);
  rp_done done = { .task = task->strand.task, .is_kept = !is_left };
  if (is_left)
    done.state = task->strand.state;
  else
    done.kept = task;
  if (!task->child_list || !rp_child_list_task_ended (task, done))
    rp_finish_add_done (finish, done);
  if (is_left)
    {
      task->is_left = true;
      if (++task->rt->left > task->rt->most_left)
        task->rt->most_left = task->rt->left;
      rp_finish_let_go (task);
    }
  if (--finish->pending == 0 && finish->owner->wait.kind == RP_WAITS_FINISH
      && finish->owner->finish == finish)
    rp_sched_wake (finish->owner);
}

/* Returns whether A comes before B in the order of rp_task_table_compare. */
static bool
comes_before (const rp_done *a, const rp_done *b)
{
  return rp_task_table_compare (&rp_current_runtime ()->table, a->task, b->task) < 0;
}

static void
reverse (rp_done *items, size_t count)
{
  for (size_t i = 0; i < count / 2; i++)
    {
      rp_done swap = items[i];
      items[i] = items[count - 1 - i];
      items[count - 1 - i] = swap;
    }
}

/* Returns the length of the run at the beginning of ITEMS: items that are in order or in reverse order. Puts a reverse
 * run in order. */
static size_t
take_run (rp_done *items, size_t count)
{
  if (count < 2)
    return count;
  bool ascends = comes_before (&items[0], &items[1]);
  size_t length = 2;
  while (length < count && comes_before (&items[length - 1], &items[length]) == ascends)
    length++;
  if (!ascends)
    reverse (items, length);
  return length;
}

/* Merges two runs: the items before MIDDLE, and the items from MIDDLE on. If one run comes entirely before the other,
 * as in a chain of tasks, two comparisons suffice. */
static void
merge_runs (rp_done *items, size_t middle, size_t count, rp_done *spare)
{
  if (comes_before (&items[middle - 1], &items[middle]))
    return;
  bool swapped = comes_before (&items[count - 1], &items[0]);
  memcpy (spare, items, middle * sizeof *items);
  size_t left = 0, right = middle, to = 0;
  while (left < middle)
    if (right < count && (swapped || comes_before (&items[right], &spare[left])))
      items[to++] = items[right++];
    else
      items[to++] = spare[left++];
}

/* Sorts ended tasks into the order of their joins (rp_task_table_compare), by merging runs. Tasks that ran depth-first
 * ended in the reverse of this order: one run. In other schedules there are more runs. */
void
rp_done_sort (rp_done *items, size_t count)
{
  size_t first = take_run (items, count);
  if (first == count)
    return;
  rp_done *spare = rp_malloc (count * sizeof *spare);
  RP_VEC (size_t) ends = { 0 };
  RP_VEC_PUSH (&ends, first);
  for (size_t end = first; end < count; RP_VEC_PUSH (&ends, end))
    end += take_run (items + end, count - end);
  while (ends.count > 1)
    {
      size_t kept = 0, start = 0;
      for (size_t i = 0; i < ends.count; i += 2)
        {
          size_t end = ends.items[i + 1 < ends.count ? i + 1 : i];
          if (i + 1 < ends.count)
            merge_runs (items + start, ends.items[i] - start, end - start, spare);
          ends.items[kept++] = start = end;
        }
      ends.count = kept;
    }
  RP_VEC_CLEAR (&ends);
  free (spare);
}

static void
join_kept (rp_task *task, rp_task *child, rp_join_kind kind, uint32_t site)
{
  rp_observer *observer = task->rt->observer;
  bool may_be_joined = child->region != RP_NO_REGION || child->is_future;
  if (!child->joined)
    observer->join (observer, &task->strand, &child->strand, may_be_joined ? RP_JOIN_WAITED : kind,
                    true, site);
  rp_finish_let_go (child);
}

static void
join_left (rp_task *task, const rp_done *done, rp_join_kind kind, uint32_t site)
{
  rp_observer *observer = task->rt->observer;
  rp_strand strand = { .task = done->task, .state = done->state };
  observer->join (observer, &task->strand, &strand, kind, true, site);
  observer->task_forget (observer, &strand);
  task->rt->left--;
}

void
rp_done_join (rp_task *joiner, const rp_done *done, rp_join_kind kind, uint32_t site)
{
  if (done->is_kept)
    join_kept (joiner, done->kept, kind, site);
  else
    join_left (joiner, done, kind, site);
}

static void
join_done (rp_task *task, rp_finish *finish, uint32_t site)
{
  rp_done_sort (finish->done.items, finish->done.count);
  for (size_t i = 0; i < finish->done.count; i++)
    rp_done_join (task, &finish->done.items[i], RP_JOIN_FINISH, site);
  finish->done.count = 0;
}

/* Frees FINISH. If FINISH still has tasks that were not joined, the run was stopped; the observer then forgets those of
 * which only an rp_done is left. */
void
rp_finish_free (rp_finish *finish)
{
  rp_observer *observer = finish->owner->rt->observer;
  for (size_t i = 0; i < finish->done.count; i++)
    if (!finish->done.items[i].is_kept)
      {
        rp_strand strand = { .task = finish->done.items[i].task,
                             .state = finish->done.items[i].state };
        observer->task_forget (observer, &strand);
      }
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
  if (finish->child_list)
    rp_child_list_gather (finish->child_list, finish);
  join_done (task, finish, site);
  if (finish->clock)
    rp_phaser_free (finish->clock, task);
  if (finish->outer || task->around)
    rt->observer->finish_end (rt->observer, &task->strand, site);
  task->finish = finish->outer;
  if (rt->stays.count)
    rp_stays_drop (rt, finish, task);
  rp_finish_free (finish);
}

/* Returns whether TASK, a row of TABLE, is the owner of FINISH or was created inside FINISH, directly or by tasks
 * inside. FINISH must be open. */
static bool
encloses (const rp_finish *finish, const rp_task_table *table, uint32_t task)
{
  const rp_task_row *rows = table->rows.items;
  uint32_t owner = finish->owner->strand.task;
  if (task == owner)
    return true;
  while (rows[task].depth > rows[owner].depth + 1)
    task = rows[task].parent;
  return rows[task].parent == owner && rows[task].ordinal >= finish->children;
}

uint32_t
rp_meeting_with (uint32_t task)
{
  const rp_task *current = rp_task_current ();
  const rp_finish *finish = current->finish;
  while (finish->outer && !encloses (finish, &current->rt->table, task))
    finish = finish->outer;
  return finish->outer ? finish->site : 0;
}

void
rp_finish_begin_at (bool clocked, uint32_t site)
{
  rp_finish_open (rp_task_current (), site, clocked);
}

void
rp_finish_begin_with (rp_child_list *child_list, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_finish_open (task, site, false);
  task->finish->child_list = child_list;
}

void
rp_finish_end_at (uint32_t site)
{
  rp_task *task = rp_task_current ();
  if (!rp_finish_begun (task))
    rp_stop_misuse (site, "end of a finish that this task has not begun");
  rp_finish_close (task, site);
}

const rp_finish *
rp_finish_begun (const rp_task *task)
{
  bool is_implicit = task->finish && !task->finish->outer;
  return task->finish == task->around || is_implicit ? NULL : task->finish;
}

bool
rp_finish_is_open (uint32_t *site)
{
  const rp_finish *finish = rp_finish_begun (rp_task_current ());
  *site = finish ? finish->site : 0;
  return finish;
}

bool
rp_is_in_own_finish (void)
{
  const rp_task *task = rp_task_current ();
  return task->finish != task->around;
}
