#include "core/detect/steps.h"

#include "base/panic.h"
#include "base/pool.h"
#include "core/detect/steps_live.h"

#include <string.h>

/* The observer's state of rp_siblings: the open scopes of these siblings. There is one for each finish in which their
 * creator created some of them. */
typedef struct scopes
{
  RP_VEC (uint32_t) open;
} scopes;

/* All tasks except main are joined, so all steps so far come before everything from now on. Raises the floor above
 * these steps, and drops what is known about them. If half of the numbers are used up, the numbers start again from 1,
 * with a new generation; the owner then forgets all steps that it has stored. */
static void
raise_floor (rp_steps *order, rp_live *main)
{
  if (order->next_step > order->step_limit / 2)
    {
      order->generation++;
      order->next_step = 1;
    }
  order->floor = order->next_step;
  order->steps.count = 0;
  rp_loops_forget (&order->loops);
  order->epoch++;
  main->before = (rp_steps_pasts) { 0 };
  main->trail.count = 0;
  main->epoch = order->epoch;
  rp_last_clear (&order->last);
  order->ends.count = order->free_ends.count = 0;
}

/* ---- tasks ---- */

void
rp_steps_complicate (rp_steps *order, uint32_t task)
{
  while (!order->tasks.items[task].is_joined_by_others)
    {
      order->tasks.items[task].is_joined_by_others = true;
      task = order->tasks.items[task].creator;
    }
}

void
rp_steps_note_section (rp_steps *order, uint32_t task)
{
  while (!order->tasks.items[task].has_sections)
    {
      order->tasks.items[task].has_sections = true;
      task = order->tasks.items[task].creator;
    }
}

/* Returns the scope inside FINISH for tasks of SIBLINGS that OWNER creates. Makes it if there is none. */
static uint32_t
scope_in (rp_steps *order, rp_siblings *siblings, uint32_t owner, uint32_t finish)
{
  scopes *own = siblings->state;
  if (!own)
    own = siblings->state = rp_pool_take (RP_POOL_OWN, sizeof *own);
  for (size_t i = 0; i < own->open.count; i++)
    {
      const rp_steps_finish *scope = &order->finishes.items[own->open.items[i]];
      if (scope->outer == finish && scope->owner == owner)
        return own->open.items[i];
    }
  uint32_t scope = (uint32_t) order->finishes.count;
  RP_VEC_PUSH (
    &order->finishes,
    (rp_steps_finish) { .owner = owner, .outer = finish, .is_open = true, .is_scope = true });
  RP_VEC_PUSH (&own->open, scope);
  return scope;
}

/* STRAND has waited for SIBLINGS. Closes their scopes. STRAND becomes the owner of the scopes, because all paths that
 * leave a scope continue in STRAND. */
static void
siblings_wait (rp_observer *observer, rp_siblings *siblings, rp_strand *strand)
{
  rp_steps *order = rp_steps_of (observer);
  scopes *own = siblings->state;
  for (size_t i = 0; own && i < own->open.count; i++)
    {
      rp_steps_finish *scope = &order->finishes.items[own->open.items[i]];
      scope->is_open = false;
      scope->owner = rp_live_of (strand)->task;
    }
  if (own)
    own->open.count = 0;
  rp_steps_changed (order);
}

/* No task will wait for SIBLINGS any more: the finish around them joins those that are not joined yet. Marks their
 * scopes as parted. */
static void
siblings_part (rp_observer *observer, rp_siblings *siblings)
{
  rp_steps *order = rp_steps_of (observer);
  scopes *own = siblings->state;
  if (!own)
    return;
  for (size_t i = 0; i < own->open.count; i++)
    order->finishes.items[own->open.items[i]].is_parted = true;
  RP_VEC_CLEAR (&own->open);
  rp_pool_give (RP_POOL_OWN, own, sizeof *own);
  siblings->state = NULL;
  rp_steps_changed (order);
}

static void
task_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  (void) site;
  rp_steps *order = rp_steps_of (observer);
  rp_live *task = rp_pool_take (RP_POOL_OWN, sizeof *task);
  child->state = task;
  task->task = child->task;
  task->epoch = order->epoch;
  task->next = order->all;
  task->link = &order->all;
  if (order->all)
    order->all->link = &task->next;
  order->all = task;
  rp_steps_task row = { .creator = child->task, .open = 1, .line = child->task };
  if (parent)
    {
      rp_live *creator = rp_live_of (parent);
      row.creator = creator->task;
      row.created_at = creator->steps;
      task->finish = row.finish = creator->finish;
      if (child->siblings)
        row.finish = scope_in (order, child->siblings, creator->task, creator->finish);
      rp_live_hand_on (order, creator, task, creator->own_host ? creator->own_host->task : creator->task);
      rp_live_advance (creator);
      order->unjoined++;
      order->tasks.items[creator->task].open++;
    }
  while (order->tasks.count <= child->task)
    RP_VEC_PUSH (&order->tasks, (rp_steps_task) { 0 });
  order->tasks.items[child->task] = row;
  if (!child->is_plain)
    rp_steps_complicate (order, child->task);
  rp_steps_changed (order);
}

static void
forget_live (rp_steps *order, rp_live *task)
{
  *task->link = task->next;
  if (task->next)
    task->next->link = task->link;
  if (task->host)
    rp_steps_forget_host (order, task);
  RP_VEC_CLEAR (&task->locks);
  rp_origin_drop (task->origin);
  rp_origin_drop (task->last_origin);
  rp_pool_give (RP_POOL_OWN, task, sizeof *task);
}

static void
forget_folded (rp_steps *order)
{
  if (order->folded)
    forget_live (order, order->folded);
  order->folded = NULL;
}

/* TASK, the state of STRAND, has ended. Folds TASK, unless it has learnt something, or was a host or a guest: the join
 * of these tasks needs more than an origin. Frees TASK at once or, if TASK is the running task, when another task
 * runs. */
static void
fold (rp_steps *order, rp_strand *strand, rp_live *task)
{
  if (!task->origin || task->has_learnt || task->host || task->own_host)
    return;
  strand->state = task->origin;
  task->origin = NULL;
  if (task != order->running)
    {
      forget_live (order, task);
      return;
    }
  forget_folded (order);
  order->folded = task;
}

static void
task_end (rp_observer *observer, rp_strand *strand)
{
  rp_steps *order = rp_steps_of (observer);
  rp_live *ended = rp_live_of (strand);
  uint32_t task = strand->task;
  order->tasks.items[task].ended_at = ended->steps;
  while (--order->tasks.items[task].open == 0 && order->tasks.items[task].creator != task)
    task = order->tasks.items[task].creator;
  rp_live_end_unit (order, ended);
  ended->loop = 0;
  RP_VEC_CLEAR (&ended->locks);
  fold (order, strand, ended);
}

static rp_origin *
origin_of (const rp_strand *strand)
{
  rp_origin *origin = strand->state;
  return origin && origin->kind == RP_STATE_ORIGIN ? origin : NULL;
}

static void
task_forget (rp_observer *observer, rp_strand *strand)
{
  rp_origin *origin = origin_of (strand);
  if (origin)
    rp_origin_drop (origin);
  else if (strand->state)
    forget_live (rp_steps_of (observer), rp_live_of (strand));
  strand->state = NULL;
}

static rp_ended
ended_of (const rp_steps *order, const rp_strand *strand)
{
  const rp_steps_task *row = &order->tasks.items[strand->task];
  rp_ended ended = { .task = strand->task, .creator = row->creator, .origin = origin_of (strand) };
  if (ended.origin)
    {
      ended.steps = row->ended_at;
      ended.created_at = row->created_at;
      ended.maker_host = ended.origin->maker_host;
      ended.epoch = ended.origin->epoch;
      return ended;
    }
  ended.live = rp_live_of (strand);
  ended.steps = ended.live->steps;
  ended.maker_host = ended.live->maker_host;
  ended.epoch = ended.live->epoch;
  ended.has_learnt = ended.live->has_learnt;
  return ended;
}

/* OWN learns the COUNT entries of TRAIL, except those that OWN's trail already has. Mostly it has all of them: OWN and
 * the ended task got them from one creator. */
static void
learn_trail (rp_steps *order, rp_live *own, const rp_trail_entry *trail, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (rp_trail_steps (&own->trail, trail[i].line) < trail[i].steps)
      rp_pasts_add_trail (order, &own->before, &trail[i], 1);
}

/* OWN learns everything that comes before ENDED, but not ENDED's own steps. */
static void
learn_before (rp_steps *order, rp_live *own, const rp_ended *ended)
{
  if (ended->live)
    {
      rp_live_learn (order, own, &ended->live->before);
      learn_trail (order, own, ended->live->trail.items, ended->live->trail.count);
      return;
    }
  const rp_steps_task *creator = &order->tasks.items[ended->creator];
  rp_live_learn (order, own, &ended->origin->before);
  learn_trail (order, own, ended->origin->trail, ended->origin->count);
  if (ended->created_at)
    learn_trail (order, own, &(rp_trail_entry) { creator->line, creator->base + ended->created_at }, 1);
}

/* Returns whether OWN certainly knows everything that comes before ENDED: ENDED has learnt nothing, and OWN created it
 * or has joined its creator. */
static bool
knows_all_but_steps (const rp_steps *order, const rp_live *own, const rp_ended *ended)
{
  return !ended->has_learnt
         && (ended->creator == own->task
             || order->tasks.items[ended->creator].joined_by == own->task + 1);
}

/* OWN joins the simple task ENDED. The join counts as a step of OWN, so that the number of steps shows what OWN did
 * before the join and what it does after it. */
static void
join_simple (rp_live *own, rp_steps_task *ended)
{
  RP_ASSERT (!ended->joined_by);
  ended->joined_by = own->task + 1;
  ended->joined_at = ++own->steps;
  ended->joined_far = 0;
}

/* Adds ENTRY to the trail of OWN, which may already have fewer steps of that line. In contrast to the past, the trail
 * needs no new nodes. */
static void
extend_trail (rp_steps *order, rp_live *own, rp_trail_entry entry)
{
  if (own->trail.count == RP_TRAIL_MAX)
    rp_live_before (order, own);
  rp_trail *trail = &own->trail;
  uint32_t place = rp_trail_place (trail, entry.line);
  if (place < trail->count && trail->items[place].line == entry.line)
    {
      if (trail->items[place].steps < entry.steps)
        trail->items[place].steps = entry.steps;
      return;
    }
  memmove (&trail->items[place + 1], &trail->items[place], (trail->count - place) * sizeof *trail->items);
  trail->items[place] = entry;
  trail->count++;
}

/* If OWN has no step yet, and no other task continues the line of ENDED, OWN continues this line: OWN's steps are
 * numbered after those of ENDED, as if the two were one task. Returns whether OWN does. */
static bool
follow (rp_steps *order, rp_live *own, const rp_ended *ended)
{
  rp_steps_task *row = &order->tasks.items[own->task], *last = &order->tasks.items[ended->task];
  bool is_new = !own->steps && !own->step && row->line == own->task && !own->own_host && !own->host;
  bool had_host = ended->live && (ended->live->own_host || ended->live->host);
  if (!is_new || last->is_followed || last->is_last_of_line || had_host)
    return false;
  last->is_followed = true;
  row->line = last->line;
  row->base = last->base + ended->steps;
  if (row->base)
    extend_trail (order, own, (rp_trail_entry) { row->line, row->base });
  rp_origin_drop (own->last_origin);
  own->last_origin = NULL;
  return true;
}

/* OWN joins ENDED. From here on it comes after ENDED in all memory. */
static void
join_all (rp_steps *order, rp_live *own, const rp_ended *ended)
{
  rp_steps_task *row = &order->tasks.items[ended->task];
  bool knows_most = knows_all_but_steps (order, own, ended);
  bool is_simple = !row->is_joined_by_others && !own->own_host;
  if (is_simple)
    join_simple (own, row);
  else if (!follow (order, own, ended))
    rp_pasts_add_all_of (order, &own->before, ended);
  /* if OWN is a guest, its host learns of the join too: rp_steps_run_on_host */
  own->has_learnt |= !is_simple;
  if (!knows_most)
    learn_before (order, own, ended);
  if (ended->live && ended->live->host)
    rp_live_learn (order, own, &ended->live->host->learned);
}

static void
join (rp_observer *observer, rp_strand *joiner, rp_strand *task, rp_join_kind kind, bool in_order,
      uint32_t site)
{
  (void) kind;
  (void) in_order;
  (void) site;
  rp_steps *order = rp_steps_of (observer);
  rp_ended ended = ended_of (order, task);
  rp_live *own = rp_live_of (joiner);
  rp_live_check_whole (own);
  if (ended.epoch == order->epoch)
    {
      rp_live *host = order->hosts.count ? rp_live_host_between (order, own, &ended) : NULL;
      if (host)
        rp_live_join_on (order, own, &ended, host);
      else
        join_all (order, own, &ended);
    }
  rp_live_advance (own);
  if (!order->tasks.items[ended.task].is_joined)
    {
      order->tasks.items[ended.task].is_joined = true;
      if (--order->unjoined == 0)
        raise_floor (order, own);
    }
  rp_steps_changed (order);
}

static void
finish_begin (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_steps *order = rp_steps_of (observer);
  rp_live *task = rp_live_of (strand);
  RP_VEC_PUSH (&order->finishes,
               (rp_steps_finish) { .owner = task->task, .outer = task->finish, .is_open = true });
  task->finish = (uint32_t) order->finishes.count - 1;
  rp_steps_changed (order);
}

static void
finish_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_steps *order = rp_steps_of (observer);
  rp_live *task = rp_live_of (strand);
  order->finishes.items[task->finish].is_open = false;
  task->finish = order->finishes.items[task->finish].outer;
  rp_steps_changed (order);
}

static void
region (rp_observer *observer, rp_strand *owner, uint32_t number, uint32_t site)
{
  (void) observer;
  (void) owner;
  (void) number;
  (void) site;
}

static void
depends (rp_observer *observer, rp_dependence_kind kind, uint32_t site)
{
  (void) kind;
  (void) site;
  rp_steps_of (observer)->dependences++;
}

static void
task_run (rp_observer *observer, rp_strand *strand)
{
  rp_steps *order = rp_steps_of (observer);
  rp_live *last = order->running;
  if (last && last->loop && last != rp_live_of (strand))
    rp_live_suspend_unit (order, last);
  rp_steps_run (order, strand);
  forget_folded (order);
}

/* ---- questions ---- */

void
rp_steps_run (rp_steps *order, const rp_strand *strand)
{
  order->running = rp_live_of (strand);
  order->resumed = order->running->step;
  rp_steps_changed (order);
}

uint32_t
rp_live_number (rp_steps *order, rp_live *task)
{
  if (task->step)
    return task->step;
  RP_ASSERT (task->steps < RP_PAST_ENDED - 1 && order->next_step < order->step_limit);
  task->step = order->next_step++;
  order->numbered++;
  RP_VEC_PUSH (&order->steps, (rp_step) { .task = task->task,
                                          .number = task->loop ? task->unit : task->steps++,
                                          .locks = rp_live_sections (task),
                                          .is_atomic = task->is_atomic,
                                          .is_of_unit = task->loop });
  return task->step;
}

uint32_t
rp_steps_now (rp_steps *order, bool make)
{
  return make ? rp_live_number (order, order->running) : order->running->step;
}

uint64_t
rp_steps_bytes (const rp_steps *order)
{
  return order->steps.capacity * sizeof *order->steps.items
         + order->tasks.capacity * sizeof *order->tasks.items
         + order->finishes.capacity * sizeof *order->finishes.items
         + order->pasts.nodes.capacity * sizeof *order->pasts.nodes.items
         + order->pasts.capacity * sizeof *order->pasts.table;
}

void
rp_steps_init (rp_steps *order)
{
  *order = (rp_steps) { .observer = { .task_create = task_create,
                                      .region_open = region,
                                      .region_done = region,
                                      .task_end = task_end,
                                      .task_forget = task_forget,
                                      .join = join,
                                      .finish_begin = finish_begin,
                                      .finish_end = finish_end,
                                      .siblings_wait = siblings_wait,
                                      .siblings_part = siblings_part,
                                      .depends = depends,
                                      .task_run = task_run },
                        .next_step = 1,
                        .step_limit = RP_STEPS_MAX,
                        .floor = 1 };
  rp_steps_observe_sections (&order->observer);
  rp_steps_observe_barriers (&order->observer);
  RP_VEC_PUSH (&order->finishes, (rp_steps_finish) { .is_open = true });
  rp_pasts_init (&order->pasts);
}

void
rp_steps_clear (rp_steps *order)
{
  forget_folded (order);
  RP_VEC_CLEAR (&order->steps);
  rp_loops_clear (&order->loops);
  RP_VEC_CLEAR (&order->tasks);
  RP_VEC_CLEAR (&order->finishes);
  RP_VEC_CLEAR (&order->ends);
  RP_VEC_CLEAR (&order->free_ends);
  RP_VEC_CLEAR (&order->releases);
  RP_VEC_CLEAR (&order->hosts);
  rp_map_clear (&order->released);
  rp_pasts_clear (&order->pasts);
  rp_locksets_clear (&order->locksets);
  rp_last_clear (&order->last);
}
