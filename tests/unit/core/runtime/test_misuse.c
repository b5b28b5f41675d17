/* Constructs used against their rules: the run stops, and says what, where and in which task. */
#include "core/event/play.h"

typedef struct misuse
{
  const char *text;
  uint32_t task;
  char culprit; /* the character of the text that is the site; the last one of these */
  const char *message;
} misuse;

static const misuse misuses[] = {
  { "+", 0, '+', "advance outside a clocked finish" },
  { "C{}+", 0, '+', "advance outside a clocked finish" },
  { "C{A{+}}", 1, '+', "advance outside a clocked finish" },
  { "C{U0{+}}", 1, '+', "advance outside a clocked finish" },
  { "C{P0{+}}", 1, '+', "advance outside a clocked finish" },
  { "K{}", 0, 'K', "clocked async outside a clocked finish" },
  { "F{K{}}", 0, 'K', "clocked async outside a clocked finish" },
  { "C{A{K{}}}", 1, 'K', "clocked async outside a clocked finish" },
  { "C{}K{}", 0, 'K', "clocked async outside a clocked finish" },
  { "C{F{K{}}}", 0, 'K', "clocked async inside an unclocked finish" },
  { "C{C{F{K{}}}}", 0, 'K', "clocked async inside an unclocked finish" },
  { "N0A{B0b{}}", 1, 'B', "async phased on a phaser that its creator is not registered on" },
  { "N0Q0B0b{}", 0, 'B', "async phased on a phaser that its creator is not registered on" },
  { "N0B0s{B0w{}}", 1, 'B', "async phased asks for a mode that its creator does not have" },
  { "N0B0w{B0b{}}", 1, 'B', "async phased asks for a mode that its creator does not have" },
  { "N0N1B0b1s0s{}", 0, 'B', "async phased names one phaser twice" },
  { "N0A{X0}", 1, 'X', "next on a phaser that this task is not registered on" },
  { "N0A{S0}", 1, 'S', "signal on a phaser that this task is not registered on" },
  { "N0A{T0}", 1, 'T', "wait on a phaser that this task is not registered on" },
  { "N0A{Q0}", 1, 'Q', "drop on a phaser that this task is not registered on" },
  { "N0Q0S0", 0, 'S', "signal on a phaser that this task is not registered on" },
  { "N0B0w{S0}", 1, 'S', "signal on a phaser that this task is registered on for waiting only" },
  { "N0B0s{T0}", 1, 'T', "wait on a phaser that this task is registered on for signalling only" },
  { "N0T0", 0, 'T', "wait on a phaser before this task has signalled the phase" },
  { "N0X0T0", 0, 'T', "wait on a phaser before this task has signalled the phase" },
  { "X*", 0, 'X', "next in a task that is registered on no phaser" },
  { "N0A{X*}", 1, 'X', "next in a task that is registered on no phaser" },
  { "C{K{X*}}", 1, 'X', "next in a task that is registered on no phaser" },
  { "P1{}P0>1{}W1", 0, 'W', "await of region `one`, which this task has passed on" },
  { "P1{}P0>1{}E1", 0, 'E', "ewait on region `one`, which this task has passed on" },
  { "U0{?xG0}x", 1, 'G', "get on a future by its own task: nobody else can complete it" },
};

TEST (every_misuse)
{
  for (size_t i = 0; i < sizeof misuses / sizeof *misuses; i++)
    {
      const misuse *m = &misuses[i];
      play *p = play_text (m->text, NULL);
      bool right = CHECK_INT (p->stop.stop, RP_STOP_MISUSE);
      right &= CHECK_STR (p->stop.message, m->message);
      right &= CHECK_INT (p->stop.task, m->task);
      right &= CHECK_INT (p->stop.site, strrchr (m->text, m->culprit) - m->text + 1);
      right &= CHECK_INT (p->stop.waiting_count, 0);
      if (!right)
        test_note ("script %s", m->text);
      play_end (p);
    }
}

/* Near misses: these are allowed. */
TEST (no_misuse)
{
  play_says ("C{K{+}+}", "");
  play_says ("C{K{C{K{+}}+}}", "");
  play_says ("N0B0s{B0s{}}B0w{B0w{}}B0b{B0s{}B0w{}}Q0", "");
  play_says ("N0S0T0S0S0T0T0", "");
  play_says ("P1{}P0>1{}P1{}W1W0W1", "");
  play_says ("P1{}P0>1{}W0W1", "");
  play_says ("C{N0X*+}", "");
}

TEST (own_messages)
{
  play *p = play_text ("A{!}", NULL);
  CHECK_INT (p->stop.stop, RP_STOP_REQUEST);
  CHECK (!p->stop.message);
  play_end (p);
}

/* The argument of a task that was refused is given back, too: play_end counts. */
TEST (refused_tasks_leave_nothing)
{
  for (int i = 0; i < 3; i++)
    {
      static const char *const texts[] = { "F{A{?x}K{a}}", "N0F{A{B0b{a}}}", "U0{?x}N0N0B0b0b{}" };
      play *p = play_text (texts[i], NULL);
      CHECK_INT (p->stop.stop, RP_STOP_MISUSE);
      CHECK_STR (script_said (&p->s), "");
      play_end (p);
    }
}
