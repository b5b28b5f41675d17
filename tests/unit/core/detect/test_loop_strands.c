/* Units of loops against tasks, under ESP-bags: random programs in two worlds. In one world the iterations of loops are
 * tasks, in the other one they are units, which become tasks when they must. The same bytes must race. The accesses that
 * are kept for a byte need not be the same: the strand of a task that was a unit changes in between. */
#include "base/rng.h"
#include "core/detect/espbags.h"
#include "test.h"

#include <string.h>

enum
{
  WORDS = 16,
  FIRST_BYTE = 0x10000,
  MOST_TASKS = 4000,
  ORDER = 1,
  POSSIBLE,
  CERTAIN
};

typedef struct world
{
  rp_bags bags;
  rp_strand strands[MOST_TASKS];
  uint32_t labels[MOST_TASKS]; /* of tasks; both worlds give the same labels */
  uint32_t count;
  uint32_t open[MOST_TASKS]; /* tasks that are not joined */
  uint32_t open_count;
  rp_strand *now;
  uint8_t races[8 * WORDS]; /* for each byte the highest of ORDER, POSSIBLE, CERTAIN */
} world;

/* A task or unit that runs, in both worlds. */
typedef struct runner
{
  rp_strand *strands[2];
  rp_strand *loop; /* of a unit that is no task: the loop task */
} runner;

static world worlds[2];
static rp_rng rng;
static uint32_t labels, left, label_now;
static bool has_sections;
static uint64_t levels[CERTAIN + 1], settled, kept;

static uint32_t
draw (uint32_t below)
{
  return (uint32_t) rp_rng_below (&rng, below);
}

static uint32_t
label_of (const world *w, uint32_t strand)
{
  rp_unit_name name;
  if (rp_bags_unit_name (&w->bags, strand, &name))
    return (uint32_t) name.number;
  return w->labels[w->bags.strands.items[rp_bags_row (&w->bags, strand)].task];
}

static void
note (void *context, const rp_bag_race *race)
{
  world *w = context;
  CHECK (label_of (w, race->earlier_strand) != label_of (w, race->later_strand));
  CHECK_INT (label_of (w, race->later_strand), label_now);
  uint8_t level = race->order ? ORDER : race->certain ? CERTAIN : POSSIBLE;
  for (unsigned i = 0; i < 8; i++)
    if (race->bytes >> i & 1)
      {
        uint8_t *found = &w->races[race->address + i - FIRST_BYTE];
        *found = *found < level ? level : *found;
      }
}

static void
run (world *w, rp_strand *strand)
{
  w->now = strand;
  w->bags.observer.task_run (&w->bags.observer, strand);
}

static rp_strand *
create (world *w, rp_strand *parent, uint32_t label)
{
  rp_strand *child = &w->strands[w->count];
  *child = (rp_strand) { .task = w->count, .is_plain = true };
  w->labels[w->count] = label;
  if (parent)
    w->open[w->open_count++] = w->count;
  w->count++;
  w->bags.observer.task_create (&w->bags.observer, parent, child, 0);
  return child;
}

static void
end (world *w, rp_strand *strand, rp_strand *next)
{
  w->bags.observer.task_end (&w->bags.observer, strand);
  run (w, next);
}

/* The unit of R becomes a task, if it is none. */
static void
settle (runner *r)
{
  world *w = &worlds[1];
  if (!r->loop)
    return;
  uint32_t unit = rp_bags_unit_leave (&w->bags);
  r->strands[1] = create (w, r->loop, worlds[0].labels[r->strands[0]->task]);
  run (w, r->strands[1]);
  rp_bags_unit_become (&w->bags, unit);
  r->loop = NULL;
  settled++;
}

static void
access_word (void)
{
  uint64_t address = FIRST_BYTE + 8 * draw (WORDS);
  uint32_t bytes = draw (3) ? 255 : 15;
  bool is_write = draw (3) == 0;
  label_now = worlds[0].labels[worlds[0].now->task];
  for (int i = 0; i < 2; i++)
    {
      rp_bags *bags = &worlds[i].bags;
      const rp_cell *cell = rp_shadow_cell (&bags->shadows[RP_ACCESS_PLAIN], address);
      if (bags->mode != RP_BAGS_FAST || !rp_bags_is_known (bags, cell, bytes, is_write))
        rp_bags_access (bags, address, bytes, is_write, RP_ACCESS_PLAIN, 1);
    }
}

static void body (runner *r, unsigned depth);

static void
async (runner *r, unsigned depth)
{
  settle (r);
  uint32_t label = ++labels;
  runner child = { 0 };
  for (int i = 0; i < 2; i++)
    {
      child.strands[i] = create (&worlds[i], r->strands[i], label);
      run (&worlds[i], child.strands[i]);
    }
  body (&child, depth + 1);
  for (int i = 0; i < 2; i++)
    end (&worlds[i], child.strands[i], r->strands[i]);
}

/* The next unit of LOOP begins, with the number LABEL. */
static void
begin_unit (world *w, uint32_t block, uint32_t label, uint32_t *last)
{
  bool goes_on = *last && label == *last + 1 && rp_bags_unit_next (&w->bags);
  if (!goes_on)
    CHECK (rp_bags_unit_begin (&w->bags, block, (rp_unit_numbers) { label, 0, 1, 1, 0 }));
  *last = label;
}

static void
loop (runner *r, unsigned depth)
{
  settle (r);
  world *tasks = &worlds[0], *units = &worlds[1];
  uint32_t count = 1 + draw (5), last = 0;
  uint32_t block = rp_bags_reserve (&units->bags, count + draw (2));
  rp_strand *self = create (units, r->strands[1], 0);
  run (units, self);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t label = ++labels;
      runner unit = { .strands = { create (tasks, r->strands[0], label), self }, .loop = self };
      run (tasks, unit.strands[0]);
      begin_unit (units, block, label, &last);
      body (&unit, depth + 1);
      end (tasks, unit.strands[0], r->strands[0]);
      kept += unit.loop != NULL;
      if (!unit.loop)
        end (units, unit.strands[1], self);
    }
  end (units, self, r->strands[1]);
}

static void
finish (runner *r, unsigned depth)
{
  settle (r);
  uint32_t open[2];
  for (int i = 0; i < 2; i++)
    {
      open[i] = worlds[i].open_count;
      worlds[i].bags.observer.finish_begin (&worlds[i].bags.observer, r->strands[i], 0);
    }
  body (r, depth + 1);
  for (int i = 0; i < 2; i++)
    {
      world *w = &worlds[i];
      rp_observer *observer = &w->bags.observer;
      while (w->open_count > open[i])
        observer->join (observer, r->strands[i], &w->strands[w->open[--w->open_count]],
                        RP_JOIN_FINISH, true, 0);
      observer->finish_end (observer, r->strands[i], 0);
    }
}

static void
section (runner *r)
{
  settle (r);
  for (int i = 0; i < 2; i++)
    worlds[i].bags.observer.isolated_begin (&worlds[i].bags.observer, r->strands[i], NULL, 0, 0);
  access_word ();
  for (int i = 0; i < 2; i++)
    worlds[i].bags.observer.isolated_end (&worlds[i].bags.observer, r->strands[i], 0);
}

static void
body (runner *r, unsigned depth)
{
  for (uint32_t steps = draw (5); steps; steps--)
    {
      uint32_t what = draw (12);
      bool may_create = left && depth < 6;
      left -= may_create && what < 6;
      if (what < 2 && may_create)
        async (r, depth);
      else if (what < 4 && may_create)
        loop (r, depth);
      else if (what < 6 && may_create)
        finish (r, depth);
      else if (what == 6 && has_sections)
        section (r);
      else
        access_word ();
    }
}

/* With sections, bags may call a certain race possible, depending on the accesses that they keep. */
static bool
has_same_races (void)
{
  bool same = true;
  for (int i = 0; i < 8 * WORDS; i++)
    {
      uint8_t level = worlds[0].races[i], other = worlds[1].races[i];
      same &= has_sections ? (level >= POSSIBLE) == (other >= POSSIBLE) : level == other;
      levels[level]++;
    }
  return same;
}

static bool
check_program (uint64_t seed)
{
  rng = rp_rng_from_seed (seed);
  has_sections = seed % 2;
  labels = 0;
  left = 4 + draw (30);
  runner main = { 0 };
  for (int i = 0; i < 2; i++)
    {
      memset (&worlds[i], 0, sizeof worlds[i]);
      rp_bags_init (&worlds[i].bags, note, &worlds[i]);
      main.strands[i] = create (&worlds[i], NULL, 0);
      run (&worlds[i], main.strands[i]);
    }
  for (int i = 0; i < 4; i++)
    finish (&main, 0);
  bool same = has_same_races ();
  for (int i = 0; i < 2; i++)
    {
      for (uint32_t task = 0; task < worlds[i].count; task++)
        worlds[i].bags.observer.task_forget (&worlds[i].bags.observer, &worlds[i].strands[task]);
      rp_bags_clear (&worlds[i].bags);
    }
  return same;
}

TEST (agree)
{
  for (uint64_t seed = 1; seed <= TEST_RUNS (3000); seed++)
    if (!CHECK (check_program (seed)))
      {
        test_note ("seed %llu", (unsigned long long) seed);
        return;
      }
  CHECK (levels[0] > 1000 && levels[POSSIBLE] > 100 && levels[CERTAIN] > 1000);
  CHECK (settled > 1000 && kept > 1000);
}

/* Numbers that loops have reserved are not given again while something is parallel; then they begin anew. */
TEST (generations)
{
  world *w = &worlds[1];
  memset (w, 0, sizeof *w);
  rp_bags_init (&w->bags, note, w);
  rp_strand *main = create (w, NULL, 0);
  run (w, main);
  rp_observer *observer = &w->bags.observer;
  for (int i = 0; i < 30; i++)
    {
      observer->finish_begin (observer, main, 0);
      uint32_t block = rp_bags_reserve (&w->bags, RP_STRANDS_MAX / 8);
      rp_strand *self = create (w, main, 0);
      run (w, self);
      for (int64_t unit = 0; block && unit < 3; unit++)
        {
          CHECK (rp_bags_unit_begin (&w->bags, block, (rp_unit_numbers) { unit, 0, 1, 1, 0 }));
          label_now = (uint32_t) unit;
          rp_bags_access (&w->bags, FIRST_BYTE, 255, unit == 2, RP_ACCESS_PLAIN, 1);
          CHECK_INT (w->races[0], unit == 2 ? CERTAIN : 0);
        }
      end (w, self, main);
      observer->join (observer, main, self, RP_JOIN_FINISH, true, 0);
      observer->finish_end (observer, main, 0);
      w->races[0] = 0;
      rp_bags_access (&w->bags, FIRST_BYTE, 255, true, RP_ACCESS_PLAIN, 1);
      CHECK_INT (w->races[0], 0);
      observer->task_forget (observer, self);
    }
  CHECK (w->bags.generation > 2);
  observer->task_forget (observer, main);
  rp_bags_clear (&w->bags);
}
