/* Who runs when: depth-first order, yields, assume, and runs that are stopped in the middle. */
#include "core/event/play.h"

TEST (a_child_runs_before_its_parent_goes_on)
{
  play_says ("aA{b}c", "abc");
  play_says ("A{aA{bA{c}d}e}f", "abcdef");
  play_says ("A{a}A{b}A{c}d", "abcd");
  play_says ("F{A{aA{b}c}d}e", "abcde");
}

TEST (an_empty_program_ends)
{
  play_says ("", "");
  play_says ("A{}", "");
  play_says ("F{}a", "a");
}

TEST (a_blocked_child_lets_its_parent_go_on)
{
  /* the child waits for a letter that its parent says */
  play_says ("A{a?cd}bcF{e}", "abced");
  play_says ("A{?be}A{?af}abc", "abcef");
}

TEST (yield_changes_nothing_depth_first)
{
  play_says ("A{aYb}YcYA{dYe}f", "abcdef");
}

TEST (tasks_end_in_order_and_parents_outlived)
{
  play_records ("A{A{?x}a}bx", "ce", "+1/0 +2/1 -1 -2 -0");
  play_records ("A{A{}}A{}", "ce", "+1/0 +2/1 -2 -1 +3/0 -3 -0");
}

TEST (many_children_many_levels)
{
  play *p = play_text ("L9{A{L9{A{L9{A{a}}}}}}", NULL);
  CHECK_INT (p->s.trace.length, 9 * 9 * 9);
  CHECK_INT (p->r.created, 1 + 9 + 81 + 729);
  play_end (p);
}

static void
follow_parent (void *argument)
{
  int *depth = argument;
  if (--*depth)
    rp_async_at (follow_parent, argument, (rp_creation) { .kind = RP_TASK_ASYNC });
}

/* Far more levels than fibers that may be begun at once. */
TEST (a_deep_chain_of_tasks_ends)
{
  recorder r = recorder_new (NULL);
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  rp_runtime *rt = rp_runtime_new (&r.observer, &policy.policy, 0);
  int depth = 20000;
  rp_runtime_run (rt, follow_parent, &depth, 0);
  CHECK_INT (depth, 0);
  CHECK_INT (r.created, 20000);
  CHECK_INT (r.ended, 20000);
  rp_runtime_free (rt);
  CHECK_INT (r.forgotten, 20000);
}

TEST (assume_holds_at_once_or_later)
{
  play_says ("a?ab", "ab");
  play_says ("A{?bc}A{b}d", "bdc");
  /* one frees the next */
  play_says ("A{?yz}A{?xy}x", "xyz");
}

static void
ends_with_b (play *p)
{
  const char *said = script_said (&p->s);
  CHECK_INT (strlen (said), 4);
  CHECK (strchr (said, 'x') < strchr (said, 'b'));
}

TEST (assume_under_random_schedules)
{
  play_seeds ("A{?xb}A{c}A{x}d", 50, ends_with_b);
}

TEST (a_stop_request_frees_everything)
{
  static const char *const texts[] = { "!",
                                       "a!b",
                                       "A{!}",
                                       "F{A{a!}}",
                                       "F{A{?x}A{?y}F{A{!}}}",
                                       "U0{?x}A{G0}A{I{!}}",
                                       "U0{?x}A{G0}F{F{A{!}}}",
                                       "P0{P1{?x}}P1{?y}A{I1{I2{A{I2{}}!}}}",
                                       "P0{a}P0{b}^{!}W0",
                                       "N0B0b{X0}B0s{}B0w{T0}!",
                                       "C{K{+}K{++}F{A{?x}!}}",
                                       "P0{P1{}}P2>0{W0!}W2",
                                       "F{L9{A{?z}}L9{U1{}}!}",
                                       "P0{}^{P1{}^{!}W1}W0",
                                       "I{A{I{}}F{A{!}}}" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      play *p = play_text (texts[i], NULL);
      if (!CHECK_INT (p->stop.stop, RP_STOP_REQUEST))
        test_note ("%s", texts[i]);
      CHECK_INT (p->stop.waiting_count, 0);
      play_end (p);
      for (uint64_t seed = 0; seed < 10; seed++)
        {
          p = play_random (texts[i], NULL, seed);
          CHECK_INT (p->stop.stop, RP_STOP_REQUEST);
          play_end (p);
        }
    }
}

TEST (the_stopping_task_is_named)
{
  play *p = play_text ("A{}A{A{!}}", NULL);
  CHECK_INT (p->stop.task, 3);
  play_end (p);
}

TEST (runs_follow_each_other)
{
  for (int i = 0; i < 3; i++)
    {
      play *p = play_text ("A{!}", NULL);
      play_end (p);
      play_says ("A{a}b", "ab");
      CHECK (!rp_current_runtime ());
    }
}

static void
look_around (void *argument)
{
  rp_runtime **seen = argument;
  CHECK (rp_current_argument () == argument);
  CHECK (rp_stack_left () > 4096);
  CHECK (rp_stack_left () <= 64 * 1024);
  CHECK_INT (rp_current_strand ()->task, 0);
  *seen = rp_current_runtime ();
}

TEST (a_task_knows_where_it_is)
{
  recorder r = recorder_new (NULL);
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  rp_runtime *rt = rp_runtime_new (&r.observer, &policy.policy, 64 * 1024), *seen = NULL;
  rp_runtime_run (rt, look_around, &seen, 7);
  CHECK (seen == rt);
  CHECK_INT (rp_runtime_tasks (rt)->rows.count, 1);
  CHECK_INT (rp_runtime_tasks (rt)->rows.items[0].site, 7);
  rp_runtime_free (rt);
}

TEST (the_task_table_is_filled)
{
  play *p = play_text ("A{}U0{A{}}P1{}", NULL);
  const rp_task_table *table = rp_runtime_tasks (p->s.runtime);
  static const rp_task_row rows[] = { { RP_NO_TASK, 0, 0, 1, RP_TASK_MAIN, 0, RP_NO_TASK, 0 },
                                      { 0, 0, 1, 1, RP_TASK_ASYNC, 0, RP_NO_TASK, 0 },
                                      { 0, 1, 1, 4, RP_TASK_FUTURE, 0, RP_NO_TASK, 0 },
                                      { 2, 0, 2, 7, RP_TASK_ASYNC, 0, RP_NO_TASK, 2 },
                                      { 0, 2, 1, 11, RP_TASK_POST, 0, RP_NO_TASK, 0 } };
  if (CHECK_INT (table->rows.count, 5))
    for (size_t i = 0; i < 5; i++)
      if (!CHECK (!memcmp (&table->rows.items[i], &rows[i], sizeof *rows)))
        test_note ("row %zu", i);
  play_end (p);
}
