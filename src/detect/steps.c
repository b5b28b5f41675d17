#include "detect/steps.h"

#include "base/panic.h"

#include <stddef.h>
#include <stdlib.h>

enum
{
  LEAST_ENDS = 1 << 10
};

/* A task that can still take steps or be joined. */
typedef struct rp_steps_live
{
  uint32_t task;
  uint32_t creator;
  uint32_t step;  /* where it stands; 0: not numbered yet */
  uint32_t other; /* by memory order: there, too, for its atomic operations or, within one, for the rest */
  uint32_t steps; /* numbered so far */
  rp_steps_pasts before;
  uint32_t epoch; /* of BEFORE */
  uint32_t finish;
  bool has_learnt; /* BEFORE has more than its creator knew then */
  struct rp_steps_host *host; /* others ran in its place; or NULL */
  rp_steps_pasts fenced;   /* what came before its last fence */
  rp_steps_pasts unfenced; /* what it read that was released, without an acquire */
  struct rp_steps_live *aside; /* its host, in whose place it runs; or NULL */
  uint32_t maker, maker_host;  /* what created it, and the host of that, or itself */
  bool joined, is_atomic;
  RP_VEC (uint32_t) locks; /* lockset of each section it is in */
  struct rp_steps_live *next, **link;
} live;

/* What a host knew at some time, and how many steps it had taken. */
typedef struct glimpse
{
  rp_steps_pasts past;
  uint32_t steps;
} glimpse;

typedef struct rp_steps_host
{
  rp_range stack, locals;
  rp_steps_pasts told; /* what those knew that ran in its place */
  rp_past told_last;
  uint32_t merged; /* the one in its place that it went on as, plus 1; 0: none */
  RP_VEC (glimpse) glimpses; /* that others have */
} hosting;

/* The scopes of siblings that are open: one for each finish of their creator that some of them are in. */
typedef struct scopes
{
  RP_VEC (uint32_t) open;
} scopes;

/* A signal for a phase that nobody has waited for yet. */
typedef struct pending
{
  rp_steps_pasts past;
  rp_steps_pasts last; /* what the last signaller knew: mostly what the next knows */
  uint32_t next_free;
} pending;

typedef struct rp_steps_barrier
{
  uint32_t epoch;
  rp_map by_phase; /* phase -> place in pending, plus 1 */
  RP_VEC (pending) pending;
  uint32_t free_pending;
  RP_VEC (rp_steps_pasts) phases;
  struct rp_steps_barrier *next, **link;
} barrier;

static live *
live_of (const rp_strand *strand)
{
  return strand->state;
}

static rp_steps *
order_of (rp_observer *observer)
{
  return (rp_steps *) ((char *) observer - offsetof (rp_steps, observer));
}

static uint32_t
locks_of (const live *task)
{
  return task->locks.count ? RP_VEC_LAST (&task->locks) : RP_NO_LOCKS;
}

/* The sections of the program: an atomic operation is the innermost, but none of those. */
static uint32_t
sections_of (const live *task)
{
  size_t count = task->locks.count - task->is_atomic;
  return count ? task->locks.items[count - 1] : RP_NO_LOCKS;
}

static bool
is_same (rp_past a, rp_past b)
{
  return a.root == b.root && a.height == b.height;
}

static bool
are_same (const rp_steps_pasts *a, const rp_steps_pasts *b)
{
  return is_same (a->order, b->order) && is_same (a->run, b->run) && is_same (a->hosts, b->hosts);
}

/* ---- pasts ---- */

static void
mark (rp_steps *order, const rp_steps_pasts *both)
{
  rp_past_mark (&order->pasts, both->order);
  rp_past_mark (&order->pasts, both->run);
  rp_past_mark (&order->pasts, both->hosts);
}

static void
mark_host (rp_steps *order, const hosting *own)
{
  mark (order, &own->told);
  rp_past_mark (&order->pasts, own->told_last);
  for (size_t i = 0; i < own->glimpses.count; i++)
    mark (order, &own->glimpses.items[i].past);
}

static void
mark_barrier (rp_steps *order, const barrier *own)
{
  for (size_t i = 0; i < own->pending.count; i++)
    {
      mark (order, &own->pending.items[i].past);
      mark (order, &own->pending.items[i].last);
    }
  for (size_t i = 0; i < own->phases.count; i++)
    mark (order, &own->phases.items[i]);
}

/* Only between events: while one is handled, some pasts are in nobody's hands. */
static void
collect (rp_steps *order)
{
  if (!rp_pasts_are_many (&order->pasts))
    return;
  for (const live *task = order->all; task; task = task->next)
    if (task->epoch == order->epoch)
      {
        mark (order, &task->before);
        mark (order, &task->fenced);
        mark (order, &task->unfenced);
      }
  for (size_t i = 0; i < order->hosts.count; i++)
    if (order->hosts.items[i]->epoch == order->epoch)
      mark_host (order, order->hosts.items[i]->host);
  for (const barrier *own = order->barriers; own; own = own->next)
    if (own->epoch == order->epoch)
      mark_barrier (order, own);
  for (size_t i = 0; i < order->releases.count; i++)
    if (order->releases.items[i].epoch == order->epoch)
      mark (order, &order->releases.items[i].past);
  rp_last_find_all (&order->last);
  for (size_t i = 0; i < order->last.found.count; i++)
    rp_past_mark (&order->pasts, order->ends.items[order->last.found.items[i]]);
  rp_pasts_sweep (&order->pasts);
}

static void
moved (rp_steps *order)
{
  collect (order);
  if (order->moved)
    order->moved (order->context);
}

/* TASK goes on at a new step. */
static void
advance (live *task)
{
  task->step = task->other = 0;
}

/* BOTH come before where TASK stands, too. */
static void
learn (rp_steps *order, live *task, const rp_steps_pasts *both)
{
  bool alike = is_same (task->before.order, task->before.run) && is_same (both->order, both->run);
  task->before.order = rp_past_union (&order->pasts, task->before.order, both->order);
  task->before.run
    = alike ? task->before.order : rp_past_union (&order->pasts, task->before.run, both->run);
  task->before.hosts = rp_past_union (&order->pasts, task->before.hosts, both->hosts);
  task->has_learnt = true;
}

static void
add_steps (rp_steps *order, rp_steps_pasts *both, uint32_t task, uint32_t steps)
{
  bool alike = is_same (both->order, both->run);
  both->order = rp_past_with (&order->pasts, both->order, task, steps);
  both->run = alike ? both->order : rp_past_with (&order->pasts, both->run, task, steps);
}

static rp_steps_pasts
unite (rp_steps *order, const rp_steps_pasts *a, const rp_steps_pasts *b)
{
  bool alike = is_same (a->order, a->run) && is_same (b->order, b->run);
  rp_steps_pasts both;
  both.order = rp_past_union (&order->pasts, a->order, b->order);
  both.run = alike ? both.order : rp_past_union (&order->pasts, a->run, b->run);
  both.hosts = rp_past_union (&order->pasts, a->hosts, b->hosts);
  return both;
}

/* The newest glimpse of TASK, its number plus 1. */
static uint32_t
glimpse_of (rp_steps *order, live *task)
{
  hosting *own = task->host;
  glimpse now = { unite (order, &task->before, &own->told), task->steps };
  size_t count = own->glimpses.count;
  if (!count || own->glimpses.items[count - 1].steps != now.steps
      || !are_same (&own->glimpses.items[count - 1].past, &now.past))
    RP_VEC_PUSH (&own->glimpses, now);
  return (uint32_t) own->glimpses.count;
}

/* What TASK's host did in its own memory comes before what follows TASK from here; what it will do does not. */
static void
settle (rp_steps *order, live *task)
{
  live *host = task->aside ? task->aside : task->host ? task : NULL;
  if (!host)
    return;
  task->before.hosts
    = rp_past_with (&order->pasts, task->before.hosts, host->task, glimpse_of (order, host));
  advance (host);
}

/* What comes before whatever follows TASK from here. */
static rp_steps_pasts
knowledge (rp_steps *order, live *task)
{
  settle (order, task);
  rp_steps_pasts both = task->before;
  add_steps (order, &both, task->task, task->steps);
  return both;
}

/* Nothing but main is left: all of the past comes before all of the future. */
static void
raise_floor (rp_steps *order, live *main)
{
  order->floor = (uint32_t) order->steps.count;
  order->epoch++;
  main->before = (rp_steps_pasts) { 0 };
  main->epoch = order->epoch;
  rp_last_clear (&order->last);
  order->ends.count = order->free_ends.count = 0;
}

/* ---- tasks ---- */

/* TASK and those that created it are not simple. */
static void
complicate (rp_steps *order, uint32_t task)
{
  while (!order->tasks.items[task].is_joined_by_others)
    {
      order->tasks.items[task].is_joined_by_others = true;
      task = order->tasks.items[task].creator;
    }
}

static void
note_section (rp_steps *order, uint32_t task)
{
  while (!order->tasks.items[task].has_sections)
    {
      order->tasks.items[task].has_sections = true;
      task = order->tasks.items[task].creator;
    }
}

/* The scope inside FINISH of what OWNER creates as one of SIBLINGS. */
static uint32_t
scope_in (rp_steps *order, rp_siblings *siblings, uint32_t owner, uint32_t finish)
{
  scopes *own = siblings->state;
  if (!own)
    own = siblings->state = rp_calloc (1, sizeof *own);
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

/* Where it is closed, what leaves a scope goes on in the task that waited. */
static void
siblings_wait (rp_observer *observer, rp_siblings *siblings, rp_strand *strand)
{
  rp_steps *order = order_of (observer);
  scopes *own = siblings->state;
  for (size_t i = 0; own && i < own->open.count; i++)
    {
      rp_steps_finish *scope = &order->finishes.items[own->open.items[i]];
      scope->is_open = false;
      scope->owner = live_of (strand)->task;
    }
  if (own)
    own->open.count = 0;
  moved (order);
}

static void
siblings_part (rp_observer *observer, rp_siblings *siblings)
{
  rp_steps *order = order_of (observer);
  scopes *own = siblings->state;
  if (!own)
    return;
  for (size_t i = 0; i < own->open.count; i++)
    order->finishes.items[own->open.items[i]].is_parted = true;
  RP_VEC_CLEAR (&own->open);
  free (own);
  siblings->state = NULL;
  moved (order);
}

static void
task_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  (void) site;
  rp_steps *order = order_of (observer);
  live *task = rp_calloc (1, sizeof *task);
  child->state = task;
  task->task = child->task;
  task->epoch = order->epoch;
  task->next = order->all;
  task->link = &order->all;
  if (order->all)
    order->all->link = &task->next;
  order->all = task;
  rp_steps_task row = { .creator = child->task, .open = 1 };
  if (parent)
    {
      live *creator = live_of (parent);
      task->creator = row.creator = creator->task;
      task->maker = creator->task;
      task->maker_host = creator->aside ? creator->aside->task : creator->task;
      task->finish = row.finish = creator->finish;
      if (child->siblings)
        row.finish = scope_in (order, child->siblings, creator->task, creator->finish);
      task->before = knowledge (order, creator);
      advance (creator);
      order->unjoined++;
      order->tasks.items[creator->task].open++;
    }
  while (order->tasks.count <= child->task)
    RP_VEC_PUSH (&order->tasks, (rp_steps_task) { 0 });
  order->tasks.items[child->task] = row;
  if (!child->is_plain)
    complicate (order, child->task);
  moved (order);
}

static void
task_end (rp_observer *observer, rp_strand *strand)
{
  rp_steps *order = order_of (observer);
  uint32_t task = strand->task;
  while (--order->tasks.items[task].open == 0 && order->tasks.items[task].creator != task)
    task = order->tasks.items[task].creator;
  RP_VEC_CLEAR (&live_of (strand)->locks);
}

static void
forget_host (rp_steps *order, const live *task)
{
  size_t kept = 0;
  for (size_t i = 0; i < order->hosts.count; i++)
    if (order->hosts.items[i] != task)
      order->hosts.items[kept++] = order->hosts.items[i];
  order->hosts.count = kept;
  RP_VEC_CLEAR (&task->host->glimpses);
  free (task->host);
}

static void
task_forget (rp_observer *observer, rp_strand *strand)
{
  live *task = live_of (strand);
  if (!task)
    return;
  *task->link = task->next;
  if (task->next)
    task->next->link = task->link;
  if (task->host)
    forget_host (order_of (observer), task);
  RP_VEC_CLEAR (&task->locks);
  free (task);
  strand->state = NULL;
}

/* Where the joiner created the task, or joined the one that did, it knows all but its steps, if it has learnt
 * nothing since. */
static bool
knows_all_but_steps (const rp_steps *order, const live *own, const live *ended)
{
  return !ended->has_learnt
         && (ended->creator == own->task
             || order->tasks.items[ended->creator].joined_by == own->task + 1);
}

/* OWN comes after the simple task ENDED from here on: a number for the join itself tells that from before. */
static void
join_simple (live *own, rp_steps_task *ended)
{
  ended->joined_by = own->task + 1;
  ended->joined_at = ++own->steps;
}

/* The host in whose memory alone OWN comes after ENDED, since they were made by different ones that ran in its place: in
 * another schedule these have different hosts. NULL: OWN comes after it in all memory. */
static live *
host_between (const rp_steps *order, const live *own, const live *ended)
{
  uint32_t host = ended->maker_host, unit = own->maker, its_host = own->maker_host;
  if (own->aside || own->host)
    {
      unit = own->task;
      its_host = own->aside ? own->aside->task : own->task;
    }
  if (host != its_host || unit == ended->maker)
    return NULL;
  for (size_t i = 0; i < order->hosts.count; i++)
    {
      live *found = order->hosts.items[i];
      bool is_merged = found->host->merged == ended->maker + 1 || found->host->merged == unit + 1;
      if (found->task == host)
        return is_merged ? NULL : found;
    }
  return NULL;
}

/* OWN joins ENDED, but in other schedules it would not. */
static void
join_on (rp_steps *order, live *own, const live *ended, live *host)
{
  rp_steps_pasts all = ended->before;
  add_steps (order, &all, ended->task, RP_PAST_ENDED);
  host->host->told = unite (order, &host->host->told, &all);
  if (own != host)
    {
      own->before.hosts = rp_past_with (&order->pasts, own->before.hosts, host->task,
                                        glimpse_of (order, host));
      own->has_learnt = true;
    }
}

static void
join_all (rp_steps *order, live *own, const live *ended)
{
  if (!knows_all_but_steps (order, own, ended))
    learn (order, own, &ended->before);
  if (ended->host)
    learn (order, own, &ended->host->told);
  rp_steps_task *row = &order->tasks.items[ended->task];
  if (!row->is_joined_by_others && !own->aside)
    {
      join_simple (own, row);
      return;
    }
  /* where it runs in the place of another, that one is told as well: rp_steps_run_aside */
  add_steps (order, &own->before, ended->task, RP_PAST_ENDED);
  own->has_learnt = true;
}

static void
join (rp_observer *observer, rp_strand *joiner, rp_strand *task, rp_join_kind kind, bool in_order,
      uint32_t site)
{
  (void) kind;
  (void) in_order;
  (void) site;
  rp_steps *order = order_of (observer);
  live *ended = live_of (task), *own = live_of (joiner);
  if (ended->epoch == order->epoch)
    {
      live *host = order->hosts.count ? host_between (order, own, ended) : NULL;
      if (host)
        join_on (order, own, ended, host);
      else
        join_all (order, own, ended);
    }
  advance (own);
  if (!ended->joined)
    {
      ended->joined = true;
      if (--order->unjoined == 0)
        raise_floor (order, own);
    }
  moved (order);
}

static void
finish_begin (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_steps *order = order_of (observer);
  live *task = live_of (strand);
  RP_VEC_PUSH (&order->finishes,
               (rp_steps_finish) { .owner = task->task, .outer = task->finish, .is_open = true });
  task->finish = (uint32_t) order->finishes.count - 1;
  moved (order);
}

static void
finish_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_steps *order = order_of (observer);
  live *task = live_of (strand);
  order->finishes.items[task->finish].is_open = false;
  task->finish = order->finishes.items[task->finish].outer;
  moved (order);
}

static void
region (rp_observer *observer, rp_strand *owner, uint32_t number, uint32_t site)
{
  (void) observer;
  (void) owner;
  (void) number;
  (void) site;
}

/* ---- isolated sections ---- */

static void
enter_section (rp_steps *order, live *task, const rp_range *objects, size_t count)
{
  uint32_t outer = locks_of (task);
  uint32_t inner = rp_locksets_extend (&order->locksets, outer, objects, count);
  RP_VEC_PUSH (&task->locks, inner);
  if (inner == outer)
    return;
  rp_last_find (&order->last, objects, count);
  for (size_t i = 0; i < order->last.found.count; i++)
    task->before.run = rp_past_union (&order->pasts, task->before.run,
                                      order->ends.items[order->last.found.items[i]]);
  task->has_learnt = true;
  note_section (order, task->task);
  advance (task);
}

static void
isolated_begin (rp_observer *observer, rp_strand *strand, const rp_range *objects, size_t count,
                uint32_t site)
{
  (void) site;
  rp_steps *order = order_of (observer);
  enter_section (order, live_of (strand), objects, count);
  moved (order);
}

/* Places in order->ends that rp_last no longer has are free. */
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
  order->most_ends = used * 2 > LEAST_ENDS ? used * 2 : LEAST_ENDS;
}

static uint32_t
place_end (rp_steps *order, rp_past past)
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

/* What comes before, in this run, with all that was done on the stack that TASK runs on: a race with it may be called
 * possible that is certain. */
static rp_past
run_until (rp_steps *order, live *task)
{
  rp_past run = task->before.run;
  const live *host = task->aside;
  if (host)
    {
      run = rp_past_union (&order->pasts, run, host->before.run);
      run = rp_past_union (&order->pasts, run, host->host->told.run);
      run = rp_past_with (&order->pasts, run, host->task, host->steps);
      advance (task->aside);
    }
  return rp_past_with (&order->pasts, run, task->task, task->steps);
}

static void
leave_section (rp_steps *order, live *task)
{
  uint32_t inner = RP_VEC_POP (&task->locks);
  if (inner == locks_of (task))
    return;
  uint32_t place = place_end (order, run_until (order, task));
  if (inner == RP_GLOBAL_LOCK)
    rp_last_set (&order->last, NULL, 0, place);
  else
    {
      const rp_lockset *set = rp_locksets_get (&order->locksets, inner);
      rp_last_set (&order->last, set->ranges, set->count, place);
    }
  advance (task);
}

static void
isolated_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_steps *order = order_of (observer);
  leave_section (order, live_of (strand));
  moved (order);
}

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

static void
note_leak (rp_steps *order, const live *task)
{
  order->tasks.items[task->task].has_leaked = true;
  if (task->aside)
    order->tasks.items[task->aside->task].has_leaked = true;
}

/* What TASK acquires; false if it knew all that. */
static bool
acquire (rp_steps *order, live *task, const rp_steps_pasts *released)
{
  rp_steps_pasts known = task->before;
  rp_steps_pasts all = unite (order, &known, released);
  if (are_same (&known, &all))
    return false;
  learn (order, task, released);
  return true;
}

/* A write that reads goes on with what was released before: a release sequence. The task stands where it stood if
 * it got nothing and gave nothing. */
void
rp_steps_synchronise (rp_steps *order, const rp_steps_atomic *atomic)
{
  live *task = order->running;
  rp_steps_release *release = release_of (order, atomic->address);
  bool goes_on = atomic->writes && atomic->releases;
  if (atomic->reads && atomic->acquires)
    goes_on |= acquire (order, task, &release->past);
  else if (atomic->reads)
    task->unfenced = unite (order, &task->unfenced, &release->past);
  if (atomic->writes)
    {
      rp_steps_pasts own = atomic->releases ? knowledge (order, task) : task->fenced;
      if (!atomic->releases && atomic->may_be_pointer)
        note_leak (order, task);
      release->past = atomic->reads ? unite (order, &release->past, &own) : own;
    }
  if (!goes_on)
    return;
  advance (task);
  moved (order);
}

void
rp_steps_fence (rp_steps *order)
{
  live *task = order->running;
  learn (order, task, &task->unfenced);
  task->fenced = knowledge (order, task);
  advance (task);
  moved (order);
}

/* By memory order, the operation itself orders nothing: it is a step beside the other one of its task, for all
 * that are made there. */
static void
change_step (live *task)
{
  uint32_t step = task->step;
  task->step = task->other;
  task->other = step;
}

void
rp_steps_atomic_begin (rp_steps *order, rp_range object)
{
  live *task = order->running;
  if (order->by_memory_order)
    {
      uint32_t locks = locks_of (task);
      RP_VEC_PUSH (&task->locks, locks);
      task->is_atomic = order->is_beside = true;
      change_step (task);
      return;
    }
  enter_section (order, task, &object, 1);
  task->is_atomic = true;
  advance (task);
  moved (order);
}

void
rp_steps_atomic_end (rp_steps *order)
{
  live *task = order->running;
  leave_section (order, task);
  task->is_atomic = false;
  if (order->is_beside)
    {
      order->is_beside = false;
      change_step (task);
      return;
    }
  advance (task);
  moved (order);
}

/* ---- phasers and clocks ---- */

static void
barrier_create (rp_observer *observer, rp_barrier *handle, rp_strand *creator, bool is_clock)
{
  (void) creator;
  (void) is_clock;
  rp_steps *order = order_of (observer);
  barrier *own = rp_calloc (1, sizeof *own);
  own->epoch = order->epoch;
  own->next = order->barriers;
  own->link = &order->barriers;
  if (own->next)
    own->next->link = &own->next;
  order->barriers = own;
  handle->state = own;
}

/* What happened before the floor needs no word. */
static barrier *
barrier_now (const rp_steps *order, rp_barrier *handle)
{
  barrier *own = handle->state;
  if (own->epoch == order->epoch)
    return own;
  own->epoch = order->epoch;
  for (size_t i = 0; i < own->pending.count; i++)
    own->pending.items[i].past = own->pending.items[i].last = (rp_steps_pasts) { 0 };
  for (size_t i = 0; i < own->phases.count; i++)
    own->phases.items[i] = (rp_steps_pasts) { 0 };
  return own;
}

static pending *
pending_of (barrier *own, uint64_t phase)
{
  uint64_t *place = rp_map_insert (&own->by_phase, phase, NULL);
  if (!*place && own->free_pending)
    {
      *place = own->free_pending;
      own->free_pending = own->pending.items[*place - 1].next_free;
      own->pending.items[*place - 1] = (pending) { 0 };
    }
  else if (!*place)
    {
      RP_VEC_PUSH (&own->pending, (pending) { 0 });
      *place = own->pending.count;
    }
  return &own->pending.items[*place - 1];
}

static void
barrier_signal (rp_observer *observer, rp_barrier *handle, rp_strand *strand, uint64_t phase,
                uint32_t site)
{
  (void) site;
  rp_steps *order = order_of (observer);
  barrier *own = barrier_now (order, handle);
  live *task = live_of (strand);
  settle (order, task);
  pending *signals = pending_of (own, phase);
  if (!are_same (&signals->last, &task->before))
    signals->past = unite (order, &signals->past, &task->before);
  signals->last = task->before;
  add_steps (order, &signals->past, task->task, task->steps);
  complicate (order, task->task);
  advance (task);
  moved (order);
}

static void
barrier_complete (rp_observer *observer, rp_barrier *handle, uint64_t phase)
{
  (void) observer;
  (void) handle;
  (void) phase;
}

/* A phase comes after all its signals, and after the phase before. */
static void
add_phase (rp_steps *order, barrier *own)
{
  uint64_t phase = own->phases.count;
  rp_steps_pasts past = { 0 };
  if (phase)
    past = RP_VEC_LAST (&own->phases);
  const uint64_t *place = rp_map_find (&own->by_phase, phase);
  if (place)
    {
      pending *signals = &own->pending.items[*place - 1];
      past = unite (order, &past, &signals->past);
      *signals = (pending) { .next_free = own->free_pending };
      own->free_pending = (uint32_t) *place;
      rp_map_remove (&own->by_phase, phase);
    }
  RP_VEC_PUSH (&own->phases, past);
}

static void
barrier_wait (rp_observer *observer, rp_barrier *handle, rp_strand *strand, uint64_t phase,
              uint32_t site)
{
  (void) site;
  rp_steps *order = order_of (observer);
  barrier *own = barrier_now (order, handle);
  live *task = live_of (strand);
  while (own->phases.count <= phase)
    add_phase (order, own);
  learn (order, task, &own->phases.items[phase]);
  advance (task);
  moved (order);
}

static void
barrier_forget (rp_observer *observer, rp_barrier *handle, rp_strand *owner)
{
  (void) observer;
  (void) owner;
  barrier *own = handle->state;
  *own->link = own->next;
  if (own->next)
    own->next->link = own->link;
  RP_VEC_CLEAR (&own->pending);
  RP_VEC_CLEAR (&own->phases);
  rp_map_clear (&own->by_phase);
  free (own);
}

static void
depends (rp_observer *observer, rp_dependence_kind kind, uint32_t site)
{
  (void) kind;
  (void) site;
  order_of (observer)->dependences++;
}

static void
task_run (rp_observer *observer, rp_strand *strand)
{
  rp_steps_run (order_of (observer), strand);
}

/* ---- questions ---- */

void
rp_steps_run (rp_steps *order, const rp_strand *strand)
{
  order->running = live_of (strand);
  moved (order);
}

void
rp_steps_put_aside (rp_steps *order, const rp_strand *host, const rp_strand *strand, rp_range stack,
                    rp_range locals)
{
  live *own = live_of (host);
  live_of (strand)->aside = own;
  if (!own->host)
    {
      own->host = rp_calloc (1, sizeof *own->host);
      RP_VEC_PUSH (&order->hosts, own);
    }
  own->host->stack = stack;
  own->host->locals = locals;
}

void
rp_steps_tell_aside (rp_steps *order, const rp_strand *strand_host, const rp_strand *strand)
{
  hosting *own = live_of (strand_host)->host;
  const live *guest = live_of (strand);
  if (!guest->has_learnt || is_same (own->told_last, guest->before.order))
    return;
  own->told = unite (order, &own->told, &guest->before);
  own->told_last = guest->before.order;
}

void
rp_steps_take_over (rp_steps *order, const rp_strand *host, const rp_strand *strand)
{
  rp_steps_pasts all = knowledge (order, live_of (strand));
  learn (order, live_of (host), &all);
  advance (live_of (host));
  live_of (host)->host->merged = live_of (strand)->task + 1;
}

/* The stack of one that has ended may be another's now, so the newest. */
static live *
host_on_stack (const rp_steps *order, uint64_t address)
{
  for (size_t i = order->hosts.count; i-- > 0;)
    if (rp_range_has (order->hosts.items[i]->host->stack, address))
      return order->hosts.items[i];
  return NULL;
}

static live *
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
  live *found = host_on_stack (order, address);
  uintptr_t thread = !found && order->thread_with ? order->thread_with (address) : 0;
  for (; thread && !found; thread = order->thread_opener (thread))
    found = host_of_thread (order, thread);
  return found;
}

/* With the sections that STRAND is in. */
void
rp_steps_run_aside (rp_steps *order, const rp_strand *aside, const rp_strand *strand)
{
  live *task = live_of (aside);
  uint32_t locks = locks_of (live_of (strand));
  rp_steps_tell_aside (order, aside, strand);
  if (locks != RP_NO_LOCKS)
    {
      RP_VEC_PUSH (&task->locks, locks);
      advance (task);
    }
  rp_steps_run (order, aside);
}

void
rp_steps_leave_aside (rp_steps *order, const rp_strand *aside, const rp_strand *strand)
{
  live *task = live_of (aside);
  if (locks_of (live_of (strand)) != RP_NO_LOCKS)
    {
      (void) RP_VEC_POP (&task->locks);
      advance (task);
    }
  rp_steps_run (order, strand);
}

/* TASK stands at a step that has a number. */
static uint32_t
number_step (rp_steps *order, live *task)
{
  if (task->step)
    return task->step;
  RP_ASSERT (task->steps < RP_PAST_ENDED - 1 && order->steps.count < INT32_MAX);
  task->step = (uint32_t) order->steps.count;
  RP_VEC_PUSH (&order->steps, (rp_step) { .task = task->task,
                                          .number = task->steps++,
                                          .locks = sections_of (task),
                                          .is_atomic = task->is_atomic });
  return task->step;
}

uint32_t
rp_steps_now (rp_steps *order, bool make)
{
  return make ? number_step (order, order->running) : order->running->step;
}

/* Somebody's view: its past, and that it has taken some steps itself. */
typedef struct view
{
  rp_past past;
  uint32_t task, steps;
} view;

/* Whether the join of TASK, or of those that joined it in turn, is in sight. */
static bool
is_joined_in (const rp_steps *order, view from, uint32_t task)
{
  const rp_steps_task *row = &order->tasks.items[task];
  for (; row->joined_by; row = &order->tasks.items[row->joined_by - 1])
    {
      bool is_own = row->joined_by - 1 == from.task;
      uint32_t steps = is_own ? from.steps : rp_past_steps (&order->pasts, from.past, row->joined_by - 1);
      if (steps >= row->joined_at)
        return true;
    }
  return false;
}

static bool
is_in (const rp_steps *order, view from, uint32_t step)
{
  const rp_step *row = &order->steps.items[step];
  return step < order->floor || (row->task == from.task && row->number < from.steps)
         || rp_past_steps (&order->pasts, from.past, row->task) > row->number
         || is_joined_in (order, from, row->task);
}

static view
view_now (const rp_steps *order, rp_past past)
{
  return (view) { past, order->running->task, UINT32_MAX };
}

bool
rp_steps_is_before (const rp_steps *order, uint32_t step)
{
  return is_in (order, view_now (order, order->running->before.order), step);
}

bool
rp_steps_is_before_in_run (const rp_steps *order, uint32_t step)
{
  return is_in (order, view_now (order, order->running->before.run), step);
}

/* What the task that runs can see of HOST. */
static glimpse
seen_of (const rp_steps *order, const live *host)
{
  if (host == order->running)
    return (glimpse) { host->host->told, host->steps };
  uint32_t number = rp_past_steps (&order->pasts, order->running->before.hosts, host->task);
  return number ? host->host->glimpses.items[number - 1] : (glimpse) { 0 };
}

bool
rp_steps_is_before_on (const rp_steps *order, const struct rp_steps_live *host, uint32_t step)
{
  glimpse seen = seen_of (order, host);
  return is_in (order, (view) { seen.past.order, host->task, seen.steps }, step);
}

bool
rp_steps_is_before_in_run_on (const rp_steps *order, const struct rp_steps_live *host, uint32_t step)
{
  glimpse seen = seen_of (order, host);
  return is_in (order, (view) { seen.past.run, host->task, seen.steps }, step);
}

bool
rp_steps_is_published (const rp_steps *order, uint32_t step, uint64_t address)
{
  const rp_step *row = &order->steps.items[step];
  return order->by_memory_order && order->is_new && !order->tasks.items[row->task].has_leaked
         && order->is_new (address, row->task, row->number);
}

void
rp_steps_moment (rp_steps *order, uint32_t *task, uint32_t *number)
{
  live *own = order->running->aside ? order->running->aside : order->running;
  *task = own->task;
  *number = order->steps.items[number_step (order, own)].number;
}

/* Finishes around another have smaller numbers. */
static bool
is_around (const rp_steps *order, uint32_t outer, uint32_t finish)
{
  while (finish > outer)
    finish = order->finishes.items[finish].outer;
  return finish == outer;
}

/* The finish, or the scope, that joins what is in SCOPE. */
static uint32_t
joining (const rp_steps *order, uint32_t scope)
{
  const rp_steps_finish *rows = order->finishes.items;
  bool is_left
    = rows[scope].is_scope && (rows[scope].is_parted || !rows[rows[scope].outer].is_open);
  return is_left ? rows[scope].outer : scope;
}

rp_steps_bound
rp_steps_bound_of (const rp_steps *order, uint32_t step, uint32_t *finish)
{
  rp_steps_bound bound = RP_BOUND_IN_RUN;
  uint32_t task = order->steps.items[step].task;
  for (;; task = order->finishes.items[*finish].owner)
    {
      const rp_steps_task *row = &order->tasks.items[task];
      if (row->open || row->is_joined_by_others)
        return RP_UNBOUND;
      if (row->has_sections)
        bound = RP_BOUND;
      *finish = joining (order, row->finish);
      if (order->finishes.items[*finish].is_open)
        return bound;
    }
}

rp_steps_bound
rp_steps_bounds_now (const rp_steps *order, uint32_t step)
{
  uint32_t finish;
  rp_steps_bound bound = rp_steps_bound_of (order, step, &finish);
  const live *running = order->running;
  bool is_inside = bound
                   && (is_around (order, finish, running->finish)
                       || is_around (order, finish, order->tasks.items[running->task].finish));
  return is_inside ? bound : RP_UNBOUND;
}

/* What was waited for in a scope comes before the end of the task that waited. */
bool
rp_steps_is_within (const rp_steps *order, uint32_t step, uint32_t finish)
{
  const rp_steps_finish *rows = order->finishes.items;
  for (uint32_t task = order->steps.items[step].task;;)
    {
      uint32_t own = order->tasks.items[task].finish;
      if (is_around (order, finish, own))
        return true;
      if (!rows[own].is_scope || rows[own].is_open)
        return false;
      task = rows[own].owner;
    }
}

/* ---- locks ---- */

bool
rp_steps_excludes (const rp_steps *order, uint32_t a, uint32_t b)
{
  const rp_step *x = &order->steps.items[a], *y = &order->steps.items[b];
  return (x->is_atomic && y->is_atomic)
         || rp_locksets_exclude (&order->locksets, x->locks, y->locks);
}

/* Whether each of A's ranges lies within one of B's. Both are sorted, and ranges that touch are
 * one.
 */
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
  const rp_step *x = &order->steps.items[a], *y = &order->steps.items[b];
  if (x->is_atomic && !y->is_atomic)
    return false;
  if (x->locks == RP_NO_LOCKS || x->locks == y->locks)
    return true;
  if (y->locks == RP_GLOBAL_LOCK)
    return !rp_locksets_have_actor (&order->locksets, x->locks);
  return x->locks != RP_GLOBAL_LOCK && y->locks != RP_NO_LOCKS
         && is_within (rp_locksets_get (&order->locksets, x->locks),
                       rp_locksets_get (&order->locksets, y->locks));
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
                                      .isolated_begin = isolated_begin,
                                      .isolated_end = isolated_end,
                                      .barrier_create = barrier_create,
                                      .barrier_signal = barrier_signal,
                                      .barrier_complete = barrier_complete,
                                      .barrier_wait = barrier_wait,
                                      .barrier_forget = barrier_forget,
                                      .depends = depends,
                                      .task_run = task_run },
                        .floor = 1,
                        .most_ends = LEAST_ENDS };
  RP_VEC_PUSH (&order->steps, (rp_step) { 0 });
  RP_VEC_PUSH (&order->finishes, (rp_steps_finish) { .is_open = true });
  rp_pasts_init (&order->pasts);
}

void
rp_steps_clear (rp_steps *order)
{
  RP_VEC_CLEAR (&order->steps);
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
