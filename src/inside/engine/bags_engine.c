/* The engines with shadow memory: bags, and step bags, which use the shadow memory of rp_engine_now.bags, too. */
#include "inside/engine/engine.h"
#include "inside/engine/private_memory.h"
#include "inside/engine/spin.h"
#include "inside/front/front.h"

static rp_engine_state *const engine = &rp_engine_now;

#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

static uint32_t
bytes_of (uintptr_t address, size_t size)
{
  return (uint32_t) (((1u << size) - 1) << (address & 7));
}

/* Returns the cells of RP_BAGS_BLOCK whole words from ADDRESS on; NULL if they are not in one chunk
 * of the shadow memory, or if that chunk does not exist yet. */
static rp_cell *
block_at (uintptr_t address)
{
  uintptr_t last = address + 8 * (RP_BAGS_BLOCK - 1);
  if ((address ^ last) >> RP_SHADOW_CHUNK_BITS)
    return NULL;
  return rp_shadow_peek (&engine->bags.shadows[RP_ACCESS_PLAIN], address);
}

typedef void access_word (uintptr_t address, uint32_t bytes, bool is_write, rp_access_class class,
                          uint32_t site);

/* Handles an access: RP_BAGS_BLOCK words at once where their cells alone decide, else word by word. Calls DECIDE
 * for each single word. Leaves out plain accesses that are on record, if the mode is RP_BAGS_FAST. */
ALWAYS_INLINE void
access_all (uintptr_t address, size_t size, bool is_write, rp_access_class class, uintptr_t pc, access_word *decide)
{
  rp_bags *bags = &engine->bags;
  size_t whole = size, block = 8 * RP_BAGS_BLOCK;
  rp_operation operation = class == RP_ACCESS_ATOMIC ? RP_OPERATION_ATOMIC : RP_OPERATION_ACCESS;
  uint32_t site = 0;
  while (size)
    {
      if (size >= block && !(address % 8) && class == RP_ACCESS_PLAIN
          && bags->mode == RP_BAGS_FAST)
        {
          rp_cell *cells = block_at (address);
          bool is_known = cells && rp_bags_block_is_known (bags, cells, is_write);
          if (cells && !is_known && !site)
            site = rp_site_doing (pc, operation, whole);
          if (is_known || (cells && rp_bags_block_take (bags, cells, is_write, site)))
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
          if (!site)
            site = rp_site_doing (pc, operation, whole);
          decide (address, bytes, is_write, class, site);
        }
      address += here;
      size -= here;
    }
}

static rp_access_class
class_of (bool is_atomic)
{
  return is_atomic ? RP_ACCESS_ATOMIC : RP_ACCESS_PLAIN;
}

/* ---- bags ---- */

ALWAYS_INLINE void
decide_by_bags (uintptr_t address, uint32_t bytes, bool is_write, rp_access_class class,
                uint32_t site)
{
  rp_bags_access (&engine->bags, address, bytes, is_write, class, site);
}

static void
access_bags (uintptr_t address, size_t size, bool is_write, bool is_atomic, uintptr_t pc)
{
  if (is_atomic)
    rp_front_now.settle (); /* the operation counts as a section of the task: rp_race_atomic_done */
  uint64_t met = engine->bags.atomics_met;
  access_all (address, size, is_write, class_of (is_atomic), pc, decide_by_bags);
  if (is_atomic)
    rp_race_atomic_done (engine->bags.atomics_met != met);
}

static void
forget_bags (uintptr_t address, size_t size)
{
  rp_bags_forget (&engine->bags, address, size);
}

static void
slow_down_bags (void)
{
  rp_bags_slow_down (&engine->bags);
}

static uint32_t
task_of_bags (uint32_t strand)
{
  return engine->bags.strands.items[rp_bags_row (&engine->bags, strand)].task;
}

static bool
unit_name_of_bags (uint32_t strand, rp_unit_name *name)
{
  return rp_bags_unit_name (&engine->bags, strand, name);
}

static uint32_t
units_reserve_in_bags (uint64_t units)
{
  return rp_bags_reserve (&engine->bags, units);
}

static bool
unit_begin_in_bags (uint32_t loop, rp_unit_numbers numbers)
{
  return rp_bags_unit_begin (&engine->bags, loop, numbers);
}

static bool
unit_next_in_bags (void)
{
  return rp_bags_unit_next (&engine->bags);
}

static uint32_t
unit_leave_in_bags (void)
{
  return rp_bags_unit_leave (&engine->bags);
}

static void
unit_become_in_bags (uint32_t unit)
{
  rp_bags_unit_become (&engine->bags, unit);
}

const rp_engine rp_engine_bags = { .has_report = true,
                                   .has_guests = true,
                                   .orders_counts = true,
                                   .access = access_bags,
                                   .forget = forget_bags,
                                   .slow_down = slow_down_bags,
                                   .task_of = task_of_bags,
                                   .unit_name = unit_name_of_bags,
                                   .units_reserve = units_reserve_in_bags,
                                   .unit_begin = unit_begin_in_bags,
                                   .unit_next = unit_next_in_bags,
                                   .unit_leave = unit_leave_in_bags,
                                   .unit_become = unit_become_in_bags };

/* ---- step bags ---- */

ALWAYS_INLINE void
decide_by_steps (uintptr_t address, uint32_t bytes, bool is_write, rp_access_class class,
                 uint32_t site)
{
  rp_step_bags_access (&engine->step_bags, address, bytes, is_write, class, site);
}

static void
access_steps (uintptr_t address, size_t size, bool is_write, bool is_atomic, uintptr_t pc)
{
  rp_steps *order = &engine->step_bags.order;
  if (is_atomic && !order->by_memory_order)
    rp_front_now.settle (); /* the operation is a section */
  if (rp_private_memory_is_of_host (address))
    {
      rp_strand *host = rp_strand_of (engine->running->host);
      rp_steps_run_on_host (order, host, rp_current_strand ());
      access_all (address, size, is_write, class_of (is_atomic), pc, decide_by_steps);
      rp_steps_leave_host (order, host, rp_current_strand ());
    }
  else
    access_all (address, size, is_write, class_of (is_atomic), pc, decide_by_steps);
  if (is_atomic && order->by_memory_order)
    rp_engine_synchronise (address, size, is_write);
}

static void
access_words (uintptr_t address, size_t size, bool is_write, uint32_t site)
{
  for (; size > 8; size -= 8, address += 8)
    decide_by_steps (address, bytes_of (address, 8), is_write, RP_ACCESS_PLAIN, site);
  decide_by_steps (address, bytes_of (address, size), is_write, RP_ACCESS_PLAIN, site);
}

static void
forget_steps (uintptr_t address, size_t size)
{
  rp_step_bags_forget (&engine->step_bags, address, size);
}

static void
forget_earlier (uintptr_t address, size_t size)
{
  rp_step_bags_forget_earlier (&engine->step_bags, address, size);
}

static void
slow_down_steps (void)
{
  rp_step_bags_slow_down (&engine->step_bags);
}

static void
atomic_order (int order, uintptr_t pc)
{
  (void) order;
  if (engine->has_openmp)
    rp_spin_look (pc);
}

static void
fence (bool acquires, bool releases, uintptr_t pc)
{
  rp_spin_look_at_fence (pc);
  rp_front_now.settle ();
  rp_steps_fence (&engine->step_bags.order, acquires, releases);
}

static void
count (rp_count_event event, uintptr_t address)
{
  rp_steps *order = &engine->step_bags.order;
  rp_front_now.settle ();
  if (event == RP_COUNT_RELEASE)
    rp_steps_count_release (order, address);
  else if (event == RP_COUNT_LAST_BEGIN)
    rp_steps_count_last_begin (order, address);
  else
    rp_steps_count_last_end (order, address);
}

static uint32_t
step_now (void)
{
  return rp_steps_now (&engine->step_bags.order, true);
}

static bool
is_after (uint32_t step)
{
  return rp_steps_is_before (&engine->step_bags.order, step);
}

static void
begin_step (void)
{
  rp_steps_run (&engine->step_bags.order, rp_current_strand ());
}

static void
guest_begin (const rp_strand *host)
{
  rp_steps_put_on_host (&engine->step_bags.order, host, rp_current_strand (),
                        engine->bags.host[RP_HOST_STACK], engine->bags.host[RP_HOST_LOCALS]);
}

static void
guest_end (const rp_strand *host)
{
  rp_steps_tell_host (&engine->step_bags.order, host, rp_current_strand ());
}

static void
guest_take_over (const rp_strand *host)
{
  rp_steps_take_over (&engine->step_bags.order, host, rp_current_strand ());
}

static bool
is_after_on_host (const rp_strand *host, uint32_t step)
{
  rp_steps_run_on_host (&engine->step_bags.order, host, rp_current_strand ());
  bool is_so = is_after (step);
  rp_steps_leave_host (&engine->step_bags.order, host, rp_current_strand ());
  return is_so;
}

static uint32_t
locks_of (uint32_t strand)
{
  return rp_steps_sections_of (&engine->step_bags.order, strand).locks;
}

static uint32_t
task_of_steps (uint32_t step)
{
  return rp_steps_get (&engine->step_bags.order, step).task;
}

static bool
unit_name (uint32_t step, rp_unit_name *name)
{
  return rp_steps_unit_name (&engine->step_bags.order, step, name);
}

static uint32_t
units_reserve (uint64_t units)
{
  return rp_steps_reserve (&engine->step_bags.order, units);
}

static bool
unit_begin (uint32_t block, rp_unit_numbers numbers)
{
  return rp_steps_unit_begin (&engine->step_bags.order, block, numbers);
}

static bool
unit_next (void)
{
  return rp_step_bags_unit_next (&engine->step_bags);
}

static uint32_t
unit_leave (void)
{
  return rp_steps_unit_leave (&engine->step_bags.order);
}

static void
unit_become (uint32_t step)
{
  rp_steps_unit_become (&engine->step_bags.order, step);
}

static void
moment (uint32_t *maker, uint32_t *step)
{
  if (engine->step_bags.order.by_memory_order && engine->bags.mode != RP_BAGS_IDLE)
    rp_steps_moment (&engine->step_bags.order, maker, step);
}

const rp_engine rp_engine_step_bags = { .has_report = true,
                                        .has_guests = true,
                                        .orders_counts = true,
                                        .access = access_steps,
                                        .access_words = access_words,
                                        .forget = forget_steps,
                                        .forget_earlier = forget_earlier,
                                        .slow_down = slow_down_steps,
                                        .atomic_order = atomic_order,
                                        .fence = fence,
                                        .count = count,
                                        .step_now = step_now,
                                        .is_after = is_after,
                                        .begin_step = begin_step,
                                        .guest_begin = guest_begin,
                                        .guest_end = guest_end,
                                        .guest_take_over = guest_take_over,
                                        .is_after_on_host = is_after_on_host,
                                        .locks_of = locks_of,
                                        .task_of = task_of_steps,
                                        .unit_name = unit_name,
                                        .units_reserve = units_reserve,
                                        .unit_begin = unit_begin,
                                        .unit_next = unit_next,
                                        .unit_leave = unit_leave,
                                        .unit_become = unit_become,
                                        .moment = moment };
