/* Permissions that tasks hold, against counters for each location. */
#include "base/rng.h"
#include "core/event/recorder.h"
#include "core/runtime/policy.h"
#include "core/runtime/runtime.h"
#include "test.h"

enum
{
  LOCATIONS = 12,
  TASKS = 3,
  STEPS = 60
};

/* counts[task][writes][location] */
typedef struct naive
{
  int counts[TASKS][2][LOCATIONS];
  rp_rng rng;
  int released, refused, violations;
} naive;

static naive model;

static bool
holds_all (uint32_t task, rp_range range, bool writes)
{
  for (uint64_t i = range.base; i < rp_range_end (range); i++)
    if (!model.counts[task][writes][i])
      return false;
  return true;
}

static void
add (uint32_t task, rp_range range, bool writes, int by)
{
  for (uint64_t i = range.base; i < rp_range_end (range); i++)
    model.counts[task][writes][i] += by;
}

/* Whether another task has something of RANGE, and one of the two writes. */
static bool
conflicts (uint32_t task, rp_range range, bool writes)
{
  for (uint32_t other = 0; other < TASKS; other++)
    for (uint64_t i = range.base; i < rp_range_end (range) && other != task; i++)
      if (model.counts[other][1][i] || (writes && model.counts[other][0][i]))
        return true;
  return false;
}

/* Each acquire has a site of its own, so that every violation counts. */
static void
step (uint32_t task, uint32_t site)
{
  size_t before, after;
  uint64_t base = rp_rng_below (&model.rng, LOCATIONS);
  rp_range range = { base, rp_rng_below (&model.rng, LOCATIONS - base + 1) };
  bool writes = rp_rng_below (&model.rng, 2);
  rp_runtime *rt = rp_current_runtime ();
  if (rp_rng_below (&model.rng, 2))
    {
      rp_runtime_violations (rt, &before);
      rp_acquire_at (range, writes, site);
      rp_runtime_violations (rt, &after);
      CHECK_INT (after > before, conflicts (task, range, writes));
      model.violations += after > before;
      add (task, range, writes, 1);
      return;
    }
  bool is_held = holds_all (task, range, writes);
  CHECK_INT (rp_release_at (range, writes, site), is_held);
  if (is_held)
    add (task, range, writes, -1);
  model.released += is_held && range.size;
  model.refused += !is_held;
}

/* The tasks take turns: the first goes on while others, deeper on the stack, hold theirs. */
static void
body (void *argument)
{
  uint32_t task = rp_current_strand ()->task;
  (void) argument;
  for (uint32_t i = 0; i < STEPS; i++)
    step (task, 1 + task * STEPS + i);
  if (task + 1 < TASKS)
    rp_async_at (body, NULL, (rp_creation) { RP_TASK_ASYNC, 0, 0, NULL });
  for (uint32_t i = 0; i < STEPS; i++)
    step (task, 1 + (TASKS + task) * STEPS + i);
  memset (model.counts[task], 0, sizeof model.counts[task]);
}

TEST (random_ranges)
{
  int released = 0, refused = 0, violations = 0;
  for (uint64_t seed = 0; seed < 200; seed++)
    {
      rp_depth_first policy;
      rp_depth_first_init (&policy, 1);
      recorder r = recorder_new (NULL);
      rp_runtime *rt = rp_runtime_new (&r.observer, &policy.policy, 0);
      model = (naive) { .rng = rp_rng_from_seed (seed) };
      rp_runtime_run (rt, body, NULL, 0);
      rp_runtime_free (rt);
      rp_strbuf_clear (&r.log);
      released += model.released;
      refused += model.refused;
      violations += model.violations;
    }
  CHECK (released > 1000 && refused > 1000 && violations > 1000);
}

static void
in_the_end (void *argument)
{
  (void) argument;
  rp_acquire_at ((rp_range) { 1, 4 }, true, 7);
}

static void
after_it (void *argument)
{
  size_t count;
  (void) argument;
  rp_acquire_at ((rp_range) { 0, 2 }, true, 5);
  rp_async_at (in_the_end, NULL, (rp_creation) { RP_TASK_ASYNC, 0, 0, NULL });
  const rp_violation *v = rp_runtime_violations (rp_current_runtime (), &count);
  if (CHECK_INT (count, 1))
    {
      CHECK_INT (v->task, 1);
      CHECK_INT (v->site, 7);
      CHECK_INT (v->holder, 0);
      CHECK_INT (v->holder_site, 5);
      CHECK_INT (v->range.base, 1);
      CHECK_INT (v->range.size, 1);
    }
  rp_acquire_at ((rp_range) { 2, 3 }, true, 6); /* the other task has ended */
  rp_runtime_violations (rp_current_runtime (), &count);
  CHECK_INT (count, 1);
}

TEST (a_violation_names_both_and_a_task_drops_all_when_it_ends)
{
  rp_depth_first policy;
  rp_depth_first_init (&policy, 1);
  recorder r = recorder_new (NULL);
  rp_runtime *rt = rp_runtime_new (&r.observer, &policy.policy, 0);
  rp_runtime_run (rt, after_it, NULL, 0);
  rp_runtime_free (rt);
  rp_strbuf_clear (&r.log);
}
