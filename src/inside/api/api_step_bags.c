/* <raceproof/task.h>: futures, phasers, clocks, actors, regions, sections on objects, choice. A program that links this
 * file is judged by step bags in place of ESP-bags; step bags are exact for all of these constructs. */
#include "base/panic.h"
#include "inside/api/api.h"
#include "inside/engine/engine.h"
#include "inside/front/front.h"
#include "inside/heap/heap.h"
#include "raceproof/task.h"

#include <stdlib.h>

RP_FRONT_NEEDS_STEP_BAGS

#define ENTER(KIND) rp_api_enter (KIND, (uintptr_t) __builtin_return_address (0))
#define LEAVE() rp_inside_end ()

rp_future
rp_future_new (rp_value_function *function, void *argument)
{
  rp_creation how = ENTER (RP_TASK_FUTURE);
  rp_api_need_function (function, how.site);
  rp_closure *closure = rp_closure_new (argument, NULL, 0);
  closure->value_function = function;
  rp_task *task = rp_future_at (rp_closure_run, closure, how);
  rp_monitor_receives ((uintptr_t) task);
  LEAVE ();
  return (rp_future) task;
}

rp_future
rp_future_new_copy (rp_value_function *function, const void *argument, size_t size)
{
  rp_creation how = ENTER (RP_TASK_FUTURE);
  rp_api_need_function (function, how.site);
  rp_api_need_object (argument, size, how.site);
  rp_closure *closure = rp_closure_new (NULL, argument, size);
  closure->value_function = function;
  rp_task *task = rp_future_at (rp_closure_run, closure, how);
  rp_monitor_receives ((uintptr_t) task);
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
  rp_monitor_receives ((uintptr_t) value);
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
  rp_monitor_receives ((uintptr_t) phaser);
  LEAVE ();
  return phaser;
}

void
rp_async_phased (rp_function *function, void *argument, rp_phaser *phaser, unsigned mode)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_api_need_function (function, how.site);
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

/* The closure of an actor has the data that all its messages share. The closure's value is the address of one byte on
 * the program's heap, which is written when the actor sends (note_sending). The byte is a heap block of its own, so a
 * report of a race on it can say where the actor was made. */
rp_actor *
rp_actor_new (void (*handle) (void *message, void *state), void *state)
{
  rp_heap_caller = (uintptr_t) __builtin_return_address (0);
  void *sending = malloc (1);
  rp_heap_caller = 0;
  uint32_t site = rp_api_enter (RP_TASK_MESSAGE, (uintptr_t) __builtin_return_address (0)).site;
  if (!handle)
    rp_stop_misuse (site, "an actor without a function for its messages: it is NULL");
  rp_closure *closure = rp_closure_new (NULL, NULL, 0);
  closure->handler = handle;
  closure->handler_context = state;
  closure->value = sending;
  rp_actor *actor = rp_actor_new_at (rp_closure_run, closure, rp_closure_release);
  rp_monitor_receives ((uintptr_t) actor);
  LEAVE ();
  return actor;
}

/* The function of a message's task: calls the actor's handler with the message, which is the value of the closure. */
static void *
handle_message (void *argument)
{
  rp_closure *closure = argument;
  closure->handler (closure->value, closure->handler_context);
  return NULL;
}

/* If an actor sends a message while it handles one, that counts as a write to the actor's byte: the order of the
 * messages that it sends depends on the order of the messages that it gets. */
static void
note_sending (uintptr_t pc)
{
  const rp_actor *self = rp_handling_actor ();
  const rp_closure *closure = self ? rp_actor_context (self) : NULL;
  if (closure)
    rp_monitor_write ((uintptr_t) closure->value, 1, pc);
}

static void
send_message (rp_actor *actor, void *message, const void *copy, size_t size, uintptr_t pc)
{
  note_sending (pc);
  rp_creation how = rp_api_enter (RP_TASK_MESSAGE, pc);
  if (!actor)
    rp_stop_misuse (how.site, "send to no actor: it is NULL");
  const rp_closure *common = rp_actor_context (actor);
  rp_closure *closure = rp_closure_new (message, copy, size);
  closure->value = closure->argument;
  closure->value_function = handle_message;
  closure->argument = closure;
  closure->handler = common->handler;
  closure->handler_context = common->handler_context;
  rp_send_at (actor, closure, how);
  LEAVE ();
}

void
rp_send (rp_actor *actor, void *message)
{
  send_message (actor, message, NULL, 0, (uintptr_t) __builtin_return_address (0));
}

void
rp_send_copy (rp_actor *actor, const void *message, size_t size)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  rp_api_need_object (message, size, rp_api_enter (RP_TASK_MESSAGE, pc).site);
  LEAVE ();
  send_message (actor, NULL, message, size, pc);
}

rp_region
rp_region_new (void)
{
  static rp_region regions;
  rp_monitor_receives (regions);
  return regions++;
}

static void
run_handler (void *argument)
{
  rp_closure *closure = argument;
  rp_monitor_receives ((uintptr_t) closure->value);
  rp_inside_end ();
  closure->handler (closure->value, closure->handler_context);
  rp_inside_begin ();
}

void
rp_post_passing (rp_region region, rp_value_function *function, void *argument,
                 void (*handler) (void *value, void *context), void *context, const rp_region *pass,
                 size_t pass_count)
{
  rp_creation how = ENTER (RP_TASK_POST);
  rp_api_need_function (function, how.site);
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
  rp_api_need_function (function, how.site);
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
  rp_api_need_function (function, how.site);
  rp_closure *closure = rp_closure_new (argument, NULL, 0);
  closure->function = function;
  rp_clocked_async_at (rp_closure_run, closure, how);
  LEAVE ();
}

void
rp_clocked_async_copy (rp_function *function, const void *argument, size_t size)
{
  rp_creation how = ENTER (RP_TASK_CLOCKED_ASYNC);
  rp_api_need_function (function, how.site);
  rp_api_need_object (argument, size, how.site);
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
