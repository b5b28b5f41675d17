/* Regions: the tasks that a task owns, by the name of a region, and their joins. [Nakade, 3.2]: m maps regions to
 * multisets of tasks. POST adds a task. AWAIT-NEXT and EWAIT take one task out, and add the tasks that this task owned
 * (m1' u m2). */
#include "base/panic.h"
#include "core/runtime/task.h"

rp_owned *
rp_region_find (rp_task *owner, uint32_t region)
{
  for (size_t i = 0; i < owner->owned.count; i++)
    if (owner->owned.items[i].region == region)
      return &owner->owned.items[i];
  return NULL;
}

static rp_owned *
find_or_add (rp_task *owner, uint32_t region)
{
  rp_owned *owned = rp_region_find (owner, region);
  if (owned)
    return owned;
  RP_VEC_PUSH (&owner->owned, (rp_owned) { .region = region });
  return &RP_VEC_LAST (&owner->owned);
}

const char *
rp_region_name (rp_runtime *rt, uint32_t region)
{
  return rt->region_name (rt->name_context, region);
}

static void
wake_awaiter (rp_task *owner, uint32_t region)
{
  bool waits = owner->wait.kind == RP_WAITS_AWAIT || owner->wait.kind == RP_WAITS_EWAIT;
  if (waits && owner->wait.region == region)
    rp_sched_wake (owner);
}

static void
add_task (rp_task *owner, uint32_t region, rp_task *task)
{
  rp_owned *owned = find_or_add (owner, region);
  RP_VEC_PUSH (&owned->tasks, task);
  owned->handlers += task->handler != NULL;
  owned->unfinished += task->state != RP_TASK_ENDED;
  owned->passed_on = false;
  task->owner = owner;
  task->region = region;
}

void
rp_region_task_ended (rp_task *task)
{
  rp_owned *owned = rp_region_find (task->owner, task->region);
  RP_ASSERT (owned && owned->unfinished);
  owned->unfinished--;
  wake_awaiter (task->owner, task->region);
}

static void
move_region (rp_owned *from, rp_task *to)
{
  for (size_t i = 0; i < from->tasks.count; i++)
    add_task (to, from->region, from->tasks.items[i]);
  from->tasks.count = from->handlers = from->unfinished = 0;
}

void
rp_region_inherit (rp_task *from, rp_task *to)
{
  for (size_t i = 0; i < from->owned.count; i++)
    if (from->owned.items[i].tasks.count)
      {
        move_region (&from->owned.items[i], to);
        wake_awaiter (to, from->owned.items[i].region);
      }
}

static void
take_from (rp_task *task, rp_task *giver)
{
  if (task->giver)
    rp_task_unref (task->giver);
  task->giver = giver;
  giver->references++;
  task->left_in = giver->around->opened;
}

/* FROM, which is no posted task, has ended. The tasks that FROM still owns move to the owner of the finish around FROM.
 * The owner cannot know when this happens: an await of the region inside the finish may see these tasks or not, which
 * is a dependence. An await after the end of the finish sees them in every schedule. */
void
rp_region_leave_behind (rp_task *from)
{
  rp_observer *observer = from->rt->observer;
  rp_finish *finish = from->around;
  for (size_t i = 0; i < from->owned.count; i++)
    {
      const rp_owned *left = &from->owned.items[i];
      const rp_owned *theirs = rp_region_find (finish->owner, left->region);
      for (size_t j = 0; j < left->tasks.count; j++)
        take_from (left->tasks.items[j], from);
      if (left->tasks.count && theirs && theirs->awaited > finish->opened)
        observer->depends (observer, RP_DEPENDS_ON_LEFT,
                           from->rt->table.rows.items[from->strand.task].site);
    }
  rp_region_inherit (from, finish->owner);
}

/* Called when TASK awaits or ewaits the region OWNED. Sets owned->awaited. If an async has left tasks in this region,
 * in a finish of TASK that is still open, tells the observer of a dependence: see rp_region_leave_behind. */
static void
note_left_behind (rp_task *task, rp_owned *owned, uint32_t site)
{
  rp_runtime *rt = task->rt;
  owned->awaited = ++rt->moment;
  for (size_t i = 0; i < owned->tasks.count; i++)
    for (rp_finish *f = task->finish; f && f->owner == task; f = f->outer)
      if (owned->tasks.items[i]->left_in == f->opened)
        rt->observer->depends (rt->observer, RP_DEPENDS_ON_LEFT, site);
}

/* [Nakade, Fig. 3.4 POST]: the tasks that the running task owns in the regions PASS move to the child. The child is
 * added to REGION of the running task. */
void
rp_post_at (uint32_t region, rp_task_function *function, void *argument, rp_handler *handler,
            const uint32_t *pass, size_t pass_count, rp_creation how)
{
  rp_task *parent = rp_task_current ();
  rp_runtime *rt = parent->rt;
  rp_task *child = rp_task_new (rt, parent, function, argument, how);
  child->handler = handler;
  child->references++;
  for (size_t i = 0; i < pass_count; i++)
    {
      rp_owned *given = find_or_add (parent, pass[i]);
      move_region (given, child);
      given->passed_on = true;
    }
  if (!find_or_add (parent, region)->tasks.count)
    rt->observer->region_open (rt->observer, &parent->strand, region, how.site);
  add_task (parent, region, child);
  rp_task_launch (child);
}

static void
take_out (rp_owned *owned, size_t index)
{
  rp_task *task = owned->tasks.items[index];
  for (size_t i = index + 1; i < owned->tasks.count; i++)
    owned->tasks.items[i - 1] = owned->tasks.items[i];
  owned->tasks.count--;
  owned->handlers -= task->handler != NULL;
}

/* [Nakade, Fig. 3.4 AWAIT-NEXT, EWAIT]: JOINER joins TASK, which has ended and was taken out of its region. The tasks
 * that TASK owns move to JOINER. Then JOINER runs TASK's handler. */
static void
join (rp_task *joiner, rp_task *task, rp_join_kind kind, bool in_order, uint32_t site)
{
  rp_runtime *rt = joiner->rt;
  rt->observer->join (rt->observer, &joiner->strand, &task->strand, kind, in_order, site);
  if (task->giver)
    {
      rt->observer->join (rt->observer, &joiner->strand, &task->giver->strand, RP_JOIN_GET, false,
                          site);
      rp_task_unref (task->giver);
      task->giver = NULL;
    }
  task->owner = NULL;
  task->joined = true;
  if (task->around)
    task->around->joined++;
  rp_region_inherit (task, joiner);
  if (task->handler)
    task->handler (task->argument);
  rp_task_unref (task);
}

static size_t
choose_join (const rp_runtime *rt, size_t options)
{
  uint32_t joiner = rt->current->strand.task;
  return options > 1 ? rt->policy->choose (rt->policy, joiner, RP_CHOICE_JOIN, options) : 0;
}

/* Exploration: the policy chooses among all tasks of the region, ended or not. *CHOSEN keeps the chosen task until it
 * has ended. Returns the index of the chosen task; SIZE_MAX if the task has not ended, or the region is empty. */
static size_t
choose_any (rp_runtime *rt, const rp_owned *owned, rp_task **chosen)
{
  size_t count = owned->tasks.count;
  if (!*chosen && count)
    *chosen = owned->tasks.items[choose_join (rt, count)];
  for (size_t i = 0; i < count && (*chosen)->state == RP_TASK_ENDED; i++)
    if (owned->tasks.items[i] == *chosen)
      {
        *chosen = NULL;
        return i;
      }
  return SIZE_MAX;
}

/* Returns the index of an ended task of the region that the policy chooses. Returns SIZE_MAX if no task has ended or,
 * in exploration, if the chosen task has not ended. */
static size_t
choose_completed (rp_runtime *rt, const rp_owned *owned, rp_task **chosen)
{
  if (rt->policy->explores)
    return choose_any (rt, owned, chosen);
  size_t completed = owned->tasks.count - owned->unfinished;
  if (!completed)
    return SIZE_MAX;
  size_t skip = choose_join (rt, completed);
  for (size_t i = 0;; i++)
    if (owned->tasks.items[i]->state == RP_TASK_ENDED && skip-- == 0)
      return i;
}

static int
compare_tasks (const void *a, const void *b)
{
  const rp_task *x = *(rp_task *const *) a, *y = *(rp_task *const *) b;
  return rp_task_table_compare (&x->rt->table, x->strand.task, y->strand.task);
}

/* Joins all tasks of OWNED, of which none has a handler. No code runs between the joins, so their order does not matter
 * for the program. For the graph, this order is the same in every schedule. */
static void
join_all (rp_task *joiner, rp_owned *owned, uint32_t site)
{
  rp_task_list tasks = owned->tasks;
  owned->tasks = (rp_task_list) { 0 };
  qsort (tasks.items, tasks.count, sizeof *tasks.items, compare_tasks);
  for (size_t i = 0; i < tasks.count; i++)
    join (joiner, tasks.items[i], RP_JOIN_AWAIT, true, site);
  RP_VEC_CLEAR (&tasks);
}

static void
join_one (rp_task *joiner, rp_owned *owned, size_t index, rp_join_kind kind, uint32_t site)
{
  rp_runtime *rt = joiner->rt;
  bool alone = owned->tasks.count == 1;
  if (!alone)
    rt->observer->depends (
      rt->observer, kind == RP_JOIN_EWAIT ? RP_DEPENDS_ON_EWAIT : RP_DEPENDS_ON_HANDLERS, site);
  rp_task *task = owned->tasks.items[index];
  take_out (owned, index);
  join (joiner, task, kind, alone, site);
}

void
rp_await_at (uint32_t region, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_runtime *rt = task->rt;
  rp_sched_yield (task);
  rp_owned *owned = find_or_add (task, region);
  note_left_behind (task, owned, site);
  if (owned->passed_on)
    rp_stop_misuse (site, "await of region `%s`, which this task has passed on",
                    rp_region_name (rt, region));
  rp_task *chosen = NULL;
  while (owned->tasks.count)
    {
      size_t index = owned->handlers ? choose_completed (rt, owned, &chosen) : SIZE_MAX;
      if (index != SIZE_MAX)
        join_one (task, owned, index, RP_JOIN_AWAIT, site);
      else if (!owned->handlers && !owned->unfinished)
        join_all (task, owned, site);
      else
        rp_sched_block (task, (rp_wait) { .kind = RP_WAITS_AWAIT,
                                          .site = site,
                                          .region = region,
                                          .future = chosen });
      owned = rp_region_find (task, region);
      note_left_behind (task, owned, site);
    }
  rt->observer->region_done (rt->observer, &task->strand, region, site);
}

void
rp_ewait_at (uint32_t region, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_runtime *rt = task->rt;
  rp_task *chosen = NULL;
  rp_sched_yield (task);
  for (;;)
    {
      rp_owned *owned = find_or_add (task, region);
      note_left_behind (task, owned, site);
      if (owned->passed_on)
        rp_stop_misuse (site, "ewait on region `%s`, which this task has passed on",
                        rp_region_name (rt, region));
      size_t index = choose_completed (rt, owned, &chosen);
      if (index != SIZE_MAX)
        {
          join_one (task, owned, index, RP_JOIN_EWAIT, site);
          owned = rp_region_find (task, region);
          if (!owned->tasks.count)
            rt->observer->region_done (rt->observer, &task->strand, region, site);
          return;
        }
      rp_sched_block (task, (rp_wait) { .kind = RP_WAITS_EWAIT,
                                        .site = site,
                                        .region = region,
                                        .future = chosen });
    }
}

void
rp_call_begin_at (uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_observer *observer = task->rt->observer;
  if (observer->call_begin)
    observer->call_begin (observer, &task->strand, site);
}

void
rp_call_end_at (uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_observer *observer = task->rt->observer;
  if (observer->call_end)
    observer->call_end (observer, &task->strand, site);
}
