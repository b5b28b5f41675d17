/* The effects of atomic operations beyond their access: they are sections if the program is explored, and
 * they order tasks. */
#include "inside/engine/copy_back.h"
#include "inside/engine/engine.h"
#include "inside/engine/owner.h"
#include "inside/engine/private_memory.h"
#include "inside/engine/simd.h"
#include "inside/engine/spin.h"
#include "inside/front/front.h"

static rp_engine_state *const engine = &rp_engine_now;

/* The memory order of the next atomic operation. rp_monitor_atomic always resets it to the strongest order, because
 * most hooks of __sync_ functions ask for no order, and mean the strongest. */
static int asked_order = __ATOMIC_SEQ_CST;

/* Returns the memory order alone, without the bits RP_ORDER_STORE and RP_ORDER_IGNORED. */
static int
memory_order (void)
{
  return asked_order & ~(RP_ORDER_STORE | RP_ORDER_IGNORED);
}

void
rp_monitor_atomic_begin (uintptr_t address, size_t size, uintptr_t pc)
{
  if (!rp_engine_kind->atomic_begin || !rp_monitor_is_on () || rp_private_memory_is_private (address))
    return;
  rp_inside_begin ();
  rp_engine_kind->atomic_begin (address, size, pc);
  rp_inside_end ();
}

static bool
order_acquires (int order)
{
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static bool
order_releases (int order)
{
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

/* The running task makes an atomic operation: adds the orders between tasks that the operation makes by asked_order. */
static void
hand_on (uintptr_t address, size_t size, bool is_write)
{
  int order = memory_order ();
  rp_steps_synchronise (&engine->step_bags.order,
                        &(rp_steps_atomic) { .address = address,
                                             .may_be_pointer = size >= sizeof (void *),
                                             .reads = !(asked_order & RP_ORDER_STORE),
                                             .writes = is_write,
                                             .acquires = order_acquires (order),
                                             .releases = order_releases (order) });
}

void
rp_engine_synchronise (uintptr_t address, size_t size, bool is_write)
{
  if (memory_order () != __ATOMIC_RELAXED)
    rp_front_now.settle ();
  hand_on (address, size, is_write);
  bool may_be_number = size <= sizeof (uint64_t); /* a `long double', for instance, is none */
  if (is_write && may_be_number && !(asked_order & (RP_ORDER_STORE | RP_ORDER_IGNORED)))
    rp_front_now.took_number ();
}

/* The last atomic read; address 0: there is none, or its repetition may not be skipped. A loop may read again and again
 * a bound that hardly ever changes. Such a repetition changes nothing if the same step makes it at the same place, and
 * no other atomic operation came in between. */
static struct last_read
{
  uintptr_t address;
  size_t size;
  uint64_t order_version; /* of the step bags */
  uint32_t site;
  int order;
} last_read;

/* Returns the site of PC. A new site may need memory, and that request must not count as the program's. */
static uint32_t
site_at (uintptr_t pc)
{
  int outer = rp_inside_begin_nested ();
  uint32_t site = rp_site_of (pc);
  rp_inside_end_nested (outer);
  return site;
}

static bool
is_last_read (uintptr_t address, size_t size, uintptr_t pc)
{
  return last_read.address == address && last_read.size == size && last_read.order == asked_order
         && last_read.order_version == engine->step_bags.order_version && rp_monitor_is_on ()
         && last_read.site == site_at (pc);
}

/* Loops may make millions of relaxed operations on a few words. If rp_step_bags_unit_atomic can handle this
 * operation, does the same as rp_engine_access and returns true. This happens only in a unit of a loop. No
 * thread takes its number in a loop, so rp_front.took_number is not called. */
static inline bool
repeat (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  if (memory_order () != __ATOMIC_RELAXED || !engine->step_bags.atomics.count
      || (address & 7) + size > 8 || rp_engine_kind != &rp_engine_step_bags || rp_simd_is_on
      || !rp_engine_is_on () || rp_owner_of (&engine->bags, address) != RP_OWNER_RUNNING
      || rp_private_memory_is_private (address)
      || (uintptr_t) __builtin_frame_address (0) < engine->running->stack_low)
    return false;
  uint32_t site = rp_site_recent (pc);
  if (!site)
    return false;
  uint32_t bytes = ((1u << size) - 1) << (address & 7);
  /* A new form of the cell may need memory, and that request must not count as the program's. */
  rp_inside_begin ();
  bool is_done = rp_step_bags_unit_atomic (&engine->step_bags, address, bytes, is_write, site);
  if (is_done)
    {
      engine->accesses++;
      if (!rp_steps_pass_relaxed (&engine->step_bags.order, is_write && size >= sizeof (void *)))
        hand_on (address, size, is_write);
    }
  rp_inside_end ();
  return is_done;
}

static void
report (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  rp_spin_note_atomic (address, size, is_write);
  if (repeat (address, size, is_write, pc))
    {
      last_read.address = 0;
      return;
    }
  if (!is_write && is_last_read (address, size, pc))
    {
      engine->accesses++;
      return;
    }
  struct last_read read = { address, size, engine->step_bags.order_version, 0, asked_order };
  rp_engine_access (address, size, is_write, true, pc);
  bool is_decided
    = rp_step_bags_is_attached (&engine->step_bags) && engine->step_bags.order.by_memory_order;
  last_read.address = 0;
  if (is_write || !is_decided || read.order_version != engine->step_bags.order_version
      || !rp_monitor_is_on ())
    return;
  last_read = read;
  last_read.site = site_at (pc);
}

void
rp_monitor_atomic (uintptr_t address, size_t size, bool is_write, uintptr_t pc)
{
  rp_copies_out_end ();
  if (engine->bags.mode != RP_BAGS_IDLE)
    report (address, size, is_write, pc);
  asked_order = __ATOMIC_SEQ_CST;
}

void
rp_monitor_first_read (uintptr_t address, size_t size, uintptr_t pc)
{
  if (!rp_engine_kind->has_first_reads)
    {
      __builtin_prefetch (
        rp_shadow_peek (&engine->bags.shadows[RP_ACCESS_PLAIN], address)); /* for the exchange */
      return;
    }
  rp_monitor_order (__ATOMIC_RELAXED, pc);
  rp_monitor_atomic (address, size, false, pc);
}

void
rp_monitor_fence (int order, uintptr_t pc)
{
  if (!rp_engine_kind->fence || !engine->has_openmp || !rp_monitor_is_on ())
    return;
  rp_inside_begin ();
  rp_engine_kind->fence (order_acquires (order), order_releases (order), pc);
  rp_inside_end ();
}

/* Stores ORDER for the next operation. The upper bits of an order are hints. The engine may let other tasks run here,
 * and these ask for orders of their own, so ORDER is stored last. */
void
rp_monitor_order (int order, uintptr_t pc)
{
  enum
  {
    ORDER_BITS = 0x7fff
  };
  bool is_passed = rp_engine_kind == &rp_engine_step_bags && engine->has_openmp
                   && rp_engine_is_on () && rp_spin_pass (engine->accesses);
  if (!is_passed && rp_engine_kind->atomic_order && rp_monitor_is_on ())
    {
      rp_inside_begin ();
      rp_engine_kind->atomic_order (order & ORDER_BITS, pc);
      rp_inside_end ();
    }
  asked_order = order & (ORDER_BITS | RP_ORDER_STORE | RP_ORDER_IGNORED);
}
