/* Two worlds get the same random events: in one, the iterations of a loop are units of loop tasks (loop_steps.h), in the
 * other, each is a task. What they have in common, for the tests that compare them. */
#ifndef RP_TESTS_UNIT_CORE_DETECT_LOOP_WORLDS_H
#define RP_TESTS_UNIT_CORE_DETECT_LOOP_WORLDS_H

#include "base/rng.h"
#include "core/detect/steps.h"
#include "test.h"

enum
{
  THREADS = 3,
  LOCKS = 3,
  UNITS = 40,
  MAX_STRANDS = 400
};

typedef struct world
{
  rp_steps *order;
  rp_strand strands[MAX_STRANDS]; /* [0] is main */
  uint32_t strand_count;
  uint32_t block; /* 0: the units are tasks */
  rp_strand *running[THREADS];
  bool is_unit[THREADS]; /* of a loop task */
  RP_VEC (uint32_t) steps; /* of the accesses */
} world;

/* What both worlds have in common. */
typedef struct plan
{
  bool has_unit[THREADS];
  int lock[THREADS]; /* that the thread holds; -1: none */
  bool is_taken[LOCKS];
  int begun;
  int now; /* the thread that ran last; -1: none */
} plan;

static inline rp_strand *
create (world *w, rp_strand *parent)
{
  rp_strand *child = &w->strands[w->strand_count];
  *child = (rp_strand) { .task = w->strand_count++, .is_plain = true };
  w->order->observer.task_create (&w->order->observer, parent, child, 0);
  return child;
}

static inline void
run (world *w, rp_strand *strand)
{
  if (w->order->running != strand->state)
    w->order->observer.task_run (&w->order->observer, strand);
}

static inline void
begin_unit (world *w, int thread, int64_t number)
{
  if (w->block && w->is_unit[thread])
    {
      run (w, w->running[thread]);
      if (number % 3 && rp_steps_unit_next (w->order))
        return;
      CHECK (rp_steps_unit_begin (w->order, w->block, (rp_unit_numbers) { number, 1, 1, 1, 0 }));
      return;
    }
  if (w->running[thread])
    w->order->observer.task_end (&w->order->observer, w->running[thread]);
  w->running[thread] = create (w, &w->strands[0]);
  run (w, w->running[thread]);
  w->is_unit[thread] = w->block;
  if (w->block)
    CHECK (rp_steps_unit_begin (w->order, w->block, (rp_unit_numbers) { number, 1, 1, 1, 0 }));
}

static inline rp_range
object_of (int lock)
{
  return (rp_range) { 100 + (uint64_t) lock, 1 };
}

static inline void
section (world *w, int thread, int lock, bool begins)
{
  rp_range object = object_of (lock);
  run (w, w->running[thread]);
  if (begins)
    w->order->observer.isolated_begin (&w->order->observer, w->running[thread], &object, 1, 0);
  else
    w->order->observer.isolated_end (&w->order->observer, w->running[thread], 0);
}

/* As the runtime does it: the sections of the old task end, then they begin in the new one. */
static inline void
become_task (world *w, int thread, int lock)
{
  if (!w->is_unit[thread])
    return;
  rp_strand *loop = w->running[thread];
  run (w, loop);
  uint32_t unit = rp_steps_unit_leave (w->order);
  if (lock >= 0)
    section (w, thread, lock, false);
  w->order->observer.task_end (&w->order->observer, loop);
  w->running[thread] = create (w, &w->strands[0]);
  w->is_unit[thread] = false;
  run (w, w->running[thread]);
  if (lock >= 0)
    section (w, thread, lock, true);
  rp_steps_unit_become (w->order, unit);
}

static inline void
begin_loop (world *w)
{
  w->order->observer.finish_begin (&w->order->observer, &w->strands[0], 0);
  if (w->block)
    CHECK ((w->block = rp_steps_reserve (w->order, UNITS)));
  for (int i = 0; i < THREADS; i++)
    w->running[i] = NULL, w->is_unit[i] = false;
}

static inline void
end_loop (world *w, const plan *p)
{
  for (int i = 0; i < THREADS; i++)
    if (w->running[i])
      {
        if (p->lock[i] >= 0)
          section (w, i, p->lock[i], false);
        run (w, w->running[i]);
        w->order->observer.task_end (&w->order->observer, w->running[i]);
      }
  run (w, &w->strands[0]);
  for (uint32_t i = 1; i < w->strand_count; i++)
    {
      w->order->observer.join (&w->order->observer, &w->strands[0], &w->strands[i], RP_JOIN_FINISH, true, 0);
      w->order->observer.task_forget (&w->order->observer, &w->strands[i]);
    }
  w->order->observer.finish_end (&w->order->observer, &w->strands[0], 0);
}

#endif
