/* Phasers and clocks: a task that waits for a phase learns what comes before the phase's signals. */
#include "base/panic.h"
#include "core/detect/steps_live.h"

#include <stdlib.h>

/* The signals of one phase, until a task waits for this phase. */
typedef struct pending
{
  rp_steps_pasts past; /* everything that comes before the signals */
  rp_steps_pasts last; /* the past of the last signaller; mostly the next signaller has an equal one */
  uint32_t next_free;  /* in a free element: the next free element, plus 1 */
} pending;

typedef struct rp_steps_barrier
{
  uint32_t epoch;
  rp_map by_phase; /* phase -> index in PENDING, plus 1 */
  RP_VEC (pending) pending;
  uint32_t free_pending;          /* the first free element of PENDING, plus 1; 0: none */
  RP_VEC (rp_steps_pasts) phases; /* for each phase that a task has waited for: what comes before its end */
  struct rp_steps_barrier *next, **link;
} barrier;

static void
barrier_create (rp_observer *observer, rp_barrier *handle, rp_strand *creator, bool is_clock)
{
  (void) creator;
  (void) is_clock;
  rp_steps *order = rp_steps_of (observer);
  barrier *own = rp_calloc (1, sizeof *own);
  own->epoch = order->epoch;
  own->next = order->barriers;
  own->link = &order->barriers;
  if (own->next)
    own->next->link = &own->next;
  order->barriers = own;
  handle->state = own;
}

/* Returns the state of the barrier HANDLE. If the floor was raised since its last use, empties its pasts: everything
 * below the floor comes before everything from now on anyway. */
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

/* Returns the pending signals of PHASE. Makes an empty record if there is none. */
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
  rp_steps *order = rp_steps_of (observer);
  barrier *own = barrier_now (order, handle);
  rp_live *task = rp_live_of (strand);
  rp_live_settle (order, task);
  pending *signals = pending_of (own, phase);
  const rp_steps_pasts *before = rp_live_before (order, task);
  if (!rp_pasts_are_same (&signals->last, before))
    signals->past = rp_pasts_unite (order, &signals->past, before);
  signals->last = *before;
  rp_pasts_add (order, &signals->past, task->task, task->steps);
  rp_steps_complicate (order, task->task);
  rp_live_advance (task);
  rp_steps_changed (order);
}

static void
barrier_complete (rp_observer *observer, rp_barrier *handle, uint64_t phase)
{
  (void) observer;
  (void) handle;
  (void) phase;
}

/* Adds the next phase to own->phases: its end comes after all its signals and after the phase before it. Removes its
 * signals from own->pending. */
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
      past = rp_pasts_unite (order, &past, &signals->past);
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
  rp_steps *order = rp_steps_of (observer);
  barrier *own = barrier_now (order, handle);
  rp_live *task = rp_live_of (strand);
  while (own->phases.count <= phase)
    add_phase (order, own);
  rp_live_learn (order, task, &own->phases.items[phase]);
  rp_live_advance (task);
  rp_steps_changed (order);
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
mark_barrier (rp_steps *order, const barrier *own)
{
  for (size_t i = 0; i < own->pending.count; i++)
    {
      rp_pasts_mark (order, &own->pending.items[i].past);
      rp_pasts_mark (order, &own->pending.items[i].last);
    }
  for (size_t i = 0; i < own->phases.count; i++)
    rp_pasts_mark (order, &own->phases.items[i]);
}

void
rp_steps_mark_barriers (rp_steps *order)
{
  for (const barrier *own = order->barriers; own; own = own->next)
    if (own->epoch == order->epoch)
      mark_barrier (order, own);
}

void
rp_steps_observe_barriers (rp_observer *observer)
{
  observer->barrier_create = barrier_create;
  observer->barrier_signal = barrier_signal;
  observer->barrier_complete = barrier_complete;
  observer->barrier_wait = barrier_wait;
  observer->barrier_forget = barrier_forget;
}
