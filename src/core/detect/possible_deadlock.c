#include "core/detect/possible_deadlock.h"

#include "base/panic.h"

#include <stdlib.h>

enum
{
  MAX_CLAIMS = 1 << 21,
  MAX_STALLS = 1 << 17,
  RECENT_CLAIMS = 4,
  CLAIMED_BITS = 12
};

/* A section that a task is in. OWN: its own lock set. ALL: the lock set of this section and of all sections before it
 * in knower.open. */
typedef struct held
{
  uint32_t own, all;
  uint32_t site;
} held;

/* A claim of a task in its present version: since the version began, the task has learnt nothing from other tasks and
 * passed nothing on. A second equal claim in one version makes no difference for other tasks. */
typedef struct recent
{
  uint32_t held, asked;
} recent;

/* A task that knows of claims, or has entered sections. */
typedef struct knower
{
  rp_past past;       /* the points of other tasks that come before it, by line */
  uint32_t line;      /* its line, plus 1; 0: it has entered no section */
  RP_VEC (held) open; /* the sections that it is in, in the order in which it entered them */
  uint64_t version;   /* changes when the task learns something, or passes something on */
  uint32_t recent_count;
  recent recent[RECENT_CLAIMS];
} knower;

/* The signals of PHASE. Only phases with signals have a row. A task that waits for PHASE learns PAST; so does a task
 * that waits for a later phase before the PHASE of the next row. In the first DONE rows, PAST includes the pasts of all
 * earlier rows; in the other rows, only what comes before the signals of PHASE. */
typedef struct phase_row
{
  uint64_t phase;
  rp_past past;
} phase_row;

typedef struct phases
{
  RP_VEC (phase_row) rows; /* sorted by phase */
  size_t done;
} phases;

static rp_stalls *
stalls_of (const rp_observer *observer)
{
  return observer->beside;
}

static knower *
find (const rp_stalls *stalls, const rp_strand *strand)
{
  const uint64_t *place = rp_map_find (&stalls->tasks, strand->task);
  return place ? (knower *) (uintptr_t) *place : NULL;
}

/* TASK has learnt something or passed something on. From now on, none of its claims repeats an earlier one. */
static void
begin_version (rp_stalls *stalls, knower *task)
{
  task->version = ++stalls->versions;
  task->recent_count = 0;
}

static knower *
find_or_make (rp_stalls *stalls, const rp_strand *strand)
{
  uint64_t *place = rp_map_insert (&stalls->tasks, strand->task, NULL);
  if (!*place)
    {
      *place = (uintptr_t) rp_calloc (1, sizeof (knower));
      begin_version (stalls, (knower *) (uintptr_t) *place);
    }
  return (knower *) (uintptr_t) *place;
}

static void
free_knower (knower *task)
{
  RP_VEC_CLEAR (&task->open);
  free (task);
}

static uint32_t
held_by (const knower *task)
{
  return task->open.count ? RP_VEC_LAST (&task->open).all : RP_NO_LOCKS;
}

/* ---- pasts that nobody uses ---- */

static void
mark_all (rp_stalls *stalls)
{
  rp_pasts *pasts = &stalls->pasts;
  for (size_t i = 0; i < stalls->tasks.capacity; i++)
    if (stalls->tasks.used[i])
      rp_past_mark (pasts, ((knower *) (uintptr_t) stalls->tasks.entries[i].value)->past);
  for (size_t i = 0; i < stalls->barriers.capacity; i++)
    if (stalls->barriers.used[i])
      {
        const phases *own = (phases *) (uintptr_t) stalls->barriers.entries[i].value;
        for (size_t k = 0; k < own->rows.count; k++)
          rp_past_mark (pasts, own->rows.items[k].past);
      }
  for (size_t i = 0; i < stalls->claims.count; i++)
    rp_past_mark (pasts, stalls->claims.items[i].at.before);
  for (size_t i = 0; i < stalls->stalls.count; i++)
    rp_past_mark (pasts, stalls->stalls.items[i].at.before);
}

static void
collect (rp_stalls *stalls)
{
  if (!stalls->has_pasts || !rp_pasts_are_many (&stalls->pasts))
    return;
  mark_all (stalls);
  rp_pasts_sweep (&stalls->pasts);
}

/* ---- what tasks know ---- */

/* Returns what comes before everything that follows TASK from here: TASK's past and its own points so far. */
static rp_past
knowledge (rp_stalls *stalls, const knower *task)
{
  if (!task->line)
    return task->past;
  return rp_past_with (&stalls->pasts, task->past, task->line - 1,
                       stalls->steps.items[task->line - 1]);
}

static bool
is_empty (rp_past past)
{
  return !past.root;
}

static bool
is_same (rp_past a, rp_past b)
{
  return a.root == b.root && a.height == b.height;
}

/* Returns the current point of TASK, at SITE. */
static rp_stall_point
point_of (const rp_stalls *stalls, const knower *task, const rp_strand *strand, uint32_t site)
{
  return (rp_stall_point) { .line = task->line - 1,
                            .step = stalls->steps.items[task->line - 1],
                            .task = strand->task,
                            .site = site,
                            .held = held_by (task),
                            .before = task->past };
}

/* Records a stall: TASK, at the point AT and in its sections, waits for CLAIM. */
static void
add_stall (rp_stalls *stalls, const knower *task, rp_stall_point at, uint32_t claim)
{
  if (stalls->stalls.count >= MAX_STALLS)
    {
      stalls->is_overfull = true;
      return;
    }
  rp_stall stall = { .at = at, .claim = claim, .parts = (uint32_t) stalls->parts.count,
                     .part_count = (uint32_t) task->open.count };
  for (size_t i = 0; i < task->open.count; i++)
    RP_VEC_PUSH (&stalls->parts, task->open.items[i].own);
  RP_VEC_PUSH (&stalls->stalls, stall);
}

typedef struct learning
{
  rp_stalls *stalls;
  const knower *task;
  rp_stall_point at;
} learning;

/* An rp_past_found. The task is in sections. It waits for the claims of LINE that come after LINE's point FROM and not
 * after LINE's point TO. Adds a stall for each of these claims. */
static void
wait_for_claims (void *context, uint32_t line, uint32_t from, uint32_t to)
{
  const learning *own = context;
  const rp_stalls *stalls = own->stalls;
  if (line == own->at.line)
    return;
  for (uint32_t i = stalls->lines.items[line]; i; i = stalls->claims.items[i - 1].previous)
    {
      uint32_t step = stalls->claims.items[i - 1].at.step;
      if (step <= from)
        return;
      if (step <= to)
        add_stall (own->stalls, own->task, own->at, i - 1);
    }
}

/* STRAND has waited at SITE until everything in PAST was done. If STRAND is in sections, adds a stall for each claim in
 * PAST that STRAND did not know. Adds PAST to the past of STRAND. */
static void
learn (rp_stalls *stalls, const rp_strand *strand, rp_past past, uint32_t site)
{
  if (is_empty (past))
    return;
  knower *task = find_or_make (stalls, strand);
  rp_past all = rp_past_union (&stalls->pasts, task->past, past);
  if (is_same (all, task->past))
    return;
  if (task->open.count)
    {
      stalls->steps.items[task->line - 1]++;
      learning own = { stalls, task, point_of (stalls, task, strand, site) };
      rp_past_compare (&stalls->pasts, task->past, all, wait_for_claims, &own);
    }
  task->past = all;
  begin_version (stalls, task);
  collect (stalls);
}

/* ---- events ---- */

static void
task_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  rp_stalls *stalls = stalls_of (observer);
  stalls->inner.task_create (observer, parent, child, site);
  stalls->alive++;
  knower *creator = parent ? find (stalls, parent) : NULL;
  if (!creator)
    return;
  const knower *heir = find (stalls, child);
  bool is_holder = heir && heir->open.count;
  learn (stalls, child, knowledge (stalls, creator),
         is_holder ? RP_VEC_LAST (&heir->open).site : site);
  begin_version (stalls, creator);
}

static void
task_end (rp_observer *observer, rp_strand *strand)
{
  rp_stalls *stalls = stalls_of (observer);
  stalls->inner.task_end (observer, strand);
  stalls->alive--;
}

static void
task_forget (rp_observer *observer, rp_strand *strand)
{
  rp_stalls *stalls = stalls_of (observer);
  stalls->inner.task_forget (observer, strand);
  knower *task = find (stalls, strand);
  if (!task)
    return;
  rp_map_remove (&stalls->tasks, strand->task);
  free_knower (task);
}

static void
join (rp_observer *observer, rp_strand *joiner, rp_strand *ended, rp_join_kind kind, bool in_order,
      uint32_t site)
{
  rp_stalls *stalls = stalls_of (observer);
  stalls->inner.join (observer, joiner, ended, kind, in_order, site);
  const knower *task = find (stalls, ended);
  if (task)
    learn (stalls, joiner, knowledge (stalls, task), site);
}

/* Returns whether TASK comes after all points of all other tasks. */
static bool
knows_all (const rp_stalls *stalls, const knower *task)
{
  for (uint32_t i = 0; i < stalls->lines.count; i++)
    if (task->line != i + 1
        && rp_past_steps (&stalls->pasts, task->past, i) < stalls->steps.items[i])
      return false;
  return true;
}

static void
forget_claims (rp_stalls *stalls)
{
  stalls->lines.count = stalls->steps.count = 0;
  stalls->claims.count = stalls->stalls.count = stalls->parts.count = 0;
  stalls->unforgettable = 0;
  for (size_t i = 0; i < stalls->tasks.capacity; i++)
    if (stalls->tasks.used[i])
      {
        knower *task = (knower *) (uintptr_t) stalls->tasks.entries[i].value;
        task->past = (rp_past) { 0 };
        task->line = 0;
        begin_version (stalls, task);
      }
  for (size_t i = 0; i < stalls->barriers.capacity; i++)
    if (stalls->barriers.used[i])
      {
        phases *own = (phases *) (uintptr_t) stalls->barriers.entries[i].value;
        own->rows.count = own->done = 0;
      }
}

/* If one task is left, is in no section, and comes after all claims so far, looks for cycles and then forgets these
 * claims: no later claim can be in a cycle with them. */
static void
finish_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  rp_stalls *stalls = stalls_of (observer);
  stalls->inner.finish_end (observer, strand, site);
  if (stalls->alive != 1 || stalls->lines.count <= 2 * stalls->unforgettable)
    return;
  const knower *task = find (stalls, strand);
  if (!task || stalls->held || !knows_all (stalls, task))
    {
      stalls->unforgettable = stalls->lines.count;
      return;
    }
  rp_stalls_check (stalls);
  forget_claims (stalls);
}

static phases *
find_phases (const rp_stalls *stalls, const rp_barrier *barrier)
{
  const uint64_t *place = rp_map_find (&stalls->barriers, (uintptr_t) barrier);
  return place ? (phases *) (uintptr_t) *place : NULL;
}

static void
barrier_signal (rp_observer *observer, rp_barrier *barrier, rp_strand *strand, uint64_t phase,
                uint32_t site)
{
  rp_stalls *stalls = stalls_of (observer);
  stalls->inner.barrier_signal (observer, barrier, strand, phase, site);
  knower *task = find (stalls, strand);
  rp_past past = task ? knowledge (stalls, task) : (rp_past) { 0 };
  if (is_empty (past))
    return;
  begin_version (stalls, task);
  uint64_t *place = rp_map_insert (&stalls->barriers, (uintptr_t) barrier, NULL);
  if (!*place)
    *place = (uintptr_t) rp_calloc (1, sizeof (phases));
  phases *own = (phases *) (uintptr_t) *place;
  size_t at = own->rows.count;
  while (at && own->rows.items[at - 1].phase > phase)
    at--;
  if (at && own->rows.items[at - 1].phase == phase)
    {
      own->rows.items[at - 1].past
        = rp_past_union (&stalls->pasts, own->rows.items[at - 1].past, past);
      return;
    }
  RP_VEC_PUSH (&own->rows, (phase_row) { 0 });
  for (size_t i = own->rows.count - 1; i > at; i--)
    own->rows.items[i] = own->rows.items[i - 1];
  own->rows.items[at] = (phase_row) { phase, past };
}

/* PHASE is complete. PHASE and earlier phases get no more signals, so their pasts no longer change. */
static void
barrier_wait (rp_observer *observer, rp_barrier *barrier, rp_strand *strand, uint64_t phase,
              uint32_t site)
{
  rp_stalls *stalls = stalls_of (observer);
  stalls->inner.barrier_wait (observer, barrier, strand, phase, site);
  phases *own = find_phases (stalls, barrier);
  if (!own)
    return;
  while (own->done < own->rows.count && own->rows.items[own->done].phase <= phase)
    {
      phase_row *row = &own->rows.items[own->done];
      if (own->done)
        row->past = rp_past_union (&stalls->pasts, row->past, row[-1].past);
      own->done++;
    }
  size_t at = own->done;
  while (at && own->rows.items[at - 1].phase > phase)
    at--;
  if (at)
    learn (stalls, strand, own->rows.items[at - 1].past, site);
}

static void
barrier_forget (rp_observer *observer, rp_barrier *barrier, rp_strand *owner)
{
  rp_stalls *stalls = stalls_of (observer);
  stalls->inner.barrier_forget (observer, barrier, owner);
  phases *own = find_phases (stalls, barrier);
  if (!own)
    return;
  rp_map_remove (&stalls->barriers, (uintptr_t) barrier);
  RP_VEC_CLEAR (&own->rows);
  free (own);
}

/* ---- sections ---- */

/* Returns whether one of the first RECENT_CLAIMS claims of TASK in this version equals CLAIM. If not, remembers CLAIM
 * while there is room. */
static bool
is_repeated (knower *task, recent claim)
{
  for (uint32_t i = 0; i < task->recent_count; i++)
    if (task->recent[i].held == claim.held && task->recent[i].asked == claim.asked)
      return true;
  if (task->recent_count < RECENT_CLAIMS)
    task->recent[task->recent_count++] = claim;
  return false;
}

/* Returns whether TASK has made a claim equal to CLAIM at the same SITE in this version, as far as the cache
 * stalls->claimed knows. If not, remembers CLAIM. This serves tasks that take many locks in turn. A second claim at the
 * same site would not change a report. */
static bool
is_claimed_again (rp_stalls *stalls, const knower *task, recent claim, uint32_t site)
{
  uint64_t hash = rp_hash64 ((uint64_t) claim.asked << 32 ^ task->version ^ (uint64_t) site << 16 ^ claim.held);
  rp_claimed *last = &stalls->claimed[hash & ((1 << CLAIMED_BITS) - 1)];
  if (last->version == task->version && last->held == claim.held && last->asked == claim.asked && last->site == site)
    return true;
  *last = (rp_claimed) { task->version, claim.held, claim.asked, site };
  return false;
}

/* TASK, the knower of STRAND, is about to enter a section with the lock set ASKED. Records the claim and, if the task
 * is in sections, the stall. */
static void
claim (rp_stalls *stalls, knower *task, const rp_strand *strand, uint32_t asked, uint32_t site)
{
  recent own = { held_by (task), asked };
  if (is_repeated (task, own) || is_claimed_again (stalls, task, own, site))
    return;
  if (stalls->claims.count >= MAX_CLAIMS)
    {
      stalls->is_overfull = true;
      return;
    }
  stalls->steps.items[task->line - 1]++;
  rp_claim row = { .at = point_of (stalls, task, strand, site),
                   .asked = asked,
                   .previous = stalls->lines.items[task->line - 1] };
  RP_VEC_PUSH (&stalls->claims, row);
  stalls->lines.items[task->line - 1] = (uint32_t) stalls->claims.count;
  if (task->open.count)
    add_stall (stalls, task, row.at, (uint32_t) stalls->claims.count - 1);
}

static void
give_line (rp_stalls *stalls, knower *task)
{
  if (task->line)
    return;
  RP_VEC_PUSH (&stalls->lines, 0);
  RP_VEC_PUSH (&stalls->steps, 0);
  task->line = (uint32_t) stalls->lines.count;
}

static void
section_enter (rp_observer *observer, rp_strand *strand, const rp_range *objects, size_t count,
               bool may_wait, uint32_t site)
{
  rp_stalls *stalls = stalls_of (observer);
  if (!stalls->has_pasts)
    {
      rp_pasts_init (&stalls->pasts);
      stalls->claimed = rp_calloc (1 << CLAIMED_BITS, sizeof *stalls->claimed);
    }
  stalls->has_pasts = true;
  knower *task = find_or_make (stalls, strand);
  give_line (stalls, task);
  uint32_t own = rp_locksets_extend (&stalls->locksets, RP_NO_LOCKS, objects, count);
  uint32_t all = rp_locksets_extend (&stalls->locksets, held_by (task), objects, count);
  if (may_wait && all != held_by (task))
    claim (stalls, task, strand, own, site);
  RP_VEC_PUSH (&task->open, (held) { own, all, site });
  stalls->held++;
}

/* Returns the lock set SET with the objects of the lock set OWN added. */
static uint32_t
extend (rp_stalls *stalls, uint32_t set, uint32_t own)
{
  if (own == RP_GLOBAL_LOCK)
    return rp_locksets_extend (&stalls->locksets, set, NULL, 0);
  const rp_lockset *objects = rp_locksets_get (&stalls->locksets, own);
  return rp_locksets_extend (&stalls->locksets, set, objects->ranges, objects->count);
}

static void
section_leave (rp_observer *observer, rp_strand *strand, size_t later)
{
  rp_stalls *stalls = stalls_of (observer);
  knower *task = find (stalls, strand);
  RP_ASSERT (task && later < task->open.count);
  for (size_t i = task->open.count - 1 - later; i + 1 < task->open.count; i++)
    {
      held next = task->open.items[i + 1];
      next.all = extend (stalls, i ? task->open.items[i - 1].all : RP_NO_LOCKS, next.own);
      task->open.items[i] = next;
    }
  task->open.count--;
  stalls->held--;
}

/* All sections of FROM move to TO. If HAS_ENDED, the code of FROM continues as TO after a barrier, and TO knows what
 * FROM knew; otherwise TO learns nothing. The creator of TO knows more: everything that FROM waited for at the barrier.
 * For these waits, task_create adds stalls. */
static void
section_move (rp_observer *observer, rp_strand *from, rp_strand *to, bool has_ended)
{
  rp_stalls *stalls = stalls_of (observer);
  knower *task = find (stalls, from);
  knower *next = find_or_make (stalls, to);
  RP_ASSERT (task);
  give_line (stalls, next);
  for (size_t i = 0; i < task->open.count; i++)
    {
      held section = task->open.items[i];
      section.all = extend (stalls, held_by (next), section.own);
      RP_VEC_PUSH (&next->open, section);
    }
  task->open.count = 0;
  if (has_ended)
    next->past = knowledge (stalls, task);
}

/* ---- life ---- */

void
rp_stalls_attach (rp_stalls *stalls, rp_observer *observer)
{
  *stalls = (rp_stalls) { .inner = *observer };
  observer->beside = stalls;
  observer->task_create = task_create;
  observer->task_end = task_end;
  observer->task_forget = task_forget;
  observer->join = join;
  observer->finish_end = finish_end;
  observer->barrier_signal = barrier_signal;
  observer->barrier_wait = barrier_wait;
  observer->barrier_forget = barrier_forget;
  observer->section_enter = section_enter;
  observer->section_leave = section_leave;
  observer->section_move = section_move;
}

void
rp_stalls_end (rp_stalls *stalls)
{
  rp_stalls_check (stalls);
  forget_claims (stalls);
}

void
rp_stalls_clear (rp_stalls *stalls)
{
  for (size_t i = 0; i < stalls->tasks.capacity; i++)
    if (stalls->tasks.used[i])
      free_knower ((knower *) (uintptr_t) stalls->tasks.entries[i].value);
  for (size_t i = 0; i < stalls->barriers.capacity; i++)
    if (stalls->barriers.used[i])
      {
        phases *own = (phases *) (uintptr_t) stalls->barriers.entries[i].value;
        RP_VEC_CLEAR (&own->rows);
        free (own);
      }
  rp_map_clear (&stalls->tasks);
  rp_map_clear (&stalls->barriers);
  if (stalls->has_pasts)
    rp_pasts_clear (&stalls->pasts);
  free (stalls->claimed);
  rp_locksets_clear (&stalls->locksets);
  RP_VEC_CLEAR (&stalls->lines);
  RP_VEC_CLEAR (&stalls->steps);
  RP_VEC_CLEAR (&stalls->claims);
  RP_VEC_CLEAR (&stalls->stalls);
  RP_VEC_CLEAR (&stalls->parts);
  RP_VEC_CLEAR (&stalls->found);
}
