/* Atomic operations, besides that they are accesses: sections if the program is explored, and what
 * they order. */
#include "base/panic.h"
#include "hooks/copy_back.h"
#include "hooks/engine.h"
#include "hooks/explored.h"
#include "hooks/own_memory.h"
#include "hooks/spin.h"

static rp_engine_state *const engine = &rp_engine_now;

/* What runs may have got a number from a counter. */
extern void rp_omp_took_number (void) __attribute__ ((weak));

/* Of the atomic operation that comes next. */
static int asked_order = __ATOMIC_SEQ_CST;

void
rp_engine_atomic_begin (uintptr_t address, size_t size, uintptr_t pc)
{
  rp_range lock = rp_atomic_lock_of (address, size);
  uint32_t where = rp_where (pc);
  rp_where_note (where, RP_DEED_ATOMIC, size);
  rp_isolated_begin_at (&lock, 1, where);
  engine->in_atomic = rp_monitor_task () + 1;
}

void
rp_engine_atomic_end (uintptr_t pc)
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
  rp_engine_atomic_begin (address, size, pc);
  rp_monitor_inside = 0;
}

void
rp_engine_synchronise (uintptr_t address, size_t size, bool is_write)
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

/* A loop may read a bound again and again that hardly ever changes: nothing comes of that as long as
 * the same step reads it from the same place, and no atomic operation was between. */
static struct last_read
{
  uintptr_t address;
  size_t size;
  uint64_t moves; /* of the judge */
  uint32_t where;
  int order;
} last_read;

static bool
is_last_read (uintptr_t address, size_t size, uintptr_t pc)
{
  return last_read.address == address && last_read.size == size && last_read.order == asked_order
         && last_read.moves == engine->judge.moves && rp_monitor_is_on ()
         && last_read.where == rp_where (pc);
}

void
rp_monitor_atomic (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  rp_copies_out_end ();
  if (engine->bags.mode == RP_BAGS_IDLE)
    return;
  if (!is_write && is_last_read (address, size, pc))
    {
      engine->accesses++;
      asked_order = __ATOMIC_SEQ_CST;
      return;
    }
  struct last_read read = { address, size, engine->judge.moves, 0, asked_order };
  rp_engine_access (address, size, is_write, RP_ACCESS_ATOMIC, pc);
  bool is_judged = engine->bags.judge && engine->judge.order.by_memory_order && !engine->explored
                   && !engine->with_graph;
  last_read.address = 0;
  if (is_write || !is_judged || read.moves != engine->judge.moves || !rp_monitor_is_on ())
    return;
  last_read = read;
  last_read.where = rp_where (pc);
}

void
rp_monitor_fence (uintptr_t pc)
{
  if (!rp_monitor_is_on () || !engine->has_openmp || engine->explored)
    return;
  rp_monitor_inside = 1;
  rp_spin_look (pc);
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
  if (engine->has_openmp && !engine->explored && rp_monitor_is_on ())
    {
      rp_monitor_inside = 1;
      rp_spin_look (pc);
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
