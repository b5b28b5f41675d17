/* finish waits for everything created inside it, however deep and of whatever kind, and for nothing
 * else. */
#include "core/event/play.h"

TEST (waits_for_tasks_that_outlive_their_parents)
{
  play_says ("F{A{A{?xa}b}x}c", "bxac");
  play_says ("F{A{A{A{A{?xa}}}}bx}c", "bxac");
}

TEST (waits_for_futures_and_posted_tasks)
{
  play_says ("F{U0{?xa}x}b", "xab");
  play_says ("F{P0{?xa}x}b", "xab");
  play_says ("F{P0{P1{?xa}}x}b", "xab");
}

/* Posted tasks are waited for but not joined: their handlers do not run. */
TEST (does_not_run_handlers)
{
  play_says ("F{P0{a}^{h}}b", "ab");
  play_says ("F{P0{a}^{h}}bW0c", "abhc");
  play_says ("F{P0{a}^{h}}bE0c", "abhc");
}

TEST (does_not_wait_for_tasks_from_before)
{
  play_says ("A{?za}F{b}cz", "bcza");
  play_says ("U0{?za}F{b}czG0", "bcza");
}

TEST (nested_finishes)
{
  play_says ("F{A{?xa}F{A{?yb}y}cx}d", "ybcxad");
  play_says ("F{A{F{A{?xa}x}b}c}d", "xcabd");
}

/* A task inside belongs to the innermost finish of its creator at that time. */
TEST (a_childs_finish_is_its_own)
{
  play_says ("F{A{F{A{a}}b?xc}dx}e", "abdxce");
}

TEST (joins_come_right_to_left_and_once)
{
  play_records ("F{A{}A{}}", "jf", "(0 0<2f 0<1f )0");
  play_records ("F{A{A{}A{}}A{}}", "jf", "(0 0<4f 0<1f 0<3f 0<2f )0");
  /* an await inside has joined one of them */
  play_records ("F{P0{}A{}W0}", "jf", "(0 0<1a 0<2f )0");
  /* a get is no join that a finish could leave out */
  play_records ("F{U0{}G0G0}", "jf", "(0 0<1g! 0<1g! 0<1w )0");
  play_records ("F{F{A{}}A{}}", "jf", "(0 (0 0<1f )0 0<2f )0");
}

TEST (the_program_is_a_finish)
{
  play_records ("A{}A{A{}}", "j", "0<2f 0<3f 0<1f");
  /* a join is heard before the task can be forgotten, and main is last */
  play_records ("A{?x}x", "je", "-1 0<1f -0");
}

static void
d_is_last (play *p)
{
  const char *said = script_said (&p->s);
  CHECK_INT (strlen (said), 10);
  CHECK_INT (said[9], 'd');
}

TEST (waits_under_random_schedules)
{
  play_seeds ("F{A{YaA{YaYA{YYa}}a}U0{YA{Ya}a}P0{aA{YYa}}A{a}}d", 200, d_is_last);
}

/* The joins do not depend on the schedule. */
TEST (joins_do_not_depend_on_the_schedule)
{
  const char *text = "F{A{A{Y}YA{Y}}A{YA{}Y}Y}";
  char first[200] = "";
  for (uint64_t seed = 0; seed < 40; seed++)
    {
      play *p = play_random (text, "j", seed);
      /* tasks are numbered as they are created: compare what they are by their sites */
      const rp_task_row *rows = rp_runtime_tasks (p->s.runtime)->rows.items;
      char sites[200] = "";
      unsigned joiner, task;
      char kind;
      for (const char *at = recorded (&p->r); sscanf (at, "%u<%u%c", &joiner, &task, &kind) == 3;)
        {
          snprintf (sites + strlen (sites), sizeof sites - strlen (sites), "%u ", rows[task].site);
          at = strchr (at, ' ') ? strchr (at, ' ') + 1 : "";
        }
      if (!*first)
        strcpy (first, sites);
      CHECK_STR (sites, first);
      play_end (p);
    }
  CHECK (strlen (first) > 8);
}

TEST (an_endless_finish_stops_with_the_run)
{
  play *p = play_text ("F{A{?z}}", NULL);
  CHECK_INT (p->stop.stop, RP_STOP_DEADLOCK);
  play_end (p);
}
