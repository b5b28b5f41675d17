/* From hooks to engine. The monitor starts before main and ends after the last atexit function of
 * the program; main is the main task. */
#include "hooks/monitor.h"

#include "base/clock.h"
#include "base/panic.h"
#include "base/rng.h"
#include "hooks/engine.h"
#include "hooks/explored.h"
#include "hooks/interrupt.h"
#include "hooks/memory_limit.h"
#include "hooks/own_memory.h"
#include "hooks/threads.h"
#include "runtime/fiber.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_BYTES ((size_t) 1 << 20)

int rp_monitor_inside;
rp_engine_state rp_engine_now;

static rp_engine_state *const engine = &rp_engine_now;

/* Defined by the objects of the library that bags cannot judge, if the program links them. */
extern const char rp_api_beyond_bags __attribute__ ((weak));

/* What runs may have got a number from a counter. */
extern void rp_omp_took_number (void) __attribute__ ((weak));
extern void rp_omp_read_number (void) __attribute__ ((weak));

/* Bytes for the stack of a task. */
extern size_t rp_omp_stack_bytes (void) __attribute__ ((weak));

/* Fortran's library has buffers of its own; NULL: all of them. */
extern void _gfortran_flush_i4 (int *unit) __attribute__ ((weak));

/* The same for OpenMP. */
extern const char *const rp_omp_is_beyond_bags __attribute__ ((weak));

bool
rp_monitor_is_on (void)
{
  return engine->started && !engine->ended && !rp_monitor_inside && rp_thread_is_main ();
}

static uint32_t
bytes_of (uintptr_t address, size_t size)
{
  return (uint32_t) (((1u << size) - 1) << (address & 7));
}

static rp_deed
deed_of (rp_access_class class)
{
  return class == RP_ACCESS_ATOMIC ? RP_DEED_ATOMIC : RP_DEED_ACCESS;
}

/* RP_BAGS_BLOCK whole words, if they are in one chunk; or NULL. */
static rp_cell *
block_at (uintptr_t address)
{
  uintptr_t last = address + 8 * (RP_BAGS_BLOCK - 1);
  if ((address ^ last) >> RP_SHADOW_CHUNK_BITS)
    return NULL;
  return rp_shadow_peek (&engine->bags.shadows[RP_ACCESS_PLAIN], address);
}

/* The place of an access of SIZE bytes by CLASS. */
static uint32_t
place_of (uintptr_t pc, rp_access_class class, size_t size)
{
  uint32_t where = rp_where (pc);
  rp_where_note (where, deed_of (class), size);
  return where;
}

static void
check_bags (uintptr_t address, size_t size, bool is_write, rp_access_class class, uintptr_t pc)
{
  rp_bags *bags = &engine->bags;
  size_t whole = size, block = 8 * RP_BAGS_BLOCK;
  uint32_t where = 0;
  while (size)
    {
      if (size >= block && !(address % 8) && class == RP_ACCESS_PLAIN
          && bags->mode == RP_BAGS_FAST)
        {
          rp_cell *cells = block_at (address);
          bool is_known = cells && rp_bags_block_is_known (bags, cells, is_write);
          if (cells && !is_known && !where)
            where = place_of (pc, class, whole);
          if (is_known || (cells && rp_bags_block_take (bags, cells, is_write, where)))
            {
              address += block;
              size -= block;
              continue;
            }
        }
      size_t here = 8 - (address & 7);
      if (here > size)
        here = size;
      uint32_t bytes = bytes_of (address, here);
      const rp_cell *cell = rp_shadow_cell (&bags->shadows[RP_ACCESS_PLAIN], address);
      bool may_be_known = class == RP_ACCESS_PLAIN && bags->mode == RP_BAGS_FAST;
      if (!may_be_known || !rp_bags_is_known (bags, cell, bytes, is_write))
        {
          if (!where)
            where = place_of (pc, class, whole);
          rp_bags_access (bags, address, bytes, is_write, class, where);
        }
      address += here;
      size -= here;
    }
}

static void
access_graph (uintptr_t address, size_t size, bool is_write, rp_access_class class, uintptr_t pc)
{
  uint32_t where = rp_where (pc);
  rp_where_note (where, deed_of (class), size);
  rp_graph_engine_access (address, size, is_write, deed_of (class), where);
}

void
rp_engine_forget (uintptr_t address, size_t size)
{
  if (engine->with_graph)
    rp_graph_engine_forget (address, size);
  else if (engine->explored)
    rp_explored_forget (address, size);
  else
    rp_bags_forget (&engine->bags, address, size);
}

/* Explored, an atomic operation is a section of the program's: others may go before it. The one that
 * is told here is done before anybody else runs. */
static void
begin_atomic (uintptr_t address, size_t size, uintptr_t pc)
{
  rp_range lock = rp_atomic_lock_of (address, size);
  uint32_t where = rp_where (pc);
  rp_where_note (where, RP_DEED_ATOMIC, size);
  rp_isolated_begin_at (&lock, 1, where);
}

static void
end_atomic (uintptr_t pc)
{
  if (engine->in_atomic != rp_monitor_task () + 1)
    rp_panic (__FILE__, __LINE__, "an atomic operation ended in another task");
  engine->in_atomic = 0;
  rp_isolated_end_at (rp_where (pc));
}

void
rp_monitor_atomic_begin (uintptr_t address, size_t size, uintptr_t pc)
{
  if (!engine->explored || !rp_explored_is_busy () || !rp_monitor_is_on () || rp_own_memory_is_private (address))
    return;
  rp_monitor_inside = 1;
  begin_atomic (address, size, pc);
  engine->in_atomic = rp_monitor_task () + 1;
  rp_monitor_inside = 0;
}

/* Of the atomic operation that comes next. */
static int asked_order = __ATOMIC_SEQ_CST;

static volatile sig_atomic_t ticks; /* since the running task began to run */

enum
{
  LONG = 4 /* ticks */
};

/* A task that only looks whether another has gone on must let it: tasks take turns here. But who lets others go
 * first stays open, and what it did has to be kept: so who does other things between is in no haste. A loop that waits
 * looks again and again from a few places; one that waits in more of them has to run for long. */
static unsigned looks;     /* since it runs, from these places */
static uint64_t looked_at; /* how many accesses there were then */

static void
look (uintptr_t pc)
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
  if (looks < MOST_LOOKS && ticks < LONG)
    return;
  looks = 0;
  ticks = 0;
  rp_let_others_run ();
}

/* The word is accessed already, as any atomic operation does; the rest is what it orders. */
static void
synchronise (uintptr_t address, size_t size, bool is_write)
{
  int order = asked_order & ~RP_ORDER_STORE;
  bool acquires = order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
  bool releases = order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  rp_steps_synchronise (&engine->judge.order,
                        &(rp_steps_atomic) { .address = address,
                                             .may_be_pointer = size >= sizeof (void *),
                                             .reads = !(asked_order & RP_ORDER_STORE),
                                             .writes = is_write,
                                             .acquires = acquires,
                                             .releases = releases });
  if (is_write && !(asked_order & RP_ORDER_STORE))
    rp_omp_took_number ();
  asked_order = __ATOMIC_SEQ_CST;
}

void
rp_monitor_fence (uintptr_t pc)
{
  if (!rp_monitor_is_on () || !&rp_omp_is_beyond_bags || engine->explored)
    return;
  rp_monitor_inside = 1;
  look (pc);
  if (!engine->with_graph)
    rp_steps_fence (&engine->judge.order);
  rp_monitor_inside = 0;
}

/* Exploration orders atomic operations as if all were sequentially consistent: without weaker ones
 * that is all there is if it shows no race. The upper bits of an order are hints. */
void
rp_monitor_order (int order, uintptr_t pc)
{
  enum
  {
    ORDER_BITS = 0x7fff
  };
  static bool is_told;
  bool is_weak = (order & ORDER_BITS) != __ATOMIC_SEQ_CST;
  if (&rp_omp_is_beyond_bags && !engine->explored && rp_monitor_is_on ())
    {
      rp_monitor_inside = 1;
      look (pc);
      rp_monitor_inside = 0;
    }
  asked_order = order & (ORDER_BITS | RP_ORDER_STORE);
  if (!engine->explored || !is_weak || is_told || !rp_explored_is_busy () || !rp_monitor_is_on ())
    return;
  is_told = true;
  rp_monitor_inside = 1;
  rp_explored_partial ("an atomic operation is weaker than memory_order_seq_cst", rp_where (pc));
  rp_monitor_inside = 0;
}

static void
access_explored (uintptr_t address, size_t size, bool is_write, rp_access_class class, uintptr_t pc)
{
  bool is_section = class == RP_ACCESS_ATOMIC && rp_explored_is_busy ();
  if (class != RP_ACCESS_ATOMIC && rp_explored_is_busy ())
    rp_before_access_at ((rp_range) { address, size }, is_write, rp_where (pc));
  if (is_section && !engine->in_atomic)
    {
      begin_atomic (address, size, pc);
      engine->in_atomic = rp_monitor_task () + 1;
    }
  uint32_t where = rp_where (pc);
  if (engine->with_graph)
    access_graph (address, size, is_write, class, pc);
  else
    rp_explored_access (address, size, is_write, where);
  if (is_section)
    end_atomic (pc);
}

/* ---- tasks that run for long ---- */

/* The next access takes the slow way, and finds out. */
static void
tick (int signal)
{
  (void) signal;
  ticks++;
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

static void
after_ticks (void)
{
  if (!engine->with_graph && engine->bags.judge)
    rp_steps_run (&engine->judge.order, rp_current_strand ());
  if (ticks < LONG)
    return;
  ticks = 0;
  rp_let_others_run ();
}

/* How far down the running task uses its stack. HERE is the frame of a hook that the program called. */
static inline void
note_depth (uintptr_t here)
{
  rp_closure *task = engine->running;
  if (task && here < task->stack_low)
    task->stack_low = here;
}

static void __attribute__ ((noinline))
access_slowly (uintptr_t address, size_t size, bool is_write, rp_access_class class, uintptr_t pc)
{
  if (!rp_monitor_is_on () || rp_own_memory_is_private (address))
    return;
  rp_monitor_inside = 1;
  engine->accesses++;
  note_depth ((uintptr_t) __builtin_frame_address (0));
  rp_memory_limit_check ();
  if (rp_own_memory_tells_number (address, size, is_write))
    rp_omp_read_number ();
  if (ticks && class == RP_ACCESS_PLAIN) /* an atomic operation is one step with what is told of it */
    after_ticks ();
  if (engine->explored)
    access_explored (address, size, is_write, class, pc);
  else if (engine->with_graph)
    access_graph (address, size, is_write, class, pc);
  else if (rp_own_memory_is_aside (address))
    {
      rp_strand *aside = rp_strand_of (engine->running->aside);
      rp_steps_run_aside (&engine->judge.order, aside, rp_current_strand ());
      check_bags (address, size, is_write, class, pc);
      rp_steps_leave_aside (&engine->judge.order, aside, rp_current_strand ());
    }
  else
    check_bags (address, size, is_write, class, pc);
  if (class == RP_ACCESS_ATOMIC && engine->judge.order.by_memory_order && !engine->explored
      && !engine->with_graph)
    synchronise (address, size, is_write);
  if (class == RP_ACCESS_ATOMIC && !engine->with_graph && !engine->explored && !engine->bags.judge)
    rp_race_atomic_done ();
  rp_monitor_inside = 0;
}

uint32_t
rp_monitor_where (uintptr_t pc, size_t size)
{
  if (!rp_monitor_is_on ())
    return 0;
  rp_monitor_inside = 1;
  uint32_t where = place_of (pc, RP_ACCESS_PLAIN, size);
  rp_monitor_inside = 0;
  return where;
}

bool
rp_monitor_judge (uintptr_t address, size_t size, bool is_write, uint32_t where)
{
  rp_bags *bags = &engine->bags;
  if (!bags->judge || !rp_monitor_is_on () || rp_own_memory_is_private (address))
    return false;
  rp_monitor_inside = 1;
  engine->accesses++;
  rp_memory_limit_check ();
  for (; size > 8; size -= 8, address += 8)
    rp_step_bags_access (bags->judge, address, bytes_of (address, 8), is_write, RP_ACCESS_PLAIN, where);
  rp_step_bags_access (bags->judge, address, bytes_of (address, size), is_write, RP_ACCESS_PLAIN, where);
  rp_monitor_inside = 0;
  return true;
}

void
rp_monitor_read (uintptr_t address, size_t size, uintptr_t pc)
{
  if (engine->bags.mode != RP_BAGS_IDLE)
    access_slowly (address, size, false, RP_ACCESS_PLAIN, pc);
}

void
rp_monitor_write (uintptr_t address, size_t size, uintptr_t pc)
{
  if (engine->bags.mode != RP_BAGS_IDLE)
    access_slowly (address, size, true, RP_ACCESS_PLAIN, pc);
}

void
rp_monitor_atomic (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  if (engine->bags.mode != RP_BAGS_IDLE)
    access_slowly (address, size, is_write, RP_ACCESS_ATOMIC, pc);
}

void
rp_monitor_free (uintptr_t address, size_t size, uintptr_t pc)
{
  if (engine->bags.mode == RP_BAGS_IDLE || !rp_monitor_is_on ())
    return;
  rp_monitor_inside = 1;
  rp_where_note (rp_where (pc), RP_DEED_FREE, size);
  rp_monitor_inside = 0;
  access_slowly (address, size, true, RP_ACCESS_PLAIN, pc);
}

void
rp_monitor_forget (uintptr_t address, size_t size)
{
  if (!engine->started || rp_monitor_inside || !size)
    return;
  rp_monitor_inside = 1;
  rp_engine_forget (address, size);
  rp_monitor_inside = 0;
}

void
rp_monitor_got (uint64_t value)
{
  if (engine->explored)
    rp_explored_got (value);
}

void
rp_monitor_enter (uintptr_t pc)
{
  if (!rp_thread_is_main ())
    return;
  note_depth ((uintptr_t) __builtin_frame_address (0));
  int inside = rp_monitor_inside;
  rp_monitor_inside = 1;
  rp_context_enter (pc);
  rp_monitor_inside = inside;
}

void
rp_monitor_leave (void)
{
  if (!rp_thread_is_main ())
    return;
  note_depth ((uintptr_t) __builtin_frame_address (0)); /* below arrays of variable length */
  rp_context_leave ();
}

uint32_t
rp_monitor_context (uintptr_t pc)
{
  return rp_where (pc);
}

size_t
rp_context_stack (uint32_t context, uintptr_t *pcs, size_t most)
{
  return rp_where_stack (context, pcs, most);
}

uint32_t
rp_monitor_task (void)
{
  return engine->started && !engine->ended ? rp_current_strand ()->task : 0;
}

void
rp_monitor_has_threads (void)
{
  if (!engine->with_graph && !engine->explored)
    rp_bags_slow_down (&engine->bags);
}

void
rp_monitor_warn (const char *text)
{
  int inside = rp_monitor_inside;
  rp_monitor_inside = 1;
  for (size_t i = 0; i < engine->warnings.count; i++)
    if (!strcmp (engine->warnings.items[i], text))
      goto known;
  RP_VEC_PUSH (&engine->warnings, text);
  if (engine->explored)
    rp_explored_warn (text);
known:
  rp_monitor_inside = inside;
}

/* ---- start and end ---- */

static void (*engine_task_run) (rp_observer *observer, rp_strand *task);

static void
task_run (rp_observer *observer, rp_strand *task)
{
  if (engine->running)
    {
      rp_context_settle ();
      engine->running->context = rp_context_now;
      engine->running->lost = rp_context_lost;
    }
  engine->running = rp_current_argument ();
  ticks = 0;
  looks = 0;
  rp_context_now = engine->running->context;
  rp_context_lost = engine->running->lost;
  rp_own_memory_run (engine->running);
  if (engine_task_run)
    engine_task_run (observer, task);
}

/* Where debuggers stop; `up' leads to what is wrong. */
void __attribute__ ((noinline, used))
rp_breakpoint (void)
{
  __asm__ volatile ("");
}

/* Explored, one schedule may show several. */
static void
keep_failures (rp_runtime *rt)
{
  size_t count;
  const rp_failure *failures = rp_runtime_failures (rt, &count);
  for (size_t i = 0; i < count; i++)
    if (failures[i].stop == RP_STOP_MISUSE)
      RP_VEC_PUSH (&engine->incidents,
                   (rp_raw_incident) { RP_ENGINE_MISUSE, failures[i].task, failures[i].site,
                                       strdup (failures[i].message) });
}

static void
stopped (rp_runtime *rt)
{
  rp_monitor_inside = 1;
  rp_stop_info stop = rp_runtime_stop_info (rt);
  rp_breakpoint ();
  const char *kind = stop.stop == RP_STOP_DEADLOCK ? "deadlock"
                     : stop.stop == RP_STOP_MISUSE ? "misuse"
                     : stop.stop == RP_STOP_LIMIT  ? "limit"
                                                   : "race";
  if (engine->explored)
    {
      rp_explored_stopped (rt);
      keep_failures (rt);
      kind = stop.stop == RP_STOP_MISUSE ? "race" : kind;
    }
  if (engine->with_graph && (stop.stop != RP_STOP_REQUEST || engine->explored))
    rp_graph_engine_end ();
  int status = engine->explored && !engine->with_graph
                 ? 0
                 : rp_raw_report_end (kind, stop.message, 0);
  fflush (NULL);
  _exit (status);
}

/* An exit status tells that something went wrong, if only in some schedules. */
static void
note_status (int status)
{
  char text[64];
  if (!engine->explored || !status)
    return;
  snprintf (text, sizeof text, "the program exits with status %d", status);
  rp_engine_incident (RP_ENGINE_CRASH, engine->exit_where, text);
}

static void
end (int status, void *context)
{
  (void) context;
  if (!engine->started || engine->ended || !rp_thread_is_main ())
    return;
  rp_monitor_inside = 1;
  const char *stop = NULL;
  engine->stop_task = rp_monitor_task ();
  engine->stop_where = engine->exit_where;
  note_status (status);
  if (engine->stop_task == 0)
    rp_runtime_end (engine->runtime);
  else
    {
      stop = "exit-in-task";
      if (engine->explored)
        rp_explored_partial ("the program calls exit in a task", engine->exit_where);
    }
  engine->ended = true;
  if (engine->explored)
    rp_explored_end (status);
  if (engine->with_graph)
    rp_graph_engine_end ();
  if (engine->explored && !engine->with_graph)
    return;
  int shown = rp_raw_report_end (stop, NULL, status);
  if (shown == status)
    return;
  if (_gfortran_flush_i4)
    _gfortran_flush_i4 (NULL);
  fflush (NULL);
  _exit (shown);
}

/* The return address that a call from where the signal came would have had. */
static uintptr_t
interrupted (const ucontext_t *context)
{
#if defined(__x86_64__)
  return rp_stack_program_pc ((uintptr_t) context->uc_mcontext.gregs[REG_RIP] + 1);
#elif defined(__aarch64__)
  return rp_stack_program_pc (context->uc_mcontext.pc + 1);
#else
  (void) context;
  return 0;
#endif
}

static bool
is_in_program (const ucontext_t *context)
{
#if defined(__x86_64__)
  return rp_stack_is_program ((uintptr_t) context->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return rp_stack_is_program (context->uc_mcontext.pc);
#else
  (void) context;
  return false;
#endif
}

/* Explored, a task whose own code crashes stays where it is, and the others go on, as after a failed
 * assertion. This is on the stack of signals, which is free again once nobody runs there: the task
 * never comes back to it. In a library the task may hold locks; then the run ends. */
static void
stay_crashed (int signal, const char *what, uint32_t where)
{
  sigset_t own;
  sigemptyset (&own);
  sigaddset (&own, signal);
  pthread_sigmask (SIG_UNBLOCK, &own, NULL);
  rp_monitor_inside = 1;
  rp_engine_incident (RP_ENGINE_CRASH, where, what);
  rp_stop_request ();
}

static void
crashed (int signal, siginfo_t *info, void *context)
{
  struct sigaction plain = { .sa_handler = SIG_DFL };
  rp_explored_unreadable (signal);
  if (engine->explored && rp_monitor_is_on () && is_in_program (context))
    {
      bool is_guard = signal == SIGSEGV && rp_runtime_is_guard (engine->runtime, info->si_addr);
      stay_crashed (signal, is_guard ? "stack overflow in a task" : strsignal (signal),
                    rp_where (interrupted (context)));
    }
  sigaction (signal, &plain, NULL);
  if (engine->started && !engine->ended && rp_thread_is_main ())
    {
      rp_monitor_inside = 1;
      bool overflow = signal == SIGSEGV && rp_runtime_is_guard (engine->runtime, info->si_addr);
      engine->stop_task = rp_monitor_task ();
      engine->stop_where = signal == SIGABRT && engine->abort_where
                             ? engine->abort_where
                             : rp_where (interrupted (context));
      engine->stop_signal = signal;
      const char *what = !overflow           ? strsignal (signal)
                         : engine->stop_task ? "stack overflow in a task"
                                             : "stack overflow";
      if (engine->explored)
        {
          rp_explored_incident (RP_ENGINE_CRASH, engine->stop_where, what);
          rp_explored_partial ("the program crashes", engine->stop_where);
        }
      engine->ended = true;
      if (engine->with_graph)
        rp_graph_engine_end ();
      if (engine->with_graph || !engine->explored)
        rp_raw_report_end ("signal", what, 128 + signal);
    }
  raise (signal);
}

/* Somebody ends the program by SIGNAL. */
static void
asked_to_end (int signal)
{
  char message[128];
  if (!engine->started || engine->ended)
    return;
  rp_monitor_inside = 1;
  engine->stop_task = rp_monitor_task ();
  engine->stop_signal = signal;
  engine->ended = true;
  if (engine->with_graph)
    rp_graph_engine_end ();
  const char *name = strsignal (signal);
  snprintf (message, sizeof message, "the program was ended by signal %d (%s)", signal, name);
  rp_raw_report_end ("interrupted", message, 128 + signal);
}

static void
catch_crashes (void)
{
  static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
  size_t bytes = (size_t) 256 * 1024;
  void *memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  sigaltstack (&(stack_t) { .ss_sp = memory, .ss_size = bytes }, NULL);
  struct sigaction action = { .sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction (signals[i], &action, NULL);
}

static void
warn_option (void *context, const char *line)
{
  (void) context;
  fprintf (stderr, "raceproof: RACEPROOF_OPTIONS: %s\n", line);
}

static rp_policy *
choose_policy (void)
{
  rp_depth_first_init (&engine->depth_first, engine->options.seed);
  rp_random_policy_init (&engine->random, engine->options.seed);
  return strcmp (engine->options.schedule, "random") ? &engine->depth_first.policy
                                                     : &engine->random.policy;
}

/* The report names what made the outcome depend on order, as the graph engine does. */
static void
depends (rp_observer *observer, rp_dependence_kind kind, uint32_t site)
{
  (void) observer;
  engine->builder.observer.depends (&engine->builder.observer, kind, site);
}

static rp_observer *chosen_observer;

rp_observer *
rp_engine_observer (void)
{
  return chosen_observer;
}

static rp_observer *
choose_bags (const rp_policy *policy)
{
  if (!&rp_api_beyond_bags && policy->depth_first)
    return &engine->bags.observer;
  rp_step_bags_attach (&engine->judge, &engine->bags);
  engine->judge.order.observer.depends = depends;
  engine->judge.order.by_memory_order = &rp_omp_is_beyond_bags;
  engine->judge.order.thread_with = rp_own_memory_thread;
  engine->judge.order.thread_opener = rp_own_memory_opener;
  engine->judge.order.is_new = rp_own_memory_is_new;
  return &engine->judge.order.observer;
}

static rp_observer *
choose_graph (void)
{
  engine->fly = (rp_onthefly) { .detector = &engine->detector,
                                .stop_at_race = !engine->options.keep_going,
                                .has_race = rp_race_is_found };
  if (engine->options.on_the_fly)
    rp_onthefly_attach (&engine->fly, &engine->builder);
  engine->bags.mode = RP_BAGS_SLOW;
  return &engine->builder.observer;
}

void
rp_engine_incident (int rule, uint32_t where, const char *text)
{
  rp_breakpoint ();
  rp_explored_incident (rule, where, text);
  RP_VEC_PUSH (&engine->incidents,
               (rp_raw_incident) { rule, rp_monitor_task (), where, strdup (text) });
}

/* What the explorer finds by clocks, the graph is to find as well: with the same orders of sections.
 */
static rp_observer *
choose_explored (void)
{
  engine->with_graph = rp_explored_with_graph ();
  rp_observer *observer = rp_explored_observer ();
  if (engine->with_graph)
    {
      rp_builder_init (&engine->builder);
      rp_detector_init (&engine->detector, &engine->builder.graph, rp_race_found_by_graph, NULL);
      engine->builder.by_conflicts = engine->builder.keeps_permissions = true;
      engine->options.on_the_fly = false;
      observer = choose_graph ();
      rp_explored_tell_tasks (observer);
      rp_raw_report_to (rp_explored_raw_path ());
    }
  engine_task_run = observer->task_run;
  observer->task_run = task_run;
  return observer;
}

static rp_observer *
choose_engine (const rp_policy *policy)
{
  if (engine->explored)
    return choose_explored ();
  engine->with_graph = !strcmp (engine->options.engine, "graph") || *engine->options.graph;
  rp_bags_init (&engine->bags, rp_race_found_by_bags, NULL);
  rp_builder_init (&engine->builder);
  rp_detector_init (&engine->detector, &engine->builder.graph, rp_race_found_by_graph, NULL);
  rp_observer *observer = engine->with_graph ? choose_graph () : choose_bags (policy);
  engine_task_run = observer->task_run;
  observer->task_run = task_run;
  return observer;
}

/* gcc's nested functions ask for this, and gcc announces what they access of the function around
 * them only if something else takes the address of the variable. */
static int
has_executable_stack (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  (void) context;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_GNU_STACK && info->dlpi_phdr[i].p_flags & PF_X)
      return 1;
  return 0;
}

static void __attribute__ ((constructor (200))) start (void)
{
  rp_monitor_inside = 1;
  rp_raw_report_start ();
  rp_threads_start ();
  rp_options_init (&engine->options);
  rp_options_parse (&engine->options, getenv ("RACEPROOF_OPTIONS"), warn_option, NULL);
  if (engine->options.help)
    rp_options_print_help (stderr);
  engine->begun = rp_seconds ();
  rp_own_memory_start ();
  bool has_code = dl_iterate_phdr (has_executable_stack, NULL);
  catch_crashes ();
  on_exit (end, NULL);
  /* what is asked of the system once, for all children */
  rp_fiber_init_thread (&(rp_fiber) { 0 });
  size_t stack_bytes = rp_omp_stack_bytes ? rp_omp_stack_bytes () : STACK_BYTES;
  rp_runtime_free (rp_runtime_new (NULL, NULL, stack_bytes));
  engine->explored = rp_explored_start ();
  rp_policy *policy = engine->explored ? rp_explored_policy () : choose_policy ();
  chosen_observer = choose_engine (policy);
  engine->runtime = rp_runtime_new (chosen_observer, policy, stack_bytes);
  if (!&rp_api_beyond_bags)
    rp_runtime_call_tasks (engine->runtime);
  if (has_code)
    {
      rp_runtime_make_stacks_executable (engine->runtime);
      rp_monitor_warn (
        "the program has code on its stack, as for gcc's nested functions: what such a function "
        "does to a variable of the function around it was checked only if the program takes the "
        "address of the variable");
    }
  if (engine->explored)
    rp_runtime_set_sites (engine->runtime, rp_explored_site_state);
  engine->main.stack_low = UINTPTR_MAX;
  rp_runtime_begin (engine->runtime, &engine->main, 0, stopped);
  engine->started = true;
  if (!engine->explored)
    rp_interrupt_start (asked_to_end);
  rp_monitor_inside = 0;
}
