/* Permissions that tasks hold [Mercer, III]. The paper has a state machine for each location:
 *
 *   nobody         no task holds the location
 *   private read   one task holds it, to read
 *   shared read    several tasks hold it, to read
 *   private write  one task holds it, to write; this task may read as well
 *
 * It is a violation if a task acquires a location that another task holds, and one of the two writes. The violation is
 * recorded; both tasks hold the location and continue.
 *
 * In place of locations, rt->held has ranges, each with its mode (read, or write) and the site of its acquire. A
 * location may be in several ranges of one task. A release removes it from the last of these ranges in rt->held that
 * has the mode of the release. */
#include "base/panic.h"
#include "core/runtime/task.h"

static void
note_violation (rp_runtime *rt, rp_violation fresh)
{
  for (size_t i = 0; i < rt->violations.count; i++)
    if (rt->violations.items[i].site == fresh.site
        && rt->violations.items[i].holder_site == fresh.holder_site)
      return;
  RP_VEC_PUSH (&rt->violations, fresh);
}

static void
look_for_holders (const rp_task *task, rp_range object, bool writes, uint32_t site)
{
  rp_runtime *rt = task->rt;
  for (size_t i = 0; i < rt->held.count; i++)
    {
      rp_held held = rt->held.items[i];
      if (held.task == task || !(writes || held.writes) || !rp_range_overlaps (held.object, object))
        continue;
      uint64_t first = held.object.base > object.base ? held.object.base : object.base;
      uint64_t end = rp_range_end (held.object) < rp_range_end (object) ? rp_range_end (held.object)
                                                                        : rp_range_end (object);
      note_violation (rt,
                      (rp_violation) { task->strand.task, site, held.task->strand.task, held.site,
                                       writes, held.writes, rp_range_between (first, end) });
    }
}

/* Adds FRESH to rt->held. If FRESH begins where the last row ends, and has the same task, site and mode, as in a loop
 * over elements, the last row grows instead. */
static void
hold (rp_task *task, rp_held fresh)
{
  rp_runtime *rt = task->rt;
  rp_held *last = rt->held.count ? &RP_VEC_LAST (&rt->held) : NULL;
  if (last && last->task == task && last->site == fresh.site && last->writes == fresh.writes
      && rp_range_end (last->object) == fresh.object.base)
    {
      last->object.size += fresh.object.size;
      return;
    }
  RP_VEC_PUSH (&rt->held, fresh);
  task->permissions++;
}

void
rp_acquire_at (rp_range object, bool writes, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_runtime *rt = task->rt;
  if (!object.size)
    return;
  look_for_holders (task, object, writes, site);
  hold (task, (rp_held) { task, object, writes, site });
  if (rt->observer->permission_acquire)
    rt->observer->permission_acquire (rt->observer, &task->strand, object, writes, site);
  rp_wait stand
    = { .kind = RP_STANDS_AFTER_ACQUIRE, .site = site, .objects = &object, .object_count = 1 };
  rp_sched_yield (task);
  if (rt->policy->explores && rt->policy->precision == RP_PRECISION_PERMISSION_REGIONS
      && !task->sections)
    rp_sched_stand (task, stand);
}

/* Returns the latest row of TASK in the mode WRITES that overlaps RANGE; SIZE_MAX if there is none. */
static size_t
find_held (const rp_task *task, rp_range range, bool writes)
{
  const rp_runtime *rt = task->rt;
  for (size_t i = rt->held.count; i-- > 0 && task->permissions;)
    {
      const rp_held *held = &rt->held.items[i];
      if (held->task == task && held->writes == writes && rp_range_overlaps (held->object, range))
        return i;
    }
  return SIZE_MAX;
}

static bool
holds_all (const rp_task *task, rp_range range, bool writes)
{
  if (!range.size)
    return true;
  size_t row = find_held (task, range, writes);
  if (row == SIZE_MAX)
    return false;
  rp_range held = task->rt->held.items[row].object;
  return holds_all (task, rp_range_between (range.base, held.base), writes)
         && holds_all (task, rp_range_between (rp_range_end (held), rp_range_end (range)), writes);
}

static void
remove_row (rp_task *task, size_t row)
{
  rp_runtime *rt = task->rt;
  for (size_t i = row + 1; i < rt->held.count; i++)
    rt->held.items[i - 1] = rt->held.items[i];
  rt->held.count--;
  task->permissions--;
}

/* Removes RANGE from the row ROW. The locations of the row behind RANGE become a new row. */
static void
cut (rp_task *task, size_t row, rp_range range)
{
  rp_runtime *rt = task->rt;
  rp_held held = rt->held.items[row], rest = held;
  rest.object = rp_range_between (rp_range_end (range), rp_range_end (held.object));
  rt->held.items[row].object = rp_range_between (held.object.base, range.base);
  if (rest.object.size)
    {
      RP_VEC_PUSH (&rt->held, rest);
      task->permissions++;
    }
  if (!rt->held.items[row].object.size)
    remove_row (task, row);
}

static void
let_go (rp_task *task, rp_range range, bool writes)
{
  if (!range.size)
    return;
  size_t row = find_held (task, range, writes);
  rp_range held = task->rt->held.items[row].object;
  cut (task, row, range);
  let_go (task, rp_range_between (range.base, held.base), writes);
  let_go (task, rp_range_between (rp_range_end (held), rp_range_end (range)), writes);
}

bool
rp_release_at (rp_range object, bool writes, uint32_t site)
{
  rp_task *task = rp_task_current ();
  rp_runtime *rt = task->rt;
  if (!holds_all (task, object, writes))
    return false;
  let_go (task, object, writes);
  if (object.size && rt->observer->permission_release)
    rt->observer->permission_release (rt->observer, &task->strand, object, writes, site);
  return true;
}

void
rp_permission_drop_all (rp_task *task)
{
  for (size_t i = task->rt->held.count; i-- > 0 && task->permissions;)
    if (task->rt->held.items[i].task == task)
      remove_row (task, i);
}

const rp_violation *
rp_runtime_violations (const rp_runtime *rt, size_t *count)
{
  *count = rt->violations.count;
  return rt->violations.items;
}

void
rp_before_access_at (rp_range range, bool is_write, uint32_t site)
{
  (void) is_write;
  rp_task *task = rp_task_current ();
  rp_wait stand
    = { .kind = RP_STANDS_BEFORE_ACCESS, .site = site, .objects = &range, .object_count = 1 };
  if (rp_sched_stands_at_accesses (task->rt))
    rp_sched_stand (task, stand);
}
