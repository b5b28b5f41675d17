/* Reference counts of libstdc++: include/raceproof/c++/ext/atomicity.h. Only programs that count link this file; what the
 * counts order is beyond bags.
 *
 * The engine `graph' and exploration know no such order: there a count is an atomic operation like any other. */
#include "hooks/engine.h"
#include "hooks/hook.h"
#include "hooks/own_memory.h"

/* The judge is step_bags.h: monitor.c looks for this. */
extern const char rp_api_beyond_bags;
const char *const rp_count_is_beyond_bags = &rp_api_beyond_bags;

static rp_engine_state *const engine = &rp_engine_now;

static bool
is_judged (uintptr_t address)
{
  return engine->bags.mode != RP_BAGS_IDLE && engine->bags.judge && !engine->explored && !engine->with_graph
         && rp_monitor_is_on () && !rp_own_memory_is_private (address);
}

RP_HOOK (int, rp_count_add, int *count, int value)
{
  bool is_plain = !engine->explored && !engine->with_graph;
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

#define COUNT_HOOK(NAME) \
  RP_HOOK (void, rp_count_##NAME, const void *count) \
  { \
    if (!is_judged ((uintptr_t) count)) \
      return; \
    rp_monitor_inside = 1; \
    rp_steps_count_##NAME (&engine->judge.order, (uintptr_t) count); \
    rp_monitor_inside = 0; \
  }

COUNT_HOOK (release)
COUNT_HOOK (last_begin)
COUNT_HOOK (last_end)
