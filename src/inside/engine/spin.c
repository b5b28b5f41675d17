/* Tasks take turns here, so a task that only checks whether another task has gone on must let that task run. But
 * yielding keeps a task unfinished, and its accesses have to be kept. So a task that makes other accesses between two
 * checks yields only after many checks. A loop that waits reads again and again at a few places; these places are
 * remembered, and the next time the loop is recognised from the start. A loop that reads at more places has to run for
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
  PLACES = 16
};

/* A place where tasks check the progress of other tasks, named by the return address of the call that announces the
 * read. Its call path does not matter: a recursive search would be at another site for each depth.
 *
 * A search by branch and bound reads its bound again and again, so each of its tasks looks like a task that waits. The
 * two differ in how they go on. A task that waits goes on when it finds another value: then its yield was useful. If it
 * ends, waits for others or creates a task while the value is still the same, its yield was useless. */
typedef struct place
{
  uintptr_t pc;

  /* The last yield here was useful, or a loop without atomic reads has waited here. If so, tasks yield sooner
   * here. */
  bool is_waiting;

  unsigned useless; /* useless yields in a row */
  unsigned open;    /* tasks that have yielded here, and have neither found another value nor gone on */
} place;

static place places[PLACES];

static place *
find_place (uintptr_t pc)
{
  for (unsigned i = 0; i < PLACES; i++)
    if (places[i].pc == pc)
      return &places[i];
  return NULL;
}

static place *
make_place (uintptr_t pc)
{
  static unsigned next;
  place *found = find_place (pc);
  if (found)
    return found;
  found = &places[next++ % PLACES];
  *found = (place) { .pc = pc };
  return found;
}

static bool
is_waiting_place (uintptr_t pc)
{
  const place *found = find_place (pc);
  return found && found->is_waiting;
}

static void
remember_waiting (uintptr_t pc)
{
  make_place (pc)->is_waiting = true;
}

/* ---- yields ---- */

typedef struct atomic_read
{
  uintptr_t address;
  uint64_t value; /* if it has more than eight bytes, the first eight */
} atomic_read;

/* The last yield of the running task, until it is known whether the yield was useful. */
typedef struct open_yield
{
  uintptr_t pc;     /* of the place; 0: there is none */
  atomic_read read; /* the last atomic read before the yield */
} open_yield;

static open_yield yielded;

/* The last atomic read of the running task, if the task is about to yield, or has yielded: rp_spin_note_atomic. */
static atomic_read last_read;

static void
close_yield (bool was_useful)
{
  place *at = yielded.pc ? find_place (yielded.pc) : NULL;
  yielded.pc = 0;
  if (!at)
    return;
  if (at->open)
    at->open--;
  at->is_waiting = was_useful;
  at->useless = was_useful ? 0 : at->useless + 1;
}

/* Lets other tasks run, because the running task seems to wait at PC. Meanwhile `yielded` is about those tasks. */
static void
yield_at (uintptr_t pc)
{
  open_yield own = { pc, last_read };
  if (yielded.pc != pc)
    {
      close_yield (false);
      make_place (pc)->open++;
    }
  yielded.pc = 0;
  rp_let_others_run ();
  yielded = own;
}

/* ---- checks by atomic operations ---- */

rp_spin_checks rp_spin_now;

/* Returns how much one check counts: more if few accesses were made since the last check. AT may be NULL. */
static unsigned
weight (const place *at)
{
  enum
  {
    FEW_ACCESSES = 4,
    HASTE = 1 << 6,
    GREAT_HASTE = 1 << 12
  };
  if (engine->accesses - rp_spin_now.looked_at > FEW_ACCESSES)
    return 1;
  return at && at->is_waiting ? GREAT_HASTE : HASTE;
}

/* Returns whether the running task, whose weighted checks are counted, has to yield. AT is the place; NULL: no yield
 * there is remembered. The more tasks have yielded there without any sign that they wait, the later the next task
 * yields there: the tasks of a search must not all be open at the same time. */
static bool
has_to_yield (const place *at)
{
  enum
  {
    USELESS_YIELDS = 4,
    MAX_OPEN = 6
  };
  if (rp_spin_ticks >= RP_SPIN_LONG || !at)
    return rp_spin_ticks >= RP_SPIN_LONG || rp_spin_now.looks >= RP_SPIN_MAX_LOOKS;
  return at->useless < USELESS_YIELDS
         && rp_spin_now.looks >= (unsigned) RP_SPIN_MAX_LOOKS
                                   << (at->open < MAX_OPEN ? at->open : MAX_OPEN);
}

/* Returns the SIZE bytes at ADDRESS as a number: the first eight of 16 bytes, and the first byte if SIZE is none of 1,
 * 2, 4, 8 and 16. */
static uint64_t
value_at (uintptr_t address, size_t size)
{
  switch (size)
    {
    case 8:
    case 16:
      return *(const volatile uint64_t *) address;
    case 4:
      return *(const volatile uint32_t *) address;
    case 2:
      return *(const volatile uint16_t *) address;
    default:
      return *(const volatile uint8_t *) address;
    }
}

static void
note_address (uintptr_t address)
{
  enum
  {
    RECENT = 4
  };
  static uintptr_t recent[RECENT];
  static unsigned next;
  bool is_recent = recent[0] == address;
  for (unsigned i = 1; i < RECENT; i++)
    is_recent |= recent[i] == address;
  if (is_recent)
    {
      rp_spin_now.stayed++;
      return;
    }
  rp_spin_now.stayed = 0;
  recent[next++ % RECENT] = address;
}

/* The value is read here, because at the yield the memory may be gone. After the yield, a write to the same address
 * may be what the task has waited to do, as in a lock that is taken by an exchange. */
void
rp_spin_note_atomic (uintptr_t address, size_t size, bool is_write)
{
  note_address (address);
  bool is_about_to_yield = rp_spin_now.looks >= RP_SPIN_MAX_LOOKS / 2;
  if (!is_about_to_yield && !yielded.pc)
    return;
  atomic_read read = { address, value_at (address, size) };
  if (yielded.pc && yielded.read.address == address && (is_write || yielded.read.value != read.value))
    close_yield (true);
  last_read = read;
}

/* The running task checks at PC: counts the check. If no recent check was at PC, counting starts from 0. AT
 * is find_place (PC). */
static void
count_look (uintptr_t pc, const place *at)
{
  enum
  {
    RECENT = 4
  };
  static uintptr_t recent[RECENT]; /* where the last checks were */
  static unsigned next;
  bool is_again = false;
  for (unsigned i = 0; i < RECENT; i++)
    is_again |= recent[i] == pc;
  if (!is_again)
    {
      recent[next++ % RECENT] = pc;
      rp_spin_now.looks = 0;
    }
  rp_spin_now.looks += weight (at);
  rp_spin_now.looked_at = engine->accesses;
}

void
rp_spin_look (uintptr_t pc)
{
  if (rp_spin_pass (engine->accesses))
    return;
  if (rp_spin_now.stayed < RP_SPIN_STAYS)
    rp_spin_now.looks++;
  const place *at = find_place (pc);
  count_look (pc, at);
  if (!has_to_yield (at))
    return;
  rp_spin_now.looks = 0;
  rp_spin_ticks = 0;
  yield_at (pc);
}

void
rp_spin_look_at_fence (uintptr_t pc)
{
  count_look (pc, find_place (pc));
  if (rp_spin_now.looks < RP_SPIN_MAX_LOOKS && rp_spin_ticks < RP_SPIN_LONG)
    return;
  if (rp_spin_now.looks >= RP_SPIN_MAX_LOOKS)
    remember_waiting (pc);
  rp_spin_now.looks = 0;
  rp_spin_ticks = 0;
  rp_let_others_run ();
}

static sig_atomic_t seen; /* how many ticks rp_spin_after_ticks has handled */

/* A task that has waited may wait again soon. Its next accesses take the slow path, so that the new wait is
 * recognised without ticks. */
static struct
{
  uintptr_t address, pc; /* of the last access; the address is 0 if it was a write */
  unsigned again;        /* how often the same read came in a row */
  unsigned left;         /* how many other accesses still take the slow path */
} alert;

/* If a task seems to wait, its next accesses are watched. The task waits if all of these accesses are reads, and the
 * reads are of a few addresses only. A loop that computes does not pass this test. Without the test, such a loop would
 * have to yield at every tick, once two ticks have found it at the same read. */
static struct
{
  uintptr_t few[4];
  unsigned count; /* addresses in `few` */
  unsigned left;  /* accesses that are still to be watched; 0: no task is watched */
} watched;

void
rp_spin_begin (void)
{
  close_yield (false);
  rp_spin_ticks = seen = 0;
  alert.left = 0;
  watched.left = 0;
  rp_spin_now.looks = 0;
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

/* Returns whether the running task seems to wait at PC: the access is a read, and tasks are known to wait at PC, or two
 * ticks in a row have found the task at a read of the same address there. */
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
  return is_same || (!is_write && is_waiting_place (pc));
}

static void
watch (uintptr_t address)
{
  enum
  {
    WATCHED = 64
  };
  watched.few[0] = address;
  watched.count = 1;
  watched.left = WATCHED;
  slow_down ();
}

/* Returns whether the access, by the task that is watched, may be one of a loop that waits. If so, ADDRESS is one of
 * the few addresses from now on. */
static bool
may_wait_on (uintptr_t address, bool is_write)
{
  const unsigned most = sizeof watched.few / sizeof *watched.few;
  for (unsigned i = 0; i < watched.count; i++)
    if (watched.few[i] == address)
      return !is_write;
  if (is_write || watched.count == most)
    return false;
  watched.few[watched.count++] = address;
  return true;
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

/* Notes the access in `alert`. Returns whether the task waits again: it repeats one read, at a place where tasks are
 * known to wait. */
static bool
waits_again (uintptr_t address, bool is_write, uintptr_t pc)
{
  enum
  {
    PATIENCE = 64
  };
  if (!is_write && address == alert.address && pc == alert.pc)
    return ++alert.again >= PATIENCE && is_waiting_place (pc);
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
  if (watched.left && may_wait_on (address, is_write))
    {
      if (--watched.left)
        return;
      remember_waiting (pc);
      wait_at (address, pc);
      return;
    }
  watched.left = 0;
  if (rp_engine_kind->begin_step)
    rp_engine_kind->begin_step ();
  if (rp_spin_ticks == seen)
    return;
  seen = rp_spin_ticks;
  if (rp_spin_ticks >= RP_SPIN_LONG)
    {
      rp_spin_ticks = seen = 0;
      rp_let_others_run ();
    }
  else if (seems_to_wait (address, is_write, pc))
    watch (address);
}
