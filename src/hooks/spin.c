/* A task that only looks whether another has gone on must let it: tasks take turns here. But who lets others go
 * first stays open, and what it did has to be kept: so who does other things between is in no haste. A loop that waits
 * looks again and again from a few places; one that waits in more of them has to run for long. */
#include "hooks/spin.h"

#include "hooks/engine.h"

#include <sys/time.h>

static rp_engine_state *const engine = &rp_engine_now;

volatile sig_atomic_t rp_spin_ticks;

enum
{
  LONG = 4 /* ticks */
};

static unsigned looks;     /* since it runs, from these places */
static uint64_t looked_at; /* how many accesses there were then */

void
rp_spin_look (uintptr_t pc)
{
  enum
  {
    MOST_LOOKS = 1 << 16,
    FEW_ACCESSES = 4,
    HASTE = 1 << 6,
    PLACES = 4
  };
  static uint32_t places[PLACES];
  static unsigned next;
  uint32_t where = rp_where (pc);
  bool is_again = false;
  for (unsigned i = 0; i < PLACES; i++)
    is_again |= places[i] == where;
  if (!is_again)
    {
      places[next++ % PLACES] = where;
      looks = 0;
    }
  looks += engine->accesses - looked_at <= FEW_ACCESSES ? HASTE : 1;
  looked_at = engine->accesses;
  if (looks < MOST_LOOKS && rp_spin_ticks < LONG)
    return;
  looks = 0;
  rp_spin_ticks = 0;
  rp_let_others_run ();
}

void
rp_spin_begin (void)
{
  rp_spin_ticks = 0;
  looks = 0;
}

/* The next access takes the slow way, and finds out. */
static void
tick (int signal)
{
  (void) signal;
  rp_spin_ticks++;
  if (engine->bags.mode == RP_BAGS_FAST)
    engine->bags.mode = RP_BAGS_SLOW;
}

void
rp_monitor_watch (void)
{
  enum
  {
    TICK_MICROSECONDS = 50000
  };
  static bool is_watching;
  if (is_watching || engine->explored)
    return;
  is_watching = true;
  struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };
  sigaction (SIGVTALRM, &action, NULL);
  struct timeval period = { .tv_usec = TICK_MICROSECONDS };
  setitimer (ITIMER_VIRTUAL, &(struct itimerval) { period, period }, NULL);
}

void
rp_spin_after_ticks (void)
{
  if (!engine->with_graph && engine->bags.judge)
    rp_steps_run (&engine->judge.order, rp_current_strand ());
  if (rp_spin_ticks < LONG)
    return;
  rp_spin_ticks = 0;
  rp_let_others_run ();
}
