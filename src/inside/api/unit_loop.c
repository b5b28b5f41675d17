#include "inside/api/unit_loop.h"

#include "base/panic.h"
#include "inside/engine/engine.h"
#include "inside/front/front.h"

enum
{
  FEWEST = 3 /* units of a loop that is worth a loop task */
};

/* Each unit begins like a task: no function is active. */
static void
begin_context (void)
{
  rp_context_now = rp_context_lost = rp_context_pending = 0;
}

/* The next unit of LOOP begins. It continues the run of the last one if its numbers follow those of the last one. */
static void
begin_unit (rp_unit_loop *loop)
{
  rp_unit_name last = loop->latest;
  loop->latest
    = (rp_unit_name) { loop->number (loop), rp_runtime_take_number (rp_current_runtime ()) };
  bool follows = loop->begun++ && loop->latest.number == last.number + loop->stride
                 && loop->latest.task == (last.task ? last.task + 1 : 0);
  if (follows && rp_engine_kind->unit_next ())
    return;
  rp_unit_numbers numbers = {
    .first = loop->latest.number, .stride = loop->stride, .length = 1, .task = loop->latest.task
  };
  bool has_begun = rp_engine_kind->unit_begin (loop->block, numbers);
  RP_ASSERT (has_begun);
}

/* If the running task is a loop task, its unit becomes a task. */
static void
settle (void)
{
  rp_closure *closure = rp_closure_running ();
  rp_unit_loop *loop = closure ? closure->loop : NULL;
  if (!loop)
    return;
  rp_closure *own = loop->closure (loop);
  rp_context_settle ();
  own->context = rp_context_now;
  own->lost = rp_context_lost;
  own->stack_low = closure->stack_low;
  own->stack_high = closure->stack_high;
  uint32_t unit = rp_engine_kind->unit_leave ();
  rp_unit_become_task_at (rp_race_row_of_task (unit), own, loop->how);
  rp_engine_kind->unit_become (unit);
}

static void
call (rp_unit_loop *loop)
{
  bool has_returned __attribute__ ((cleanup (rp_api_refuse_exception))) = false;
  loop->call (loop);
  has_returned = true;
}

/* Executes a unit of LOOP, whose loop task has CLOSURE and is SELF, in row ROW of the table of tasks. Does not return if
 * the unit became a task, and the loop task has continued on another stack. */
static void
run_unit (rp_unit_loop *loop, rp_closure *closure, rp_task *self, uint32_t row)
{
  void (*end) (const rp_closure *own) = loop->end;
  closure->stack_high = closure->stack_low = (uintptr_t) __builtin_frame_address (0);
  begin_context ();
  begin_unit (loop);
  rp_inside_end ();
  call (loop);
  rp_inside_begin ();
  const rp_closure *own = rp_closure_running ();
  if (own != closure)
    {
      rp_api_check_finishes ();
      if (end)
        end (own);
    }
  rp_engine_forget (own->stack_low, own->stack_high - own->stack_low);
  if (own != closure)
    rp_unit_end_task (self, row);
}

/* The function of a loop task. It may be called several times: rp_loop_at. */
static void
run (void *argument)
{
  rp_closure *closure = argument;
  rp_unit_loop *loop = closure->loop;
  rp_task *self = (rp_task *) rp_current_task ();
  uint32_t row = rp_current_strand ()->task;
  while (loop->begun < loop->count)
    run_unit (loop, closure, self, row);
}

bool
rp_unit_loop_spawn (const rp_unit_loop *loop, size_t size)
{
  if (rp_front_is_registered || loop->count < FEWEST || !rp_engine_kind->units_reserve
      || !rp_runtime_is_depth_first (rp_current_runtime ()))
    return false;
  uint32_t block = rp_engine_kind->units_reserve (loop->count);
  if (!block)
    return false;
  rp_closure *closure = rp_closure_new (NULL, loop, size);
  closure->loop = closure->argument;
  closure->loop->block = block;
  rp_loop_at (run, closure, loop->how);
  return true;
}

static void RP_FRONT_CONSTRUCTOR
announce (void)
{
  if (!rp_front_is_registered)
    rp_front_now.settle = settle;
}
