/* The monitor passes on to the engine what hooks report. It starts before main and ends (monitor_end.c) after the last
 * atexit function of the program; main is the main task. */
#include "inside/hook/monitor.h"

#include "base/clock.h"
#include "base/rng.h"
#include "base/settings.h"
#include "core/runtime/fiber.h"
#include "inside/cxx/cxx_library.h"
#include "inside/engine/copy_back.h"
#include "inside/engine/engine.h"
#include "inside/engine/memory_limit.h"
#include "inside/engine/private_memory.h"
#include "inside/engine/simd.h"
#include "inside/engine/spin.h"
#include "inside/explored/explored.h"
#include "inside/front/front.h"
#include "inside/library/imports.h"
#include "inside/system/interrupt.h"
#include "inside/system/threads.h"
#include "inside/writer/object_files.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How deep tasks may be nested in exploration, which keeps more data for each task, and executes all tasks again in
 * every schedule. */
#define EXPLORED_DEPTH 2000

int rp_monitor_inside;
rp_engine_state rp_engine_now;

static const rp_engine no_engine;
const rp_engine *rp_engine_kind = &no_engine;

static rp_engine_state *const engine = &rp_engine_now;

bool
rp_monitor_is_on (void)
{
  return rp_engine_is_on ();
}

bool
rp_monitor_is_parallel (void)
{
  if (!rp_monitor_is_on () || engine->bags.unwatched == RP_BAGS_IDLE)
    return false;
  return !rp_engine_kind->is_parallel || rp_engine_kind->is_parallel ();
}

/* Notes how far down the running task uses its stack. HERE is the frame of a hook that the program called. */
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
  if (rp_private_memory_is_exempt (address) || rp_front_now.variable_of_copy (address) != address)
    return; /* reduction variables: each iteration has its own */
  rp_inside_begin ();
  rp_simd_access (address, size, is_write, rp_site_doing (pc, RP_OPERATION_ACCESS, size));
  rp_inside_end ();
}

void
rp_engine_access (uintptr_t address, size_t size, bool is_write, bool is_atomic, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  if (rp_simd_is_on && !is_atomic)
    note_simd (address, size, is_write, pc);
  if (rp_private_memory_is_private (address))
    return;
  rp_inside_begin ();
  engine->accesses++;
  note_depth ((uintptr_t) __builtin_frame_address (0));
  rp_memory_limit_check ();
  if (rp_private_memory_tells_number (address, size, is_write))
    rp_front_now.read_number ();
  if (rp_spin_ticks && !is_atomic) /* an atomic operation stays in one step with the orders that are reported for it */
    rp_spin_after_ticks (address, is_write, pc);
  rp_engine_kind->access (address, size, is_write, is_atomic, pc);
  rp_inside_end ();
}

uint32_t
rp_monitor_site (uintptr_t pc, size_t size)
{
  if (!rp_monitor_is_on ())
    return 0;
  rp_inside_begin ();
  uint32_t site = rp_site_doing (pc, RP_OPERATION_ACCESS, size);
  rp_inside_end ();
  return site;
}

bool
rp_monitor_access_words (uintptr_t address, size_t size, bool is_write, uint32_t site)
{
  if (!rp_engine_kind->access_words || !rp_monitor_is_on () || rp_private_memory_is_private (address))
    return false;
  rp_inside_begin ();
  engine->accesses++;
  rp_memory_limit_check ();
  rp_engine_kind->access_words (address, size, is_write, site);
  rp_inside_end ();
  return true;
}

void
rp_monitor_read (uintptr_t address, size_t size, uintptr_t pc)
{
  if (engine->bags.mode != RP_BAGS_IDLE)
    rp_engine_access (address, size, false, false, pc);
}

void
rp_monitor_write (uintptr_t address, size_t size, uintptr_t pc)
{
  if (engine->bags.mode != RP_BAGS_IDLE && !rp_copies_out_is_write ())
    rp_engine_access (address, size, true, false, pc);
}

void
rp_monitor_free (uintptr_t address, size_t size, uintptr_t pc)
{
  rp_private_memory_forget_blocks ();
  if (engine->bags.mode == RP_BAGS_IDLE || !rp_monitor_is_on ())
    return;
  rp_inside_begin ();
  rp_site_note (rp_site_of (pc), RP_OPERATION_FREE, size);
  rp_inside_end ();
  rp_engine_access (address, size, true, false, pc);
}

void
rp_monitor_forget (uintptr_t address, size_t size)
{
  if (!engine->started || rp_is_inside () || !size)
    return;
  rp_inside_begin ();
  if (rp_simd_is_on)
    rp_simd_new_block (address, size);
  rp_engine_forget (address, size);
  rp_inside_end ();
}

void
rp_monitor_receives (uint64_t value)
{
  if (rp_engine_kind->receives)
    rp_engine_kind->receives (value);
}

/* Called instead of rp_context_enter where that needs memory, which must not count as the program's. */
static __attribute__ ((noinline)) void
enter_context (uintptr_t pc)
{
  int outer = rp_inside_begin_nested ();
  rp_context_enter (pc);
  rp_inside_end_nested (outer);
}

void
rp_monitor_enter (uintptr_t pc)
{
  if (!rp_thread_is_main ())
    {
      if (engine->started) /* else this is a constructor of the program that runs before ours */
        rp_thread_runs_code ();
      return;
    }
  note_depth ((uintptr_t) __builtin_frame_address (0));
  if (rp_context_has_room ())
    rp_context_enter (pc);
  else
    enter_context (pc);
}

void
rp_monitor_leave (void)
{
  if (!rp_thread_is_main ())
    return;
  note_depth ((uintptr_t) __builtin_frame_address (0)); /* the stack is deepest here, below arrays of variable length */
  rp_context_leave ();
}

rp_closure *
rp_closure_running (void)
{
  return engine->running;
}

const rp_closure *
rp_closure_of_main (void)
{
  return &engine->main;
}

const rp_options *
rp_engine_options (void)
{
  return &engine->options;
}

void
rp_engine_has_openmp (void)
{
  engine->has_openmp = engine->step_bags.order.by_memory_order = true;
}

uint32_t
rp_monitor_context (uintptr_t pc)
{
  return rp_site_of (pc);
}

uint32_t
rp_monitor_task (void)
{
  if (!engine->started || engine->ended)
    return 0;
  if (!engine->running->loop)
    return rp_current_strand ()->task;
  int outer = rp_inside_begin_nested ();
  uint32_t task = rp_race_task_of (engine->bags.now);
  rp_inside_end_nested (outer);
  return task;
}

void
rp_monitor_has_threads (void)
{
  if (rp_engine_kind->slow_down)
    rp_engine_kind->slow_down ();
}

void
rp_monitor_remark (rp_remark kind, const char *text)
{
  int outer = rp_inside_begin_nested ();
  for (size_t i = 0; i < engine->remarks[kind].count; i++)
    if (!strcmp (engine->remarks[kind].items[i], text))
      goto known;
  RP_VEC_PUSH (&engine->remarks[kind], text);
  if (rp_engine_kind->remark)
    rp_engine_kind->remark (kind, text);
known:
  rp_inside_end_nested (outer);
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
  rp_private_memory_run (engine->running);
  if (engine_task_run)
    engine_task_run (observer, task);
}

static rp_policy *
choose_policy (void)
{
  rp_depth_first_init (&engine->depth_first, engine->options.seed);
  rp_random_policy_init (&engine->random, engine->options.seed);
  return strcmp (engine->options.schedule, "random") ? &engine->depth_first.policy
                                                     : &engine->random.policy;
}

/* Passes the dependence on to the graph builder, which keeps it for the report even if the engine has no graph. */
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
  if (!rp_front_needs_step_bags && policy->depth_first)
    {
      rp_engine_kind = &rp_engine_bags;
      return &engine->bags.observer;
    }
  rp_engine_kind = &rp_engine_step_bags;
  rp_step_bags_attach (&engine->step_bags, &engine->bags);
  engine->step_bags.order.observer.depends = depends;
  engine->step_bags.order.thread_with = rp_private_memory_thread;
  engine->step_bags.order.thread_opener = rp_private_memory_opener;
  engine->step_bags.order.is_new = rp_private_memory_is_new;
  return &engine->step_bags.order.observer;
}

static void
prepare_graph (void)
{
  rp_builder_init (&engine->builder);
  rp_detector_init (&engine->detector, &engine->builder.graph, rp_race_found_by_graph, NULL);
}

/* Chooses the engine of a process that is explored. The graph has to confirm a finding that the explorer made by
 * clocks, so the graph uses the same orders of sections as the explorer. */
static rp_observer *
choose_explored (void)
{
  rp_engine_kind = rp_explored_with_graph () ? &rp_engine_explored_graph : &rp_engine_explored;
  if (!rp_engine_kind->has_graph)
    return rp_explored_observer ();
  prepare_graph ();
  engine->builder.by_conflicts = engine->builder.keeps_permissions = true;
  engine->options.on_the_fly = false;
  rp_observer *observer = rp_graph_engine_start ();
  rp_explored_tell_tasks (observer);
  rp_writer_set_path (rp_explored_raw_path ());
  return observer;
}

static rp_observer *
choose_judging (const rp_policy *policy)
{
  bool is_graph = !strcmp (engine->options.engine, "graph") || *engine->options.graph;
  rp_bags_init (&engine->bags, rp_race_found_by_bags, NULL);
  prepare_graph ();
  if (is_graph)
    rp_engine_kind = &rp_engine_graph;
  rp_observer *observer = is_graph ? rp_graph_engine_start () : choose_bags (policy);
  rp_stalls_attach (&engine->stalls, observer);
  return observer;
}

static rp_observer *
choose_engine (const rp_policy *policy, bool is_explored)
{
  rp_observer *observer = is_explored ? choose_explored () : choose_judging (policy);
  engine_task_run = observer->task_run;
  observer->task_run = task_run;
  return observer;
}

/* Returns whether a module has an executable stack, which gcc's nested functions need. */
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

static void __attribute__ ((constructor (RP_START_PRIORITY))) start (void)
{
  rp_inside_begin ();
  rp_writer_start ();
  rp_threads_start ();
  rp_settings_take (&engine->options);
  if (engine->options.help)
    rp_options_print_help (stderr);
  engine->begun = rp_seconds ();
  rp_private_memory_start ();
  rp_cxx_library_start ();
  bool has_code = dl_iterate_phdr (has_executable_stack, NULL);
  rp_engine_catch_end ();
  /* The fiber and the runtime that are made here are not used: making them asks the system for facts, which child
   * processes then need not ask for again. */
  rp_fiber_init_thread (&(rp_fiber) { 0 });
  size_t stack_bytes = rp_front_now.stack_bytes ();
  rp_runtime_free (rp_runtime_new (NULL, NULL, stack_bytes));
  rp_units_start (has_code);
  rp_imports_start ();
  bool is_explored = rp_explored_start ();
  rp_policy *policy = is_explored ? rp_explored_policy () : choose_policy ();
  chosen_observer = choose_engine (policy, is_explored);
  engine->runtime = rp_runtime_new (chosen_observer, policy, stack_bytes);
  rp_runtime_limit_depth (engine->runtime, is_explored && engine->options.max_task_depth > EXPLORED_DEPTH
                                             ? EXPLORED_DEPTH
                                             : engine->options.max_task_depth);
  if (!rp_front_needs_step_bags)
    rp_runtime_call_tasks (engine->runtime);
  if (has_code)
    rp_runtime_make_stacks_executable (engine->runtime);
  if (is_explored)
    rp_runtime_set_sites (engine->runtime, rp_explored_site_state);
  engine->main.stack_low = UINTPTR_MAX;
  rp_runtime_begin (engine->runtime, &engine->main, 0, rp_engine_stopped);
  engine->started = true;
  if (!is_explored)
    {
      rp_interrupt_start (rp_engine_asked_to_end);
      rp_memory_limit_start ();
    }
  rp_inside_end ();
}
