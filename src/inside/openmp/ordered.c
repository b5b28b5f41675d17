#include "inside/openmp/ordered.h"

#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

void
rp_omp_ordered_expect (rp_omp_thread *thread)
{
  thread->share->units.are_tasks = true;
  if (!thread->share->turns && thread->team->size > 1)
    thread->share->turns = rp_turns_new ();
}

static rp_turns *
turns_of (const rp_omp_thread *thread)
{
  return thread->share ? thread->share->turns : NULL;
}

void
rp_omp_ordered_begin (uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  rp_turns *turns = turns_of (thread);
  if (turns)
    rp_turn_wait_at (turns, thread->turn, site);
}

void
rp_omp_ordered_end (uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  rp_turns *turns = turns_of (thread);
  if (turns)
    rp_turn_end_at (turns, thread->turn++, true, site);
}

void
rp_omp_ordered_unit_end (rp_omp_thread *thread)
{
  rp_turns *turns = turns_of (thread);
  for (uint64_t turn = thread->begun; turns && turn < thread->ended; turn++)
    rp_turn_end_at (turns, turn, false, 0);
  thread->begun = thread->ended = 0;
}

/* ---- doacross ---- */

/* A doacross nest. There is a promise for each iteration that has posted, or that another iteration waits for. */
struct rp_omp_doacross
{
  unsigned depth;
  rp_map by_iteration; /* number of the iteration -> promise */
  long counts[];
};

void
rp_omp_doacross_expect (rp_omp_thread *thread, unsigned depth, const long *counts)
{
  rp_omp_share *share = thread->share;
  share->units.are_tasks = true;
  if (share->doacross || thread->team->size == 1)
    return;
  share->doacross = rp_calloc (1, sizeof *share->doacross + depth * sizeof *counts);
  share->doacross->depth = depth;
  memcpy (share->doacross->counts, counts, depth * sizeof *counts);
}

/* Returns the number of the iteration with VECTOR; UINT64_MAX: the nest has no such iteration. */
static uint64_t
iteration (const rp_omp_doacross *doacross, const long *vector)
{
  uint64_t number = 0;
  for (unsigned i = 0; i < doacross->depth; i++)
    {
      if (vector[i] < 0 || vector[i] >= doacross->counts[i])
        return UINT64_MAX;
      number = number * (uint64_t) doacross->counts[i] + (uint64_t) vector[i];
    }
  return number;
}

static rp_promise *
promise_of (rp_omp_doacross *doacross, uint64_t number, uint32_t site)
{
  uint64_t *place = rp_map_insert (&doacross->by_iteration, number, NULL);
  if (!*place)
    *place = (uintptr_t) rp_promise_new_at (RP_WAIT_ITERATION, site);
  return (rp_promise *) (uintptr_t) *place;
}

static rp_omp_doacross *
doacross_now (void)
{
  const rp_omp_share *share = rp_omp_current ()->thread->share;
  return share ? share->doacross : NULL;
}

unsigned
rp_omp_doacross_depth (void)
{
  const rp_omp_doacross *doacross = doacross_now ();
  return doacross ? doacross->depth : 0;
}

void
rp_omp_doacross_post (const long *vector, uint32_t site)
{
  rp_omp_doacross *doacross = doacross_now ();
  uint64_t number = doacross ? iteration (doacross, vector) : UINT64_MAX;
  if (number != UINT64_MAX)
    rp_promise_put_at (promise_of (doacross, number, site), site);
}

void
rp_omp_doacross_wait (const long *vector, uint32_t site)
{
  rp_omp_doacross *doacross = doacross_now ();
  uint64_t number = doacross ? iteration (doacross, vector) : UINT64_MAX;
  if (number != UINT64_MAX)
    rp_promise_wait_at (promise_of (doacross, number, site), site);
}

void
rp_omp_doacross_free (rp_omp_doacross *doacross)
{
  if (!doacross)
    return;
  for (size_t i = 0; i < doacross->by_iteration.capacity; i++)
    if (doacross->by_iteration.used[i])
      rp_promise_forget ((rp_promise *) (uintptr_t) doacross->by_iteration.entries[i].value);
  rp_map_clear (&doacross->by_iteration);
  free (doacross);
}
