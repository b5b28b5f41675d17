/* From hooks to engine. The monitor starts before main and ends after the last atexit function of
 * the program; main is the main task. */
#include "hooks/monitor.h"

#include "base/panic.h"
#include "base/rng.h"
#include "hooks/engine.h"
#include "hooks/threads.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_BYTES ((size_t) 1 << 20)

int rp_monitor_inside;
rp_engine_state rp_engine_now;

static rp_engine_state *const engine = &rp_engine_now;
static uintptr_t tls_low, tls_high;

/* Set by the objects of the library that bags cannot judge, if the program links them. */
extern const char rp_api_beyond_bags __attribute__ ((weak));

bool
rp_monitor_is_on (void)
{
  return engine->started && !engine->ended && !rp_monitor_inside && rp_thread_is_main ();
}

/* Thread-locals belong to whoever runs: all tasks share one thread here, none in the program. */
static bool
is_private (uintptr_t address)
{
  return address - tls_low < tls_high - tls_low;
}

static uint32_t
bytes_of (uintptr_t address, size_t size)
{
  return (uint32_t) (((1u << size) - 1) << (address & 7));
}

static void
check_bags (uintptr_t address, size_t size, bool is_write, rp_access_class class, uintptr_t pc)
{
  rp_bags *bags = &engine->bags;
  uint32_t where = 0;
  while (size)
    {
      size_t here = 8 - (address & 7);
      if (here > size)
        here = size;
      uint32_t bytes = bytes_of (address, here);
      if (class != RP_ACCESS_PLAIN || !rp_bags_is_known (bags, address, bytes, is_write))
        {
          if (!where)
            where = rp_where (pc);
          rp_bags_access (bags, address, bytes, is_write, class, where);
        }
      address += here;
      size -= here;
    }
}

/* The graph is checked at the end, when memory has been used for many things. So a location is an
 * address and how often that was forgotten: the writer's strand in a shadow of its own counts it,
 * the reader's says whether it was touched since. */
enum
{
  ADDRESS_BITS = 47
};

static void
access_graph (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  uint32_t where = rp_where (pc);
  while (size)
    {
      size_t here = 8 - (address & 7);
      if (here > size)
        here = size;
      rp_cell *cell = rp_shadow_cell (&engine->generations, address);
      cell->reader.strand = 1;
      uint64_t location = address | (uint64_t) cell->writer.strand << ADDRESS_BITS;
      rp_builder_access (&engine->builder, rp_current_strand (), location, (uint32_t) here,
                         is_write, where);
      address += here;
      size -= here;
    }
}

static void
forget_in_graph (uintptr_t address, size_t size)
{
  uintptr_t end = address + size;
  for (address &= ~(uintptr_t) 7; address < end; address += 8)
    {
      uint64_t page = address >> RP_SHADOW_PAGE_BITS;
      if (!rp_map_find (&engine->generations.pages, page))
        {
          address = ((page + 1) << RP_SHADOW_PAGE_BITS) - 8;
          continue;
        }
      rp_cell *cell = rp_shadow_cell (&engine->generations, address);
      bool has_room = cell->writer.strand + 1 < 1u << (64 - ADDRESS_BITS);
      cell->writer.strand += cell->reader.strand && has_room;
      cell->reader.strand = 0;
    }
}

void
rp_engine_forget (uintptr_t address, size_t size)
{
  if (engine->with_graph)
    forget_in_graph (address, size);
  else
    rp_bags_forget (&engine->bags, address, size);
}

static void __attribute__ ((noinline))
access_slowly (uintptr_t address, size_t size, bool is_write, rp_access_class class, uintptr_t pc)
{
  if (!rp_monitor_is_on () || is_private (address))
    return;
  rp_monitor_inside = 1;
  engine->accesses++;
  if (engine->with_graph)
    access_graph (address, size, is_write, pc);
  else
    check_bags (address, size, is_write, class, pc);
  rp_monitor_inside = 0;
}

/* With bags: nothing runs in parallel, or this strand has the access on record. */
static inline bool
is_known (uintptr_t address, size_t size, bool is_write)
{
  if (!engine->bags.unjoined)
    return !engine->with_graph;
  return (address & 7) + size <= 8
         && rp_bags_is_known (&engine->bags, address, bytes_of (address, size), is_write);
}

void
rp_monitor_read (uintptr_t address, size_t size, uintptr_t pc)
{
  if (!is_known (address, size, false))
    access_slowly (address, size, false, RP_ACCESS_PLAIN, pc);
}

void
rp_monitor_write (uintptr_t address, size_t size, uintptr_t pc)
{
  if (!is_known (address, size, true))
    access_slowly (address, size, true, RP_ACCESS_PLAIN, pc);
}

void
rp_monitor_atomic (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  access_slowly (address, size, is_write, RP_ACCESS_ATOMIC, pc);
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
rp_monitor_enter (uintptr_t pc)
{
  if (!rp_thread_is_main ())
    return;
  uintptr_t here = (uintptr_t) __builtin_frame_address (0);
  rp_closure *task = engine->running;
  if (task && here < task->stack_low)
    task->stack_low = here;
  int inside = rp_monitor_inside;
  rp_monitor_inside = 1;
  rp_context_enter (pc);
  rp_monitor_inside = inside;
}

void
rp_monitor_leave (void)
{
  if (rp_thread_is_main ())
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
rp_monitor_warn (const char *text)
{
  int inside = rp_monitor_inside;
  rp_monitor_inside = 1;
  for (size_t i = 0; i < engine->warnings.count; i++)
    if (!strcmp (engine->warnings.items[i], text))
      goto known;
  RP_VEC_PUSH (&engine->warnings, text);
known:
  rp_monitor_inside = inside;
}

/* ---- races ---- */

/* The graph tells races at the end, when the stacks are gone. */
static void
find_stack (rp_raw_race *race)
{
  const rp_closure *task = engine->running;
  bool own = task && race->address >= task->stack_low && race->address < task->stack_high;
  race->stack = (rp_stack_frame) { .task = own ? race->later.task : RP_NO_TASK };
  race->on_stack = own;
  if (!engine->with_graph && !race->block.base)
    race->on_stack |= rp_stack_frame_find (rp_runtime_tasks (engine->runtime), race->later.task,
                                           race->later.where, race->address, own, &race->stack);
}

void
rp_engine_add_race (const rp_raw_race *race)
{
  uint64_t a = (uint64_t) race->earlier.where << 1 | race->earlier.is_write;
  uint64_t b = (uint64_t) race->later.where << 1 | race->later.is_write;
  uint64_t key = rp_hash64 (a << 32 ^ b) ^ (race->order ? 2u : race->certain);
  bool is_new;
  uint64_t *slot = rp_map_insert (&engine->by_places, key, &is_new);
  if (is_new)
    {
      RP_VEC_PUSH (&engine->races, *race);
      *slot = engine->races.count;
      rp_raw_race *kept = &engine->races.items[*slot - 1];
      kept->count = 0;
      if (!rp_heap_find (race->address, &kept->block))
        kept->block = (rp_heap_block) { 0 };
      find_stack (kept);
    }
  engine->races.items[*slot - 1].count++;
  if (race->certain && engine->options.halt_on_error)
    _exit (rp_raw_report_end (NULL, NULL, 0));
}

static void
found_by_bags (void *context, const rp_bag_race *race)
{
  (void) context;
  const rp_strand_row *rows = engine->bags.strands.items;
  unsigned first = (unsigned) __builtin_ctz (race->bytes);
  rp_engine_add_race (
    &(rp_raw_race) { .address = race->address + first,
                     .size = (uint64_t) __builtin_popcount (race->bytes),
                     .certain = race->certain,
                     .order = race->order,
                     .earlier = { rows[race->earlier_strand].task, race->earlier_where,
                                  race->earlier_strand, race->earlier_writes, race->earlier_class },
                     .later = { rows[race->later_strand].task, race->later_where,
                                race->later_strand, race->later_writes, race->later_class } });
}

static void
found_by_graph (void *context, const rp_race *race)
{
  (void) context;
  rp_engine_add_race (
    &(rp_raw_race) { .address = race->where.base,
                     .size = race->where.size,
                     .certain = race->kind == RP_RACE_CERTAIN,
                     .order = race->kind == RP_RACE_ORDER,
                     .earlier = { race->earlier.task, race->earlier.site,
                                  rp_graph_node (&engine->builder.graph, race->earlier.node)->stamp,
                                  race->earlier.is_write,
                                  race->earlier.lockset ? RP_ACCESS_ISOLATED : RP_ACCESS_PLAIN },
                     .later = { race->later.task, race->later.site,
                                rp_graph_node (&engine->builder.graph, race->later.node)->stamp,
                                race->later.is_write,
                                race->later.lockset ? RP_ACCESS_ISOLATED : RP_ACCESS_PLAIN } });
}

/* ---- start and end ---- */

static void (*engine_task_run) (rp_observer *observer, rp_strand *task);

static void
task_run (rp_observer *observer, rp_strand *task)
{
  if (engine->running)
    {
      engine->running->context = rp_context_now;
      engine->running->lost = rp_context_lost;
    }
  engine->running = rp_current_argument ();
  rp_context_now = engine->running->context;
  rp_context_lost = engine->running->lost;
  if (engine_task_run)
    engine_task_run (observer, task);
}

static void
stopped (rp_runtime *rt)
{
  rp_monitor_inside = 1;
  rp_stop_info stop = rp_runtime_stop_info (rt);
  const char *kind = stop.stop == RP_STOP_DEADLOCK ? "deadlock"
                     : stop.stop == RP_STOP_MISUSE ? "misuse"
                                                   : "race";
  int status = rp_raw_report_end (kind, stop.message, 0);
  fflush (NULL);
  _exit (status ? status : 66);
}

static void
check_graph (void)
{
  size_t count;
  uint32_t *nodes = rp_graph_sorted (&engine->builder.graph, &count);
  rp_detect_indexed (&engine->detector, nodes, count);
  free (nodes);
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
  if (engine->stop_task == 0)
    rp_runtime_end (engine->runtime);
  else
    stop = "exit-in-task";
  engine->ended = true;
  if (engine->with_graph)
    check_graph ();
  int shown = rp_raw_report_end (stop, NULL, status);
  if (shown == status)
    return;
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

static void
crashed (int signal, siginfo_t *info, void *context)
{
  struct sigaction plain = { .sa_handler = SIG_DFL };
  sigaction (signal, &plain, NULL);
  if (engine->started && !engine->ended && rp_thread_is_main ())
    {
      rp_monitor_inside = 1;
      bool overflow = signal == SIGSEGV && rp_runtime_is_guard (engine->runtime, info->si_addr);
      engine->stop_task = rp_monitor_task ();
      engine->stop_where = rp_where (interrupted (context));
      engine->ended = true;
      rp_raw_report_end ("signal", overflow ? "stack overflow in a task" : strsignal (signal),
                         128 + signal);
    }
  raise (signal);
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

static rp_observer *
choose_engine (const rp_policy *policy)
{
  bool asked = !strcmp (engine->options.engine, "graph");
  engine->with_graph = asked || &rp_api_beyond_bags || !policy->depth_first;
  rp_bags_init (&engine->bags, found_by_bags, NULL);
  rp_builder_init (&engine->builder);
  rp_detector_init (&engine->detector, &engine->builder.graph, found_by_graph, NULL);
  engine->fly = (rp_onthefly) { .detector = &engine->detector };
  if (engine->with_graph && engine->options.on_the_fly)
    rp_onthefly_attach (&engine->fly, &engine->builder);
  rp_observer *observer = engine->with_graph ? &engine->builder.observer : &engine->bags.observer;
  engine_task_run = observer->task_run;
  observer->task_run = task_run;
  return observer;
}

static double
seconds_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static void __attribute__ ((constructor (200))) start (void)
{
  rp_monitor_inside = 1;
  rp_threads_start ();
  rp_options_init (&engine->options);
  rp_options_parse (&engine->options, getenv ("RACEPROOF_OPTIONS"), warn_option, NULL);
  if (engine->options.help)
    rp_options_print_help (stderr);
  engine->begun = seconds_now ();
  rp_tls_range (&tls_low, &tls_high);
  rp_policy *policy = choose_policy ();
  engine->runtime = rp_runtime_new (choose_engine (policy), policy, STACK_BYTES);
  engine->main.stack_low = UINTPTR_MAX;
  rp_runtime_begin (engine->runtime, &engine->main, 0, stopped);
  engine->started = true;
  catch_crashes ();
  on_exit (end, NULL);
  rp_monitor_inside = 0;
}
