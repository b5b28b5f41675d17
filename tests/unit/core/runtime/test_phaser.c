/* Phasers and clocks: phases, modes, split phases, drops. */
#include "core/event/play.h"

static void
phases_are_apart (play *p)
{
  /* digits of a phase come before all of the next */
  const char *said = script_said (&p->s);
  for (size_t i = 1; said[i]; i++)
    if (!CHECK (said[i - 1] <= said[i]))
      {
        test_note ("%s", said);
        return;
      }
}

TEST (a_phaser_is_a_barrier)
{
  play_seeds ("N0B0b{aX0bX0c}B0b{aYX0bX0Yc}aX0bX0c", 100, phases_are_apart);
  play_seeds ("F{N0L4{B0b{aX0bX0cX0d}}Q0}", 100, phases_are_apart);
}

TEST (a_clock_is_a_barrier)
{
  play_seeds ("C{K{a+b+c}K{aY+b+Yc}a+b+c}d", 100, phases_are_apart);
  play_seeds ("C{L4{K{a+b+c+d}}}e", 100, phases_are_apart);
}

TEST (signal_does_not_wait)
{
  play_says ("N0B0w{?zaT0b}S0czS0d", "czdab");
}

TEST (a_signaller_runs_ahead)
{
  /* the producer signals three phases before the consumer waits for the first */
  play_says ("N0B0w{?zT0aT0bT0c}B0s{S0S0S0d}Q0ez", "dezabc");
}

TEST (a_waiter_waits_for_all_signallers)
{
  play_says ("N0B0w{T0a}B0s{?xS0b}B0s{S0c}Q0dx", "cdxba");
}

TEST (wait_only_members_hold_nobody_back)
{
  play_says ("N0B0w{?z}aX0bX0cz", "abcz");
}

TEST (next_in_each_mode)
{
  /* next of a signaller does not wait, next of a waiter does not signal */
  play_says ("N0B0s{X0aX0b}B0w{X0cX0d}Q0e", "abecd");
}

TEST (split_phase)
{
  /* between signal and wait a task may do what needs no synchronisation */
  play_says ("N0B0b{S0a?xbT0c}S0dxT0e", "adxebc");
}

static void
b_before_c_and_e (play *p)
{
  const char *said = script_said (&p->s);
  CHECK (strchr (said, 'a') < strchr (said, 'c'));
  CHECK (strchr (said, 'd') < strchr (said, 'b'));
}

TEST (split_phase_at_random)
{
  play_seeds ("N0B0b{YaS0YT0b}YdS0YYT0c", 100, b_before_c_and_e);
}

TEST (a_new_member_starts_in_its_creators_phase)
{
  play_records ("N0X0X0B0b{X0}X0", "b",
                "s0.0 p0 w0.0 s0.1 p1 w0.1 s1.2 s0.2 p2 w0.2 s0.3 w1.2 s1.3");
}

TEST (a_member_between_signal_and_wait_passes_that_on)
{
  play_says ("N0S0B0b{T0aX0b}T0cX0d", "acdb");
}

TEST (dropped_members_count_no_more)
{
  play_says ("N0B0b{X0aX0b}Q0c", "cab");
  play_says ("N0B0b{aQ0?xb}X0cX0dx", "acdxb");
  /* the end of a task drops what it has */
  play_says ("N0B0b{a}X0bX0c", "abc");
  play_says ("N0B0b{?xX0aX0b}xcX0dX0e", "xcadeb");
}

TEST (without_signallers_waits_pass)
{
  play_says ("N0B0w{T0aT0bT0c}Q0d", "dabc");
  play_records ("N0B0w{T0}S0Q0", "b", "s0.0 p0 s0.1 w1.0");
}

TEST (a_drop_is_a_signal_of_the_next_phase)
{
  play_records ("N0S0S0Q0", "b", "s0.0 p0 s0.1 p1 s0.2");
  play_records ("N0B0b{Q0}X0", "b", "s1.0 s0.0 p0 w0.0 s0.1");
}

TEST (two_phasers_at_once)
{
  /* next on all signals both before it waits for either */
  play_says ("N0N1A{}B0b1b{aX*b}cX*d", "acdb");
  play_seeds ("N0N1B0b1b{aX*bX*c}B1b0b{aX*bYX*c}aX*bX*c", 50, phases_are_apart);
  /* 0 carries main to the child, 1 the child to main */
  play_says ("N0N1B0w1s{T0aS1}bS0Q0S1T1c", "bac");
}

TEST (next_on_all_leaves_clocks_alone)
{
  play_says ("C{K{N0X*a+b}c+d}", "acdb");
}

TEST (unclocked_tasks_do_not_hold_the_clock)
{
  play_says ("C{A{?za}b+c+dz}", "bcdza");
}

TEST (clocked_finish_waits_for_all)
{
  play_says ("C{A{?xa}K{+b}+cx}d", "cxbad");
}

TEST (the_owner_leaves_the_clock_at_the_end_of_the_body)
{
  play_says ("C{K{a+b+c}K{d+e+f}}g", "adbefcg");
}

TEST (tasks_of_different_length)
{
  play_seeds ("C{K{a}K{a+b}K{a+b+c}K{a+b+c+d}a+b}e", 100, phases_are_apart);
}

TEST (nested_clocks)
{
  /* the inner clock is another one: the outer stands still meanwhile */
  play_seeds ("C{K{aC{K{b+c}b+c}+d}a+d}e", 100, NULL);
  play_says ("C{a+C{b+c}d+e}f", "abcdef");
  /* after the inner finish, advance means the outer clock again */
  play_says ("C{K{a+b}C{c}d+e}f", "acdebf");
}

TEST (clocked_async_inside_a_clocked_async)
{
  play_seeds ("C{K{aK{a+b+c}+b+c}a+b+c}d", 100, phases_are_apart);
  play_seeds ("C{a+bK{b+c}+c}d", 100, phases_are_apart);
}

TEST (advance_alone)
{
  play_says ("C{a+b+c}d", "abcd");
}

TEST (advance_inside_an_unclocked_finish)
{
  play_says ("C{F{a+b}c}d", "abcd");
}

TEST (many_members)
{
  play *p = play_text ("C{L9{L9{L9{K{a+b+c}}}}}", NULL);
  CHECK_INT (p->stop.stop, RP_STOP_NOT);
  CHECK_INT (p->s.trace.length, 3 * 729);
  phases_are_apart (p);
  play_end (p);
}

TEST (a_phaser_outlives_the_finish_it_was_made_in)
{
  play_says ("F{N0}F{B0b{aX0b}cX0d}e", "acdbe");
}
