/* HClib: promises and futures. The program has the structures, with HClib's members, and the runtime has a promise for
 * each structure that was initialised. A put writes to the structure and a get reads it. Both are accesses of the
 * program, so a get that nothing orders after the put is a race.
 *
 * A program that links this file is judged by step bags, because ESP-bags do not support promises. */
#include "base/map.h"
#include "inside/hclib/task.h"

#include <stdlib.h>

RP_FRONT_NEEDS_STEP_BAGS

bool rp_hclib_tests_futures;

static rp_map promises; /* address of the program's promise -> the runtime's promise */

static rp_promise *
find (const void *address, const char *operation, uint32_t site)
{
  const uint64_t *place = rp_map_find (&promises, (uintptr_t) address);
  if (!address)
    rp_stop_misuse (site, "%s, which is NULL", operation);
  if (!place)
    rp_stop_misuse (site, "%s that was not initialised, or was freed", operation);
  return (rp_promise *) (uintptr_t) *place;
}

/* Forgets the promise that was at this address before: it may have been on a stack, or deleted without a call. */
static void
forget (const hclib_promise_t *promise)
{
  const uint64_t *place = rp_map_find (&promises, (uintptr_t) promise);
  if (place)
    rp_promise_forget ((rp_promise *) (uintptr_t) *place);
  rp_map_remove (&promises, (uintptr_t) promise);
}

static void
init (hclib_promise_t *promise, uintptr_t pc)
{
  rp_monitor_write ((uintptr_t) promise, sizeof *promise, pc);
  rp_creation how = rp_api_enter (RP_TASK_ASYNC, pc);
  forget (promise);
  *promise = (hclib_promise_t) { .future = { promise } };
  rp_promise *own = rp_promise_new_at (RP_WAIT_PROMISE, how.site);
  *rp_map_insert (&promises, (uintptr_t) promise, NULL) = (uintptr_t) own;
  RP_HCLIB_LEAVE ();
}

void
hclib_promise_init (hclib_promise_t *promise)
{
  init (promise, (uintptr_t) __builtin_return_address (0));
}

hclib_promise_t *
rp_hclib_promise_new (uintptr_t pc)
{
  hclib_promise_t *promise = rp_hclib_allocate (sizeof *promise, pc);
  init (promise, pc);
  return promise;
}

hclib_promise_t *
hclib_promise_create (void)
{
  return rp_hclib_promise_new ((uintptr_t) __builtin_return_address (0));
}

void
hclib_promise_free (hclib_promise_t *promise)
{
  uint32_t site = RP_HCLIB_ENTER (RP_TASK_ASYNC).site;
  rp_promise *own = find (promise, "hclib_promise_free of a promise", site);
  if (!rp_promise_forget (own))
    rp_stop_misuse (site, "hclib_promise_free of a promise that a task waits for");
  rp_map_remove (&promises, (uintptr_t) promise);
  RP_HCLIB_LEAVE ();
  free (promise);
}

hclib_promise_t **
hclib_promise_create_n (size_t nb_promises, int null_terminated)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  hclib_promise_t **list = rp_hclib_allocate (nb_promises * sizeof *list, pc);
  size_t count = nb_promises && null_terminated ? nb_promises - 1 : nb_promises;
  rp_monitor_write ((uintptr_t) list, nb_promises * sizeof *list, pc);
  for (size_t i = 0; i < count; i++)
    list[i] = rp_hclib_promise_new (pc);
  if (count < nb_promises)
    list[count] = NULL;
  return list;
}

void
hclib_promise_free_n (hclib_promise_t **list, size_t nb_promises, int null_terminated)
{
  size_t count = nb_promises && null_terminated ? nb_promises - 1 : nb_promises;
  rp_monitor_read ((uintptr_t) list, count * sizeof *list,
                   (uintptr_t) __builtin_return_address (0));
  for (size_t i = 0; i < count; i++)
    hclib_promise_free (list[i]);
  free (list);
}

hclib_future_t *
hclib_get_future_for_promise (hclib_promise_t *promise)
{
  return &promise->future;
}

static _Noreturn void
refuse_put (uint32_t site)
{
  rp_stop_misuse (site, "put on a promise that was put before");
}

/* Puts DATUM into PROMISE: first checks that nobody has put PROMISE yet, then writes the structure, then puts the
 * runtime's promise. Ends the program if PROMISE was put before or was not initialised. */
void
rp_hclib_put (hclib_promise_t *promise, void *datum, uintptr_t pc)
{
  uint32_t site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  rp_promise *own = find (promise, "put on a promise", site);
  if (rp_promise_is_kept (own))
    refuse_put (site);
  RP_HCLIB_LEAVE ();
  rp_monitor_read ((uintptr_t) &promise->future, sizeof promise->future, pc);
  rp_monitor_write ((uintptr_t) &promise->datum, sizeof promise->datum, pc);
  if (rp_hclib_tests_futures)
    rp_monitor_atomic ((uintptr_t) &promise->satisfied, sizeof promise->satisfied, true, pc);
  else
    rp_monitor_write ((uintptr_t) &promise->satisfied, sizeof promise->satisfied, pc);
  site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  promise->datum = datum;
  promise->satisfied = 1;
  if (!rp_promise_put_at (own, site))
    refuse_put (site);
  RP_HCLIB_LEAVE ();
}

void
hclib_promise_put (hclib_promise_t *promise, void *datum)
{
  rp_hclib_put (promise, datum, (uintptr_t) __builtin_return_address (0));
}

/* Returns the promise of FUTURE: a future is the first member of its promise. */
static hclib_promise_t *
promise_of (hclib_future_t *future)
{
  return (hclib_promise_t *) future;
}

static void *
wait_for (hclib_future_t *future, uintptr_t pc)
{
  uint32_t site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  rp_promise_wait_at (find (future, "wait for a future", site), site);
  RP_HCLIB_LEAVE ();
  rp_monitor_read ((uintptr_t) &promise_of (future)->datum, sizeof (void *), pc);
  return promise_of (future)->datum;
}

static void
wait_all (hclib_future_t *const *futures, size_t count, uintptr_t pc)
{
  for (size_t i = 0; i < count; i++)
    wait_for (futures[i], pc);
}

static void *
wait_in_task (hclib_future_t *future, uintptr_t pc)
{
  rp_hclib_waiting ("a wait for a future", rp_api_enter (RP_TASK_ASYNC, pc).site);
  RP_HCLIB_LEAVE ();
  return wait_for (future, pc);
}

void *
hclib_future_wait (hclib_future_t *future)
{
  return wait_in_task (future, (uintptr_t) __builtin_return_address (0));
}

void *
hclib_future_wait_and_get (hclib_future_t *future)
{
  return wait_in_task (future, (uintptr_t) __builtin_return_address (0));
}

void *
hclib_future_get (hclib_future_t *future)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  uint32_t site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  if (!rp_promise_is_kept (find (future, "hclib_future_get of a future", site)))
    rp_stop_misuse (site, "hclib_future_get of a future without a value: nobody has put it yet");
  RP_HCLIB_LEAVE ();
  rp_monitor_read ((uintptr_t) &promise_of (future)->datum, sizeof (void *), pc);
  return promise_of (future)->datum;
}

/* Returns whether FUTURE is satisfied. If so, the running task comes after the put from now on. */
int
rp_hclib_is_satisfied (hclib_future_t *future, uintptr_t pc)
{
  uint32_t site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  rp_promise *own = find (future, "hclib_future_is_satisfied of a future", site);
  RP_HCLIB_LEAVE ();
  volatile int *satisfied = &promise_of (future)->satisfied;
  rp_monitor_atomic ((uintptr_t) satisfied, sizeof *satisfied, false, pc);
  if (!*satisfied)
    return 0;
  site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  rp_promise_wait_at (own, site);
  RP_HCLIB_LEAVE ();
  return 1;
}

hclib_future_t *
hclib_async_future (future_fct_t fp, void *arg, hclib_future_t **futures, const int nfutures,
                    hclib_locale_t *locale)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  (void) locale;
  if (nfutures > 0)
    rp_monitor_read ((uintptr_t) futures, (size_t) nfutures * sizeof *futures, pc);
  rp_hclib_task form = { .value_function = fp, .argument = arg, .pc = pc };
  form.event = rp_hclib_promise_new (pc);
  rp_creation how = rp_api_enter (RP_TASK_FUTURE, pc);
  rp_hclib_spawn (rp_hclib_current ("hclib_async_future", how.site), &form, futures, nfutures, how);
  RP_HCLIB_LEAVE ();
  return &form.event->future;
}

static const rp_hclib_futures futures_of_tasks = { rp_hclib_put, wait_all };

static void RP_FRONT_CONSTRUCTOR
announce (void)
{
  rp_hclib_futures_now = &futures_of_tasks;
}
