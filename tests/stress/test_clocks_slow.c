/* Many members of one clock. */
#include "bounded.h"
#include "checked.h"

enum
{
  MEMBERS = 100000,
  PHASES = 3
};

/* Each writes its own place, then reads its neighbour's of the phase before. */
static void
member (void *argument)
{
  uint64_t own = (uintptr_t) argument;
  for (uint64_t phase = 0; phase <= PHASES; phase++)
    {
      if (phase)
        {
          rp_clock_advance_at (0);
          checked_read ((phase - 1) * MEMBERS + (own + 1) % MEMBERS, 1);
        }
      checked_write (phase * MEMBERS + own, 2);
    }
}

static void
all_members (void *argument)
{
  (void) argument;
  rp_finish_begin_at (true, 0);
  for (uintptr_t i = 0; i < MEMBERS; i++)
    rp_clocked_async_at (member, (void *) i, (rp_creation) { .kind = RP_TASK_CLOCKED_ASYNC });
  rp_finish_end_at (0);
}

static bool
clocked (void)
{
  checked c;
  checked_run (&c, all_members, NULL, false);
  bool well = CHECK_INT (c.stop.stop, RP_STOP_NOT);
  well &= CHECK_INT (c.tasks, MEMBERS + 1);
  well &= CHECK_INT (c.races, 0);
  well &= CHECK (c.builder.graph.live > MEMBERS * (PHASES + 1));
  checked_clear (&c);
  return well;
}

TEST (a_hundred_thousand_members_advance)
{
  run_bounded (clocked, 2000, 120);
}

/* Few members, many phases. */
static void
runner (void *argument)
{
  for (int i = 0; i < 100000; i++)
    {
      rp_clock_advance_at (0);
      checked_write ((uintptr_t) argument, 1);
    }
}

static void
all_runners (void *argument)
{
  (void) argument;
  rp_finish_begin_at (true, 0);
  for (uintptr_t i = 0; i < 4; i++)
    rp_clocked_async_at (runner, (void *) i, (rp_creation) { .kind = RP_TASK_CLOCKED_ASYNC });
  rp_finish_end_at (0);
}

static bool
many_phases (void)
{
  checked c;
  checked_run (&c, all_runners, NULL, false);
  bool well = CHECK_INT (c.stop.stop, RP_STOP_NOT);
  well &= CHECK_INT (c.races, 0);
  checked_clear (&c);
  return well;
}

TEST (a_hundred_thousand_phases)
{
  run_bounded (many_phases, 1000, 60);
}

/* A producer far ahead of its consumer. */
static rp_phaser *line;

static void
produce (void *argument)
{
  (void) argument;
  for (uint64_t i = 0; i < 100000; i++)
    {
      checked_write (i, 1);
      rp_phaser_signal_at (line, 0);
    }
}

static void
consume (void *argument)
{
  (void) argument;
  for (uint64_t i = 0; i < 100000; i++)
    {
      rp_phaser_wait_at (line, 0);
      checked_read (i, 2);
    }
}

static void
pipeline (void *argument)
{
  const rp_creation how = { .kind = RP_TASK_ASYNC };
  line = rp_phaser_new_at (0);
  rp_phased_async_at (produce, argument, how, &(rp_phased) { line, RP_SIGNAL }, 1);
  rp_phased_async_at (consume, argument, how, &(rp_phased) { line, RP_WAIT }, 1);
  rp_phaser_drop_at (line, 0);
}

static bool
pipelined (void)
{
  checked c;
  checked_run (&c, pipeline, NULL, false);
  bool well = CHECK_INT (c.stop.stop, RP_STOP_NOT);
  well &= CHECK_INT (c.races, 0);
  checked_clear (&c);
  return well;
}

TEST (a_long_pipeline)
{
  run_bounded (pipelined, 1000, 60);
}
