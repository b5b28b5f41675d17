/* Isolated sections exclude each other: all of them, or those on overlapping objects. */
#include "core/event/play.h"

/* Checks that each capital region of the trace x..x is not interrupted: the letters p q come in
 * pairs without another pair's letter between them. */
static void
sections_are_whole (play *p)
{
  const char *said = script_said (&p->s);
  for (size_t i = 0; said[i]; i += 2)
    if (!CHECK (said[i + 1] == said[i]))
      {
        test_note ("%s", said);
        return;
      }
}

TEST (global_sections_exclude)
{
  play_seeds ("A{I{aYYa}}A{I{bYYb}}A{I{cYYc}}I{dYYd}", 100, sections_are_whole);
}

TEST (sections_on_one_object_exclude)
{
  play_seeds ("A{I1{aYYa}}A{I12{bYYb}}A{I1{cYYc}}I31{dYYd}", 100, sections_are_whole);
}

TEST (a_whole_object_covers_its_elements)
{
  play_seeds ("A{I*{aYYa}}A{I*{bYYb}}I3{cYYc}", 100, sections_are_whole);
}

TEST (the_global_section_excludes_object_sections)
{
  play_seeds ("A{I{aYYa}}A{I2{bYYb}}I{cYYc}", 100, sections_are_whole);
}

/* How often the trace has letters of another section inside one. */
static int interrupted;

static void
count_interrupted (play *p)
{
  const char *said = script_said (&p->s);
  interrupted += said[0] != said[1];
}

TEST (disjoint_sections_overlap)
{
  interrupted = 0;
  play_seeds ("A{I1{aYYa}}A{I2{bYYb}}", 100, count_interrupted);
  CHECK (interrupted > 10);
}

TEST (a_blocked_holder_keeps_the_section)
{
  play_says ("A{I{a?xb}}A{I{c}}x", "axbc");
  play_says ("U0{?x}A{I{aG0b}}A{I{c}}A{x}", "axbc");
}

TEST (nested_sections_of_one_task_do_not_exclude_each_other)
{
  play_says ("I{aI{b}c}d", "abcd");
  play_says ("I1{aI1{bI{c}}I2{d}}e", "abcde");
  play_records ("I{I{}}", "i", "{0 {0 }0 }0");
}

TEST (an_inner_section_takes_its_objects_in_addition)
{
  /* task 1 has 1, then 2; task 2 must wait for 2, though 1's inner section is on 2 only */
  play_says ("A{I1{aI2{b?xc}d}}A{I2{e}}x", "abxcde");
}

TEST (leaving_the_inner_section_frees_its_objects_only)
{
  play_says ("A{I1{I2{a}b?xc}}A{I2{d}}A{I1{e}}x", "abdxce");
}

TEST (tasks_created_inside_are_not_inside)
{
  play *p = play_text ("I{F{A{I{}}}}", NULL);
  CHECK_INT (p->stop.stop, RP_STOP_DEADLOCK);
  play_end (p);
  play_says ("I{A{a}b}c", "abc");
  /* the child's own section waits for the end of its creator's */
  play_says ("I{A{I{a}}b}c", "bca");
}

/* Who once waited for a section and now waits for something else is not woken by a section. */
TEST (old_waits_are_forgotten)
{
  play_says ("A{I{?xa}}A{I{}?yb}A{?de}x?aI{}cd?efy", "xacdefyb");
}

static int counter;

static void
count_up (void *argument)
{
  (void) argument;
  for (int i = 0; i < 20; i++)
    {
      rp_isolated_begin_at (NULL, 0, 0);
      int seen = counter;
      rp_yield ();
      counter = seen + 1;
      rp_isolated_end_at (0);
    }
}

static void
start_counters (void *argument)
{
  for (int i = 0; i < 5; i++)
    rp_async_at (count_up, argument, (rp_creation) { .kind = RP_TASK_ASYNC });
}

TEST (a_counter_loses_nothing)
{
  for (uint64_t seed = 0; seed < 50; seed++)
    {
      recorder r = recorder_new (NULL);
      rp_random_policy policy;
      rp_random_policy_init (&policy, seed);
      rp_runtime *rt = rp_runtime_new (&r.observer, &policy.policy, 0);
      counter = 0;
      rp_runtime_run (rt, start_counters, NULL, 0);
      CHECK_INT (counter, 100);
      rp_runtime_free (rt);
    }
}
