#include "explore/permission_regions.h"

static uint32_t
number_of (const rp_strand *strand)
{
  return (uint32_t) ((uintptr_t) strand->state - 1);
}

static void
add_touch (rp_trace *trace, rp_range object, bool writes)
{
  RP_VEC_PUSH (&trace->touches, (rp_touch) { .base = object.base,
                                             .end = rp_range_end (object),
                                             .space = RP_SPACE_PERMISSIONS,
                                             .is_write = writes });
}

void
rp_permission_regions_touch (rp_trace *trace, uint32_t task)
{
  for (size_t i = 0; i < trace->held.count && trace->precision == RP_PRECISION_PERMISSION_REGIONS;
       i++)
    if (trace->held.items[i].task == task)
      add_touch (trace, trace->held.items[i].object, trace->held.items[i].writes);
}

bool
rp_permission_regions_cover (const rp_trace *trace, uint32_t task, uint64_t location, bool is_write)
{
  for (size_t i = 0; i < trace->held.count; i++)
    {
      const rp_trace_permission *held = &trace->held.items[i];
      if (held->task == task && (held->writes || !is_write) && held->object.base <= location
          && location < rp_range_end (held->object))
        return true;
    }
  return false;
}

/* ---- overlaps ---- */

static bool
conflict (const rp_trace_permission *a, const rp_trace_permission *b)
{
  return a->task != b->task && (a->writes || b->writes) && rp_range_overlaps (a->object, b->object);
}

/* R2 (permission_regions.h): if FRESH was acquired in a section, goes through the sections in which conflicting
 * regions were acquired. Orders the current sections of FRESH's task after those of them that have ended and
 * exclude the current ones. */
static void
order_sections (rp_trace *trace, const rp_trace_permission *fresh)
{
  for (size_t i = 0; i < trace->held.count && fresh->section; i++)
    if (conflict (&trace->held.items[i], fresh))
      rp_trace_order_sections (trace, fresh->task, trace->held.items[i].section);
  for (size_t i = 0; i < trace->released.count && fresh->section; i++)
    if (conflict (&trace->released.items[i], fresh))
      rp_trace_order_sections (trace, fresh->task, trace->released.items[i].section);
}

static void
note_overlap (rp_trace *trace, const rp_trace_permission *earlier, const rp_trace_permission *later)
{
  uint64_t first
    = earlier->object.base > later->object.base ? earlier->object.base : later->object.base;
  rp_trace_add_seen_race (trace, (rp_seen_race) { .location = first,
                                                  .sites = { earlier->site, later->site },
                                                  .writes = { earlier->writes, later->writes },
                                                  .is_permission = true });
}

/* R1: records an overlap with each region that conflicts with FRESH and does not end before FRESH begins. */
static void
look_for_overlaps (rp_trace *trace, const rp_trace_permission *fresh)
{
  const rp_clock *known = &trace->tasks.items[fresh->task].strand;
  for (size_t i = 0; i < trace->held.count; i++)
    if (conflict (&trace->held.items[i], fresh))
      note_overlap (trace, &trace->held.items[i], fresh);
  for (size_t i = 0; i < trace->released.count; i++)
    {
      const rp_trace_permission *released = &trace->released.items[i];
      if (conflict (released, fresh) && released->end > rp_clock_at (known, released->task))
        note_overlap (trace, released, fresh);
    }
}

void
rp_permission_regions_acquire (rp_observer *observer, rp_strand *strand, rp_range object,
                               bool writes, uint32_t site)
{
  rp_trace *trace = (rp_trace *) observer;
  uint32_t number = number_of (strand);
  const rp_trace_task *task = &trace->tasks.items[number];
  uint32_t here = task->sections.count ? RP_VEC_LAST (&task->sections) + 1 : 0;
  rp_trace_permission fresh
    = { .object = object, .task = number, .site = site, .section = here, .writes = writes };
  if (here && rp_trace_is_event_of (trace, number))
    add_touch (trace, object, writes);
  if (trace->checks)
    {
      order_sections (trace, &fresh);
      look_for_overlaps (trace, &fresh);
    }
  RP_VEC_PUSH (&trace->held, fresh);
}

/* ---- ends ---- */

static rp_footprint
sections_around (const rp_trace *trace, const rp_trace_permission *region)
{
  return region->section ? trace->sections.items[region->section - 1].all : RP_NO_FOOTPRINT;
}

/* Returns whether OLDER need not be kept: each later region that overlaps with OLDER also overlaps with REGION, which
 * is of the same task and ends later. */
static bool
is_repeated (const rp_trace *trace, const rp_trace_permission *older,
             const rp_trace_permission *region)
{
  return older->task == region->task && older->site == region->site
         && older->writes == region->writes
         && sections_around (trace, older) == sections_around (trace, region)
         && older->object.base >= region->object.base
         && rp_range_end (older->object) <= rp_range_end (region->object);
}

/* Returns whether REGION continues OLDER with the next elements, as in a loop, without a tick between their ends. */
static bool
is_continued (const rp_trace_permission *older, const rp_trace_permission *region)
{
  return older->task == region->task && older->site == region->site
         && older->writes == region->writes && older->section == region->section
         && older->end == region->end && rp_range_end (older->object) == region->object.base;
}

static void
keep_released (rp_trace *trace, rp_trace_permission region)
{
  region.end = rp_clock_at (&trace->tasks.items[region.task].strand, region.task);
  for (size_t i = 0; i < trace->released.count; i++)
    {
      rp_trace_permission *older = &trace->released.items[i];
      if (is_repeated (trace, older, &region))
        {
          *older = region;
          return;
        }
      if (is_continued (older, &region))
        {
          older->object.size += region.object.size;
          return;
        }
    }
  RP_VEC_PUSH (&trace->released, region);
}

static void
remove_held (rp_trace *trace, size_t row)
{
  for (size_t i = row + 1; i < trace->held.count; i++)
    trace->held.items[i - 1] = trace->held.items[i];
  trace->held.count--;
}

/* Ends the region at ROW of trace->held for the locations in RANGE. The rest of the region continues. */
static void
end_part (rp_trace *trace, size_t row, rp_range range)
{
  rp_trace_permission held = trace->held.items[row], rest = held, ended = held;
  rest.object = rp_range_between (rp_range_end (range), rp_range_end (held.object));
  trace->held.items[row].object = rp_range_between (held.object.base, range.base);
  uint64_t low = held.object.base > range.base ? held.object.base : range.base;
  ended.object = rp_range_between (low, rp_range_end (rest.object.size ? range : held.object));
  if (rest.object.size)
    RP_VEC_PUSH (&trace->held, rest);
  if (!trace->held.items[row].object.size)
    remove_held (trace, row);
  if (trace->checks)
    keep_released (trace, ended);
}

/* Ends regions of TASK on RANGE, the latest first, as core/runtime/permission.c does. That code has checked that TASK
 * holds all of RANGE. */
static void
release (rp_trace *trace, uint32_t task, rp_range range, bool writes)
{
  for (size_t i = trace->held.count; i-- > 0 && range.size;)
    {
      rp_trace_permission held = trace->held.items[i];
      if (held.task != task || held.writes != writes || !rp_range_overlaps (held.object, range))
        continue;
      end_part (trace, i, range);
      release (trace, task, rp_range_between (range.base, held.object.base), writes);
      release (trace, task, rp_range_between (rp_range_end (held.object), rp_range_end (range)),
               writes);
      return;
    }
}

void
rp_permission_regions_release (rp_observer *observer, rp_strand *strand, rp_range object,
                               bool writes, uint32_t site)
{
  (void) site;
  release ((rp_trace *) observer, number_of (strand), object, writes);
}

void
rp_permission_regions_end_task (rp_trace *trace, uint32_t task)
{
  for (size_t i = trace->held.count; i-- > 0;)
    if (trace->held.items[i].task == task)
      end_part (trace, i, trace->held.items[i].object);
}
