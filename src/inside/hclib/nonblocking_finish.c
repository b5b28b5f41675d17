/* HClib: a finish that need not wait at its end. Each task inside puts the promise of the finish when the task
 * ends. The task that started the finish puts this promise when the code of the finish ends. The promise is
 * fulfilled when all these tasks have put it.
 *
 * If the end does not wait, a new task waits instead. The new task belongs to the outer finish, so the outer
 * finish waits for all tasks inside as well. Then the new task puts the promise that the program waits for. */
#include "base/panic.h"
#include "inside/hclib/task.h"

#include <stdlib.h>

struct rp_hclib_scope
{
  rp_promise *done;
  rp_hclib_scope *outer;
};

typedef struct ending
{
  rp_hclib_scope *scope;
  hclib_promise_t *event;
  uintptr_t pc;
  uint32_t site;
} ending;

static void
put (const rp_hclib_scope *scope, uint32_t site)
{
  bool is_put = rp_promise_put_at (scope->done, site);
  RP_ASSERT (is_put);
}

static void
wait_and_free (rp_hclib_scope *scope, uint32_t site)
{
  rp_promise_wait_at (scope->done, site);
  bool is_free = rp_promise_forget (scope->done);
  RP_ASSERT (is_free);
  free (scope);
}

static void
begin (rp_hclib_task *task, uint32_t site)
{
  rp_hclib_scope *scope = rp_calloc (1, sizeof *scope);
  scope->done
    = rp_promise_new_at (RP_WAIT_FINISH_TASKS, site);
  scope->outer = task->scope;
  task->scope = scope;
}

static rp_hclib_scope *
leave (rp_hclib_task *task, uint32_t site)
{
  rp_hclib_scope *scope = task->scope;
  task->scope = scope->outer;
  put (scope, site);
  return scope;
}

static void
end_waiting (rp_hclib_task *task, uint32_t site)
{
  wait_and_free (leave (task, site), site);
}

static void
enter (rp_hclib_task *task)
{
  rp_promise_expect (task->scope->done);
}

static void
leave_ended (rp_hclib_task *task)
{
  put (task->scope, task->site);
}

static void
run_end (void *argument)
{
  ending end = *(ending *) argument;
  rp_inside_begin ();
  free (argument);
  wait_and_free (end.scope, end.site);
  rp_inside_end ();
  rp_hclib_put (end.event, NULL, end.pc);
}

static void
end_without_waiting (hclib_promise_t *event, uintptr_t pc)
{
  rp_creation how = rp_api_enter (RP_TASK_ASYNC, pc);
  rp_hclib_task *task = rp_hclib_current ("hclib_end_finish_nonblocking", how.site);
  if (!task->finishes)
    rp_stop_misuse (how.site,
                    "hclib_end_finish_nonblocking without hclib_start_finish in the same task");
  task->finishes--;
  ending *end = rp_calloc (1, sizeof *end);
  *end = (ending) { leave (task, how.site), event, pc, how.site };
  rp_hclib_task form = { .function = run_end, .argument = end, .pc = pc };
  rp_hclib_spawn (task, &form, NULL, 0, how);
  RP_HCLIB_LEAVE ();
}

void
hclib_end_finish_nonblocking_helper (hclib_promise_t *event)
{
  end_without_waiting (event, (uintptr_t) __builtin_return_address (0));
}

hclib_future_t *
hclib_end_finish_nonblocking (void)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  hclib_promise_t *event = rp_hclib_promise_new (pc);
  end_without_waiting (event, pc);
  return &event->future;
}

hclib_future_t *
hclib_forasync_future (void *forasync_fct, void *argv, int dim, hclib_loop_domain_t *domain,
                       forasync_mode_t mode)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  hclib_promise_t *event = rp_hclib_promise_new (pc);
  rp_hclib_start_finish (pc);
  rp_hclib_forasync (forasync_fct, argv, dim, domain, mode, pc);
  end_without_waiting (event, pc);
  return &event->future;
}

static const rp_hclib_scopes scopes = { begin, end_waiting, enter, leave_ended };

static void RP_FRONT_CONSTRUCTOR
announce (void)
{
  rp_hclib_scopes_now = &scopes;
}
