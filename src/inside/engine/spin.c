/* Tasks take turns here, so a task that only checks whether another task has gone on must let that task run. But
 * yielding keeps a task unfinished, and its accesses have to be kept. So a task that makes other accesses between two
 * checks yields only after many of them. A loop that waits reads again and again from a few sites; these sites are
 * remembered, and the next time the loop is recognised from the start. A loop that reads from more sites has to run for
 * long before it is recognised. */
#include "inside/engine/spin.h"

#include "inside/engine/engine.h"
#include "inside/hook/libc_real.h"

#include <sys/time.h>

static rp_engine_state *const engine = &rp_engine_now;

volatile sig_atomic_t rp_spin_ticks;

enum
{
  TICK_MICROSECONDS = 5000,
  LONG = 40, /* ticks */
  SITES = 16
};

/* Places where tasks are known to wait: tasks let others run sooner the next time. */
static uint32_t waiting[SITES];

static bool
is_waiting_site (uint32_t site)
{
  for (unsigned i = 0; i < SITES; i++)
    if (waiting[i] == site)
      return true;
  return false;
}

static void
remember_waiting (uint32_t site)
{
  static unsigned next;
  if (!is_waiting_site (site))
    waiting[next++ % SITES] = site;
}

static unsigned looks;     /* checks since the task began to run, or since it checked at a new site; weighted */
static uint64_t looked_at; /* engine->accesses at the last check */

/* Returns how much one check at SITE counts: more if few accesses were made since the last check. */
static unsigned
weight (uint32_t site)
{
  enum
  {
    FEW_ACCESSES = 4,
    HASTE = 1 << 6,
    GREAT_HASTE = 1 << 12
  };
  if (engine->accesses - looked_at > FEW_ACCESSES)
    return 1;
  return is_waiting_site (site) ? GREAT_HASTE : HASTE;
}

void
rp_spin_look (uintptr_t pc)
{
  enum
  {
    MAX_LOOKS = 1 << 16,
    PLACES = 4
  };
  static uint32_t sites[PLACES];
  static unsigned next;
  uint32_t site = rp_site_of (pc);
  bool is_again = false;
  for (unsigned i = 0; i < PLACES; i++)
    is_again |= sites[i] == site;
  if (!is_again)
    {
      sites[next++ % PLACES] = site;
      looks = 0;
    }
  looks += weight (site);
  looked_at = engine->accesses;
  if (looks < MAX_LOOKS && rp_spin_ticks < LONG)
    return;
  if (looks >= MAX_LOOKS)
    remember_waiting (site);
  looks = 0;
  rp_spin_ticks = 0;
  rp_let_others_run ();
}

static sig_atomic_t seen; /* how many ticks rp_spin_after_ticks has handled */

/* A task that has waited may wait again soon. Its next accesses take the slow path, so that it need not wait
 * for ticks to be recognised. */
static struct
{
  uintptr_t address, pc; /* of the last access; the address is 0 if it was a write */
  unsigned again;        /* how often the same read came in a row */
  unsigned left;         /* how many other accesses still take the slow path */
} alert;

void
rp_spin_begin (void)
{
  rp_spin_ticks = seen = 0;
  alert.left = 0;
  looks = 0;
}

/* Makes the next access take the slow path, where it is checked whether the task waits. */
static void
slow_down (void)
{
  if (engine->bags.mode == RP_BAGS_FAST)
    rp_bags_set_mode (&engine->bags, RP_BAGS_SLOW);
}

static void
tick (int signal)
{
  (void) signal;
  rp_spin_ticks++;
  slow_down ();
}

static bool is_watching;

static void
set_clock (suseconds_t microseconds)
{
  struct timeval period = { .tv_usec = microseconds };
  setitimer (ITIMER_VIRTUAL, &(struct itimerval) { period, period }, NULL);
}

void
rp_spin_stop_clock (void)
{
  if (is_watching)
    set_clock (0);
}

void
rp_spin_start_clock (void)
{
  if (is_watching)
    set_clock (TICK_MICROSECONDS);
}

void
rp_monitor_watch (void)
{
  if (is_watching || rp_engine_is_explored ())
    return;
  is_watching = true;
  struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };
  RP_REAL (sigaction) (SIGVTALRM, &action, NULL);
  set_clock (TICK_MICROSECONDS);
}

/* Returns whether the task seems to wait at PC. If two ticks in a row found a read of one address at one site, this is
 * or may be a loop that waits, and the site is remembered. */
static bool
seems_to_wait (uintptr_t address, bool is_write, uintptr_t pc)
{
  static uintptr_t last_address, last_pc;
  static const rp_task *last_task;
  const rp_task *task = rp_current_task ();
  bool is_same = !is_write && address == last_address && pc == last_pc && task == last_task;
  last_address = address;
  last_pc = pc;
  last_task = task;
  if (is_write)
    return false;
  uint32_t site = rp_site_of (pc);
  if (is_same)
    remember_waiting (site);
  return is_waiting_site (site);
}

static void
wait_at (uintptr_t address, uintptr_t pc)
{
  enum
  {
    ALERT = 256
  };
  rp_spin_ticks = seen = 0;
  rp_let_others_run ();
  alert.address = address;
  alert.pc = pc;
  alert.again = 0;
  alert.left = ALERT;
  rp_spin_ticks = seen = 1;
  slow_down ();
}

/* Returns whether the task, which is alert, waits again. */
static bool
waits_again (uintptr_t address, bool is_write, uintptr_t pc)
{
  enum
  {
    PATIENCE = 64
  };
  if (!is_write && address == alert.address && pc == alert.pc)
    return ++alert.again >= PATIENCE && is_waiting_site (rp_site_of (pc));
  alert.address = is_write ? 0 : address;
  alert.pc = pc;
  alert.again = 0;
  alert.left--;
  return false;
}

void
rp_spin_after_ticks (uintptr_t address, bool is_write, uintptr_t pc)
{
  if (alert.left && waits_again (address, is_write, pc))
    {
      wait_at (address, pc);
      return;
    }
  if (alert.left)
    return;
  if (rp_engine_kind->begin_step)
    rp_engine_kind->begin_step ();
  if (rp_spin_ticks == seen)
    return;
  seen = rp_spin_ticks;
  if (seems_to_wait (address, is_write, pc))
    wait_at (address, pc);
  else if (rp_spin_ticks >= LONG)
    {
      rp_spin_ticks = seen = 0;
      rp_let_others_run ();
    }
}
