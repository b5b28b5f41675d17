/* The step bags on units of loops, against the same on tasks: loop_worlds.h. Accesses to a few words, plain and atomic,
 * in and outside of sections. The same words must have certain races, or possible ones, in both worlds; and if units are not
 * interrupted, so that each race is found when the later unit accesses the word, the same words of the same units. */
#include "core/detect/step_bags.h"
#include "loop_worlds.h"

enum
{
  WORDS = 4,
  FIRST_WORD = 0x10000,
  CERTAIN = 1,
  POSSIBLE = 2
};

typedef struct bag_world
{
  world w;
  rp_bags bags;
  rp_step_bags step_bags;
  uint8_t found[UNITS][WORDS]; /* what races were found when the unit, or its child, accessed the word */
  bool has_order;              /* the order of two accesses that exclude each other was reported */
  uint8_t *now; /* where the races of the access go */
} bag_world;

static uint64_t certain, possible, clean;

static void
note (void *context, const rp_bag_race *race)
{
  bag_world *own = context;
  own->has_order |= race->order;
  if (!race->order)
    *own->now |= race->certain ? CERTAIN : POSSIBLE;
}

static void
begin_world (bag_world *own, bool has_units)
{
  memset (own, 0, sizeof *own);
  rp_bags_init (&own->bags, note, own);
  rp_step_bags_attach (&own->step_bags, &own->bags);
  own->step_bags.order.by_memory_order = true;
  own->w.strand_count = 1;
  own->w.order = &own->step_bags.order;
  own->w.strands[0] = (rp_strand) { .is_plain = true };
  own->w.order->observer.task_create (&own->w.order->observer, NULL, &own->w.strands[0], 0);
  run (&own->w, &own->w.strands[0]);
  own->w.block = has_units;
  begin_loop (&own->w);
}

static void
end_world (bag_world *own, const plan *p)
{
  end_loop (&own->w, p);
  own->w.order->observer.task_forget (&own->w.order->observer, &own->w.strands[0]);
  rp_step_bags_clear (&own->step_bags);
  rp_bags_clear (&own->bags);
}

typedef struct access
{
  int word, unit, thread;
  uint32_t bytes;
  bool is_write, is_atomic, is_by_child;
} access;

static void
make_access (bag_world *own, const access *a)
{
  uint64_t address = FIRST_WORD + 8 * (uint64_t) a->word;
  own->now = &own->found[a->unit][a->word];
  if (!a->is_by_child)
    run (&own->w, own->w.running[a->thread]);
  const rp_cell *cell = rp_shadow_cell (&own->bags.shadows[RP_ACCESS_PLAIN], address);
  bool is_known = own->bags.mode == RP_BAGS_FAST && !a->is_atomic
                  && rp_bags_is_known (&own->bags, cell, a->bytes, a->is_write);
  if (!is_known)
    rp_step_bags_access (&own->step_bags, address, a->bytes, a->is_write,
                         a->is_atomic ? RP_ACCESS_ATOMIC : RP_ACCESS_PLAIN,
                         1 + (uint32_t) a->thread);
}

/* The unit creates a task that makes the access. */
static void
make_by_child (bag_world *own, const access *a, int lock)
{
  become_task (&own->w, a->thread, lock);
  run (&own->w, own->w.running[a->thread]);
  rp_strand *child = create (&own->w, own->w.running[a->thread]);
  run (&own->w, child);
  make_access (own, a);
  own->w.order->observer.task_end (&own->w.order->observer, child);
}

/* As the engine does it: a loop task goes on by the short way if it can. */
static void
next_unit (bag_world *own, int thread, int64_t number)
{
  world *w = &own->w;
  if (w->block && w->is_unit[thread] && number % 3)
    {
      run (w, w->running[thread]);
      if (rp_step_bags_unit_next (&own->step_bags))
        return;
      CHECK (rp_steps_unit_begin (w->order, w->block, (rp_unit_numbers) { number, 1, 1, 1, 0 }));
      return;
    }
  begin_unit (w, thread, number);
}

typedef struct state
{
  bag_world *worlds[2];
  plan p;
  int unit[THREADS];
  bool is_interrupted; /* units are */
  bool has_halves;     /* some accesses touch one half of a word */
  rp_rng rng;
} state;

static void
change_section (state *s, int thread)
{
  bool begins = s->p.lock[thread] < 0;
  int lock = begins ? (int) rp_rng_below (&s->rng, LOCKS) : s->p.lock[thread];
  if (begins && s->p.is_taken[lock])
    return;
  for (int i = 0; i < 2; i++)
    section (&s->worlds[i]->w, thread, lock, begins);
  s->p.is_taken[lock] = begins;
  s->p.lock[thread] = begins ? lock : -1;
}

static void
go_on (state *s, int thread)
{
  if (s->p.begun == UNITS)
    return;
  s->p.has_unit[thread] = true;
  s->unit[thread] = s->p.begun;
  for (int i = 0; i < 2; i++)
    next_unit (s->worlds[i], thread, s->p.begun);
  s->p.begun++;
}

/* Threads mostly go on: many units of one thread follow each other. */
static int
pick_thread (state *s)
{
  bool may_change = s->p.now < 0 || !rp_rng_below (&s->rng, 12);
  return may_change ? (int) rp_rng_below (&s->rng, THREADS) : s->p.now;
}

static void
do_something (state *s)
{
  uint64_t choice = rp_rng_below (&s->rng, 40);
  bool is_free = s->p.now < 0 || s->p.lock[s->p.now] < 0, ends = choice < 12 && is_free;
  int thread = s->is_interrupted || ends ? pick_thread (s) : s->p.now < 0 ? 0 : s->p.now;
  s->p.now = thread;
  if (!s->p.has_unit[thread] || (choice < 12 && s->p.lock[thread] < 0))
    go_on (s, thread);
  else if (choice < 17)
    change_section (s, thread);
  if (!s->p.has_unit[thread])
    return;
  static const uint32_t halves[] = { 255, RP_HALF_BYTES, RP_HALF_BYTES << 4, RP_HALF_BYTES << 4 };
  access a = { .word = (int) rp_rng_below (&s->rng, WORDS),
               .unit = s->unit[thread],
               .thread = thread,
               .bytes = s->has_halves ? halves[rp_rng_below (&s->rng, 4)] : 255,
               .is_write = !rp_rng_below (&s->rng, 4),
               .is_atomic = !rp_rng_below (&s->rng, 4),
               .is_by_child = choice == 39 && s->worlds[0]->w.strand_count < MAX_STRANDS - 4 };
  for (int i = 0; i < 2; i++)
    if (a.is_by_child)
      make_by_child (s->worlds[i], &a, s->p.lock[thread]);
    else
      make_access (s->worlds[i], &a);
}

/* A possible race beside a certain one may be kept in one world, and not in the other. */
static bool
are_alike (uint8_t x, uint8_t y)
{
  certain += (y & CERTAIN) != 0;
  possible += y == POSSIBLE;
  clean += !y;
  return (x & CERTAIN) == (y & CERTAIN) && !x == !y;
}

static bool
is_same (const bag_world *units, const bag_world *tasks, bool by_unit)
{
  bool same = true;
  for (int word = 0; word < WORDS; word++)
    {
      uint8_t x = 0, y = 0;
      for (int unit = 0; unit < UNITS; unit++)
        {
          x |= units->found[unit][word];
          y |= tasks->found[unit][word];
          same &= !by_unit || are_alike (units->found[unit][word], tasks->found[unit][word]);
        }
      same &= are_alike (x, y);
    }
  return same;
}

static bool
is_racing (const bag_world *own)
{
  for (int unit = 0; unit < UNITS; unit++)
    for (int word = 0; word < WORDS; word++)
      if (own->found[unit][word])
        return true;
  return false;
}

static bool
check_loop (uint64_t seed)
{
  static bag_world units, tasks;
  state s = { .worlds = { &units, &tasks },
              .p = { .lock = { -1, -1, -1 }, .now = -1 },
              .is_interrupted = seed % 2,
              .has_halves = seed % 4 / 2,
              .rng = rp_rng_from_seed (seed) };
  begin_world (&units, true);
  begin_world (&tasks, false);
  for (int i = 0; i < 30; i++)
    do_something (&s);
  end_world (&units, &s.p);
  end_world (&tasks, &s.p);
  return CHECK (is_same (&units, &tasks, !s.is_interrupted))
         && (is_racing (&units) || CHECK (units.has_order == tasks.has_order));
}

TEST (units_race_like_tasks)
{
  for (uint64_t seed = 1; seed <= TEST_RUNS (12000); seed++)
    if (!check_loop (seed))
      {
        test_note ("seed %llu", (unsigned long long) seed);
        return;
      }
  CHECK (certain > 1000 && possible > 100 && clean > 1000);
}
