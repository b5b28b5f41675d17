#include "core/detect/loop_steps.h"

#include "base/panic.h"
#include "base/sorted.h"
#include "core/detect/steps_live.h"

/* Returns the last block whose FIRST is not larger than STEP; NULL if there is none. */
static const rp_loop_block *
block_before (const rp_loops *loops, uint32_t step)
{
  size_t count = loops->count;
  if (count && loops->items[count - 1].first > step) /* seldom */
    count = RP_SORTED_BELOW (loops->items, count, first, step + 1);
  return count ? &loops->items[count - 1] : NULL;
}

/* Returns the run of BLOCK that contains the unit at PLACE. */
static const rp_loop_run *
run_with (const rp_loop_block *block, uint32_t place)
{
  size_t count = RP_SORTED_BELOW (block->runs.items, block->runs.count, place, place + 1);
  return &block->runs.items[count ? count - 1 : 0];
}

static bool
is_in_block (const rp_loop_block *block, uint32_t step)
{
  return step - block->first < 2 * block->units;
}

/* STEP is in BLOCK. Returns the position of its unit in BLOCK. */
static uint32_t
place_of (const rp_loop_block *block, uint32_t step)
{
  uint32_t at = step - block->first;
  return at < block->units ? at : at - block->units;
}

/* Returns the task that UNIT became, or NULL. */
static const uint64_t *
task_of_unit (const rp_loops *loops, uint32_t unit)
{
  return loops->tasks.count ? rp_map_find (&loops->tasks, unit) : NULL;
}

static rp_step
find_in_block (const rp_loop_block *block, uint32_t step)
{
  uint32_t place = place_of (block, step);
  return (rp_step) { .task = run_with (block, place)->task,
                     .number = block->first + place,
                     .locks = RP_NO_LOCKS,
                     .is_atomic = step - block->first >= block->units,
                     .is_of_unit = true };
}

/* Returns the row of STEP, which is in no block. BLOCK is the last block before STEP, or NULL. */
static const rp_step *
row_behind (const rp_steps *order, const rp_loop_block *block, uint32_t step)
{
  return &order->steps.items[block ? block->rows + (step - block->first - 2 * block->units) : step - order->floor];
}

/* Returns the row of STEP as it was when STEP began: a step of a unit, even if the unit has become a task since. */
static rp_step
find_begun (const rp_steps *order, uint32_t step)
{
  const rp_loop_block *block = block_before (&order->loops, step);
  return block && is_in_block (block, step) ? find_in_block (block, step) : *row_behind (order, block, step);
}

rp_step_sections
rp_steps_find_sections (const rp_steps *order, uint32_t step)
{
  const rp_loop_block *block = block_before (&order->loops, step);
  if (block && is_in_block (block, step))
    return (rp_step_sections) { RP_NO_LOCKS, step - block->first >= block->units };
  const rp_step *row = row_behind (order, block, step);
  return (rp_step_sections) { row->locks, row->is_atomic };
}

/* If the unit of STEP has become a task, returns the row of the first step of that task, but with STEP's sections. */
rp_step
rp_steps_find (const rp_steps *order, uint32_t step)
{
  rp_step row = find_begun (order, step);
  const uint64_t *task = row.is_of_unit ? task_of_unit (&order->loops, row.number) : NULL;
  if (task)
    {
      row.task = (uint32_t) *task;
      row.number = 0;
      row.is_of_unit = false;
    }
  return row;
}

bool
rp_steps_unit_name (const rp_steps *order, uint32_t step, rp_unit_name *name)
{
  rp_step row = rp_steps_get (order, step);
  if (!row.is_of_unit)
    return false;
  const rp_loop_block *block = block_before (&order->loops, row.number);
  uint32_t place = place_of (block, row.number);
  const rp_loop_run *run = run_with (block, place);
  *name = rp_unit_name_at (&run->numbers, place - run->place);
  return true;
}

/* A unit that has not ended is suspended, or its loop task runs. While a guest accesses its host's memory, the host
 * counts as the running task (rp_steps_run_on_host), and the unit of the guest is not suspended. So while a task that
 * has had guests counts as running, no unit is known to have ended. */
bool
rp_steps_unit_has_ended (const rp_steps *order, uint32_t unit)
{
  const rp_live *running = order->running;
  bool may_run = running->loop ? running->unit == unit : running->host != NULL;
  return !may_run && !(order->loops.suspended.count && rp_map_find (&order->loops.suspended, unit));
}

uint32_t
rp_steps_reserve (rp_steps *order, uint64_t units)
{
  rp_loops *loops = &order->loops;
  if (!units || units > (order->step_limit - order->next_step) / 4)
    return 0;
  RP_VEC_PUSH (loops, (rp_loop_block) { .first = order->next_step,
                                        .units = (uint32_t) units,
                                        .rows = (uint32_t) order->steps.count });
  order->next_step += 2 * (uint32_t) units;
  return loops->forgotten + (uint32_t) loops->count;
}

static bool
has_block (const rp_loops *loops, uint32_t number)
{
  return number - loops->forgotten - 1 < loops->count;
}

static rp_loop_block *
block_of (const rp_steps *order, const rp_live *task)
{
  return &order->loops.items[task->loop - order->loops.forgotten - 1];
}

/* TASK begins the unit at PLACE of BLOCK. */
static void
stand_at (rp_live *task, rp_loop_block *block, uint32_t place)
{
  task->unit = task->step = block->first + place;
  task->other = block->first + block->units + place;
  block->begun = place + 1;
}

bool
rp_steps_unit_begin (rp_steps *order, uint32_t number, rp_unit_numbers numbers)
{
  rp_live *task = order->running;
  RP_ASSERT (!task->steps && (!task->loop || task->loop == number));
  if (!has_block (&order->loops, number))
    return false;
  rp_loop_block *block = &order->loops.items[number - order->loops.forgotten - 1];
  if (block->begun == block->units || task->locks.count)
    return false;
  rp_live_end_unit (order, task);
  if (!task->loop)
    {
      task->fresh = *rp_live_before (order, task);
      order->loops.all_tasks++;
    }
  task->loop = number;
  order->loops.all_units++;
  RP_VEC_PUSH (&block->runs, (rp_loop_run) { block->begun, task->task, numbers });
  stand_at (task, block, block->begun);
  rp_steps_changed (order);
  return true;
}

/* Resets TASK's past: the next unit must not know what this unit has learnt, or could have acquired by a fence. */
void
rp_live_end_unit (rp_steps *order, rp_live *task)
{
  if (!task->loop)
    return;
  if (task->is_suspended)
    rp_map_remove (&order->loops.suspended, task->unit);
  task->is_suspended = task->has_left = false;
  if (task->has_learnt)
    task->before = task->fresh;
  task->has_learnt = false;
  task->chain = (rp_chain_link) { 0 };
  task->unfenced = (rp_steps_pasts) { 0 };
}

/* The part of rp_steps_unit_next for a unit that has something to reset. It is apart, so that the usual case saves no
 * registers. */
static __attribute__ ((noinline)) bool
end_and_next (rp_steps *order, rp_live *task, rp_loop_block *block)
{
  rp_live_end_unit (order, task);
  order->loops.all_units++;
  stand_at (task, block, block->begun);
  return true;
}

bool
rp_steps_unit_next (rp_steps *order)
{
  rp_live *task = order->running;
  rp_loop_block *block = block_of (order, task);
  uint32_t place = block->begun;
  if (block->first + place != task->unit + 1 || place == block->units || task->locks.count)
    return false;
  if (__builtin_expect (
        task->is_suspended || task->has_learnt || rp_pasts_have_some (&task->unfenced), 0))
    return end_and_next (order, task, block);
  order->loops.all_units++;
  stand_at (task, block, place);
  return true;
}

bool
rp_steps_unit_has_two_steps (const rp_steps *order, uint32_t steps[2])
{
  const rp_live *task = order->running;
  steps[0] = task->unit;
  steps[1] = task->unit + block_of (order, task)->units;
  return task->step == task->unit;
}

/* From now on L4 (loop_steps.h) is not used for the unit of TASK: raises the block's SIBLINGS above this unit. */
static void
raise_siblings (rp_steps *order, const rp_live *task)
{
  rp_loop_block *block = block_of (order, task);
  if (block->first + block->siblings <= task->unit)
    block->siblings = task->unit - block->first + 1;
}

void
rp_live_suspend_unit (rp_steps *order, rp_live *task)
{
  raise_siblings (order, task);
  rp_loops *loops = &order->loops;
  *rp_map_insert (&loops->suspended, task->unit, NULL) = 1;
  if (!loops->first_suspended || task->unit < loops->first_suspended)
    loops->first_suspended = task->unit;
  if (task->unit > loops->last_suspended)
    loops->last_suspended = task->unit;
  task->is_suspended = true;
}

uint32_t
rp_steps_unit_siblings (const rp_steps *order, uint32_t *first)
{
  const rp_live *task = order->running;
  if (!task->loop)
    return 0;
  const rp_loop_block *block = block_of (order, task);
  *first = block->first + block->siblings;
  return block->units - block->siblings;
}

bool
rp_steps_unit_atomics (const rp_steps *order, rp_unit_atomics *atomics)
{
  const rp_live *task = order->running;
  if (!task->loop || task->step != task->unit)
    return false;
  const rp_loop_block *block = block_of (order, task);
  *atomics = (rp_unit_atomics) { .first = block->first + block->units + block->left,
                                 .count = block->units - block->left,
                                 .own = task->other,
                                 .units = block->units };
  return true;
}

uint32_t
rp_steps_unit_leave (rp_steps *order)
{
  rp_live *task = order->running;
  RP_ASSERT (task->loop && !task->is_atomic);
  raise_siblings (order, task);
  task->has_left = true;
  rp_loop_block *block = block_of (order, task);
  if (block->first + block->left <= task->unit)
    block->left = task->unit - block->first + 1;
  order->leaving = task->has_learnt ? *rp_live_before (order, task) : (rp_steps_pasts) { 0 };
  order->leaving_unfenced = task->unfenced;
  return task->unit;
}

void
rp_steps_unit_become (rp_steps *order, uint32_t unit)
{
  rp_live *task = order->running;
  uint32_t loop = find_begun (order, unit).task;
  RP_ASSERT (!task->steps && !task->step);
  *rp_map_insert (&order->loops.tasks, unit, NULL) = task->task;
  task->steps = 1; /* all steps of the unit count as this step: rp_steps_find */
  order->loops.all_left++;
  if (order->tasks.items[loop].has_sections)
    rp_steps_note_section (order, task->task);
  if (rp_pasts_have_some (&order->leaving))
    rp_live_learn (order, task, &order->leaving);
  task->unfenced = order->leaving_unfenced;
  order->leaving = order->leaving_unfenced = (rp_steps_pasts) { 0 };
  rp_steps_changed (order);
}

/* ---- sections ---- */

void
rp_live_note_unit_section (rp_steps *order, const rp_live *task)
{
  if (!task->loop)
    return;
  rp_loop_block *block = block_of (order, task);
  block->siblings = block->left = block->units;
}

/* Returns the index of the first release by UNIT or by a unit with a larger step. */
static size_t
first_release (const rp_loops *loops, uint32_t unit)
{
  return RP_SORTED_BELOW (loops->releases.items, loops->releases.count, unit, unit);
}

/* Inserts RELEASE into loops->releases, which is sorted. Nearly always RELEASE is the last, because units release in
 * the order of their steps. Only a unit that was suspended may release after units with larger steps. */
static void
insert_release (rp_loops *loops, rp_unit_release release)
{
  RP_VEC_PUSH (&loops->releases, release);
  rp_unit_release *items = loops->releases.items;
  for (size_t i = loops->releases.count - 1; i && items[i - 1].unit > items[i].unit; i--)
    {
      rp_unit_release later = items[i - 1];
      items[i - 1] = items[i];
      items[i] = later;
    }
}

uint32_t
rp_live_release_unit (rp_steps *order, const rp_live *task, uint32_t locks)
{
  rp_loops *loops = &order->loops;
  while (loops->released.count <= locks)
    RP_VEC_PUSH (&loops->released, 0);
  uint32_t number = ++loops->released.items[locks];
  insert_release (loops, (rp_unit_release) { task->unit, order->next_step, locks, number });
  return number;
}

/* A task has room for one link, task->chain. If task->chain has another lock set than LINK, it first moves into TASK's
 * past. If TASK is not a loop task, LINK moves into the past at once, too. */
void
rp_live_add_link (rp_steps *order, rp_live *task, rp_chain_link link)
{
  if (!link.number || (link.locks == task->chain.locks && link.number <= task->chain.number))
    return;
  if (link.locks != task->chain.locks)
    rp_live_before (order, task);
  task->chain = link;
  if (!task->loop)
    rp_live_before (order, task);
}

bool
rp_chains_have (const rp_steps *order, rp_past chains, rp_chain_link link, uint32_t step)
{
  const rp_loops *loops = &order->loops;
  if ((!chains.root && !link.number) || !loops->count)
    return false;
  rp_step row = find_begun (order, step);
  if (!row.is_of_unit)
    return false;
  for (size_t i = first_release (loops, row.number); i < loops->releases.count; i++)
    {
      rp_unit_release release = loops->releases.items[i];
      if (release.unit != row.number)
        break;
      if (step < release.limit)
        return (link.locks == release.locks && link.number >= release.number)
               || rp_past_steps (&order->pasts, chains, release.locks) >= release.number;
    }
  return false;
}

void
rp_loops_forget (rp_loops *loops)
{
  for (size_t i = 0; i < loops->count; i++)
    RP_VEC_CLEAR (&loops->items[i].runs);
  loops->forgotten += (uint32_t) loops->count;
  loops->count = 0;
  if (loops->tasks.count)
    rp_map_clear (&loops->tasks);
  if (loops->suspended.count)
    rp_map_clear (&loops->suspended);
  loops->first_suspended = loops->last_suspended = 0;
  loops->releases.count = loops->released.count = 0;
}

void
rp_loops_clear (rp_loops *loops)
{
  rp_loops_forget (loops);
  rp_map_clear (&loops->tasks);
  rp_map_clear (&loops->suspended);
  RP_VEC_CLEAR (&loops->releases);
  RP_VEC_CLEAR (&loops->released);
  RP_VEC_CLEAR (loops);
}
