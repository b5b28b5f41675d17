/* HClib: launch and tasks. */
#include "inside/hclib/task.h"

#include "inside/heap/heap.h"

#include <stdlib.h>
#include <string.h>

const rp_hclib_futures *rp_hclib_futures_now;
const rp_hclib_scopes *rp_hclib_scopes_now;

static void run (void *argument);

static rp_hclib_task *
record_of (const rp_closure *closure)
{
  return closure->function == run ? closure->argument : NULL;
}

rp_hclib_task *
rp_hclib_current (const char *operation, uint32_t site)
{
  const rp_closure *running = rp_closure_running ();
  rp_hclib_task *task = record_of (running);
  if (!task && running == rp_closure_of_main ())
    rp_stop_misuse (site, "%s outside hclib_launch", operation);
  if (!task)
    rp_stop_misuse (site, "%s in a task that is not HClib's", operation);
  return task;
}

rp_hclib_task *
rp_hclib_waiting (const char *operation, uint32_t site)
{
  rp_hclib_task *task = rp_hclib_current (operation, site);
  if (task->is_nonblocking)
    rp_stop_misuse (site, "%s in a task that was made not to wait, by an async_nb", operation);
  return task;
}

void *
rp_hclib_allocate (size_t size, uintptr_t pc)
{
  rp_heap_caller = pc;
  void *memory = malloc (size);
  rp_heap_caller = 0;
  if (!memory)
    abort ();
  return memory;
}

static void
do_work (rp_hclib_task *task)
{
  if (task->loop_function)
    rp_hclib_run_tile (task);
  else if (task->value_function)
    rp_hclib_futures_now->put (task->event, task->value_function (task->argument), task->pc);
  else
    task->function (task->argument);
}

static void
check_finishes (const rp_hclib_task *task)
{
  if (task->finishes)
    rp_stop_misuse (task->site, "a task ends inside a finish that it has started");
}

static void
run (void *argument)
{
  rp_hclib_task *task = argument;
  if (task->future_count)
    rp_hclib_futures_now->wait_all (task->futures, task->future_count, task->pc);
  do_work (task);
  rp_inside_begin ();
  check_finishes (task);
  if (task->scope)
    rp_hclib_scopes_now->leave (task);
  rp_inside_end ();
}

static void
add_futures (rp_hclib_task *task, hclib_future_t *const *futures, int count)
{
  for (int i = 0; i < count; i++)
    if (futures[i])
      task->futures[task->future_count++] = futures[i];
  if (task->future_count && !rp_hclib_futures_now)
    rp_stop_misuse (task->site, "a future that no function of HClib has made");
}

/* Returns a closure whose argument is a copy of FORM, with room for COUNT futures. */
static rp_closure *
new_closure (const rp_hclib_task *form, size_t count, uint32_t site)
{
  rp_closure *closure = rp_closure_new (NULL, NULL, sizeof *form + count * sizeof *form->futures);
  rp_hclib_task *task = (rp_hclib_task *) closure->copy;
  memcpy (task, form, sizeof *form);
  task->site = site;
  closure->function = run;
  closure->argument = task;
  return closure;
}

rp_closure *
rp_hclib_unit_closure (const rp_hclib_task *form, uint32_t site)
{
  return new_closure (form, 0, site);
}

void
rp_hclib_unit_end (const rp_closure *closure)
{
  check_finishes (closure->argument);
}

void
rp_hclib_spawn (const rp_hclib_task *current, const rp_hclib_task *form,
                hclib_future_t *const *futures, int count, rp_creation how)
{
  rp_api_need_function (form->function || form->value_function || form->loop_function, how.site);
  rp_closure *closure = new_closure (form, count > 0 ? (size_t) count : 0, how.site);
  rp_hclib_task *task = closure->argument;
  add_futures (task, futures, count);
  if (current && current->scope)
    {
      task->scope = current->scope;
      rp_hclib_scopes_now->enter (task);
    }
  rp_async_at (rp_closure_run, closure, how);
}

static void
read_futures (hclib_future_t **futures, int count, uintptr_t pc)
{
  if (count > 0)
    rp_monitor_read ((uintptr_t) futures, (size_t) count * sizeof *futures, pc);
}

void
hclib_async (generic_frame_ptr fp, void *arg, hclib_future_t **futures, const int nfutures,
             hclib_locale_t *locale)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  (void) locale;
  read_futures (futures, nfutures, pc);
  rp_creation how = rp_api_enter (RP_TASK_ASYNC, pc);
  const rp_hclib_task *current = rp_hclib_current ("hclib_async", how.site);
  rp_hclib_task form = { .function = fp, .argument = arg, .pc = pc };
  rp_hclib_spawn (current, &form, futures, nfutures, how);
  RP_HCLIB_LEAVE ();
}

void
hclib_async_nb (generic_frame_ptr fp, void *arg, hclib_locale_t *locale)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  (void) locale;
  rp_creation how = rp_api_enter (RP_TASK_ASYNC, pc);
  const rp_hclib_task *current = rp_hclib_current ("hclib_async_nb", how.site);
  rp_hclib_task form = { .function = fp, .argument = arg, .pc = pc, .is_nonblocking = true };
  rp_hclib_spawn (current, &form, NULL, 0, how);
  RP_HCLIB_LEAVE ();
}

static void
check_modules (const char **names, int count, uint32_t site)
{
  for (int i = 0; i < count; i++)
    if (strcmp (names[i], "system"))
      rp_stop_misuse (site, "HClib's module `%s` is not available; \"system\" is", names[i]);
}

void
hclib_launch (async_fct_t fct_ptr, void *arg, const char **deps, int ndeps)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  rp_creation how = rp_api_enter (RP_TASK_ASYNC, pc);
  if (rp_closure_running () != rp_closure_of_main ())
    rp_stop_misuse (how.site, "hclib_launch inside a task");
  check_modules (deps, ndeps, how.site);
  rp_hclib_task form = { .function = fct_ptr, .argument = arg, .pc = pc };
  rp_finish_begin_at (false, how.site);
  rp_hclib_spawn (NULL, &form, NULL, 0, how);
  rp_finish_end_at (how.site);
  RP_HCLIB_LEAVE ();
}

/* Lets other tasks run. This orders nothing. */
void
hclib_yield (hclib_locale_t *locale)
{
  (void) locale;
  rp_hclib_waiting ("hclib_yield", RP_HCLIB_ENTER (RP_TASK_ASYNC).site);
  rp_yield ();
  RP_HCLIB_LEAVE ();
}

void
hclib_get_curr_task_info (void (**fp_out) (void *), void **args_out)
{
  uint32_t site = RP_HCLIB_ENTER (RP_TASK_ASYNC).site;
  const rp_hclib_task *task = rp_hclib_current ("hclib_get_curr_task_info", site);
  if (!task->function)
    rp_stop_misuse (site, "hclib_get_curr_task_info in a task of a loop or a future");
  *fp_out = task->function;
  *args_out = task->argument;
  RP_HCLIB_LEAVE ();
}
