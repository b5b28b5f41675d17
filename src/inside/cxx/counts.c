/* Operations on libstdc++'s reference counts: include/raceproof/c++/ext/atomicity.h calls them. Only programs that use
 * reference counts link this file. Such a program is judged by step bags, because ESP-bags cannot decide the orders
 * that the counts make.
 *
 * The engine `graph' and exploration do not know these orders: there an operation on a count is an atomic
 * operation like any other. */
#include "inside/engine/engine.h"
#include "inside/engine/private_memory.h"
#include "inside/front/front.h"
#include "inside/hook/hook.h"

RP_FRONT_NEEDS_STEP_BAGS

static bool
is_checked (uintptr_t address)
{
  return rp_engine_kind->count && rp_engine_now.bags.mode != RP_BAGS_IDLE && rp_monitor_is_on ()
         && !rp_private_memory_is_private (address);
}

RP_HOOK_OWN (int, rp_count_add, int *count, int value)
{
  bool is_plain = rp_engine_kind->orders_counts;
  if (!is_plain)
    {
      rp_monitor_order (__ATOMIC_ACQ_REL, RP_CALLER);
      rp_monitor_atomic_begin ((uintptr_t) count, sizeof *count, RP_CALLER);
    }
  int before = __atomic_fetch_add (count, value, __ATOMIC_ACQ_REL);
  if (!is_plain)
    rp_monitor_atomic ((uintptr_t) count, sizeof *count, true, RP_CALLER);
  return before;
}

static void
tell (rp_count_event event, const void *count)
{
  if (!is_checked ((uintptr_t) count))
    return;
  rp_inside_begin ();
  rp_engine_kind->count (event, (uintptr_t) count);
  rp_inside_end ();
}

RP_HOOK_OWN (void, rp_count_release, const void *count)
{
  tell (RP_COUNT_RELEASE, count);
}

RP_HOOK_OWN (void, rp_count_last_begin, const void *count)
{
  tell (RP_COUNT_LAST_BEGIN, count);
}

RP_HOOK_OWN (void, rp_count_last_end, const void *count)
{
  tell (RP_COUNT_LAST_END, count);
}
