/* From hooks to engine. The monitor starts before main and ends (monitor_end.c) after the last atexit
 * function of the program; main is the main task. */
#include "hooks/monitor.h"

#include "base/clock.h"
#include "base/rng.h"
#include "hooks/cxx_library.h"
#include "hooks/copy_back.h"
#include "hooks/engine.h"
#include "hooks/explored.h"
#include "hooks/imports.h"
#include "hooks/interrupt.h"
#include "hooks/memory_limit.h"
#include "hooks/own_memory.h"
#include "hooks/simd.h"
#include "hooks/spin.h"
#include "hooks/threads.h"
#include "hooks/units.h"
#include "runtime/fiber.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STACK_BYTES ((size_t) 1 << 20)

/* Of nested tasks; the search keeps more of each, and repeats them in every schedule. */
#define EXPLORED_DEPTH 2000

int rp_monitor_inside;
rp_engine_state rp_engine_now;

static rp_engine_state *const engine = &rp_engine_now;

/* Defined by the objects of the library that bags cannot judge, if the program links them. */
extern const char rp_api_beyond_bags __attribute__ ((weak));

/* What runs may have got a number from a counter. */
extern void rp_omp_read_number (void) __attribute__ ((weak));

/* Bytes for the stack of a task. */
extern size_t rp_omp_stack_bytes (void) __attribute__ ((weak));

bool
rp_monitor_is_on (void)
{
  return engine->started && !engine->ended && !rp_monitor_inside && rp_thread_is_main ();
}

bool
rp_monitor_is_parallel (void)
{
  if (!rp_monitor_is_on () || engine->bags.unwatched == RP_BAGS_IDLE)
    return false;
  bool is_told_by_mode = !engine->with_graph && !engine->explored;
  return is_told_by_mode || rp_runtime_has_open_tasks (engine->runtime);
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

static void
access_explored (uintptr_t address, size_t size, bool is_write, rp_access_class class, uintptr_t pc)
{
  bool is_section = class == RP_ACCESS_ATOMIC && rp_explored_is_busy ();
  if (class != RP_ACCESS_ATOMIC && rp_explored_is_busy ())
    rp_before_access_at ((rp_range) { address, size }, is_write, rp_where (pc));
  if (is_section && !engine->in_atomic)
    rp_engine_atomic_begin (address, size, pc);
  uint32_t where = rp_where (pc);
  if (engine->with_graph)
    access_graph (address, size, is_write, class, pc);
  else
    rp_explored_access (address, size, is_write, where);
  if (is_section)
    rp_engine_atomic_end (pc);
}

/* How far down the running task uses its stack. HERE is the frame of a hook that the program called. */
static inline void
note_depth (uintptr_t here)
{
  rp_closure *task = engine->running;
  if (task && here < task->stack_low)
    task->stack_low = here;
}

static void
note_simd (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  if (rp_own_memory_is_exempt (address))
    return; /* copies of reduction variables, among others */
  rp_monitor_inside = 1;
  rp_simd_access (address, size, is_write, place_of (pc, RP_ACCESS_PLAIN, size));
  rp_monitor_inside = 0;
}

void
rp_engine_access (uintptr_t address, size_t size, bool is_write, rp_access_class class, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  if (rp_simd_is_on && class == RP_ACCESS_PLAIN && !rp_own_memory_is_exempt (address))
    note_simd (address, size, is_write, pc);
  if (rp_own_memory_is_private (address))
    return;
  rp_monitor_inside = 1;
  engine->accesses++;
  note_depth ((uintptr_t) __builtin_frame_address (0));
  rp_memory_limit_check ();
  if (rp_own_memory_tells_number (address, size, is_write))
    rp_omp_read_number ();
  if (rp_spin_ticks && class == RP_ACCESS_PLAIN) /* an atomic operation is one step with what is told of it */
    rp_spin_after_ticks (address, is_write, pc);
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
    rp_engine_synchronise (address, size, is_write);
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
    rp_engine_access (address, size, false, RP_ACCESS_PLAIN, pc);
}

void
rp_monitor_write (uintptr_t address, size_t size, uintptr_t pc)
{
  if (engine->bags.mode != RP_BAGS_IDLE && !rp_copies_out_is_write ())
    rp_engine_access (address, size, true, RP_ACCESS_PLAIN, pc);
}

void
rp_monitor_free (uintptr_t address, size_t size, uintptr_t pc)
{
  if (engine->bags.mode == RP_BAGS_IDLE || !rp_monitor_is_on ())
    return;
  rp_monitor_inside = 1;
  rp_where_note (rp_where (pc), RP_DEED_FREE, size);
  rp_monitor_inside = 0;
  rp_engine_access (address, size, true, RP_ACCESS_PLAIN, pc);
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
    {
      if (engine->started) /* else a constructor of the program that comes before ours */
        rp_thread_runs_code ();
      return;
    }
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

void
rp_engine_has_openmp (void)
{
  engine->has_openmp = engine->judge.order.by_memory_order = true;
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
rp_monitor_remark (rp_remark kind, const char *text)
{
  int inside = rp_monitor_inside;
  rp_monitor_inside = 1;
  for (size_t i = 0; i < engine->remarks[kind].count; i++)
    if (!strcmp (engine->remarks[kind].items[i], text))
      goto known;
  RP_VEC_PUSH (&engine->remarks[kind], text);
  if (engine->explored)
    rp_explored_remark (kind, text);
known:
  rp_monitor_inside = inside;
}

void
rp_monitor_warn (const char *text)
{
  rp_monitor_remark (RP_REMARK_WARNING, text);
}

/* ---- start ---- */

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
  rp_spin_begin ();
  rp_context_now = engine->running->context;
  rp_context_lost = engine->running->lost;
  rp_own_memory_run (engine->running);
  if (engine_task_run)
    engine_task_run (observer, task);
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
  rp_bags_set_mode (&engine->bags, RP_BAGS_SLOW);
  return &engine->builder.observer;
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
  rp_stalls_attach (&engine->stalls, observer);
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
  rp_cxx_library_start ();
  bool has_code = dl_iterate_phdr (has_executable_stack, NULL);
  rp_engine_catch_end ();
  /* what is asked of the system once, for all children */
  rp_fiber_init_thread (&(rp_fiber) { 0 });
  size_t stack_bytes = rp_omp_stack_bytes ? rp_omp_stack_bytes () : STACK_BYTES;
  rp_runtime_free (rp_runtime_new (NULL, NULL, stack_bytes));
  rp_units_start ();
  rp_imports_start ();
  engine->explored = rp_explored_start ();
  rp_policy *policy = engine->explored ? rp_explored_policy () : choose_policy ();
  chosen_observer = choose_engine (policy);
  engine->runtime = rp_runtime_new (chosen_observer, policy, stack_bytes);
  rp_runtime_limit_depth (engine->runtime, engine->explored && engine->options.max_task_depth > EXPLORED_DEPTH
                                             ? EXPLORED_DEPTH
                                             : engine->options.max_task_depth);
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
  rp_runtime_begin (engine->runtime, &engine->main, 0, rp_engine_stopped);
  engine->started = true;
  if (!engine->explored)
    {
      rp_interrupt_start (rp_engine_asked_to_end);
      rp_memory_limit_start ();
    }
  rp_monitor_inside = 0;
}
