/* Hosts and their guests: several tasks, one after another, on one stack. See rp_steps_put_on_host. */
#include "base/panic.h"
#include "core/detect/steps_live.h"

#include <stdlib.h>

/* Returns the number of the newest snapshot of TASK, a host. Makes a new snapshot if TASK has learnt something or has
 * taken steps since the last one. Numbers begin at 1. */
static uint32_t
snapshot_of (rp_steps *order, rp_live *task)
{
  rp_hosting *own = task->host;
  rp_steps_pasts now = rp_pasts_unite (order, rp_live_before (order, task), &own->learned);
  bool is_same = own->pasts.count && rp_pasts_are_same (&RP_VEC_LAST (&own->pasts), &now);
  if (!is_same)
    RP_VEC_PUSH (&own->pasts, now);
  if (!is_same || RP_VEC_LAST (&own->moments).steps != task->steps)
    RP_VEC_PUSH (&own->moments, (rp_host_moment) { task->steps, (uint32_t) own->pasts.count - 1 });
  return (uint32_t) own->moments.count;
}

void
rp_live_settle (rp_steps *order, rp_live *task)
{
  rp_live_check_whole (task);
  rp_live *host = task->own_host;
  if (!host && task->host && task->host->learned.order.root)
    host = task; /* TASK is a host, and also passes on what its guests knew */
  if (!host)
    return;
  task->before.hosts
    = rp_past_with (&order->pasts, task->before.hosts, host->task, snapshot_of (order, host));
  rp_live_advance (host);
}

/* Two different guests of one host may have created OWN and ENDED. In another schedule these two guests could have
 * different hosts. So OWN comes after ENDED only in the memory of the host that they had in this run. */
rp_live *
rp_live_host_between (const rp_steps *order, const rp_live *own, const rp_ended *ended)
{
  uint32_t host = ended->maker_host, unit = order->tasks.items[own->task].creator, its_host = own->maker_host;
  if (own->own_host || own->host)
    {
      unit = own->task;
      its_host = own->own_host ? own->own_host->task : own->task;
    }
  if (host != its_host || unit == ended->creator)
    return NULL;
  for (size_t i = 0; i < order->hosts.count; i++)
    {
      rp_live *found = order->hosts.items[i];
      bool is_merged = found->host->merged == ended->creator + 1 || found->host->merged == unit + 1;
      if (found->task == host)
        return is_merged ? NULL : found;
    }
  return NULL;
}

/* HOST learns ENDED. OWN, unless it is HOST, only learns a snapshot of HOST: in other schedules OWN could have another
 * host and not come after ENDED. */
void
rp_live_join_on (rp_steps *order, rp_live *own, const rp_ended *ended, rp_live *host)
{
  rp_steps_pasts all = rp_ended_before (order, ended);
  rp_pasts_add_all_of (order, &all, ended);
  host->host->learned = rp_pasts_unite (order, &host->host->learned, &all);
  if (own != host)
    {
      own->before.hosts
        = rp_past_with (&order->pasts, own->before.hosts, host->task, snapshot_of (order, host));
      own->has_learnt = true;
    }
}

static void
mark_host (rp_steps *order, const rp_hosting *own)
{
  rp_pasts_mark (order, &own->learned);
  rp_pasts_mark (order, &own->learned_last);
  for (size_t i = 0; i < own->pasts.count; i++)
    rp_pasts_mark (order, &own->pasts.items[i]);
}

void
rp_steps_mark_hosts (rp_steps *order)
{
  for (size_t i = 0; i < order->hosts.count; i++)
    if (order->hosts.items[i]->epoch == order->epoch)
      mark_host (order, order->hosts.items[i]->host);
}

void
rp_steps_forget_host (rp_steps *order, const rp_live *task)
{
  size_t kept = 0;
  for (size_t i = 0; i < order->hosts.count; i++)
    if (order->hosts.items[i] != task)
      order->hosts.items[kept++] = order->hosts.items[i];
  order->hosts.count = kept;
  RP_VEC_CLEAR (&task->host->moments);
  RP_VEC_CLEAR (&task->host->pasts);
  free (task->host);
}

void
rp_steps_put_on_host (rp_steps *order, const rp_strand *host, const rp_strand *strand, rp_range stack,
                    rp_range locals)
{
  rp_live *own = rp_live_of (host);
  rp_live_of (strand)->own_host = own;
  order->tasks.items[strand->task].is_guest = true;
  order->tasks.items[own->task].is_host = true;
  if (!own->host)
    {
      own->host = rp_calloc (1, sizeof *own->host);
      RP_VEC_PUSH (&order->hosts, own);
    }
  own->host->stack = stack;
  own->host->locals = locals;
  rp_steps_changed (order);
}

/* Returns whether HOST has learnt all that its guest GUEST has learnt. May return false if that is not certain. */
static bool
was_told (const rp_hosting *host, const rp_live *guest)
{
  bool is_whole = !guest->trail.count && !guest->chain.number;
  return !guest->has_learnt
         || (is_whole && rp_pasts_are_same (&host->learned_last, &guest->before));
}

void
rp_steps_tell_host (rp_steps *order, const rp_strand *strand_host, const rp_strand *strand)
{
  rp_hosting *own = rp_live_of (strand_host)->host;
  rp_live *guest = rp_live_of (strand);
  if (was_told (own, guest))
    return;
  const rp_steps_pasts *before = rp_live_before (order, guest);
  if (rp_pasts_are_same (&own->learned_last, before))
    return;
  own->learned = rp_pasts_unite (order, &own->learned, before);
  own->learned_last = *before;
}

void
rp_steps_take_over (rp_steps *order, const rp_strand *host, const rp_strand *strand)
{
  rp_steps_pasts all = rp_live_knowledge (order, rp_live_of (strand));
  rp_live_learn (order, rp_live_of (host), &all);
  rp_live_advance (rp_live_of (host));
  rp_steps_complicate (order, rp_live_of (strand)->task); /* there is a path from STRAND to the host */
  rp_live_of (host)->host->merged = rp_live_of (strand)->task + 1;
}

/* Returns the host whose stack has ADDRESS, or NULL. The stack of an ended host may belong to a newer host now, so the
 * newest host with this stack counts. */
static rp_live *
host_on_stack (const rp_steps *order, uint64_t address)
{
  for (size_t i = order->hosts.count; i-- > 0;)
    if (rp_range_has (order->hosts.items[i]->host->stack, address))
      return order->hosts.items[i];
  return NULL;
}

static rp_live *
host_of_thread (const rp_steps *order, uintptr_t thread)
{
  for (size_t i = order->hosts.count; i-- > 0;)
    if (order->hosts.items[i]->host->locals.base == thread)
      return order->hosts.items[i];
  return NULL;
}

const struct rp_steps_live *
rp_steps_host_of (const rp_steps *order, uint64_t address)
{
  rp_live *found = host_on_stack (order, address);
  uintptr_t thread = !found && order->thread_with ? order->thread_with (address) : 0;
  for (; thread && !found; thread = order->thread_opener (thread))
    found = host_of_thread (order, thread);
  return found;
}

void
rp_steps_run_on_host (rp_steps *order, const rp_strand *own_host, const rp_strand *strand)
{
  rp_live *task = rp_live_of (own_host);
  uint32_t locks = rp_live_locks (rp_live_of (strand));
  rp_steps_tell_host (order, own_host, strand);
  if (locks != RP_NO_LOCKS)
    {
      RP_VEC_PUSH (&task->locks, locks);
      rp_live_advance (task);
    }
  order->is_on_host = true;
  rp_steps_run (order, own_host);
}

void
rp_steps_leave_host (rp_steps *order, const rp_strand *own_host, const rp_strand *strand)
{
  rp_live *task = rp_live_of (own_host);
  if (rp_live_locks (rp_live_of (strand)) != RP_NO_LOCKS)
    {
      (void) RP_VEC_POP (&task->locks);
      rp_live_advance (task);
    }
  order->is_on_host = false;
  rp_steps_run (order, strand);
}

uint32_t
rp_steps_now_on_host (const rp_steps *order)
{
  const rp_live *task = order->running, *host = task->own_host;
  if (!host || !was_told (host->host, task) || task->locks.count || host->locks.count
      || host->is_atomic)
    return 0;
  return host->step;
}

uint32_t
rp_steps_host_now (const rp_steps *order)
{
  const rp_live *host = order->is_on_host ? order->running : order->running->own_host;
  return host ? host->task + 1 : 0;
}

/* Returns the newest snapshot of HOST that comes before the running task; an empty one if there is none. If the running
 * task is HOST itself, returns what HOST's guests knew, with HOST's own steps. */
static rp_snapshot
seen_of (const rp_steps *order, const rp_live *host)
{
  if (host == order->running)
    return (rp_snapshot) { host->host->learned, host->steps };
  uint32_t number = rp_past_steps (&order->pasts, order->running->before.hosts, host->task);
  if (!number)
    return (rp_snapshot) { 0 };
  rp_host_moment moment = host->host->moments.items[number - 1];
  return (rp_snapshot) { host->host->pasts.items[moment.past], moment.steps };
}

/* Returns the next older host of the same thread as HOST, or NULL. That host has opened a nested team in which HOST is
 * thread 0. */
static const rp_live *
outer_host (const rp_steps *order, const rp_live *host)
{
  size_t place = order->hosts.count;
  while (place && order->hosts.items[place - 1] != host)
    place--;
  while (place > 1)
    if (order->hosts.items[--place - 1]->host->locals.base == host->host->locals.base)
      return order->hosts.items[place - 1];
  return NULL;
}

/* Returns whether STEP is in the snapshot of HOST that comes before the running task. */
static bool
is_seen_of (const rp_steps *order, const rp_live *host, uint32_t step)
{
  rp_snapshot seen = seen_of (order, host);
  return rp_view_has (order, (rp_view) { seen.past.order, NULL, host->task, seen.steps }, step);
}

bool
rp_steps_is_before_on (const rp_steps *order, const struct rp_steps_live *host, uint32_t step)
{
  while (host && !is_seen_of (order, host, step))
    host = outer_host (order, host);
  return host;
}

static bool
is_seen_of_in_run (const rp_steps *order, const rp_live *host, uint32_t step)
{
  rp_snapshot seen = seen_of (order, host);
  return rp_view_has (order, (rp_view) { seen.past.run, NULL, host->task, seen.steps }, step)
         || rp_chains_have (order, seen.past.chains, (rp_chain_link) { 0 }, step);
}

bool
rp_steps_is_before_in_run_on (const rp_steps *order, const struct rp_steps_live *host,
                              uint32_t step)
{
  while (host && !is_seen_of_in_run (order, host, step))
    host = outer_host (order, host);
  return host;
}

bool
rp_steps_is_published (const rp_steps *order, uint32_t step, uint64_t address)
{
  rp_step row = rp_steps_get (order, step);
  return order->by_memory_order && order->is_new && !order->tasks.items[row.task].has_leaked
         && order->is_new (address, row.task, row.number);
}

void
rp_steps_moment (rp_steps *order, uint32_t *task, uint32_t *number)
{
  rp_live *own = order->running->own_host ? order->running->own_host : order->running;
  uint32_t step = rp_live_number (order, own);
  *task = own->task;
  *number = rp_steps_get (order, step).number;
}
