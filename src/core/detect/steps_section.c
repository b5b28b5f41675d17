/* Sections: what a task learns when it enters a section, from this run's order of sections; and which steps exclude
 * more than others. */
#include "core/detect/steps_live.h"

enum
{
  MIN_ENDS = 1 << 10
};

void
rp_live_enter (rp_steps *order, rp_live *task, const rp_range *objects, size_t count)
{
  uint32_t outer = rp_live_locks (task);
  uint32_t inner = rp_locksets_extend (&order->locksets, outer, objects, count);
  RP_VEC_PUSH (&task->locks, inner);
  if (inner == outer)
    return;
  rp_last_find (&order->last, objects, count);
  for (size_t i = 0; i < order->last.found.count; i++)
    {
      const rp_steps_end *end = &order->ends.items[order->last.found.items[i]];
      task->before.run = rp_past_union (&order->pasts, task->before.run, end->run);
      task->before.chains = rp_past_union (&order->pasts, task->before.chains, end->chains);
      rp_live_add_link (order, task, end->chain);
    }
  task->has_learnt = true;
  rp_steps_note_section (order, task->task);
  rp_live_note_unit_section (order, task);
  rp_live_advance (task);
}

static void
isolated_begin (rp_observer *observer, rp_strand *strand, const rp_range *objects, size_t count,
                uint32_t site)
{
  (void) site;
  rp_steps *order = rp_steps_of (observer);
  rp_live_enter (order, rp_live_of (strand), objects, count);
  rp_steps_changed (order);
}

/* Fills order->free_ends: the indices in order->ends that order->last no longer has. */
static void
find_free_ends (rp_steps *order)
{
  rp_last_find_all (&order->last);
  order->free_ends.count = 0;
  size_t used = 0;
  for (uint32_t i = 0; i < order->ends.count; i++)
    if (used < order->last.found.count && order->last.found.items[used] == i)
      used++;
    else
      RP_VEC_PUSH (&order->free_ends, i);
  order->most_ends = used * 2 > MIN_ENDS ? used * 2 : MIN_ENDS;
}

/* Stores PAST in order->ends and returns its index. */
static uint32_t
place_end (rp_steps *order, rp_steps_end past)
{
  if (!order->free_ends.count && order->ends.count >= order->most_ends)
    find_free_ends (order);
  if (!order->free_ends.count)
    {
      RP_VEC_PUSH (&order->ends, past);
      return (uint32_t) order->ends.count - 1;
    }
  uint32_t place = RP_VEC_POP (&order->free_ends);
  order->ends.items[place] = past;
  return place;
}

/* TASK leaves its section with the lock set LOCKS. Returns what comes before the end of the section in this run. If
 * TASK is a guest, this includes everything that happened on its host's stack; therefore a certain race may be called
 * possible. If TASK is a loop task, also records the release (loop_steps.h, L5). */
static rp_steps_end
run_until (rp_steps *order, rp_live *task, uint32_t locks)
{
  if (task->loop && !rp_locksets_have_unordered (&order->locksets, locks))
    {
      rp_live_add_link (order, task, (rp_chain_link) { locks, rp_live_release_unit (order, task, locks) });
      task->has_learnt = true;
    }
  rp_past run = (task->loop ? &task->before : rp_live_before (order, task))->run;
  rp_past chains = task->before.chains;
  rp_live *host = task->own_host;
  if (host)
    {
      run = rp_past_union (&order->pasts, run, rp_live_before (order, host)->run);
      run = rp_past_union (&order->pasts, run, host->host->learned.run);
      chains = rp_past_union (&order->pasts, chains, host->host->learned.chains);
      run = rp_steps_past_with (order, run, host->task, host->steps);
      rp_live_advance (task->own_host);
    }
  if (!task->loop)
    run = rp_steps_past_with (order, run, task->task, task->steps);
  return (rp_steps_end) { run, chains, task->chain };
}

void
rp_live_leave (rp_steps *order, rp_live *task)
{
  uint32_t inner = RP_VEC_POP (&task->locks);
  if (inner == rp_live_locks (task))
    return;
  uint32_t place = place_end (order, run_until (order, task, inner));
  if (inner == RP_GLOBAL_LOCK)
    rp_last_set (&order->last, NULL, 0, place);
  else
    {
      const rp_lockset *set = rp_locksets_get (&order->locksets, inner);
      rp_last_set (&order->last, set->ranges, set->count, place);
    }
  rp_live_advance (task);
}

static void
isolated_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_steps *order = rp_steps_of (observer);
  rp_live_leave (order, rp_live_of (strand));
  rp_steps_changed (order);
}

void
rp_steps_mark_sections (rp_steps *order)
{
  rp_last_find_all (&order->last);
  for (size_t i = 0; i < order->last.found.count; i++)
    {
      rp_past_mark (&order->pasts, order->ends.items[order->last.found.items[i]].run);
      rp_past_mark (&order->pasts, order->ends.items[order->last.found.items[i]].chains);
    }
}

void
rp_steps_observe_sections (rp_observer *observer)
{
  observer->isolated_begin = isolated_begin;
  observer->isolated_end = isolated_end;
}

/* Returns whether each range of A is inside one range of B. In both lists, ranges are sorted, and touching ranges are
 * merged. */
static bool
is_within (const rp_lockset *a, const rp_lockset *b)
{
  size_t j = 0;
  for (size_t i = 0; i < a->count; i++)
    {
      const rp_range *x = &a->ranges[i];
      while (j < b->count && b->ranges[j].base + b->ranges[j].size < x->base + x->size)
        j++;
      if (j == b->count || b->ranges[j].base > x->base)
        return false;
    }
  return true;
}

bool
rp_steps_is_freer (const rp_steps *order, uint32_t a, uint32_t b)
{
  rp_step_sections x = rp_steps_sections_of (order, a), y = rp_steps_sections_of (order, b);
  if (x.is_atomic && !y.is_atomic)
    return false;
  if (x.locks == RP_NO_LOCKS || x.locks == y.locks)
    return true;
  if (y.locks == RP_GLOBAL_LOCK)
    return !rp_locksets_have_apart (&order->locksets, x.locks);
  return x.locks != RP_GLOBAL_LOCK && y.locks != RP_NO_LOCKS
         && is_within (rp_locksets_get (&order->locksets, x.locks),
                       rp_locksets_get (&order->locksets, y.locks));
}
