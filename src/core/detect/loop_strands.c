#include "core/detect/loop_strands.h"

#include "base/panic.h"
#include "base/sorted.h"
#include "core/detect/espbags_live.h"

/* Returns the last loop whose FIRST is not larger than STRAND; NULL if there is none. */
static const rp_bag_loop *
loop_before (const rp_bag_loops *loops, uint32_t strand)
{
  size_t count = loops->count;
  if (count && loops->items[count - 1].first > strand) /* seldom */
    count = RP_SORTED_BELOW (loops->items, count, first, strand + 1);
  return count ? &loops->items[count - 1] : NULL;
}

static bool
is_unit (const rp_bag_loop *loop, uint32_t strand)
{
  return loop && strand - loop->first < loop->units;
}

/* Returns the run of LOOP that has UNIT. */
static const rp_bag_run *
run_with (const rp_bag_loop *loop, uint32_t unit)
{
  size_t count = RP_SORTED_BELOW (loop->runs.items, loop->runs.count, first, unit + 1);
  return &loop->runs.items[count ? count - 1 : 0];
}

static const uint64_t *
row_of_task (const rp_bag_loops *loops, uint32_t unit)
{
  return loops->tasks.count ? rp_map_find (&loops->tasks, unit) : NULL;
}

uint32_t
rp_bag_loops_row (const rp_bag_loops *loops, uint32_t strand)
{
  const rp_bag_loop *loop = loop_before (loops, strand);
  if (!loop)
    return strand - loops->items[0].shift;
  if (!is_unit (loop, strand))
    return strand - loop->shift - loop->units;
  const uint64_t *row = row_of_task (loops, strand);
  return row ? (uint32_t) *row : run_with (loop, strand)->row;
}

bool
rp_bags_unit_name (const rp_bags *bags, uint32_t strand, rp_unit_name *name)
{
  const rp_bag_loop *loop = loop_before (&bags->loops, strand);
  if (!is_unit (loop, strand) || row_of_task (&bags->loops, strand))
    return false;
  const rp_bag_run *run = run_with (loop, strand);
  *name = rp_unit_name_at (&run->numbers, strand - run->first);
  return true;
}

uint32_t
rp_bags_reserve (rp_bags *bags, uint64_t units)
{
  rp_bag_loops *loops = &bags->loops;
  if (!units || units > (RP_STRANDS_MAX - bags->next_strand) / 4)
    return 0;
  RP_VEC_PUSH (
    loops,
    (rp_bag_loop) { .first = bags->next_strand, .units = (uint32_t) units, .shift = loops->shift });
  bags->next_strand += (uint32_t) units;
  loops->shift += (uint32_t) units;
  return loops->forgotten + (uint32_t) loops->count;
}

/* The running task, a loop task of LOOP, continues as the next unit. All strands from bags->siblings on that may be in
 * a cell then, up to this unit, are in the P-bag: those that its creator's siblings have, and B1. */
static void
begin_next (rp_bags *bags, rp_bag_loop *loop)
{
  rp_bags_live *task = bags->running;
  task->strand = loop->first + loop->begun++;
  rp_bags_set_now (bags, task->strand);
  if (!bags->has_barriers)
    bags->sibling_count = task->strand - bags->siblings;
}

bool
rp_bags_unit_begin (rp_bags *bags, uint32_t number, rp_unit_numbers numbers)
{
  rp_bag_loops *loops = &bags->loops;
  rp_bags_live *task = bags->running;
  if (number - loops->forgotten - 1 >= loops->count)
    return false;
  rp_bag_loop *loop = &loops->items[number - loops->forgotten - 1];
  if (loop->begun == loop->units)
    return false;
  loops->all_tasks += !task->loop;
  loops->all_runs++;
  task->loop = number;
  rp_bags_new_strand (bags, bags->strands.items[task->serial].task, false);
  uint32_t row = (uint32_t) bags->strands.count - 1;
  rp_bag *parallel = &task->frames.items[0].parallel;
  *parallel = rp_bags_unite (bags, *parallel, row, true);
  RP_VEC_PUSH (&loop->runs, (rp_bag_run) { loop->first + loop->begun, row, numbers });
  loop->sections = bags->sections;
  loops->all_units++;
  begin_next (bags, loop);
  return true;
}

bool
rp_bags_unit_next (rp_bags *bags)
{
  rp_bag_loop *loop = &bags->loops.items[bags->running->loop - bags->loops.forgotten - 1];
  if (loop->begun == loop->units || loop->sections != bags->sections)
    return false;
  bags->loops.all_units++;
  begin_next (bags, loop);
  return true;
}

uint32_t
rp_bags_unit_leave (rp_bags *bags)
{
  rp_bags_live *task = bags->running;
  RP_ASSERT (task->loop);
  task->sibling_count = bags->sibling_count;
  return task->strand;
}

void
rp_bags_unit_become (rp_bags *bags, uint32_t unit)
{
  rp_bags_live *task = bags->running;
  *rp_map_insert (&bags->loops.tasks, unit, NULL) = task->serial;
  bags->loops.all_left++;
  task->siblings = bags->siblings = task->parent->siblings;
  task->sibling_count = bags->sibling_count = task->parent->sibling_count;
}

void
rp_bag_loops_forget (rp_bag_loops *loops)
{
  for (size_t i = 0; i < loops->count; i++)
    RP_VEC_CLEAR (&loops->items[i].runs);
  loops->forgotten += (uint32_t) loops->count;
  loops->count = 0;
  if (loops->tasks.count)
    rp_map_clear (&loops->tasks);
}

void
rp_bag_loops_clear (rp_bag_loops *loops)
{
  rp_bag_loops_forget (loops);
  rp_map_clear (&loops->tasks);
  RP_VEC_CLEAR (loops);
}
