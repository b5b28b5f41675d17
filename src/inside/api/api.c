/* <raceproof/task.h> for series-parallel programs: finish, async, loops, isolated. Constructs that ESP-bags cannot
 * decide are in api_step_bags.c, so a program that does not use them does not link that file. */
#include "inside/api/api.h"

#include "base/panic.h"
#include "base/pool.h"
#include "inside/api/unit_loop.h"
#include "inside/engine/engine.h"
#include "inside/engine/memory_limit.h"
#include "inside/front/front.h"
#include "raceproof/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rp_closure *
rp_closure_new (void *argument, const void *copy, size_t size)
{
  rp_closure *closure = rp_pool_take (RP_POOL_PROGRAM, sizeof *closure + size);
  closure->argument = argument;
  closure->copy_size = size;
  /* Earlier accesses belong to another use of this memory. */
  rp_engine_forget ((uintptr_t) closure->copy, size);
  if (copy)
    closure->argument = memcpy (closure->copy, copy, size);
  return closure;
}

void
rp_closure_release (void *argument)
{
  rp_closure *closure = argument;
  if (closure)
    rp_pool_give (RP_POOL_PROGRAM, closure, sizeof *closure + closure->copy_size);
}

void
rp_api_refuse_exception (bool *has_returned)
{
  if (*has_returned)
    return;
  rp_inside_begin ();
  rp_stop_misuse (0, "an exception left a task");
}

static void
call (rp_closure *closure)
{
  bool has_returned __attribute__ ((cleanup (rp_api_refuse_exception))) = false;
  if (closure->function)
    closure->function (closure->argument);
  else if (closure->value_function)
    closure->value = closure->value_function (closure->argument);
  else
    for (long i = closure->low; i < closure->high; i++)
      closure->loop_function (i, closure->argument);
  has_returned = true;
}

void
rp_api_check_finishes (void)
{
  uint32_t site;
  if (rp_finish_is_open (&site))
    rp_stop_misuse (site, "a task ends inside a finish that it has begun");
}

/* Runs the task of a closure. At the end forgets the accesses to the task's stack: the next task on this stack has
 * nothing to do with the data that this task had there. */
void
rp_closure_run (void *argument)
{
  rp_closure *closure = argument;
  closure->stack_high = (uintptr_t) __builtin_frame_address (0);
  closure->stack_low = closure->stack_high;
  rp_inside_end ();
  call (closure);
  rp_inside_begin ();
  rp_api_check_finishes ();
  rp_engine_forget (closure->stack_low, closure->stack_high - closure->stack_low);
}

rp_creation
rp_api_enter (rp_task_kind kind, uintptr_t pc)
{
  rp_inside_begin ();
  rp_memory_limit_check ();
  rp_front_now.settle ();
  return (rp_creation) { kind, rp_site_of (pc), 0, rp_closure_release };
}

void
rp_api_need_function (bool has_function, uint32_t site)
{
  if (!has_function)
    rp_stop_misuse (site, "a task without a function: it is NULL");
}

void
rp_api_need_object (const void *copied, size_t size, uint32_t site)
{
  if (!copied && size)
    rp_stop_misuse (site, "a copy of an object that does not exist: its address is NULL");
}

#define ENTER(KIND) rp_api_enter (KIND, (uintptr_t) __builtin_return_address (0))
#define LEAVE() rp_inside_end ()

void
rp_async (rp_function *function, void *argument)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_api_need_function (function, how.site);
  rp_closure *closure = rp_closure_new (argument, NULL, 0);
  closure->function = function;
  rp_async_at (rp_closure_run, closure, how);
  LEAVE ();
}

void
rp_async_copy (rp_function *function, const void *argument, size_t size)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_api_need_function (function, how.site);
  rp_api_need_object (argument, size, how.site);
  rp_closure *closure = rp_closure_new (NULL, argument, size);
  closure->function = function;
  rp_async_at (rp_closure_run, closure, how);
  LEAVE ();
}

/* A loop whose units are chunks of iterations. */
typedef struct chunk_loop
{
  rp_unit_loop loop; /* first */
  rp_loop_function *function;
  void *argument;
  long low, high, chunk;
} chunk_loop;

static int64_t
first_of_next (rp_unit_loop *loop)
{
  const chunk_loop *own = (const chunk_loop *) loop;
  return loop->begun ? loop->latest.number + own->chunk : own->low;
}

static void
call_chunk (rp_unit_loop *loop)
{
  const chunk_loop *own = (const chunk_loop *) loop;
  rp_loop_function *function = own->function;
  void *argument = own->argument;
  long first = loop->latest.number;
  unsigned long count = (unsigned long) own->high - (unsigned long) first;
  if (count > (unsigned long) own->chunk)
    count = (unsigned long) own->chunk;
  for (unsigned long i = 0; i < count; i++)
    function (first + (long) i, argument);
}

static rp_closure *
closure_of_chunk (const rp_unit_loop *loop)
{
  (void) loop;
  return rp_closure_new (NULL, NULL, 0);
}

static bool
spawn_units (long low, long high, long chunk, rp_loop_function *function, void *argument,
             rp_creation how)
{
  uint64_t iterations = high > low ? (uint64_t) high - (uint64_t) low : 0;
  chunk_loop own
    = { { .count = iterations / (uint64_t) chunk + (iterations % (uint64_t) chunk != 0),
          .how = how,
          .stride = chunk,
          .number = first_of_next,
          .call = call_chunk,
          .closure = closure_of_chunk },
        function,
        argument,
        low,
        high,
        chunk };
  return rp_unit_loop_spawn (&own.loop, sizeof own);
}

static void
spawn_loop (long low, long high, long chunk, rp_loop_function *function, void *argument,
            rp_creation how)
{
  if (spawn_units (low, high, chunk, function, argument, how))
    return;
  for (long i = low; i < high; i += chunk)
    {
      rp_closure *closure = rp_closure_new (argument, NULL, 0);
      closure->loop_function = function;
      closure->low = i;
      closure->high = high - i < chunk ? high : i + chunk;
      how.note = (uint32_t) i + 1;
      rp_async_at (rp_closure_run, closure, how);
      if (high - i <= chunk)
        break;
    }
}

void
rp_forall (long low, long high, rp_loop_function *function, void *argument)
{
  rp_creation how = ENTER (RP_TASK_FORALL);
  rp_api_need_function (function || low >= high, how.site);
  rp_finish_begin_at (false, how.site);
  spawn_loop (low, high, 1, function, argument, how);
  rp_finish_end_at (how.site);
  LEAVE ();
}

void
rp_forasync (long low, long high, rp_loop_function *function, void *argument)
{
  rp_creation how = ENTER (RP_TASK_FORASYNC);
  rp_api_need_function (function || low >= high, how.site);
  spawn_loop (low, high, 1, function, argument, how);
  LEAVE ();
}

void
rp_forall_chunked (long low, long high, long chunk, rp_loop_function *function, void *argument)
{
  rp_creation how = ENTER (RP_TASK_FORALL);
  rp_api_need_function (function || low >= high, how.site);
  rp_finish_begin_at (false, how.site);
  spawn_loop (low, high, chunk > 0 ? chunk : 1, function, argument, how);
  rp_finish_end_at (how.site);
  LEAVE ();
}

void
rp_finish_begin (void)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_finish_begin_at (false, how.site);
  LEAVE ();
}

void
rp_finish_end (void)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_finish_end_at (how.site);
  LEAVE ();
}

void
rp_isolated_begin (void)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_isolated_begin_at (NULL, 0, how.site);
  LEAVE ();
}

void
rp_isolated_commutes (void)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_isolated_commutes_at (how.site);
  LEAVE ();
}

/* Writes a value of SIZE bytes to TEXT, which has ROOM bytes: as a number if the value has the size of an integer, else
 * its first 16 bytes. */
static void
describe_value (const unsigned char *bytes, size_t size, char *text, size_t room)
{
  enum
  {
    MOST = 16
  };
  int64_t number = 0;
  memcpy (&number, bytes, size < 8 ? size : 8);
  if (size == 1 || size == 2 || size == 4 || size == 8)
    {
      unsigned shift = (unsigned) (64 - 8 * size);
      snprintf (text, room, "%lld", (long long) ((int64_t) ((uint64_t) number << shift) >> shift));
      return;
    }
  size_t used = 0;
  for (size_t i = 0; i < size && i < MOST; i++)
    used += (size_t) snprintf (text + used, room - used, "%s%02x", i ? " " : "", bytes[i]);
  if (size > MOST)
    snprintf (text + used, room - used, " ...");
}

void
rp_observe (const char *name, const void *value, size_t size)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  uint64_t hash = size;
  char text[80] = "";
  if (!rp_engine_kind->observe || !rp_monitor_is_on ())
    return;
  if (!name || (!value && size))
    rp_stop_misuse (rp_api_enter (RP_TASK_ASYNC, pc).site, "rp_observe without a %s: it is NULL",
                    name ? "value" : "name");
  rp_monitor_read ((uintptr_t) value, size, pc);
  rp_inside_begin ();
  const unsigned char *bytes = value;
  for (size_t i = 0; i < size; i++)
    hash = rp_hash64 (hash ^ bytes[i]);
  describe_value (bytes, size, text, sizeof text);
  rp_engine_kind->observe (name, hash, text, rp_site_of (pc));
  rp_inside_end ();
}

void
rp_isolated_end (void)
{
  rp_creation how = ENTER (RP_TASK_ASYNC);
  rp_isolated_end_at (how.site);
  LEAVE ();
}
