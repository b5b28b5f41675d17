/* Creating tasks, and the life of their structures. */
#include "core/runtime/task.h"

#include "base/panic.h"

static rp_task *
take_structure (rp_runtime *rt)
{
  rp_task *task = rt->free_tasks;
  if (task)
    {
      uint32_t place = task->place;
      rt->free_tasks = task->next_free;
      *task = (rp_task) { .place = place };
      return task;
    }
  task = rp_calloc (1, sizeof *task);
  task->place = (uint32_t) rt->all.count;
  RP_VEC_PUSH (&rt->all, task);
  return task;
}

/* Returns a new task with ROW in the table of tasks. */
static rp_task *
new_task (rp_runtime *rt, uint32_t row, rp_task_function *function, void *argument, rp_creation how)
{
  rp_task *task = take_structure (rt);
  task->rt = rt;
  task->function = function;
  task->argument = argument;
  task->release = how.release;
  task->region = RP_NO_REGION;
  task->references = 1; /* held by the task's own code, until the code has left its stack */
  rt->alive++;
  rt->in_use++;
  task->strand.task = row;
  return task;
}

/* FINISH, which a finish of the program or of main has begun, has to wait for TASK. */
static void
enter_finish (rp_task *task, rp_finish *finish)
{
  task->around = task->finish = finish;
  finish->pending++;
  task->references++;
}

rp_task *
rp_task_new (rp_runtime *rt, rp_task *parent, rp_task_function *function, void *argument,
             rp_creation how)
{
  uint32_t row = rp_task_table_add (&rt->table, parent ? parent->strand.task : RP_NO_TASK,
                                    parent ? parent->children++ : 0, how.kind, how.site, how.note);
  rp_task *task = new_task (rt, row, function, argument, how);
  if (parent)
    {
      task->name = rp_hash64 (parent->name ^ parent->children); /* as in explore/names.c */
      task->ancestors = parent->ancestors + 1;
      enter_finish (task, parent->finish);
    }
  return task;
}

rp_task *
rp_task_new_of_unit (rp_task *loop, uint32_t row, void *argument, rp_creation how)
{
  rp_task *task = new_task (loop->rt, row, NULL, argument, how);
  task->ancestors = loop->ancestors;
  enter_finish (task, loop->finish);
  return task;
}

uint32_t
rp_runtime_add_unit (rp_runtime *rt, uint32_t loop, uint32_t note, uint32_t number)
{
  if (number)
    return rp_task_table_add_numbered (&rt->table, loop, number, note);
  rp_task_row like = rt->table.rows.items[loop];
  uint32_t unit = rp_task_table_add (&rt->table, like.parent, like.ordinal, like.kind, like.site, note);
  rt->table.rows.items[unit].host = like.host;
  return unit;
}

/* Tells the observer of CHILD, and starts it. CHILD must be complete: registered on its phasers, and with the regions
 * that were passed to it. */
void
rp_task_launch (rp_task *child)
{
  rp_runtime *rt = child->rt;
  uint32_t site = rt->table.rows.items[child->strand.task].site;
  rt->observer->task_create (rt->observer, &rt->current->strand, &child->strand, site);
  rp_sched_start (child);
}

static void
clear_lists (rp_task *task)
{
  for (size_t i = 0; i < task->owned.count; i++)
    RP_VEC_CLEAR (&task->owned.items[i].tasks);
  RP_VEC_CLEAR (&task->owned);
  RP_VEC_CLEAR (&task->phasers);
  RP_VEC_CLEAR (&task->getters);
  RP_VEC_CLEAR (&task->sent);
}

void
rp_task_unref (rp_task *task)
{
  RP_ASSERT (task->references);
  bool is_last = --task->references == 0;
  /* observers may still look at the argument of the current task, even after its end */
  bool is_gone = task->state == RP_TASK_ENDED && task != task->rt->current;
  if (task->release && (is_last || (is_gone && task->strand.siblings)))
    {
      task->release (task->argument);
      task->release = NULL;
    }
  if (!is_last)
    return;
  rp_runtime *rt = task->rt;
  if (!task->is_left)
    rt->observer->task_forget (rt->observer, &task->strand);
  clear_lists (task);
  rt->in_use--;
  task->rt = NULL;
  task->next_free = rt->free_tasks;
  rt->free_tasks = task;
}

const rp_task *
rp_current_task (void)
{
  return rp_task_current ();
}

rp_strand *
rp_current_strand (void)
{
  return &rp_task_current ()->strand;
}

rp_strand *
rp_strand_of (rp_task *task)
{
  return &task->strand;
}

void *
rp_current_argument (void)
{
  return rp_task_current ()->argument;
}

uint64_t
rp_task_path (const rp_task *task)
{
  return task->name;
}

void *
rp_task_argument (const rp_task *task)
{
  return task->argument;
}

size_t
rp_stack_left (void)
{
  return rp_fiber_stack_left (rp_task_current ()->on);
}

void
rp_async_at (rp_task_function *function, void *argument, rp_creation how)
{
  rp_task *parent = rp_task_current ();
  rp_task *child = rp_task_new (parent->rt, parent, function, argument, how);
  child->strand.is_plain = true;
  rp_task_launch (child);
}

void
rp_loop_at (rp_task_function *function, void *argument, rp_creation how)
{
  rp_task *parent = rp_task_current ();
  rp_task *loop = rp_task_new (parent->rt, parent, function, argument, how);
  loop->strand.is_plain = loop->is_loop = true;
  rp_task_table_skip_number (&parent->rt->table);
  rp_task_launch (loop);
}

uint32_t
rp_runtime_take_number (rp_runtime *rt)
{
  enum
  {
    SPARE = 1 << 24 /* for tasks that are created later */
  };
  bool has_some = (uint32_t) rt->table.rows.count + rt->table.shift < RP_NO_TASK - SPARE;
  return has_some ? rp_task_table_take_number (&rt->table) : 0;
}

/* Stops the run because the task to be created would violate the rules. Releases ARGUMENT, which that task would have
 * owned. */
static _Noreturn void
refuse (void *argument, rp_creation how, const char *message)
{
  if (how.release)
    how.release (argument);
  rp_stop_misuse (how.site, "%s", message);
}

/* [Yuki, 2.3]: a clocked async is registered on the clock of its clocked finish. No unclocked async or finish may be
 * between the two. */
void
rp_clocked_async_at (rp_task_function *function, void *argument, rp_creation how)
{
  rp_task *parent = rp_task_current ();
  if (!parent->clock)
    refuse (argument, how, "clocked async outside a clocked finish");
  if (parent->finish->clock != parent->clock)
    refuse (argument, how, "clocked async inside an unclocked finish");
  rp_task *child = rp_task_new (parent->rt, parent, function, argument, how);
  child->clock = parent->clock;
  child->strand.is_clocked = true;
  rp_phaser_register (parent->clock, child, parent, RP_SIGNAL | RP_WAIT);
  rp_task_launch (child);
}

static const rp_registered *
registration (const rp_task *task, const rp_phaser *phaser)
{
  for (size_t i = 0; i < task->phasers.count; i++)
    if (task->phasers.items[i].phaser == phaser)
      return &task->phasers.items[i];
  return NULL;
}

/* A task can only pass on registrations that it has. [Nakade] has no phasers; these are the rules of Habanero. */
void
rp_phased_async_at (rp_task_function *function, void *argument, rp_creation how,
                    const rp_phased *phasers, size_t count)
{
  rp_task *parent = rp_task_current ();
  for (size_t i = 0; i < count; i++)
    {
      const rp_registered *own = registration (parent, phasers[i].phaser);
      if (!own)
        refuse (argument, how, "async phased on a phaser that its creator is not registered on");
      if (phasers[i].mode & ~own->mode)
        refuse (argument, how, "async phased asks for a mode that its creator does not have");
      for (size_t j = 0; j < i; j++)
        if (phasers[j].phaser == phasers[i].phaser)
          refuse (argument, how, "async phased names one phaser twice");
    }
  rp_task *child = rp_task_new (parent->rt, parent, function, argument, how);
  for (size_t i = 0; i < count; i++)
    rp_phaser_register (phasers[i].phaser, child, parent, phasers[i].mode);
  rp_task_launch (child);
}

static const char *
unnamed_region (void *context, uint32_t region)
{
  (void) context;
  (void) region;
  return "region";
}

rp_runtime *
rp_runtime_new (rp_observer *observer, rp_policy *policy, size_t stack_bytes)
{
  rp_runtime *rt = rp_calloc (1, sizeof *rt);
  rt->observer = observer;
  rt->policy = policy;
  rt->region_name = unnamed_region;
  rt->most_depth = RP_MAX_ANCESTORS;
  rp_stack_pool_init (&rt->stacks, stack_bytes);
  return rt;
}

void
rp_runtime_set_names (rp_runtime *rt, const char *(*region_name) (void *context, uint32_t),
                      void *context)
{
  rt->region_name = region_name;
  rt->name_context = context;
}

/* Frees what the task structures in use own, but not the structures. These are in use after a run: all that a
 * stopped run used, those of futures, those of posted tasks that no task joined, and those of tasks that ended in a
 * section. */
static void
free_structures (rp_runtime *rt)
{
  for (size_t i = 0; i < rt->all.count; i++)
    {
      rp_task *task = rt->all.items[i];
      if (task->rt)
        {
          if (!task->is_left)
            rt->observer->task_forget (rt->observer, &task->strand);
          if (task->release)
            task->release (task->argument);
          while (task->finish != task->around)
            {
              rp_finish *outer = task->finish->outer;
              rp_finish_free (task->finish);
              task->finish = outer;
            }
          clear_lists (task);
        }
    }
}

/* Frees everything that a run leaves, but keeps storage for the next run. */
static void
end_run (rp_runtime *rt)
{
  free_structures (rt);
  while (rt->phasers.count)
    rp_phaser_free (RP_VEC_LAST (&rt->phasers), NULL);
  rp_promises_free (rt);
  while (rt->actors.count)
    rp_actor_free (RP_VEC_POP (&rt->actors));
  rp_stays_drop (rt, NULL, NULL);
  for (size_t i = 0; i < rt->sections.count; i++)
    free (rt->sections.items[i].objects);
  rt->sections.count = rt->held.count = 0;
}

void
rp_runtime_release (rp_runtime *rt)
{
  end_run (rt);
  rt->free_tasks = NULL;
  for (size_t i = rt->all.count; i-- > 0;)
    {
      rp_task *task = rt->all.items[i];
      if (task->stack)
        rp_stack_pool_put (&rt->stacks, task->stack);
      *task = (rp_task) { .place = (uint32_t) i, .next_free = rt->free_tasks };
      rt->free_tasks = task;
    }
}

void
rp_runtime_reset (rp_runtime *rt, rp_observer *observer, rp_policy *policy)
{
  rp_runtime_release (rt);
  rp_arena_clear (&rt->messages);
  rt->ready.count = rt->assuming.count = rt->isolating.count = 0;
  rt->waiting.count = rt->failures.count = 0;
  rt->table.rows.count = rt->table.numberings.count = rt->table.shift = 0;
  rt->violations.count = 0;
  rt->started = rt->alive = rt->in_use = 0;
  rt->left = rt->most_left = rt->moment = rt->steps = rt->phasers_made = 0;
  rt->chose = rt->asking = false;
  rt->stop = (rp_stop_info) { 0 };
  rt->observer = observer;
  rt->policy = policy;
}

void
rp_runtime_free (rp_runtime *rt)
{
  end_run (rt);
  for (size_t i = 0; i < rt->all.count; i++)
    free (rt->all.items[i]);
  rp_stack_pool_clear (&rt->stacks);
  rp_task_table_clear (&rt->table);
  RP_VEC_CLEAR (&rt->ready);
  RP_VEC_CLEAR (&rt->assuming);
  RP_VEC_CLEAR (&rt->isolating);
  RP_VEC_CLEAR (&rt->sections);
  RP_VEC_CLEAR (&rt->stays);
  RP_VEC_CLEAR (&rt->held);
  RP_VEC_CLEAR (&rt->violations);
  RP_VEC_CLEAR (&rt->phasers);
  RP_VEC_CLEAR (&rt->actors);
  RP_VEC_CLEAR (&rt->promises);
  RP_VEC_CLEAR (&rt->all);
  RP_VEC_CLEAR (&rt->waiting);
  RP_VEC_CLEAR (&rt->failures);
  rp_arena_clear (&rt->messages);
  free (rt);
}

const rp_task_table *
rp_runtime_tasks (const rp_runtime *rt)
{
  return &rt->table;
}

uint64_t
rp_runtime_task_bytes (const rp_runtime *rt)
{
  return rt->table.rows.count * sizeof (rp_task_row) + rt->all.count * sizeof (rp_task)
         + rt->most_left * sizeof (rp_done);
}

rp_stand
rp_task_stand (const rp_task *task)
{
  const rp_wait *wait = &task->wait;
  rp_stand stand
    = { .task = task->strand.task, .can_go = true, .is_in_section = task->sections != 0 };
  if (task->state != RP_TASK_READY)
    return stand;
  stand.is_before_section = wait->kind == RP_WAITS_ISOLATED;
  stand.is_after_acquire = wait->kind == RP_STANDS_AFTER_ACQUIRE;
  stand.is_before_access
    = wait->kind == RP_STANDS_BEFORE_ACCESS || wait->kind == RP_STANDS_BEFORE_ASSUME;
  if (wait->kind == RP_STANDS_BEFORE_ASSUME)
    stand.can_go = rp_sched_condition_holds (task);
  if (stand.is_before_section)
    stand.can_go = !rp_isolated_blocker (task, wait->objects, wait->object_count);
  if (stand.is_before_section || stand.is_after_acquire || stand.is_before_access)
    {
      stand.objects = wait->objects;
      stand.object_count = wait->object_count;
      stand.site = wait->site;
    }
  return stand;
}

const rp_failure *
rp_runtime_failures (const rp_runtime *rt, size_t *count)
{
  *count = rt->failures.count;
  return rt->failures.items;
}

rp_stop_info
rp_runtime_stop_info (const rp_runtime *rt)
{
  rp_stop_info info = rt->stop;
  info.waiting = rt->waiting.items;
  info.waiting_count = rt->waiting.count;
  return info;
}
