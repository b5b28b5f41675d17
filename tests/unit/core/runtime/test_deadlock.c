/* A state without a step: the list says who waits for what, and names the right tasks. */
#include "core/event/play.h"
#include "core/runtime/wait_text.h"

enum
{
  MOST = 6
};

typedef struct waiting_task
{
  uint32_t task, site;
  const char *what;
} waiting_task;

typedef struct deadlock
{
  const char *text;
  waiting_task rows[MOST]; /* what: NULL ends the list */
} deadlock;

static const deadlock deadlocks[] = {
  { "?x", { { 0, 1, "assumes a condition that does not hold" } } },
  { "A{?x}",
    { { 0, 0, "waits at the end of the program for task 1" },
      { 1, 3, "assumes a condition that does not hold" } } },
  { "A{}F{A{?x}A{}A{?y}}",
    { { 0, 4, "waits at the end of a finish for task 2, task 4" },
      { 2, 8, "assumes a condition that does not hold" },
      { 4, 16, "assumes a condition that does not hold" } } },
  { "F{L6{A{?x}}}",
    { { 0, 1, "waits at the end of a finish for task 1, task 2, task 3, task 4 and 2 more" } } },
  { "E2", { { 0, 1, "ewait `two`: it owns no task in this region" } } },
  { "P1{?x}W1",
    { { 0, 7, "await `one`: waits for task 1" },
      { 1, 4, "assumes a condition that does not hold" } } },
  { "P1{}P1{?x}W1",
    { { 0, 11, "await `one`: waits for task 2" },
      { 2, 8, "assumes a condition that does not hold" } } },
  { "P1{?x}E1",
    { { 0, 7, "ewait `one`: waits for task 1" },
      { 1, 4, "assumes a condition that does not hold" } } },
  { "P1{E1}W1",
    { { 0, 7, "await `one`: waits for task 1" },
      { 1, 4, "ewait `one`: it owns no task in this region" } } },
  { "U0{?zG1}U1{G0}z",
    { { 0, 0, "waits at the end of the program for task 1, task 2" },
      { 1, 6, "waits for the future that task 2 computes" },
      { 2, 12, "waits for the future that task 1 computes" } } },
  { "I{F{A{I{}}}}",
    { { 0, 3, "waits at the end of a finish for task 1" },
      { 1, 7, "waits to enter an isolated section while main is in one" } } },
  { "A{I1{?xI2{}}}A{I2{xI1{}}}",
    { { 0, 0, "waits at the end of the program for task 1, task 2" },
      { 1, 8, "waits to enter an isolated section while task 2 is in one" },
      { 2, 20, "waits to enter an isolated section while task 1 is in one" } } },
  { "N0B0b{X0}B0s{?x}Q0",
    { { 0, 0, "waits at the end of the program for task 1, task 2" },
      { 1, 7, "waits for phase 0 of a phaser, which task 2 has not signalled" },
      { 2, 14, "assumes a condition that does not hold" } } },
  { "N0X0B0b{X0X0}X0S0F{A{?x}}",
    { { 0, 18, "waits at the end of a finish for task 2" },
      { 2, 22, "assumes a condition that does not hold" } } },
  { "C{K{+}F{A{?x}}}",
    { { 0, 7, "waits at the end of a finish for task 2" },
      { 1, 5, "waits for phase 0 of a clock, which main has not signalled" },
      { 2, 11, "assumes a condition that does not hold" } } },
};

static size_t
count_rows (const deadlock *d)
{
  size_t count = 0;
  while (count < MOST && d->rows[count].what)
    count++;
  return count;
}

TEST (waiting_lists)
{
  for (size_t i = 0; i < sizeof deadlocks / sizeof *deadlocks; i++)
    {
      const deadlock *d = &deadlocks[i];
      size_t count = count_rows (d);
      play *p = play_text (d->text, NULL);
      bool right = CHECK_INT (p->stop.stop, RP_STOP_DEADLOCK);
      bool all = strchr (d->text, 'L') == NULL;
      if (all)
        right &= CHECK_INT (p->stop.waiting_count, count);
      for (size_t j = 0; j < count && j < p->stop.waiting_count; j++)
        {
          right &= CHECK_INT (p->stop.waiting[j].task, d->rows[j].task);
          right &= CHECK_INT (p->stop.waiting[j].site, d->rows[j].site);
          right &= CHECK_STR (wait_text (&p->stop.waiting[j]), d->rows[j].what);
        }
      if (!right)
        test_note ("script %s", d->text);
      play_end (p);
    }
}

static void
enter_section (void *argument)
{
  (void) argument;
  rp_isolated_begin_at (NULL, 0, 5);
}

static void
end_in_sections (void *argument)
{
  for (int i = 0; i < 2; i++)
    {
      rp_finish_begin_at (false, 0);
      rp_async_at (enter_section, argument, (rp_creation) { .kind = RP_TASK_ASYNC });
      rp_finish_end_at (7);
    }
}

/* A task that has ended in a section is named by its number, although its finish no longer knows it. */
TEST (an_ended_task_holds_a_section)
{
  recorder r = recorder_new (NULL);
  rp_depth_first policy;
  rp_depth_first_init (&policy, 0);
  rp_runtime *rt = rp_runtime_new (&r.observer, &policy.policy, 0);
  rp_runtime_call_tasks (rt);
  rp_runtime_run (rt, end_in_sections, NULL, 0);
  rp_stop_info stop = rp_runtime_stop_info (rt);
  if (CHECK_INT (stop.stop, RP_STOP_DEADLOCK) && CHECK_INT (stop.waiting_count, 2))
    {
      CHECK_STR (wait_text (&stop.waiting[0]), "waits at the end of a finish for task 2");
      CHECK_STR (wait_text (&stop.waiting[1]),
                 "waits to enter an isolated section while task 1 is in one");
    }
  rp_runtime_free (rt);
}

TEST (no_deadlock_while_somebody_can_go_on)
{
  play_says ("A{?x}A{?y}A{?z}zyx", "zyx");
  play_says ("A{I{?x}}A{I{}}x", "x");
}

/* Every schedule of these gets stuck. */
TEST (deadlocks_under_random_schedules)
{
  static const char *const texts[]
    = { "E0",          "U0{YG1}YU1{YG0}", "C{K{F{A{?x}}+}+}", "N0B0w{T0}F{A{?x}}", "I{F{A{YI{}}}}",
        "P0{E1}P1{}W0" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (uint64_t seed = 0; seed < 20; seed++)
      {
        play *p = play_random (texts[i], NULL, seed);
        /* a get before the other future is in its slot passes: then there is no cycle */
        bool cycle = strstr (texts[i], "G1") != NULL;
        if (!cycle && !CHECK_INT (p->stop.stop, RP_STOP_DEADLOCK))
          test_note ("seed %d, script %s", (int) seed, texts[i]);
        if (p->stop.stop == RP_STOP_DEADLOCK)
          CHECK (p->stop.waiting_count > 0);
        play_end (p);
      }
}

/* Two sections taken in opposite orders: some schedules get stuck, some do not. */
TEST (some_schedules_get_stuck)
{
  int stuck = 0;
  for (uint64_t seed = 0; seed < 100; seed++)
    {
      play *p = play_random ("A{I1{YI2{}}}A{I2{YI1{}}}", NULL, seed);
      stuck += p->stop.stop == RP_STOP_DEADLOCK;
      play_end (p);
    }
  CHECK (stuck > 5 && stuck < 95);
}
