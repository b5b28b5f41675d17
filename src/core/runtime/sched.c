/* The scheduler: the ready list, blocking, and the switches between fibers.
 *
 * The ready list is a stack. The depth-first policy takes its top. A new child runs at once, and its parent is pushed
 * on the list. So the list has the ancestors of the running task, the innermost on top, and tasks that were woken. Any
 * other policy picks from the whole list. */
#include "base/panic.h"
#include "base/strbuf.h"
#include "core/runtime/task.h"

#include <stdarg.h>

enum
{
  MAX_TRIES = 10000, /* how often take_assuming evaluates conditions that make choices */
  GUARD_BYTES = 65536
};

/* The current run, or NULL. Code on a fiber has no other way to find the run. */
static rp_runtime *running;

rp_task *
rp_task_current (void)
{
  RP_ASSERT (running && running->current);
  return running->current;
}

rp_runtime *
rp_current_runtime (void)
{
  return running;
}

/* Called in a fiber that starts or continues after a switch. If the fiber that ran before has ended, gives the stack of
 * that fiber back to the pool. */
static void
arrived (rp_runtime *rt)
{
  if (rt->leaving)
    {
      rp_stack_pool_put (&rt->stacks, rt->leaving->stack);
      rt->leaving->stack = NULL;
      rp_task_unref (rt->leaving);
      rt->leaving = NULL;
    }
}

static void
task_main (void *argument)
{
  rp_task *task = argument;
  arrived (task->rt);
  task->function (task->argument);
  rp_sched_leave (task);
}

static void
set_current (rp_runtime *rt, rp_task *task)
{
  task->state = RP_TASK_RUNNING;
  rt->current = task;
  if (rt->observer->task_run)
    rt->observer->task_run (rt->observer, &task->strand);
}

/* Stops the run because there is no stack for TASK. The report names the place where TASK was created. */
static _Noreturn void
stop_without_stack (rp_runtime *rt, const rp_task *task)
{
  rt->stop.message
    = rp_arena_format (&rt->messages, "there is no memory for the stack of another task: %u wait for others, a recursion without end?",
                       rt->started);
  rp_sched_stop (rt, RP_STOP_LIMIT, rt->table.rows.items[task->strand.task].site);
}

/* Makes TASK the running task. If TASK has not started, gives it a stack first. */
static void
make_current (rp_runtime *rt, rp_task *task)
{
  if (task->state == RP_TASK_NEW)
    {
      task->stack = rp_stack_pool_get (&rt->stacks);
      if (!task->stack)
        stop_without_stack (rt, task);
      task->on = &task->fiber;
      rp_fiber_start (task->on, task->stack, task_main, task);
      rt->started++;
    }
  set_current (rt, task);
}

/* Switches from the fiber FROM to the fiber of TASK. Returns when another fiber switches back to FROM. */
static void
resume (rp_runtime *rt, rp_fiber *from, rp_task *task)
{
  make_current (rt, task);
  rp_fiber_switch (from, task->on);
  arrived (rt);
}

static rp_task *
take (rp_task_list *list, size_t index)
{
  rp_task *task = list->items[index];
  for (size_t i = index + 1; i < list->count; i++)
    list->items[i - 1] = list->items[i];
  list->count--;
  return task;
}

static bool
ask (rp_runtime *rt, bool (*holds) (void *argument), void *argument)
{
  rt->asking = true;
  bool answer = holds (argument);
  rt->asking = false;
  return answer;
}

bool
rp_sched_condition_holds (const rp_task *task)
{
  return ask (task->rt, task->wait.holds, task->wait.argument);
}

/* Returns a task whose assumed condition holds now, and removes this task from rt->assuming; NULL if there is none. The
 * task must run at once, because the condition may not hold for long. If no condition holds, but one of them made a
 * choice, evaluates all of them again, because one may hold with another choice. */
static rp_task *
take_assuming (rp_runtime *rt)
{
  for (unsigned tries = 0; tries < MAX_TRIES; tries++)
    {
      rt->chose = false;
      for (size_t i = 0; i < rt->assuming.count; i++)
        if (rp_sched_condition_holds (rt->assuming.items[i]))
          return take (&rt->assuming, i);
      if (!rt->chose)
        break;
    }
  return NULL;
}

typedef struct ready_tasks
{
  rp_ready ready; /* first */
  rp_task *const *tasks;
} ready_tasks;

static rp_stand
stand_of (const rp_ready *ready, size_t place)
{
  return rp_task_stand (((const ready_tasks *) ready)->tasks[place]);
}

/* Returns the task that the policy picks from the ready tasks and the tasks whose assumed condition holds now. Removes
 * this task from rt->ready or rt->assuming. Returns NULL if no task can take a step. */
static rp_task *
pick_any (rp_runtime *rt)
{
  size_t ready = rt->ready.count;
  for (size_t i = 0; i < rt->assuming.count; i++)
    if (rp_sched_condition_holds (rt->assuming.items[i]))
      RP_VEC_PUSH (&rt->ready, rt->assuming.items[i]);
  if (!rt->ready.count)
    return take_assuming (rt);
  ready_tasks asked = { { rt->ready.count, stand_of }, rt->ready.items };
  size_t answer = rt->policy->pick (rt->policy, &asked.ready);
  if (answer == RP_PICK_STOP)
    rp_sched_stop (rt, RP_STOP_REQUEST, 0);
  rp_task *task = answer == RP_PICK_NOBODY ? NULL : rt->ready.items[answer];
  rt->ready.count = ready;
  rp_task_list *list = task && task->state == RP_TASK_BLOCKED ? &rt->assuming : &rt->ready;
  for (size_t i = 0; task && i < list->count; i++)
    if (list->items[i] == task)
      return take (list, i);
  return NULL;
}

static rp_task *
pick_next (rp_runtime *rt)
{
  if (!rt->policy->depth_first)
    return pick_any (rt);
  return rt->ready.count ? RP_VEC_POP (&rt->ready) : take_assuming (rt);
}

/* Returns the next task to run, or NULL if no task can take a step. */
static rp_task *
next_task (rp_runtime *rt)
{
  rp_task *task = pick_next (rt);
  while (!task && rt->idle && rt->idle ())
    task = pick_next (rt);
  return task;
}

void
rp_runtime_set_idle (rp_runtime *rt, bool (*idle) (void))
{
  rt->idle = idle;
}

/* Switches from TASK, which runs, to the task that the policy picks. If no task can be picked, stops the run: a
 * deadlock. */
static void
hand_over (rp_task *task)
{
  rp_runtime *rt = task->rt;
  rp_task *next = next_task (rt);
  if (!next)
    rp_sched_stop (rt, RP_STOP_DEADLOCK, 0);
  if (next == task)
    task->state = RP_TASK_RUNNING;
  else
    resume (rt, task->on, next);
}

void
rp_sched_block (rp_task *task, rp_wait wait)
{
  rp_observer *observer = task->rt->observer;
  bool held_up = wait.kind == RP_WAITS_ASSUME || wait.kind == RP_WAITS_ISOLATED;
  if (held_up && observer->task_held_up)
    observer->task_held_up (observer, &task->strand, wait.site);
  task->state = RP_TASK_BLOCKED;
  task->wait = wait;
  task->rt->steps++;
  if (wait.kind == RP_WAITS_ASSUME)
    RP_VEC_PUSH (&task->rt->assuming, task);
  hand_over (task);
  task->wait.kind = RP_WAITS_NOT;
}

void
rp_sched_wake (rp_task *task)
{
  if (task->state != RP_TASK_BLOCKED)
    return;
  task->state = RP_TASK_READY;
  RP_VEC_PUSH (&task->rt->ready, task);
}

void
rp_sched_yield (rp_task *task)
{
  if (task->rt->policy->depth_first || task->rt->policy->explores)
    return;
  task->state = RP_TASK_READY;
  RP_VEC_PUSH (&task->rt->ready, task);
  hand_over (task);
}

void
rp_leave_others (void)
{
  if (running)
    running->ready.count = 0;
}

bool
rp_others_are_ready (void)
{
  return rp_task_current ()->rt->ready.count;
}

/* Makes one task ready that is blocked in an assume whose condition holds now, if there is one. Without this, nobody
 * would evaluate the condition while another task spins. */
static void
wake_assuming (rp_runtime *rt)
{
  for (size_t i = 0; i < rt->assuming.count; i++)
    if (rp_sched_condition_holds (rt->assuming.items[i]))
      {
        rp_task *task = take (&rt->assuming, i);
        task->state = RP_TASK_READY;
        RP_VEC_PUSH (&rt->ready, task);
        return;
      }
}

/* In a depth-first run, puts the running task at the bottom of the ready list. The policy takes it when all other tasks
 * wait or have ended. */
void
rp_wait_a_turn (void)
{
  rp_task *task = rp_task_current ();
  rp_runtime *rt = task->rt;
  if (!rt->policy->depth_first)
    {
      rp_sched_yield (task);
      return;
    }
  if (!rt->ready.count)
    return;
  task->state = RP_TASK_READY;
  RP_VEC_PUSH (&rt->ready, task);
  for (size_t i = rt->ready.count - 1; i > 0; i--)
    rt->ready.items[i] = rt->ready.items[i - 1];
  rt->ready.items[0] = task;
  hand_over (task);
}

void
rp_let_others_run (void)
{
  rp_task_current ()->rt->steps++;
  rp_wait_a_turn ();
}

uint64_t
rp_other_steps (void)
{
  return rp_task_current ()->rt->steps;
}

void
rp_give_way_at (uint32_t site)
{
  rp_task *task = rp_task_current ();
  const rp_runtime *rt = task->rt;
  rp_observer *observer = rt->observer;
  if (!rt->policy->depth_first || !(rt->ready.count || rt->assuming.count))
    return;
  if (observer->task_held_up)
    observer->task_held_up (observer, &task->strand, site);
  wake_assuming (task->rt);
  rp_let_others_run ();
}

void
rp_sched_stand (rp_task *task, rp_wait wait)
{
  task->wait = wait;
  task->state = RP_TASK_READY;
  RP_VEC_PUSH (&task->rt->ready, task);
  hand_over (task);
  task->wait.kind = RP_WAITS_NOT;
}

/* Returns whether tasks stand before each access. Main need not stand there before it has created a task, because
 * it shares nothing until then. No task may stand while a condition is evaluated, because the evaluation is one
 * step. */
bool
rp_sched_stands_at_accesses (const rp_runtime *rt)
{
  return rt->policy->explores && rt->policy->precision == RP_PRECISION_ACCESSES && !rt->asking
         && rt->table.rows.count > 1;
}

/* Returns whether a new child has to wait in the ready list. Observers with task_held_up need the depth-first order, so
 * their limit is higher. */
static bool
is_too_deep (const rp_runtime *rt)
{
  return rt->started >= (rt->observer->task_held_up ? RP_DEEPEST_DEPTH_FIRST : RP_DEEPEST_NESTING);
}

static void
notify_end (rp_task *task)
{
  rp_runtime *rt = task->rt;
  task->state = RP_TASK_ENDED;
  rt->steps++;
  rt->started--;
  rt->alive--;
  rp_permission_drop_all (task);
  rt->observer->task_end (rt->observer, &task->strand);
  if (task->region == RP_NO_REGION && task->around)
    rp_region_leave_behind (task);
  for (size_t i = task->getters.count; i-- > 0;)
    rp_sched_wake (task->getters.items[i]);
  RP_VEC_CLEAR (&task->getters);
  RP_VEC_CLEAR (&task->phasers);
  rp_actor_sender_ended (task);
  if (task->owner)
    rp_region_task_ended (task);
  if (task->around)
    rp_finish_task_ended (task);
}

/* Returns whether CHILD can run on the stack of its parent, as a plain call. The tasks further down on this stack
 * cannot run before CHILD has ended, so CHILD must not wait for them. By the promise of rp_runtime_call_tasks, CHILD
 * could wait for one of them only if that task were in a section. So no task may be in a section now. */
static bool
can_call (const rp_task *parent, const rp_task *child)
{
  const rp_runtime *rt = child->rt;
  return rt->calls_tasks && child->strand.is_plain && !rt->sections.count
         && rp_fiber_stack_left (parent->on) > rt->stacks.stride;
}

void
rp_sched_end_call (rp_task *child, rp_task *parent)
{
  rp_isolated_abandon (child);
  notify_end (child);
  set_current (parent->rt, parent);
  rp_task_unref (child);
}

/* Runs CHILD as a plain call. CHILD may wait and continue later, like any task, but its parent does not continue before
 * CHILD has ended. */
static void
call_task (rp_task *parent, rp_task *child)
{
  rp_runtime *rt = child->rt;
  rt->started++;
  child->on = parent->on;
  set_current (rt, child);
  child->function (child->argument);
  rp_sched_end_call (child, parent);
}

/* Stops the run because of an apparent endless recursion. The report names the place where LAST was created. */
static _Noreturn void
stop_recursion (const rp_task *last, const char *before, uint32_t count, const char *after)
{
  rp_runtime *rt = last->rt;
  rt->stop.message = rp_arena_format (&rt->messages, "%s %u %s: a recursion without end?", before, count, after);
  rp_sched_stop (rt, RP_STOP_LIMIT, rt->table.rows.items[last->strand.task].site);
}

void
rp_sched_start (rp_task *child)
{
  rp_runtime *rt = child->rt;
  rp_task *parent = rt->current;
  if (rt->in_use > RP_MAX_UNJOINED || rt->started > RP_MAX_STARTED)
    stop_recursion (child, "there are", rt->in_use, "tasks that nobody has joined yet");
  if (rt->most_depth && child->ancestors > rt->most_depth)
    stop_recursion (child, "tasks are nested more than", rt->most_depth, "deep, each created by the one before");
  if (!rt->policy->depth_first || is_too_deep (rt))
    {
      RP_VEC_PUSH (&rt->ready, child);
      if (rt->policy->depth_first && rt->observer->task_held_up)
        rt->observer->task_held_up (rt->observer, &child->strand,
                                    rt->table.rows.items[child->strand.task].site);
      rp_sched_yield (parent);
      return;
    }
  if (can_call (parent, child))
    {
      call_task (parent, child);
      return;
    }
  parent->state = RP_TASK_READY;
  RP_VEC_PUSH (&rt->ready, parent);
  resume (rt, parent->on, child);
}

void
rp_sched_become (rp_task *task)
{
  set_current (task->rt, task);
}

void
rp_sched_end (rp_task *task)
{
  rp_isolated_abandon (task);
  rp_phaser_drop_all (task);
  notify_end (task);
  if (task->on != &task->fiber)
    rp_task_unref (task);
}

void
rp_sched_switch_from (rp_runtime *rt, rp_fiber *fiber)
{
  rp_task *next = next_task (rt);
  if (!next)
    rp_sched_stop (rt, RP_STOP_DEADLOCK, 0);
  resume (rt, fiber, next);
}

void
rp_sched_restart (rp_task *loop)
{
  loop->state = RP_TASK_NEW;
  RP_VEC_PUSH (&loop->rt->ready, loop);
}

rp_task *
rp_sched_end_unit (rp_task *task, uint32_t loop)
{
  rp_runtime *rt = task->rt;
  rp_sched_end (task);
  rp_task *next = next_task (rt);
  if (!next)
    rp_sched_stop (rt, RP_STOP_DEADLOCK, 0);
  if (next->strand.task == loop && next->state == RP_TASK_NEW)
    return next;
  rt->leaving = task;
  make_current (rt, next);
  rp_fiber_exit (task->on, next->on);
}

/* TASK owns the stack that the code leaves. If the code continued as guests, the last guest is the task that ends
 * now. */
_Noreturn void
rp_sched_leave (rp_task *task)
{
  rp_runtime *rt = task->rt;
  rp_task *last = rt->current;
  rp_isolated_abandon (last);
  rp_phaser_drop_all (last);
  if (!last->around)
    rp_finish_close (last, 0);
  notify_end (last);
  if (last != task)
    rp_task_unref (last);
  rt->leaving = task;
  if (!rt->alive)
    {
      rt->current = NULL;
      rp_fiber_exit (task->on, &rt->home);
    }
  rp_task *next = next_task (rt);
  if (!next)
    rp_sched_stop (rt, RP_STOP_DEADLOCK, 0);
  make_current (rt, next);
  rp_fiber_exit (task->on, next->on);
}

_Noreturn void
rp_sched_stop (rp_runtime *rt, rp_stop stop, uint32_t site)
{
  rp_task *task = rt->current;
  rt->stop.stop = stop;
  rt->stop.task = task->strand.task;
  rt->stop.site = site;
  if (stop == RP_STOP_DEADLOCK && rt->failures.count)
    {
      const rp_failure *first = &rt->failures.items[0];
      rt->stop
        = (rp_stop_info) { first->stop, first->task, first->site, .message = first->message };
    }
  else if (stop == RP_STOP_DEADLOCK)
    rp_deadlock_state_waits (rt);
  if (rt->stopped)
    {
      rt->stopped (rt);
      rp_panic (__FILE__, __LINE__, "a stopped run went on");
    }
  rt->current = NULL;
  rp_fiber_exit (task->on, &rt->home);
}

/* The running task fails. In exploration this task blocks for ever, and the other tasks continue. Otherwise the run
 * stops. In exploration, too, the run stops if this happens while the condition of an assume is evaluated: the running
 * task then need not be the task that waits for the condition, so it must not be the one that blocks. */
static _Noreturn void
fail (rp_runtime *rt, rp_stop stop, uint32_t site)
{
  rp_task *task = rt->current;
  if (rt->policy->explores)
    RP_VEC_PUSH (&rt->failures, (rp_failure) { stop, task->strand.task, site, rt->stop.message });
  if (rt->policy->explores && !rt->asking)
    rp_sched_block (task, (rp_wait) { .kind = RP_WAITS_FOR_EVER, .site = site });
  rp_sched_stop (rt, stop, site);
}

_Noreturn void
rp_stop_unsupported (uint32_t site, const char *what)
{
  rp_runtime *rt = rp_task_current ()->rt;
  rt->stop.message = rp_arena_format (&rt->messages, "%s is not supported, and the program cannot go on.", what);
  rp_sched_stop (rt, RP_STOP_LIMIT, site);
}

_Noreturn void
rp_stop_cut (uint32_t site)
{
  rp_sched_stop (rp_task_current ()->rt, RP_STOP_CUT, site);
}

_Noreturn void
rp_stop_request (void)
{
  fail (rp_task_current ()->rt, RP_STOP_REQUEST, 0);
}

_Noreturn void
rp_stop_misuse (uint32_t site, const char *format, ...)
{
  rp_runtime *rt = rp_task_current ()->rt;
  rp_strbuf text = { 0 };
  va_list arguments;
  va_start (arguments, format);
  rp_strbuf_vformat (&text, format, arguments);
  va_end (arguments);
  rt->stop.message = rp_arena_copy (&rt->messages, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  fail (rt, RP_STOP_MISUSE, site);
}

void
rp_assume_at (bool (*holds) (void *argument), void *argument, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_wait wait
    = { .kind = RP_WAITS_ASSUME, .site = site, .holds = holds, .argument = argument };
  rp_sched_yield (task);
  if (rp_sched_stands_at_accesses (task->rt))
    {
      wait.kind = RP_STANDS_BEFORE_ASSUME;
      do
        rp_sched_stand (task, wait);
      while (!ask (task->rt, holds, argument));
    }
  else if (!ask (task->rt, holds, argument))
    rp_sched_block (task, wait);
}

size_t
rp_choose_at (size_t options, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_runtime *rt = task->rt;
  rt->chose = true;
  rt->observer->depends (rt->observer, RP_DEPENDS_ON_CHOICE, site);
  rp_choice_kind kind = rt->asking ? RP_CHOICE_CONDITION : RP_CHOICE_VALUE;
  return rt->policy->choose (rt->policy, task->strand.task, kind, options);
}

void
rp_yield (void)
{
  rp_sched_yield (rp_task_current ());
}

void
rp_runtime_run (rp_runtime *rt, rp_task_function *function, void *argument, uint32_t site)
{
  RP_ASSERT (!running);
  running = rt;
  if (!rt->home.low) /* finding the bounds costs system calls, too many for thousands of runs */
    rp_fiber_init_thread (&rt->home);
  rp_task *task
    = rp_task_new (rt, NULL, function, argument, (rp_creation) { RP_TASK_MAIN, site, 0, NULL });
  rp_finish_open (task, site, false);
  resume (rt, &rt->home, task);
  running = NULL;
}

void
rp_runtime_begin (rp_runtime *rt, void *argument, uint32_t site, void (*stopped) (rp_runtime *rt))
{
  RP_ASSERT (!running);
  running = rt;
  rt->stopped = stopped;
  rp_task *task
    = rp_task_new (rt, NULL, NULL, argument, (rp_creation) { RP_TASK_MAIN, site, 0, NULL });
  task->on = &task->fiber;
  rp_fiber_init_thread (task->on);
  rt->main_low = task->on->low;
  rp_finish_open (task, site, false);
  rt->started++;
  task->state = RP_TASK_BLOCKED; /* not NEW: make_current would give it a stack */
  make_current (rt, task);
}

bool
rp_runtime_has_open_tasks (const rp_runtime *rt)
{
  return rt->alive > 1;
}

void
rp_runtime_end (rp_runtime *rt)
{
  rp_task *task = rp_task_current ();
  RP_ASSERT (task->rt == rt && !task->around);
  rp_phaser_drop_all (task);
  while (task->finish->outer)
    rp_finish_close (task, 0);
  rp_finish_close (task, 0);
  notify_end (task);
  rt->current = NULL;
  running = NULL;
}

/* An overflow of the main stack faults within GUARD_BYTES of its low end. */
bool
rp_runtime_is_guard (const rp_runtime *rt, const void *address)
{
  uintptr_t at = (uintptr_t) address, low = (uintptr_t) rt->main_low;
  return rp_stack_pool_is_guard (&rt->stacks, address)
         || (low && at >= low - GUARD_BYTES && at < low + GUARD_BYTES);
}

bool
rp_runtime_is_stack (const rp_runtime *rt, const void *address)
{
  return rp_stack_pool_has (&rt->stacks, address);
}

void
rp_runtime_call_tasks (rp_runtime *rt)
{
  rt->calls_tasks = true;
}

void
rp_runtime_limit_depth (rp_runtime *rt, uint64_t most)
{
  rt->most_depth = most < UINT32_MAX ? (uint32_t) most : 0;
}

void
rp_runtime_make_stacks_executable (rp_runtime *rt)
{
  rt->stacks.is_executable = true;
}
