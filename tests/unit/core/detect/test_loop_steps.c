/* Units of loops against tasks. Two worlds get the same random events: in one, the iterations of a loop are units of
 * loop tasks, in the other, each is a task, as steps.c has them. For every access and every one before it, both must give
 * the same answers. */
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
  rp_steps order;
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

static uint64_t befores, only_in_run, parallels, bounded;

static rp_strand *
create (world *w, rp_strand *parent)
{
  rp_strand *child = &w->strands[w->strand_count];
  *child = (rp_strand) { .task = w->strand_count++, .is_plain = true };
  w->order.observer.task_create (&w->order.observer, parent, child, 0);
  return child;
}

static void
run (world *w, rp_strand *strand)
{
  if (w->order.running != strand->state)
    w->order.observer.task_run (&w->order.observer, strand);
}

static void
begin_unit (world *w, int thread, int64_t number)
{
  if (w->block && w->is_unit[thread])
    {
      run (w, w->running[thread]);
      if (number % 3 && rp_steps_unit_next (&w->order))
        return;
      CHECK (rp_steps_unit_begin (&w->order, w->block, (rp_unit_numbers) { number, 1, 1, 1 }));
      return;
    }
  if (w->running[thread])
    w->order.observer.task_end (&w->order.observer, w->running[thread]);
  w->running[thread] = create (w, &w->strands[0]);
  run (w, w->running[thread]);
  w->is_unit[thread] = w->block;
  if (w->block)
    CHECK (rp_steps_unit_begin (&w->order, w->block, (rp_unit_numbers) { number, 1, 1, 1 }));
}

static rp_range
object_of (int lock)
{
  return (rp_range) { 100 + (uint64_t) lock, 1 };
}

static void
section (world *w, int thread, int lock, bool begins)
{
  rp_range object = object_of (lock);
  run (w, w->running[thread]);
  if (begins)
    w->order.observer.isolated_begin (&w->order.observer, w->running[thread], &object, 1, 0);
  else
    w->order.observer.isolated_end (&w->order.observer, w->running[thread], 0);
}

/* As the runtime does it: the sections of the old task end, then they begin in the new one. */
static void
become_task (world *w, int thread, int lock)
{
  if (!w->is_unit[thread])
    return;
  rp_strand *loop = w->running[thread];
  run (w, loop);
  uint32_t unit = rp_steps_unit_leave (&w->order);
  if (lock >= 0)
    section (w, thread, lock, false);
  w->order.observer.task_end (&w->order.observer, loop);
  w->running[thread] = create (w, &w->strands[0]);
  w->is_unit[thread] = false;
  run (w, w->running[thread]);
  if (lock >= 0)
    section (w, thread, lock, true);
  rp_steps_unit_become (&w->order, unit);
}

static void
access_as (world *w, rp_strand *strand)
{
  run (w, strand);
  RP_VEC_PUSH (&w->steps, rp_steps_now (&w->order, true));
  w->order.pasts.threshold = w->steps.count % 3 ? w->order.pasts.threshold : 0; /* collect often */
}

/* What runs has accessed just now, in both worlds. */
static bool
is_same (world *units, world *tasks)
{
  bool same = true;
  for (size_t i = 0; i + 1 < units->steps.count; i++)
    {
      uint32_t a = units->steps.items[i], b = tasks->steps.items[i];
      bool before = rp_steps_is_before (&tasks->order, b);
      bool in_run = rp_steps_is_before_in_run (&tasks->order, b);
      rp_steps_bound bound = rp_steps_bounds_now (&units->order, a);
      same &= rp_steps_is_before (&units->order, a) == before;
      same &= rp_steps_is_before_in_run (&units->order, a) == in_run;
      same &= bound <= rp_steps_bounds_now (&tasks->order, b);
      same &= rp_steps_excludes (&units->order, a, units->steps.items[units->steps.count - 1])
              == rp_steps_excludes (&tasks->order, b, tasks->steps.items[tasks->steps.count - 1]);
      befores += before;
      parallels += !before;
      only_in_run += in_run && !before;
      bounded += bound != RP_UNBOUND;
    }
  return same;
}

static bool
access_both (world *units, world *tasks, int thread)
{
  access_as (units, units->running[thread]);
  access_as (tasks, tasks->running[thread]);
  return is_same (units, tasks);
}

/* The unit of THREAD creates a task that makes an access. */
static bool
spawn_both (world *units, world *tasks, int thread, int lock)
{
  become_task (units, thread, lock);
  world *both[] = { units, tasks };
  for (int i = 0; i < 2; i++)
    {
      run (both[i], both[i]->running[thread]);
      rp_strand *child = create (both[i], both[i]->running[thread]);
      access_as (both[i], child);
    }
  bool same = is_same (units, tasks);
  for (int i = 0; i < 2; i++)
    both[i]->order.observer.task_end (&both[i]->order.observer, &both[i]->strands[both[i]->strand_count - 1]);
  return same;
}

static bool
do_something (world *units, world *tasks, plan *p, rp_rng *rng)
{
  int thread = p->now >= 0 && rp_rng_below (rng, 8) ? p->now : (int) rp_rng_below (rng, THREADS);
  uint64_t choice = rp_rng_below (rng, 10);
  p->now = thread;
  if (!p->has_unit[thread] || (choice < 2 && p->lock[thread] < 0))
    {
      if (p->begun == UNITS)
        return true;
      p->has_unit[thread] = true;
      begin_unit (units, thread, p->begun);
      begin_unit (tasks, thread, p->begun++);
    }
  else if (choice < 5)
    {
      int lock = p->lock[thread] >= 0 ? p->lock[thread] : (int) rp_rng_below (rng, LOCKS);
      bool begins = p->lock[thread] < 0;
      if (begins && p->is_taken[lock])
        return true;
      section (units, thread, lock, begins);
      section (tasks, thread, lock, begins);
      p->is_taken[lock] = begins;
      p->lock[thread] = begins ? lock : -1;
    }
  else if (choice == 5 && units->strand_count < MAX_STRANDS - 4)
    return spawn_both (units, tasks, thread, p->lock[thread]);
  else if (choice == 6 && units->strand_count < MAX_STRANDS - 4)
    become_task (units, thread, p->lock[thread]);
  return access_both (units, tasks, thread);
}

static void
begin (world *w, bool has_units, uint32_t limit)
{
  *w = (world) { .strand_count = 1 };
  rp_steps_init (&w->order);
  w->order.step_limit = limit;
  w->strands[0] = (rp_strand) { .is_plain = true };
  w->order.observer.task_create (&w->order.observer, NULL, &w->strands[0], 0);
  run (w, &w->strands[0]);
  w->block = has_units;
}

static void
begin_loop (world *w)
{
  w->order.observer.finish_begin (&w->order.observer, &w->strands[0], 0);
  if (w->block)
    CHECK ((w->block = rp_steps_reserve (&w->order, UNITS)));
  for (int i = 0; i < THREADS; i++)
    w->running[i] = NULL, w->is_unit[i] = false;
}

static void
end_loop (world *w, const plan *p)
{
  for (int i = 0; i < THREADS; i++)
    if (w->running[i])
      {
        if (p->lock[i] >= 0)
          section (w, i, p->lock[i], false);
        run (w, w->running[i]);
        w->order.observer.task_end (&w->order.observer, w->running[i]);
      }
  run (w, &w->strands[0]);
  for (uint32_t i = 1; i < w->strand_count; i++)
    {
      w->order.observer.join (&w->order.observer, &w->strands[0], &w->strands[i], RP_JOIN_FINISH, true, 0);
      w->order.observer.task_forget (&w->order.observer, &w->strands[i]);
    }
  w->order.observer.finish_end (&w->order.observer, &w->strands[0], 0);
}

static bool
check_loop (uint64_t seed)
{
  static world units, tasks;
  rp_rng rng = rp_rng_from_seed (seed);
  plan p = { .lock = { -1, -1, -1 }, .now = -1 };
  bool right = true;
  begin (&units, true, RP_STEPS_MAX);
  begin (&tasks, false, RP_STEPS_MAX);
  begin_loop (&units);
  begin_loop (&tasks);
  for (int i = 0; i < 120 && right; i++)
    right = CHECK (do_something (&units, &tasks, &p, &rng));
  end_loop (&units, &p);
  end_loop (&tasks, &p);
  access_as (&units, &units.strands[0]);
  access_as (&tasks, &tasks.strands[0]);
  right = right && CHECK (is_same (&units, &tasks));
  world *both[] = { &units, &tasks };
  for (int i = 0; i < 2; i++)
    {
      both[i]->order.observer.task_forget (&both[i]->order.observer, &both[i]->strands[0]);
      rp_steps_clear (&both[i]->order);
      RP_VEC_CLEAR (&both[i]->steps);
    }
  return right;
}

TEST (units_are_ordered_like_tasks)
{
  for (uint64_t seed = 1; seed <= TEST_RUNS (400); seed++)
    if (!check_loop (seed))
      {
        test_note ("seed %llu", (unsigned long long) seed);
        return;
      }
  CHECK (befores > 1000 && parallels > 1000 && only_in_run > 1000 && bounded > 1000);
}

TEST (numbers)
{
  static world w;
  begin (&w, true, RP_STEPS_MAX);
  begin_loop (&w);
  rp_strand *loop = create (&w, &w.strands[0]);
  run (&w, loop);
  CHECK (rp_steps_unit_begin (&w.order, w.block, (rp_unit_numbers) { 5, 2, 100, 3 }));
  const int64_t wanted[] = { 5, 7, 9, 105, 107, 109, 205 };
  uint32_t first = rp_steps_now (&w.order, false);
  for (int i = 1; i < 7; i++)
    CHECK (rp_steps_unit_next (&w.order));
  for (uint32_t i = 0; i < 7; i++)
    {
      int64_t number;
      CHECK (rp_steps_unit_number (&w.order, first + i, &number));
      CHECK_INT (number, wanted[i]);
    }
  CHECK (!rp_steps_is_before (&w.order, first) && rp_steps_is_before (&w.order, first + 6));
  rp_steps_clear (&w.order);
}

/* Steps that were given away are not given again while something is parallel; then they begin anew. */
TEST (generations)
{
  static world w;
  begin (&w, true, 1000);
  for (uint32_t i = 1; i <= 40; i++)
    {
      plan p = { .lock = { -1, -1, -1 } };
      w.strand_count = 1;
      begin_loop (&w);
      begin_unit (&w, 0, 0);
      access_as (&w, w.running[0]);
      CHECK (w.order.next_step < 1000);
      end_loop (&w, &p);
    }
  CHECK (w.order.generation >= 4);
  CHECK (!rp_steps_reserve (&w.order, 1000));
  rp_steps_clear (&w.order);
  RP_VEC_CLEAR (&w.steps);
}
