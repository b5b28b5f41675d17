/* A million tasks, in every shape that finish and async can give them. */
#include "bounded.h"
#include "checked.h"

enum
{
  MILLION = 1000000
};

static const rp_creation plain = { .kind = RP_TASK_ASYNC };

/* The body of a race-free program with a million tasks and more came to its end. */
static bool
run_well (rp_task_function *function, void *argument, bool on_the_fly, size_t tasks)
{
  checked c;
  checked_run (&c, function, argument, on_the_fly);
  bool well = CHECK_INT (c.stop.stop, RP_STOP_NOT);
  well &= CHECK_INT (c.tasks, tasks);
  well &= CHECK_INT (c.races, 0);
  checked_clear (&c);
  return well;
}

static uint64_t next_location;

static void
write_own (void *argument)
{
  (void) argument;
  checked_write (next_location++, 1);
}

static void
flat (void *argument)
{
  rp_finish_begin_at (false, 0);
  for (int i = 0; i < MILLION; i++)
    rp_async_at (write_own, argument, plain);
  rp_finish_end_at (0);
}

static bool
flat_at_the_end (void)
{
  return run_well (flat, NULL, false, MILLION + 1);
}

static bool
flat_on_the_fly (void)
{
  return run_well (flat, NULL, true, MILLION + 1);
}

TEST (flat_finish)
{
  run_bounded (flat_at_the_end, 1300, 60);
  run_bounded (flat_on_the_fly, 1300, 60);
}

/* A loop of small finishes: on the fly the graph stays as small as one of them. */
static void
loop_of_finishes (void *argument)
{
  for (int i = 0; i < MILLION / 4; i++)
    {
      rp_finish_begin_at (false, 0);
      for (int k = 0; k < 4; k++)
        rp_async_at (write_own, argument, plain);
      next_location -= 4; /* the same four again */
      rp_finish_end_at (0);
    }
}

static bool
loop_on_the_fly (void)
{
  checked c;
  checked_run (&c, loop_of_finishes, NULL, true);
  bool well = CHECK_INT (c.tasks, MILLION + 1);
  well &= CHECK_INT (c.races, 0);
  well &= CHECK (c.builder.graph.most < 50);
  well &= CHECK_INT (c.builder.graph.live, 1);
  checked_clear (&c);
  return well;
}

TEST (loop_of_small_finishes)
{
  run_bounded (loop_on_the_fly, 200, 60);
}

/* Each task only creates the next. */
static void
chain (void *argument)
{
  int *left = argument;
  checked_write (next_location++, 1);
  if (--*left)
    rp_async_at (chain, argument, plain);
}

static bool
chain_on_the_fly (void)
{
  int left = MILLION;
  return run_well (chain, &left, true, MILLION);
}

TEST (chain_of_tasks)
{
  run_bounded (chain_on_the_fly, 1200, 60);
}

/* The same with a finish in each: nobody can go on before the last has ended. */
static void
finish_chain (void *argument)
{
  int *left = argument;
  rp_finish_begin_at (false, 0);
  if (--*left)
    rp_async_at (finish_chain, argument, plain);
  rp_finish_end_at (0);
  checked_write (1, 1);
}

static bool
finish_chain_on_the_fly (void)
{
  int left = 50000;
  return run_well (finish_chain, &left, true, 50000);
}

TEST (chain_of_finishes)
{
  run_bounded (finish_chain_on_the_fly, 1500, 60);
}

static void
halves (void *argument)
{
  uintptr_t size = (uintptr_t) argument;
  checked_write (next_location++ % 64, 1);
  if (size < 2)
    return;
  rp_finish_begin_at (false, 0);
  rp_async_at (halves, (void *) (size / 2), plain);
  rp_async_at (halves, (void *) (size - size / 2), plain);
  rp_finish_end_at (0);
}

/* 2n - 1 tasks for n leaves; they race on 64 locations, so only the shape counts here. */
static bool
binary_on_the_fly (void)
{
  checked c;
  checked_run (&c, halves, (void *) (uintptr_t) (MILLION / 2), true);
  bool well = CHECK_INT (c.stop.stop, RP_STOP_NOT);
  well &= CHECK_INT (c.tasks, MILLION - 1);
  well &= CHECK (c.races > 0);
  well &= CHECK (c.builder.graph.most < 1000);
  checked_clear (&c);
  return well;
}

TEST (binary_recursion)
{
  run_bounded (binary_on_the_fly, 500, 100);
}

static void
free_halves (void *argument)
{
  uintptr_t size = (uintptr_t) argument;
  checked_write (next_location++, 1);
  if (size < 2)
    return;
  rp_async_at (free_halves, (void *) (size / 2), plain);
  rp_async_at (free_halves, (void *) (size - size / 2), plain);
}

static bool
binary_in_one_finish (void)
{
  return run_well (free_halves, (void *) (uintptr_t) (MILLION / 2), true, MILLION - 1);
}

TEST (binary_recursion_in_one_finish)
{
  run_bounded (binary_in_one_finish, 1300, 60);
}

/* Futures stay until the end: a million handles, each got once. */
static void
make_futures (void *argument)
{
  for (int i = 0; i < MILLION; i++)
    rp_get_at (rp_future_at (write_own, argument, (rp_creation) { .kind = RP_TASK_FUTURE }), 0);
}

static bool
futures_at_the_end (void)
{
  return run_well (make_futures, NULL, false, MILLION + 1);
}

TEST (many_futures)
{
  run_bounded (futures_at_the_end, 1500, 100);
}
