/* Promises. Any task can wait for a promise. A promise expects a number of puts, one by default; a wait returns when
 * all these puts have come.
 *
 * For observers, a promise is a barrier with one phase. A put signals this phase, a wait waits for it. Tasks are not
 * registered on a promise, so a wait for a put that never comes is a deadlock. */
#include "base/map.h"
#include "base/panic.h"
#include "core/runtime/task.h"

#include <stdlib.h>

struct rp_promise
{
  rp_barrier barrier; /* first: observers get its address */
  rp_runtime *rt;
  size_t place; /* in rt->promises */
  uint64_t name;
  rp_wait_reason reason;
  uint64_t expected; /* how many puts have not come yet */
  rp_task_list waiting;
};

rp_promise *
rp_promise_new_at (rp_wait_reason reason, uint32_t site)
{
  (void) site;
  rp_task *maker = rp_task_current ();
  rp_runtime *rt = maker->rt;
  rp_promise *promise = rp_calloc (1, sizeof *promise);
  promise->rt = rt;
  promise->place = rt->promises.count;
  promise->name = rp_hash64 (~(maker->name + ++maker->promises));
  promise->reason = reason;
  promise->expected = 1;
  RP_VEC_PUSH (&rt->promises, promise);
  rt->observer->barrier_create (rt->observer, &promise->barrier, &maker->strand, false);
  return promise;
}

void
rp_promise_expect (rp_promise *promise)
{
  RP_ASSERT (promise->expected);
  promise->expected++;
}

bool
rp_promise_is_kept (const rp_promise *promise)
{
  return !promise->expected;
}

bool
rp_promise_keep (rp_promise *promise)
{
  rp_observer *observer = promise->rt->observer;
  if (!promise->expected)
    return false;
  if (--promise->expected)
    return true;
  observer->barrier_complete (observer, &promise->barrier, 0);
  for (size_t i = promise->waiting.count; i-- > 0;)
    rp_sched_wake (promise->waiting.items[i]);
  return true;
}

bool
rp_promise_put_at (rp_promise *promise, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_observer *observer = task->rt->observer;
  rp_sched_yield (task);
  if (promise->expected)
    observer->barrier_signal (observer, &promise->barrier, &task->strand, 0, site);
  return rp_promise_keep (promise);
}

void
rp_promise_wait_at (rp_promise *promise, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_observer *observer = task->rt->observer;
  rp_sched_yield (task);
  if (promise->expected)
    {
      RP_VEC_PUSH (&promise->waiting, task);
      while (promise->expected)
        rp_sched_block (task,
                        (rp_wait) { .kind = RP_WAITS_PROMISE, .site = site, .promise = promise });
      size_t at = 0;
      while (promise->waiting.items[at] != task)
        at++;
      promise->waiting.items[at] = RP_VEC_LAST (&promise->waiting);
      promise->waiting.count--;
    }
  observer->barrier_wait (observer, &promise->barrier, &task->strand, 0, site);
}

static void
free_promise (rp_promise *promise, rp_strand *by)
{
  rp_runtime *rt = promise->rt;
  rt->observer->barrier_forget (rt->observer, &promise->barrier, by);
  rt->promises.items[promise->place] = RP_VEC_LAST (&rt->promises);
  rt->promises.items[promise->place]->place = promise->place;
  rt->promises.count--;
  RP_VEC_CLEAR (&promise->waiting);
  free (promise);
}

bool
rp_promise_forget (rp_promise *promise)
{
  bool is_free = !promise->waiting.count;
  if (is_free)
    free_promise (promise, &rp_task_current ()->strand);
  return is_free;
}

void
rp_promises_free (rp_runtime *rt)
{
  while (rt->promises.count)
    free_promise (RP_VEC_LAST (&rt->promises), NULL);
}

rp_wait_reason
rp_promise_reason (const rp_promise *promise)
{
  return promise->reason;
}

uint64_t
rp_promise_name (const rp_promise *promise)
{
  return promise->name;
}

rp_digest
rp_promise_state (const rp_promise *promise, uint64_t kind)
{
  rp_digest digest = rp_digest_start (kind);
  rp_digest_add (&digest, promise->name);
  rp_digest_add (&digest, promise->expected);
  return digest;
}
