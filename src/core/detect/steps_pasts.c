/* What comes before a task, and how tasks pass it on: pasts, trails of creators, and origins, which the children of one
 * creator share. */
#include "base/pool.h"
#include "base/sorted.h"
#include "core/detect/steps_live.h"

#include <string.h>

void
rp_pasts_mark (rp_steps *order, const rp_steps_pasts *both)
{
  rp_past_mark (&order->pasts, both->order);
  rp_past_mark (&order->pasts, both->run);
  rp_past_mark (&order->pasts, both->hosts);
  rp_past_mark (&order->pasts, both->chains);
}

/* Collects unused pasts, if there are many. Called only between events, because during an event some pasts are only in
 * local variables. */
static void
collect (rp_steps *order)
{
  if (!rp_pasts_are_many (&order->pasts))
    return;
  for (const rp_live *task = order->all; task; task = task->next)
    if (task->epoch == order->epoch)
      {
        rp_pasts_mark (order, &task->before);
        rp_pasts_mark (order, &task->fresh);
        rp_pasts_mark (order, &task->fenced);
        rp_pasts_mark (order, &task->unfenced);
      }
  for (const rp_origin *origin = order->origins; origin; origin = origin->next)
    if (origin->epoch == order->epoch)
      rp_pasts_mark (order, &origin->before);
  rp_pasts_mark (order, &order->leaving);
  rp_pasts_mark (order, &order->leaving_unfenced);
  rp_steps_mark_hosts (order);
  rp_steps_mark_barriers (order);
  for (size_t i = 0; i < order->releases.count; i++)
    if (order->releases.items[i].epoch == order->epoch)
      {
        rp_pasts_mark (order, &order->releases.items[i].past);
        rp_pasts_mark (order, &order->releases.items[i].known);
        rp_pasts_mark (order, &order->releases.items[i].learnt);
      }
  rp_steps_mark_sections (order);
  rp_pasts_sweep (&order->pasts);
}

void
rp_steps_changed (rp_steps *order)
{
  collect (order);
  if (order->order_changed)
    order->order_changed (order->context);
}

void
rp_live_learn (rp_steps *order, rp_live *task, const rp_steps_pasts *both)
{
  rp_live_check_whole (task);
  bool alike = rp_past_is_same (task->before.order, task->before.run)
               && rp_past_is_same (both->order, both->run);
  task->before.order = rp_past_union (&order->pasts, task->before.order, both->order);
  task->before.run
    = alike ? task->before.order : rp_past_union (&order->pasts, task->before.run, both->run);
  task->before.hosts = rp_past_union (&order->pasts, task->before.hosts, both->hosts);
  task->before.chains = rp_past_union (&order->pasts, task->before.chains, both->chains);
  task->has_learnt = true;
}

uint32_t
rp_trail_place (const rp_trail *trail, uint32_t line)
{
  return (uint32_t) RP_SORTED_BELOW (trail->items, trail->count, line, line);
}

uint32_t
rp_trail_steps (const rp_trail *trail, uint32_t line)
{
  uint32_t place = rp_trail_place (trail, line);
  return place < trail->count && trail->items[place].line == line ? trail->items[place].steps : 0;
}

void
rp_pasts_add_trail (rp_steps *order, rp_steps_pasts *before, const rp_trail_entry *trail, uint32_t count)
{
  bool alike = rp_past_is_same (before->order, before->run);
  for (uint32_t i = 0; i < count; i++)
    {
      before->order = rp_past_with (&order->pasts, before->order, trail[i].line, trail[i].steps);
      before->run
        = alike ? before->order : rp_past_with (&order->pasts, before->run, trail[i].line, trail[i].steps);
    }
}

rp_steps_pasts *
rp_live_before (rp_steps *order, rp_live *task)
{
  rp_pasts_add_trail (order, &task->before, task->trail.items, task->trail.count);
  task->trail.count = 0;
  if (task->chain.number)
    task->before.chains = rp_past_with (&order->pasts, task->before.chains, task->chain.locks, task->chain.number);
  task->chain = (rp_chain_link) { 0 };
  return &task->before;
}

/* ---- origins ---- */

static size_t
bytes_of_origin (uint32_t room)
{
  return sizeof (rp_origin) + room * sizeof (rp_trail_entry);
}

void
rp_origin_drop (rp_origin *origin)
{
  if (!origin || --origin->references)
    return;
  *origin->link = origin->next;
  if (origin->next)
    origin->next->link = origin->link;
  rp_pool_give (RP_POOL_OWN, origin, bytes_of_origin (origin->room));
}

/* Returns a new origin (rp_origin of steps_live.h) for tasks that CREATOR creates now, and adds it to order->origins.
 * HOST is the host of CREATOR or, if it has none, CREATOR. The caller sets the number of references. */
static rp_origin *
new_origin (rp_steps *order, const rp_live *creator, uint32_t host)
{
  uint32_t count = creator->trail.count;
  rp_origin *origin = rp_pool_take (RP_POOL_OWN, bytes_of_origin (count));
  origin->kind = RP_STATE_ORIGIN;
  origin->epoch = order->epoch;
  origin->maker_host = host;
  origin->before = creator->before;
  origin->room = origin->count = count;
  memcpy (origin->trail, creator->trail.items, count * sizeof *origin->trail);
  origin->next = order->origins;
  origin->link = &order->origins;
  if (origin->next)
    origin->next->link = &origin->next;
  order->origins = origin;
  return origin;
}

/* Returns whether a new origin would equal ORIGIN, the last origin of CREATOR. While a task has a last origin, the
 * task's trail can become empty, but does not change otherwise. So trails of equal length are equal. */
static bool
is_origin_now (const rp_steps *order, const rp_origin *origin, const rp_live *creator, uint32_t host)
{
  return origin->epoch == order->epoch && origin->maker_host == host && origin->count == creator->trail.count
         && rp_pasts_are_same (&origin->before, &creator->before);
}

/* Returns the origin for a task that CREATOR creates now: its last origin or a new one. The caller gets a reference.
 * HOST is the host of CREATOR or, if it has none, CREATOR. */
static rp_origin *
take_origin (rp_steps *order, rp_live *creator, uint32_t host)
{
  rp_origin *last = creator->last_origin;
  if (!last || !is_origin_now (order, last, creator, host))
    {
      rp_origin_drop (last);
      last = creator->last_origin = new_origin (order, creator, host);
      last->references = 1;
    }
  last->references++;
  return last;
}

rp_steps_pasts
rp_ended_before (rp_steps *order, const rp_ended *ended)
{
  if (ended->live)
    return *rp_live_before (order, ended->live);
  rp_origin *origin = ended->origin;
  rp_pasts_add_trail (order, &origin->before, origin->trail, origin->count);
  origin->count = 0;
  rp_steps_pasts both = origin->before;
  rp_pasts_add (order, &both, ended->creator, ended->created_at);
  return both;
}

void
rp_live_hand_on (rp_steps *order, rp_live *creator, rp_live *child, uint32_t host)
{
  const rp_steps_task *row = &order->tasks.items[creator->task];
  rp_trail *trail = &creator->trail;
  rp_live_settle (order, creator);
  if (trail->count == RP_TRAIL_MAX || (trail->count && trail->items[trail->count - 1].line >= row->line))
    rp_live_before (order, creator);
  child->before = creator->before;
  child->maker_host = host;
  child->origin = take_origin (order, creator, host);
  memcpy (&child->trail, trail, offsetof (rp_trail, items) + trail->count * sizeof *trail->items);
  if (creator->steps)
    child->trail.items[child->trail.count++] = (rp_trail_entry) { row->line, row->base + creator->steps };
}

rp_past
rp_steps_past_with (rp_steps *order, rp_past past, uint32_t task, uint32_t steps)
{
  const rp_steps_task *row = &order->tasks.items[task];
  bool is_some = steps && steps != RP_PAST_ENDED;
  return rp_past_with (&order->pasts, past, row->line, is_some ? row->base + steps : steps);
}

void
rp_pasts_add (rp_steps *order, rp_steps_pasts *both, uint32_t task, uint32_t steps)
{
  bool alike = rp_past_is_same (both->order, both->run);
  both->order = rp_steps_past_with (order, both->order, task, steps);
  both->run = alike ? both->order : rp_steps_past_with (order, both->run, task, steps);
}

/* If no task has continued the line of ENDED, adds RP_PAST_ENDED in place of the number of steps, because that takes
 * less space; from then on no task may continue the line. Otherwise adds the number of steps. */
void
rp_pasts_add_all_of (rp_steps *order, rp_steps_pasts *both, const rp_ended *ended)
{
  rp_steps_task *row = &order->tasks.items[ended->task];
  row->is_last_of_line |= !row->is_followed;
  rp_pasts_add (order, both, ended->task, row->is_followed ? ended->steps : RP_PAST_ENDED);
}

rp_steps_pasts
rp_pasts_unite (rp_steps *order, const rp_steps_pasts *a, const rp_steps_pasts *b)
{
  bool alike = rp_past_is_same (a->order, a->run) && rp_past_is_same (b->order, b->run);
  rp_steps_pasts both;
  both.order = rp_past_union (&order->pasts, a->order, b->order);
  both.run = alike ? both.order : rp_past_union (&order->pasts, a->run, b->run);
  both.hosts = rp_past_union (&order->pasts, a->hosts, b->hosts);
  both.chains = rp_past_union (&order->pasts, a->chains, b->chains);
  return both;
}

rp_steps_pasts
rp_live_knowledge (rp_steps *order, rp_live *task)
{
  rp_live_settle (order, task);
  rp_steps_pasts both = *rp_live_before (order, task);
  rp_pasts_add (order, &both, task->task, task->steps);
  return both;
}
