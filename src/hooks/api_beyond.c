/* <raceproof/task.h>: futures, phasers, clocks, regions, sections on objects, choice. A program that
 * links this file is judged by step_bags.h in place of ESP-bags, exact for all of them. */
#include "base/panic.h"
#include "hooks/api.h"
#include "hooks/engine.h"
#include "raceproof/task.h"

const char rp_api_beyond_bags = 1;

#define ENTER(KIND) rp_api_enter (KIND, (uintptr_t) __builtin_return_address (0))
#define LEAVE() (rp_monitor_inside = 0)

rp_future
rp_future_new (rp_value_function *function, void *argument)
{
  rp_creation how = ENTER (RP_TASK_FUTURE);
  rp_closure *closure = rp_closure_new (argument, NULL, 0);
  closure->value_function = function;
  rp_task *task = rp_future_at (rp_closure_run, closure, how);
  LEAVE ();
  return (rp_future) task;
}

rp_future
rp_future_new_copy (rp_value_function *function, const void *argument, size_t size)
{
  rp_creation how = ENTER (RP_TASK_FUTURE);
  rp_closure *closure = rp_closure_new (NULL, argument, size);
  closure->value_function = function;
  rp_task *task = rp_future_at (rp_closure_run, closure, how);
  LEAVE ();
  return (rp_future) task;
}

void *
rp_future_get (rp_future future)
{
  rp_creation how = ENTER (RP_TASK_FUTURE);
  rp_task *task = (rp_task *) future;
  if (!task)
    rp_stop_misuse (how.site, "get on a future that nobody can complete: it is NULL");
  rp_get_at (task, how.site);
  void *value = ((rp_closure *) rp_task_argument (task))->value;
  LEAVE ();
  return value;
}

void
rp_isolated_begin_on (const void *object, size_t size)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_range range = { (uint64_t) (uintptr_t) object, size ? size : 1 };
  rp_isolated_begin_at (&range, 1, how.site);
  LEAVE ();
}

rp_phaser *
rp_phaser_new (void)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_phaser *phaser = rp_phaser_new_at (how.site);
  LEAVE ();
  return phaser;
}

void
rp_async_phased (rp_function *function, void *argument, rp_phaser *phaser, unsigned mode)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_closure *closure = rp_closure_new (argument, NULL, 0);
  closure->function = function;
  rp_phased_async_at (rp_closure_run, closure, how, &(rp_phased) { phaser, mode }, 1);
  LEAVE ();
}

void
rp_phaser_next (rp_phaser *phaser)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_phaser_next_at (phaser, how.site);
  LEAVE ();
}

void
rp_phaser_signal (rp_phaser *phaser)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_phaser_signal_at (phaser, how.site);
  LEAVE ();
}

void
rp_phaser_wait (rp_phaser *phaser)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_phaser_wait_at (phaser, how.site);
  LEAVE ();
}

void
rp_phaser_drop (rp_phaser *phaser)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_phaser_drop_at (phaser, how.site);
  LEAVE ();
}

rp_region
rp_region_new (void)
{
  static rp_region regions;
  return regions++;
}

static void
run_handler (void *argument)
{
  rp_closure *closure = argument;
  rp_monitor_inside = 0;
  closure->handler (closure->value, closure->handler_context);
  rp_monitor_inside = 1;
}

void
rp_post_passing (rp_region region, rp_value_function *function, void *argument,
                 void (*handler) (void *value, void *context), void *context, const rp_region *pass,
                 size_t pass_count)
{
  rp_creation how = ENTER (RP_TASK_POST);
  rp_closure *closure = rp_closure_new (argument, NULL, 0);
  closure->value_function = function;
  closure->handler = handler;
  closure->handler_context = context;
  rp_post_at (region, rp_closure_run, closure, handler ? run_handler : NULL, pass, pass_count, how);
  LEAVE ();
}

void
rp_post (rp_region region, rp_value_function *function, void *argument,
         void (*handler) (void *value, void *context), void *context)
{
  rp_creation how = ENTER (RP_TASK_POST);
  rp_closure *closure = rp_closure_new (argument, NULL, 0);
  closure->value_function = function;
  closure->handler = handler;
  closure->handler_context = context;
  rp_post_at (region, rp_closure_run, closure, handler ? run_handler : NULL, NULL, 0, how);
  LEAVE ();
}

void
rp_await (rp_region region)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_await_at (region, how.site);
  LEAVE ();
}

void
rp_ewait (rp_region region)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_ewait_at (region, how.site);
  LEAVE ();
}

unsigned
rp_choose (unsigned options)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  unsigned chosen = (unsigned) rp_choose_at (options ? options : 1, how.site);
  LEAVE ();
  return chosen;
}

void
rp_clocked_finish_begin (void)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_finish_begin_at (true, how.site);
  LEAVE ();
}

void
rp_clocked_async (rp_function *function, void *argument)
{
  rp_creation how = ENTER (RP_TASK_CLOCKED_ASYNC);
  rp_closure *closure = rp_closure_new (argument, NULL, 0);
  closure->function = function;
  rp_clocked_async_at (rp_closure_run, closure, how);
  LEAVE ();
}

void
rp_clocked_async_copy (rp_function *function, const void *argument, size_t size)
{
  rp_creation how = ENTER (RP_TASK_CLOCKED_ASYNC);
  rp_closure *closure = rp_closure_new (NULL, argument, size);
  closure->function = function;
  rp_clocked_async_at (rp_closure_run, closure, how);
  LEAVE ();
}

void
rp_advance (void)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_clock_advance_at (how.site);
  LEAVE ();
}
