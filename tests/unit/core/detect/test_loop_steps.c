/* Units of loops against tasks: loop_worlds.h. For every access and every one before it, both worlds must give the same
 * answers. */
#include "loop_worlds.h"

static uint64_t befores, only_in_run, parallels, bounded;

static void
access_as (world *w, rp_strand *strand)
{
  run (w, strand);
  RP_VEC_PUSH (&w->steps, rp_steps_now (w->order, true));
  w->order->pasts.threshold = w->steps.count % 3 ? w->order->pasts.threshold : 0; /* collect often */
}

/* What runs has accessed just now, in both worlds. */
static bool
is_same (world *units, world *tasks)
{
  bool same = true;
  for (size_t i = 0; i + 1 < units->steps.count; i++)
    {
      uint32_t a = units->steps.items[i], b = tasks->steps.items[i];
      bool before = rp_steps_is_before (tasks->order, b);
      bool in_run = rp_steps_is_before_in_run (tasks->order, b);
      rp_steps_bound bound = rp_steps_bounds_now (units->order, a);
      same &= rp_steps_is_before (units->order, a) == before;
      same &= rp_steps_is_before_in_run (units->order, a) == in_run;
      same &= bound <= rp_steps_bounds_now (tasks->order, b);
      same &= rp_steps_excludes (units->order, a, units->steps.items[units->steps.count - 1])
              == rp_steps_excludes (tasks->order, b, tasks->steps.items[tasks->steps.count - 1]);
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
    both[i]->order->observer.task_end (&both[i]->order->observer, &both[i]->strands[both[i]->strand_count - 1]);
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
  static rp_steps orders[2];
  *w = (world) { .strand_count = 1, .order = &orders[has_units] };
  rp_steps_init (w->order);
  w->order->step_limit = limit;
  w->strands[0] = (rp_strand) { .is_plain = true };
  w->order->observer.task_create (&w->order->observer, NULL, &w->strands[0], 0);
  run (w, &w->strands[0]);
  w->block = has_units;
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
      both[i]->order->observer.task_forget (&both[i]->order->observer, &both[i]->strands[0]);
      rp_steps_clear (both[i]->order);
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
  CHECK (rp_steps_unit_begin (w.order, w.block, (rp_unit_numbers) { 5, 2, 100, 3, 40 }));
  const int64_t wanted[] = { 5, 7, 9, 105, 107, 109, 205 };
  uint32_t first = rp_steps_now (w.order, false);
  for (int i = 1; i < 7; i++)
    CHECK (rp_steps_unit_next (w.order));
  for (uint32_t i = 0; i < 7; i++)
    {
      rp_unit_name name;
      CHECK (rp_steps_unit_name (w.order, first + i, &name));
      CHECK_INT (name.number, wanted[i]);
      CHECK_INT (name.task, 40 + i);
    }
  CHECK (!rp_steps_is_before (w.order, first) && rp_steps_is_before (w.order, first + 6));
  rp_steps_clear (w.order);
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
      CHECK (w.order->next_step < 1000);
      end_loop (&w, &p);
    }
  CHECK (w.order->generation >= 4);
  CHECK (!rp_steps_reserve (w.order, 1000));
  rp_steps_clear (w.order);
  RP_VEC_CLEAR (&w.steps);
}
