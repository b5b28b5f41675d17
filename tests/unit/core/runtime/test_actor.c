/* Actors: one message at a time, those of one sender in order. */
#include "core/event/play.h"
#include "core/runtime/wait_text.h"

#include <string.h>

TEST (messages_are_handled_at_once_if_nothing_is_in_the_way)
{
  play_says ("H0J0{a}bJ0{c}d", "abcd");
}

TEST (messages_of_one_sender_come_in_order)
{
  play_says ("H0F{J0{?xa}J0{b}J0{c}x}d", "xabcd");
}

TEST (a_message_comes_after_the_one_before)
{
  play_records ("H0F{J0{}J0{}J0{}}", "j", "2<1g! 3<2g! 0<3w 0<2w 0<1w");
}

TEST (others_overtake_a_sender_that_waits)
{
  play_says ("H0F{A{J0{?xa}}A{J0{b}}x}", "xab");
}

TEST (a_handler_keeps_its_actor_busy)
{
  play_says ("H0H1F{J0{J0{c}J1{b}a}}d", "bacd");
}

TEST (what_an_actor_sends_stays_in_order)
{
  play_records ("H0H1F{A{J0{J1{}}}A{J0{J1{}}}}", "j", "6<3g! 0<4f 0<5w 0<6w 0<1f 0<2w 0<3w");
}

TEST (a_task_that_a_handler_creates_is_a_sender_of_its_own)
{
  play_records ("H0H1F{J0{A{J1{}}A{J1{}}}}", "j", "0<1w 0<4f 0<5w 0<2f 0<3w");
}

TEST (the_finish_around_the_send_waits)
{
  play_says ("H0F{J0{?xa}x}b", "xab");
}

TEST (waiting_for_a_message_to_oneself)
{
  play *p = play_text ("H0F{J0{F{J0{a}}}}", NULL);
  CHECK_INT (p->stop.stop, RP_STOP_DEADLOCK);
  CHECK_INT (p->stop.waiting_count, 3);
  CHECK_STR (wait_text (&p->stop.waiting[1]), "waits at the end of a finish for task 2");
  CHECK_STR (wait_text (&p->stop.waiting[2]), "waits for its actor, which is busy with task 1");
  play_end (p);
}

TEST (waiting_for_the_message_before)
{
  play *p = play_text ("H0F{J0{?x}J0{a}}", NULL);
  CHECK_INT (p->stop.stop, RP_STOP_DEADLOCK);
  CHECK_STR (wait_text (&p->stop.waiting[2]), "waits until the message before it is handled, task 1");
  play_end (p);
}

static void
one_at_a_time_and_in_order (play *p)
{
  const char *said = script_said (&p->s);
  static const char letters[] = "abcd";
  CHECK_INT (strlen (said), 8);
  for (size_t i = 0; i < 8; i += 2)
    CHECK (said[i] == said[i + 1]);
  CHECK (strchr (said, letters[0]) < strchr (said, letters[1]));
  CHECK (strchr (said, letters[2]) < strchr (said, letters[3]));
}

TEST (under_random_schedules)
{
  play_seeds ("H0F{A{J0{aYa}J0{bYb}}A{YJ0{cYc}J0{dYd}}}", 200, one_at_a_time_and_in_order);
}

TEST (actors_have_names_of_their_own)
{
  play *p = play_text ("H0H1A{H2H3}A{H4A{H5}}", NULL);
  for (int i = 0; i < 6; i++)
    {
      CHECK_INT (rp_actor_object (p->s.actors[i]).size, 1);
      CHECK (!(rp_actor_object (p->s.actors[i]).base & RP_ATOMIC_LOCKS));
      for (int k = 0; k < i; k++)
        CHECK (rp_actor_object (p->s.actors[i]).base != rp_actor_object (p->s.actors[k]).base);
    }
  play_end (p);
}

TEST (a_run_that_stops_gives_everything_back)
{
  play *p = play_text ("H0H1F{J0{J1{?x}J1{}J0{}}A{J1{}J1{!}}}", NULL);
  CHECK (p->stop.stop != RP_STOP_NOT);
  play_end (p);
}
