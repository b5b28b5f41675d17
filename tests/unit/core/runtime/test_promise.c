/* Promises: a wait comes after all puts that are expected; without them it is a deadlock. */
#include "core/event/play.h"

typedef struct scene
{
  rp_promise *promise;
  char said[16];
  size_t length;
  bool is_put;
} scene;

static void
say (scene *s, char letter)
{
  s->said[s->length++] = letter;
}

static const rp_creation async = { RP_TASK_ASYNC, 1, 0, NULL };

static void
wait_and_say (void *argument)
{
  scene *s = argument;
  rp_promise_wait_at (s->promise, 2);
  say (s, 'w');
}

static void
say_and_put (void *argument)
{
  scene *s = argument;
  say (s, 'p');
  s->is_put = rp_promise_put_at (s->promise, 3);
}

static void
wait_for_one (void *argument)
{
  scene *s = argument;
  s->promise = rp_promise_new_at (RP_WAIT_PROMISE, 4);
  rp_async_at (wait_and_say, s, async);
  rp_async_at (wait_and_say, s, async);
  CHECK (!rp_promise_is_kept (s->promise));
  rp_async_at (say_and_put, s, async);
  CHECK (rp_promise_is_kept (s->promise));
  wait_and_say (s);
  CHECK (!rp_promise_put_at (s->promise, 5));
}

static void
wait_for_two (void *argument)
{
  scene *s = argument;
  s->promise = rp_promise_new_at (RP_WAIT_PROMISE, 4);
  rp_promise_expect (s->promise);
  rp_async_at (wait_and_say, s, async);
  CHECK (!rp_promise_forget (s->promise));
  rp_async_at (say_and_put, s, async);
  CHECK (!rp_promise_is_kept (s->promise));
  rp_async_at (say_and_put, s, async);
  wait_and_say (s);
}

static void
wait_for_nobody (void *argument)
{
  scene *s = argument;
  s->promise = rp_promise_new_at (RP_WAIT_EVENT, 4);
  wait_and_say (s);
}

static void
forget_at_once (void *argument)
{
  scene *s = argument;
  for (int i = 0; i < 3; i++)
    {
      s->promise = rp_promise_new_at (RP_WAIT_PROMISE, 4);
      rp_async_at (say_and_put, s, async);
      wait_and_say (s);
      CHECK (rp_promise_forget (s->promise));
    }
}

static rp_stop
run (rp_task_function *function, scene *s, rp_wait_reason reason)
{
  recorder r = recorder_new (NULL);
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  rp_runtime *rt = rp_runtime_new (&r.observer, &policy.policy, 0);
  rp_runtime_run (rt, function, s, 0);
  rp_stop_info info = rp_runtime_stop_info (rt);
  if (reason)
    CHECK_INT (info.waiting[0].reason, reason);
  rp_runtime_free (rt);
  return info.stop;
}

TEST (those_who_wait_go_on_after_the_put)
{
  scene s = { 0 };
  CHECK_INT (run (wait_for_one, &s, RP_WAIT_NONE), RP_STOP_NOT);
  CHECK_STR (s.said, "pwww");
  CHECK (s.is_put);
}

TEST (a_wait_for_two_puts)
{
  scene s = { 0 };
  CHECK_INT (run (wait_for_two, &s, RP_WAIT_NONE), RP_STOP_NOT);
  CHECK_STR (s.said, "ppww");
}

TEST (a_wait_for_nobody_is_a_deadlock)
{
  scene s = { 0 };
  CHECK_INT (run (wait_for_nobody, &s, RP_WAIT_EVENT), RP_STOP_DEADLOCK);
  CHECK_STR (s.said, "");
}

TEST (forgotten_ones_are_free)
{
  scene s = { 0 };
  CHECK_INT (run (forget_at_once, &s, RP_WAIT_NONE), RP_STOP_NOT);
  CHECK_STR (s.said, "pwpwpw");
}
