/* The engines of a process that is explored. One sends accesses to the explorer, the other keeps them in a
 * graph. In both, an atomic operation is a section of the program. Other tasks may run before the section, but none
 * between the beginning of the section and the access. */
#include "base/panic.h"
#include "inside/engine/engine.h"
#include "inside/explored/explored.h"

static rp_engine_state *const engine = &rp_engine_now;

static uint32_t in_atomic; /* 1 + the task whose atomic operation has begun and not yet ended; 0: none */

static void
atomic_begin (uintptr_t address, size_t size, uintptr_t pc)
{
  if (!rp_explored_is_busy ())
    return;
  rp_range lock = rp_atomic_lock_of (RP_EXPLORED_ATOMICS, address, size);
  rp_isolated_begin_at (&lock, 1, rp_site_doing (pc, RP_OPERATION_ATOMIC, size));
  in_atomic = rp_monitor_task () + 1;
}

static void
atomic_end (uintptr_t pc)
{
  if (in_atomic != rp_monitor_task () + 1)
    rp_panic (__FILE__, __LINE__, "an atomic operation ended in another task");
  in_atomic = 0;
  rp_isolated_end_at (rp_site_of (pc));
}

/* Begins an access; other tasks may run first. Returns whether the access is a section. */
static bool
access_begin (uintptr_t address, size_t size, bool is_write, bool is_atomic, uintptr_t pc)
{
  bool is_busy = rp_explored_is_busy ();
  if (!is_atomic && is_busy)
    rp_before_access_at ((rp_range) { address, size }, is_write, rp_site_of (pc));
  if (is_atomic && is_busy && !in_atomic)
    atomic_begin (address, size, pc);
  return is_atomic && is_busy;
}

static void
access_memory (uintptr_t address, size_t size, bool is_write, bool is_atomic, uintptr_t pc)
{
  bool is_section = access_begin (address, size, is_write, is_atomic, pc);
  rp_explored_access (address, size, is_write, rp_site_of (pc));
  if (is_section)
    atomic_end (pc);
}

static void
access_with_graph (uintptr_t address, size_t size, bool is_write, bool is_atomic, uintptr_t pc)
{
  bool is_section = access_begin (address, size, is_write, is_atomic, pc);
  uint32_t site = rp_site_doing (pc, is_atomic ? RP_OPERATION_ATOMIC : RP_OPERATION_ACCESS, size);
  rp_graph_engine_record (address, size, is_write, site);
  if (is_section)
    atomic_end (pc);
}

static bool
is_parallel (void)
{
  return rp_runtime_has_open_tasks (engine->runtime);
}

/* Reports the first atomic operation that is weaker than sequentially consistent. Such an operation makes exploration
 * partial, because exploration orders all atomic operations as if they were sequentially consistent. */
static void
atomic_order (int order, uintptr_t pc)
{
  static bool is_reported;
  if (order == __ATOMIC_SEQ_CST || is_reported || !rp_explored_is_busy ())
    return;
  is_reported = true;
  rp_explored_partial ("an atomic operation is weaker than memory_order_seq_cst", rp_site_of (pc));
}

const rp_engine rp_engine_explored = { .is_explored = true,
                                       .has_first_reads = true,
                                       .access = access_memory,
                                       .forget = rp_explored_forget,
                                       .is_parallel = is_parallel,
                                       .atomic_begin = atomic_begin,
                                       .atomic_order = atomic_order,
                                       .partial = rp_explored_partial,
                                       .remark = rp_explored_remark,
                                       .receives = rp_explored_receives,
                                       .observe = rp_explored_observe };

const rp_engine rp_engine_explored_graph = { .has_graph = true,
                                             .has_report = true,
                                             .is_explored = true,
                                             .has_first_reads = true,
                                             .access = access_with_graph,
                                             .forget = rp_graph_engine_forget,
                                             .is_parallel = is_parallel,
                                             .end = rp_graph_engine_end,
                                             .atomic_begin = atomic_begin,
                                             .atomic_order = atomic_order,
                                             .partial = rp_explored_partial,
                                             .remark = rp_explored_remark,
                                             .receives = rp_explored_receives,
                                             .observe = rp_explored_observe };
