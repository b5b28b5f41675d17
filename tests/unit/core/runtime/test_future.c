/* Futures: get waits, any task may get, any number of times, at any later time. */
#include "core/event/play.h"

TEST (get_waits_for_the_task)
{
  play_says ("U0{?xa}A{G0b}xcG0d", "xcabd");
  play_says ("U0{a}bG0c", "abc");
}

TEST (got_many_times_by_many)
{
  play_records ("U0{}A{G0G0}A{G0}G0", "j", "2<1g! 2<1g! 3<1g! 0<1g! 0<3f 0<2f 0<1w");
}

TEST (got_long_after_its_finish)
{
  play_says ("F{U0{a}}bF{A{}}G0cF{A{G0d}}G0e", "abcde");
  play_records ("F{U0{}}G0", "j", "0<1w 0<1g!");
}

TEST (a_chain_of_futures)
{
  play_says ("U0{?xa}U1{G0b}U2{G1c}xG2d", "xabcd");
}

TEST (several_wait_for_one)
{
  play *p = play_text ("U0{?x}A{G0a}A{G0b}A{G0c}x", NULL);
  CHECK_INT (p->stop.stop, RP_STOP_NOT);
  CHECK_INT (p->s.trace.length, 4);
  play_end (p);
}

static void
in_order (play *p)
{
  const char *said = script_said (&p->s);
  CHECK (strchr (said, 'a') < strchr (said, 'b'));
  CHECK (strchr (said, 'a') < strchr (said, 'c'));
  CHECK (strchr (said, 'b') < strchr (said, 'd'));
}

TEST (order_under_random_schedules)
{
  play_seeds ("U0{YYa}A{YG0c}U1{G0Yb}A{G1d}", 200, in_order);
}

static void
keep_a_number (void *argument)
{
  *(int *) argument = 42;
}

static void
release_number (void *argument)
{
  *(int *) argument = -1;
}

static void
use_argument (void *argument)
{
  int *number = argument;
  rp_task *future
    = rp_future_at (keep_a_number, number, (rp_creation) { RP_TASK_FUTURE, 0, 0, release_number });
  rp_finish_begin_at (false, 0);
  rp_finish_end_at (0);
  rp_get_at (future, 0);
  CHECK (rp_task_argument (future) == number);
  CHECK_INT (*number, 42);
}

/* Whoever gets a future reads its result in its argument, so that lives as long as the run. */
TEST (the_argument_lives_until_the_run_is_freed)
{
  recorder r = recorder_new (NULL);
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  rp_runtime *rt = rp_runtime_new (&r.observer, &policy.policy, 0);
  int number = 0;
  rp_runtime_run (rt, use_argument, &number, 0);
  CHECK_INT (number, 42);
  rp_runtime_free (rt);
  CHECK_INT (number, -1);
}

TEST (a_future_gives_its_regions_to_the_owner_of_its_finish)
{
  play_says ("F{U0{P1{a}^{b}c}d}W1e", "acdbe");
}
