/* Atomic operations: the orders that they make by the memory model, or as sections. */
#include "core/detect/steps_live.h"

/* Returns the row of ADDRESS in order->releases. If nothing was released at ADDRESS in this epoch, the row is empty. */
static rp_steps_release *
release_of (rp_steps *order, uint64_t address)
{
  uint64_t *place = rp_map_insert (&order->released, address, NULL);
  if (!*place)
    {
      RP_VEC_PUSH (&order->releases, (rp_steps_release) { 0 });
      *place = order->releases.count;
    }
  rp_steps_release *release = &order->releases.items[*place - 1];
  if (release->epoch != order->epoch)
    *release = (rp_steps_release) { .epoch = order->epoch };
  return release;
}

/* Records that TASK may have passed a pointer to another task by an atomic write: rp_steps_task.has_leaked. If TASK is
 * a guest, its host may have done so too. */
static void
note_leak (rp_steps *order, const rp_live *task)
{
  order->tasks.items[task->task].has_leaked = true;
  if (task->own_host)
    order->tasks.items[task->own_host->task].has_leaked = true;
}

/* TASK learns RELEASED: adds it to TASK's past. Returns false if TASK's past had all of it already. */
static bool
acquire (rp_steps *order, rp_live *task, const rp_steps_pasts *released)
{
  rp_steps_pasts known = *rp_live_before (order, task);
  rp_steps_pasts all = rp_pasts_unite (order, &known, released);
  if (rp_pasts_are_same (&known, &all))
    return false;
  rp_live_learn (order, task, released);
  return true;
}

/* Returns whether ATOMIC, by TASK, can neither release nor acquire anything, now or by a later fence. This is so if
 * ATOMIC is relaxed, no fence of TASK has released anything, and nothing was released at ATOMIC's address in this
 * epoch. Loops make millions of these operations, each on another address. So no release is stored for them. */
static bool
orders_nothing (const rp_steps *order, const rp_live *task, const rp_steps_atomic *atomic)
{
  if (atomic->acquires || atomic->releases || rp_pasts_have_some (&task->fenced))
    return false;
  const uint64_t *place = order->released.count ? rp_map_find (&order->released, atomic->address) : NULL;
  const rp_steps_release *release = place ? &order->releases.items[*place - 1] : NULL;
  return !release || release->epoch != order->epoch || !rp_pasts_have_some (&release->past);
}

bool
rp_steps_pass_relaxed (rp_steps *order, bool writes_pointer)
{
  rp_live *task = order->running;
  if (order->released.count || rp_pasts_have_some (&task->fenced))
    return false;
  if (writes_pointer)
    note_leak (order, task);
  return true;
}

/* A read-modify-write keeps the earlier releases at its address: a release sequence. If the operation neither releases
 * anything nor acquires anything new, the task stays at its step. */
void
rp_steps_synchronise (rp_steps *order, const rp_steps_atomic *atomic)
{
  rp_live *task = order->running;
  if (atomic->writes && atomic->may_be_pointer)
    note_leak (order, task);
  if (orders_nothing (order, task, atomic))
    return;
  rp_steps_release *release = release_of (order, atomic->address);
  bool goes_on = atomic->writes && atomic->releases;
  if (atomic->reads && atomic->acquires)
    goes_on |= acquire (order, task, &release->past);
  else if (atomic->reads)
    task->unfenced = rp_pasts_unite (order, &task->unfenced, &release->past);
  if (atomic->writes)
    {
      rp_steps_pasts own = atomic->releases ? rp_live_knowledge (order, task) : task->fenced;
      release->past = atomic->reads ? rp_pasts_unite (order, &release->past, &own) : own;
    }
  if (atomic->writes && atomic->releases) /* a path from the task avoids the end of its finish */
    rp_steps_complicate (order, task->task);
  if (!goes_on)
    return;
  rp_live_advance (task);
  rp_steps_changed (order);
}

void
rp_steps_fence (rp_steps *order, bool acquires, bool releases)
{
  rp_live *task = order->running;
  if (acquires)
    rp_live_learn (order, task, &task->unfenced);
  if (releases)
    {
      task->fenced = rp_live_knowledge (order, task);
      rp_steps_complicate (order, task->task); /* from now on, atomic writes of the task may release */
    }
  rp_live_advance (task);
  rp_steps_changed (order);
}

/* Records everything that comes before this point of the running task: the task that gives up the last reference will
 * come after all of it. */
void
rp_steps_count_release (rp_steps *order, uint64_t address)
{
  rp_live *task = order->running;
  rp_steps_release *release = release_of (order, address);
  rp_steps_pasts own = rp_live_knowledge (order, task);
  release->past = rp_pasts_unite (order, &release->past, &own);
  rp_steps_complicate (order, task->task); /* a path from the task avoids the end of its finish */
  rp_live_advance (task);
  rp_steps_changed (order);
}

void
rp_steps_count_last_begin (rp_steps *order, uint64_t address)
{
  rp_live *task = order->running;
  rp_steps_release *release = release_of (order, address);
  release->known = *rp_live_before (order, task);
  rp_live_learn (order, task, &release->past);
  release->learnt = task->before;
  rp_live_advance (task);
  rp_steps_changed (order);
}

/* In another schedule, another task might give up the last reference. So the running task forgets what it learnt in
 * rp_steps_count_last_begin. If it has learnt more since then, it forgets nothing, because the newer knowledge must not
 * be lost. */
void
rp_steps_count_last_end (rp_steps *order, uint64_t address)
{
  rp_live *task = order->running;
  rp_steps_release *release = release_of (order, address);
  rp_steps_pasts *before = rp_live_before (order, task);
  if (rp_past_is_same (before->order, release->learnt.order) && rp_past_is_same (before->run, release->learnt.run))
    {
      before->order = release->known.order;
      before->run = release->known.run;
    }
  *release = (rp_steps_release) { .epoch = order->epoch };
  rp_live_advance (task);
  rp_steps_changed (order);
}

/* Switches TASK between its normal step and its second step, which is for atomic operations. By memory order, an atomic
 * operation itself orders nothing. So all atomic operations at this point of the task share the second step. */
static void
change_step (rp_live *task)
{
  uint32_t step = task->step;
  task->step = task->other;
  task->other = step;
}

void
rp_steps_atomic_begin (rp_steps *order, rp_range object)
{
  rp_live *task = order->running;
  if (order->by_memory_order)
    {
      uint32_t locks = rp_live_locks (task);
      RP_VEC_PUSH (&task->locks, locks);
      task->is_atomic = order->is_beside = true;
      change_step (task);
      return;
    }
  rp_live_enter (order, task, &object, 1);
  task->is_atomic = true;
  rp_live_advance (task);
  rp_steps_changed (order);
}

void
rp_steps_atomic_end (rp_steps *order)
{
  rp_live *task = order->running;
  rp_live_leave (order, task);
  task->is_atomic = false;
  if (order->is_beside)
    {
      order->is_beside = false;
      change_step (task);
      return;
    }
  rp_live_advance (task);
  rp_steps_changed (order);
}
