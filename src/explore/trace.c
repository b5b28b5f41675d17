#include "explore/trace.h"

#include "base/panic.h"
#include "explore/permission_regions.h"
#include "explore/trace_parts.h"

#include <stdlib.h>

static rp_trace *
trace_of (rp_observer *observer)
{
  return (rp_trace *) observer;
}

static rp_trace_task *
task_of (rp_trace *trace, const rp_strand *strand)
{
  return &trace->tasks.items[(uintptr_t) strand->state - 1];
}

static void
tick (rp_trace_task *task, uint32_t number)
{
  rp_clock_set (&task->strand, number, rp_clock_at (&task->strand, number) + 1);
}

/* ---- sections that others know of before they end ---- */

/* Records that TASK makes something known to other tasks while it is in its current sections. */
static void
leak (rp_trace *trace, const rp_trace_task *task)
{
  for (size_t i = 0; i < task->sections.count; i++)
    {
      uint32_t place = task->sections.items[i];
      if (!trace->sections.items[place].leaks)
        RP_VEC_PUSH (&trace->leaks, place);
      trace->sections.items[place].leaks = true;
    }
}

void
rp_trace_begin_after (rp_trace *trace, const rp_trace_section *section, const rp_clock *end)
{
  rp_clock_join (&trace->tasks.items[section->task].strand, end);
  for (size_t i = 0; i < trace->tasks.count && section->leaks; i++)
    {
      rp_trace_task *task = &trace->tasks.items[i];
      if (task->run == trace->run && rp_clock_at (&task->strand, section->task) >= section->begin)
        rp_clock_join (&task->strand, end);
    }
  for (size_t i = 0; i < trace->barrier_count && section->leaks; i++)
    for (size_t k = 0; k < trace->barriers.items[i].count; k++)
      {
        rp_trace_phase *phase = &trace->barriers.items[i].phases.items[k];
        if (rp_clock_at (&phase->strand, section->task) >= section->begin)
          rp_clock_join (&phase->strand, end);
      }
}

/* Returns the outermost of TASK's current sections that excludes SECTION; NULL if there is none. */
static const rp_trace_section *
excluding (rp_trace *trace, const rp_trace_task *task, const rp_trace_section *section)
{
  for (size_t i = 0; i < task->sections.count; i++)
    {
      const rp_trace_section *own = &trace->sections.items[task->sections.items[i]];
      if (rp_footprints_conflict (trace->footprints, section->own, own->own))
        return own;
    }
  return NULL;
}

void
rp_trace_come_after_leaks (rp_trace *trace, rp_trace_task *task)
{
  bool is_changed = trace->leaks.count && task->sections.count;
  while (is_changed)
    {
      is_changed = false;
      for (size_t i = 0; i < trace->leaks.count; i++)
        {
          const rp_trace_section *other = &trace->sections.items[trace->leaks.items[i]];
          uint32_t known = rp_clock_at (&task->strand, other->task);
          const rp_trace_section *own = NULL;
          if (other->has_ended && known >= other->begin
              && known < rp_clock_at (&other->end, other->task)
              && (own = excluding (trace, task, other)))
            {
              rp_trace_begin_after (trace, own, &other->end);
              is_changed = true;
            }
        }
    }
}

/* ---- what ends a wait ---- */

/* Returns the current event, if it is of task NUMBER and the task has done nothing in it since its wait ended; else
 * NULL. */
static rp_event *
waking (const rp_trace *trace, uint32_t number)
{
  rp_event *event = trace->is_open ? &trace->events.items[trace->count - 1] : NULL;
  return event && event->task == number && event->wakes ? event : NULL;
}

void
rp_trace_note_effect (const rp_trace *trace, uint32_t number)
{
  rp_event *event = waking (trace, number);
  if (event)
    event->wakes = false;
}

static void
join_references (const rp_trace *trace, rp_clock *clock)
{
  for (uint32_t u = 0; u < clock->count; u++)
    if (clock->items[u])
      {
        const rp_trace_task *task = &trace->tasks.items[u];
        rp_clock_join (clock, &trace->events.items[task->events.items[clock->items[u] - 1]].clock);
      }
}

/* T2 (trace.h): task NUMBER has waited for something whose clock is ORDER. If the task has done nothing else in the
 * current event, joins ORDER to the event's `before`: the event could not begin before the wait ended. */
static void
come_after_wait (const rp_trace *trace, uint32_t number, const rp_clock *order)
{
  rp_event *event = waking (trace, number);
  if (!event)
    return;
  rp_clock_join (&event->before, order);
  join_references (trace, &event->before);
}

/* ---- structure ---- */

static void
make_task (rp_trace *trace, uint32_t number)
{
  while (trace->tasks.count <= number)
    RP_VEC_PUSH (&trace->tasks, (rp_trace_task) { 0 });
  rp_trace_task *task = &trace->tasks.items[number];
  task->run = trace->run;
  task->has_ended = task->is_known = false;
  task->finish = 0;
  task->chosen = 0;
  task->order.count = task->strand.count = task->events.count = task->sections.count = 0;
}

static void
open_finish (rp_trace *trace, uint32_t owner)
{
  rp_trace_task *task = &trace->tasks.items[owner];
  uint32_t outer = task->finish, depth = 0;
  if (outer && trace->finishes.items[outer - 1].owner == owner)
    depth = trace->finishes.items[outer - 1].depth + 1;
  if (trace->finish_count == trace->finishes.count)
    RP_VEC_PUSH (&trace->finishes, (rp_trace_finish) { 0 });
  rp_trace_finish *finish = &trace->finishes.items[trace->finish_count++];
  rp_clock ended = finish->ended;
  *finish = (rp_trace_finish) { owner, outer, depth, true, ended };
  finish->ended.count = 0;
  task->finish = (uint32_t) trace->finish_count;
}

static void
finish_begin (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  open_finish (trace_of (observer), rp_trace_number_of (strand));
}

static void
finish_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_trace *trace = trace_of (observer);
  rp_trace_task *task = task_of (trace, strand);
  rp_trace_finish *finish = &trace->finishes.items[task->finish - 1];
  finish->is_open = false;
  task->finish = finish->outer;
}

static bool
is_known_to_others (const rp_trace *trace, const rp_strand *strand)
{
  switch (trace->table->rows.items[strand->task].kind)
    {
    case RP_TASK_ASYNC:
    case RP_TASK_CLOCKED_ASYNC:
    case RP_TASK_FORALL:
    case RP_TASK_FORASYNC:
    case RP_TASK_THREAD:
    case RP_TASK_ITERATION:
    case RP_TASK_DEFAULT_ITERATION:
    case RP_TASK_UNCLEAR_ITERATION:
    case RP_TASK_DISTRIBUTED:
    case RP_TASK_PART:
    case RP_TASK_SECTION:
    case RP_TASK_SINGLE:
    case RP_TASK_TEAM:
      return false;
    default:
      return true;
    }
}

static void
task_end (rp_observer *observer, rp_strand *strand)
{
  rp_trace *trace = trace_of (observer);
  rp_trace_task *task = task_of (trace, strand);
  rp_permission_regions_end_task (trace, rp_trace_number_of (strand));
  task->has_ended = true;
  task->is_known = is_known_to_others (trace, strand);
  if (task->finish)
    rp_clock_join (&trace->finishes.items[task->finish - 1].ended, &task->strand);
}

static void
task_create (rp_observer *observer, rp_strand *parent, rp_strand *child, uint32_t site)
{
  (void) site;
  rp_trace *trace = trace_of (observer);
  uint32_t number = rp_task_names_of_row (trace->names, trace->table, child->task);
  child->state = (void *) ((uintptr_t) number + 1);
  make_task (trace, number);
  rp_trace_task *task = &trace->tasks.items[number];
  if (parent)
    {
      rp_trace_task *creator = task_of (trace, parent);
      task->finish = creator->finish;
      trace->has_posts |= trace->table->rows.items[child->task].kind == RP_TASK_POST;
      rp_clock_copy (&task->order, &creator->order);
      rp_clock_copy (&task->strand, &creator->strand);
      tick (creator, rp_trace_number_of (parent));
      rp_trace_note_effect (trace, rp_trace_number_of (parent));
      leak (trace, creator);
    }
  else
    open_finish (trace, number);
  rp_clock_set (&task->strand, number, 1);
}

static void
join (rp_observer *observer, rp_strand *joiner, rp_strand *strand, rp_join_kind kind, bool in_order,
      uint32_t site)
{
  (void) kind, (void) in_order, (void) site;
  rp_trace *trace = trace_of (observer);
  rp_trace_task *task = task_of (trace, joiner), *ended = task_of (trace, strand);
  rp_clock_join (&task->order, &ended->order);
  rp_clock_join (&task->strand, &ended->strand);
  come_after_wait (trace, rp_trace_number_of (joiner), &ended->order);
  rp_trace_come_after_leaks (trace, task);
}

static void
barrier_create (rp_observer *observer, rp_barrier *handle, rp_strand *creator, bool is_clock)
{
  (void) creator, (void) is_clock;
  rp_trace *trace = trace_of (observer);
  if (trace->barrier_count == trace->barriers.count)
    RP_VEC_PUSH (&trace->barriers, (rp_trace_barrier) { 0 });
  rp_trace_barrier *barrier = &trace->barriers.items[trace->barrier_count];
  barrier->count = barrier->closed = 0;
  handle->state = (void *) (uintptr_t) ++trace->barrier_count;
}

static rp_trace_phase *
phase_of (rp_trace *trace, const rp_barrier *handle, uint64_t number)
{
  rp_trace_barrier *barrier = &trace->barriers.items[(uintptr_t) handle->state - 1];
  while (barrier->count <= number)
    {
      if (barrier->count == barrier->phases.count)
        RP_VEC_PUSH (&barrier->phases, (rp_trace_phase) { 0 });
      rp_trace_phase *fresh = &barrier->phases.items[barrier->count++];
      fresh->order.count = fresh->strand.count = 0;
    }
  return &barrier->phases.items[number];
}

static void
barrier_signal (rp_observer *observer, rp_barrier *handle, rp_strand *strand, uint64_t number,
                uint32_t site)
{
  (void) site;
  rp_trace *trace = trace_of (observer);
  rp_trace_task *task = task_of (trace, strand);
  rp_trace_phase *signalled = phase_of (trace, handle, number);
  rp_clock_join (&signalled->order, &task->order);
  rp_clock_join (&signalled->strand, &task->strand);
  tick (task, rp_trace_number_of (strand));
  rp_trace_note_effect (trace, rp_trace_number_of (strand));
  leak (trace, task);
}

/* Orders the task of STRAND after phase NUMBER of the barrier. A phase comes after all its signals, and after the
 * previous phase. */
static void
barrier_wait (rp_observer *observer, rp_barrier *handle, rp_strand *strand, uint64_t number,
              uint32_t site)
{
  (void) site;
  rp_trace *trace = trace_of (observer);
  rp_trace_task *task = task_of (trace, strand);
  rp_trace_phase *waited = phase_of (trace, handle, number);
  rp_trace_barrier *barrier = &trace->barriers.items[(uintptr_t) handle->state - 1];
  for (; barrier->closed < number; barrier->closed++)
    {
      rp_trace_phase *here = &barrier->phases.items[barrier->closed];
      rp_clock_join (&here[1].order, &here->order);
      rp_clock_join (&here[1].strand, &here->strand);
    }
  rp_clock_join (&task->order, &waited->order);
  rp_clock_join (&task->strand, &waited->strand);
  come_after_wait (trace, rp_trace_number_of (strand), &waited->order);
  rp_trace_come_after_leaks (trace, task);
}

static void
depends (rp_observer *observer, rp_dependence_kind kind, uint32_t site)
{
  rp_trace *trace = trace_of (observer);
  if (kind != RP_DEPENDS_ON_LEFT)
    return;
  trace->depends_on_left++;
  trace->left_site = site;
}

/* ---- sections ---- */

static void
add_objects (rp_trace *trace, const rp_range *objects, size_t count, bool is_write)
{
  if (!count)
    RP_VEC_PUSH (
      &trace->touches,
      (rp_touch) { .end = RP_ACTOR_OBJECTS, .space = RP_SPACE_SECTIONS, .is_write = is_write });
  for (size_t i = 0; i < count; i++)
    RP_VEC_PUSH (&trace->touches, (rp_touch) { .base = objects[i].base,
                                               .end = objects[i].base + objects[i].size,
                                               .space = RP_SPACE_SECTIONS,
                                               .is_write = is_write });
}

/* Uses TRACE->touches as working storage; the touches of an open event stay. */
rp_footprint
rp_trace_objects (rp_trace *trace, const rp_range *objects, size_t count)
{
  size_t before = trace->touches.count;
  add_objects (trace, objects, count, true);
  rp_footprint result = rp_footprints_intern (trace->footprints, trace->touches.items + before,
                                              trace->touches.count - before);
  trace->touches.count = before;
  return result;
}

/* Adds the objects of SECTION to the touches of the open event, as written (IS_WRITE) or as read. */
static void
touch_section (rp_trace *trace, const rp_trace_section *section, bool is_write)
{
  size_t count;
  const rp_touch *objects = rp_footprints_get (trace->footprints, section->own, &count);
  for (size_t i = 0; i < count; i++)
    {
      rp_touch touch = objects[i];
      touch.is_write = is_write;
      RP_VEC_PUSH (&trace->touches, touch);
    }
}

/* OTHER and PLACE are indices of sections. If section OTHER has ended and excludes the open section PLACE, orders PLACE
 * after OTHER and returns true. */
static bool
come_after (rp_trace *trace, size_t place, size_t other)
{
  const rp_trace_section *own = &trace->sections.items[place];
  const rp_trace_section *theirs = &trace->sections.items[other];
  if (!theirs->has_ended || !rp_footprints_conflict (trace->footprints, theirs->own, own->own))
    return false;
  rp_trace_begin_after (trace, own, &theirs->end);
  return true;
}

static void
come_after_long (rp_trace *trace, size_t place)
{
  for (size_t i = 0; i < trace->longs.count; i++)
    come_after (trace, place, trace->longs.items[i]);
}

/* Orders the section at PLACE after all earlier sections that exclude it and have ended. Sections around it have
 * not ended, so they are not ordered. With RP_ORDER_LAST, stops at the last ended global section that is inside no
 * other section, since that section comes after all sections before it. */
static void
come_after_all (rp_trace *trace, size_t place)
{
  for (size_t i = place; i-- > 0;)
    {
      const rp_trace_section *other = &trace->sections.items[i];
      if (come_after (trace, place, i) && other->is_global && !other->outer
          && trace->order == RP_ORDER_LAST)
        return;
    }
}

static void
isolated_begin (rp_observer *observer, rp_strand *strand, const rp_range *objects, size_t count,
                uint32_t site)
{
  (void) site;
  rp_trace *trace = trace_of (observer);
  rp_trace_task *task = task_of (trace, strand);
  size_t place = trace->section_count++;
  rp_trace_note_effect (trace, rp_trace_number_of (strand));
  if (place == trace->sections.count)
    RP_VEC_PUSH (&trace->sections, (rp_trace_section) { 0 });
  rp_trace_section *section = &trace->sections.items[place];
  uint32_t outer = task->sections.count ? RP_VEC_LAST (&task->sections) + 1 : 0;
  rp_clock end = section->end;
  *section = (rp_trace_section) { .outer = outer,
                                  .event = (uint32_t) trace->count,
                                  .own = rp_trace_objects (trace, objects, count),
                                  .is_global = !count,
                                  .end = end };
  section->all = section->own;
  if (outer)
    {
      rp_footprint around = trace->sections.items[outer - 1].all;
      section->all = rp_footprints_union (trace->footprints, section->own, around);
      section->is_idle = section->all == around;
    }
  RP_VEC_PUSH (&task->sections, (uint32_t) place);
  tick (task, rp_trace_number_of (strand));
  section->task = rp_trace_number_of (strand);
  section->begin = rp_clock_at (&task->strand, section->task);
  if (trace->order == RP_ORDER_LAST)
    come_after_all (trace, place);
  else
    come_after_long (trace, place);
  rp_trace_come_after_leaks (trace, task);
}

static void
isolated_commutes (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  rp_trace *trace = trace_of (observer);
  const rp_trace_task *task = task_of (trace, strand);
  if (trace->order == RP_ORDER_LAST || trace->precision == RP_PRECISION_ACCESSES)
    return;
  trace->sections.items[RP_VEC_LAST (&task->sections)].commutes = true;
  for (size_t i = 0; i < trace->commuting.count; i++)
    if (trace->commuting.items[i] == site)
      return;
  RP_VEC_PUSH (&trace->commuting, site);
}

static void
isolated_end (rp_observer *observer, rp_strand *strand, uint32_t site)
{
  (void) site;
  rp_trace *trace = trace_of (observer);
  rp_trace_task *task = task_of (trace, strand);
  rp_trace_section *section = &trace->sections.items[RP_VEC_POP (&task->sections)];
  rp_trace_note_effect (trace, rp_trace_number_of (strand));
  bool is_older = section->event != trace->count;
  if (!section->is_idle)
    touch_section (trace, section, is_older);
  if (is_older && !section->is_idle)
    {
      rp_event *event = &trace->events.items[trace->count - 1];
      event->freed = rp_footprints_union (trace->footprints, event->freed, section->own);
    }
  section->has_ended = true;
  rp_clock_copy (&section->end, &task->strand);
  tick (task, rp_trace_number_of (strand));
}

/* ---- events ---- */

/* TASK may be ordered after the middle of an event of another task, such as the creation of TASK. Then the next event
 * of TASK comes after that whole event. */
void
rp_trace_before_next_event (const rp_trace *trace, uint32_t task, rp_clock *before)
{
  rp_clock_copy (before, &trace->tasks.items[task].order);
  join_references (trace, before);
}

void
rp_trace_event_begin (rp_trace *trace, uint32_t number, bool enters, const rp_range *objects,
                      size_t count, uint32_t site)
{
  RP_ASSERT (!trace->is_open);
  if (trace->count == trace->events.count)
    RP_VEC_PUSH (&trace->events, (rp_event) { 0 });
  rp_trace_task *task = &trace->tasks.items[number];
  rp_event *event = &trace->events.items[trace->count++];
  RP_VEC_PUSH (&task->events, (uint32_t) (trace->count - 1));
  event->task = number;
  event->index = (uint32_t) task->events.count;
  event->site = site;
  event->writes_outside = false;
  event->is_condition = event->wakes = false;
  event->wanted = enters ? rp_trace_objects (trace, objects, count) : RP_NO_FOOTPRINT;
  event->kept = event->freed = event->footprint = RP_NO_FOOTPRINT;
  rp_trace_before_next_event (trace, number, &event->before);
  rp_clock_set (&task->order, number, event->index);
  trace->touches.count = 0;
  trace->is_open = true;
  rp_permission_regions_touch (trace, number);
}

/* EVENT ends. Sets is_long of each section that EVENT's task is in and that is not idle, since other tasks may have to
 * wait for it. Adds the newly long sections to event->kept and to trace->touches. */
static void
keep_sections (rp_trace *trace, rp_event *event)
{
  rp_trace_task *task = &trace->tasks.items[event->task];
  for (size_t i = 0; i < task->sections.count; i++)
    {
      uint32_t place = task->sections.items[i];
      rp_trace_section *section = &trace->sections.items[place];
      if (section->is_long || section->is_idle)
        continue;
      section->is_long = true;
      touch_section (trace, section, true);
      event->kept = rp_footprints_union (trace->footprints, event->kept, section->own);
      come_after_all (trace, place);
      RP_VEC_PUSH (&trace->longs, place);
    }
}

/* Returns the index of the oldest event that is not yet known to happen before EVENT, which is the last event; the
 * index of EVENT if there is no such event. */
static size_t
first_unordered (const rp_trace *trace, const rp_event *event)
{
  size_t first = trace->count - 1;
  for (uint32_t u = 0; u < trace->tasks.count; u++)
    {
      const rp_trace_task *task = &trace->tasks.items[u];
      size_t ordered = u == event->task ? event->index : rp_clock_at (&event->before, u);
      if (task->run == trace->run && ordered < task->events.count
          && task->events.items[ordered] < first)
        first = task->events.items[ordered];
    }
  return first;
}

/* Compares the event that ends with the earlier events, the latest first. If an earlier event conflicts with the ending
 * event, but does not happen before it yet, no chain through other events orders the two: they are reversible. */
void
rp_trace_event_end (rp_trace *trace)
{
  size_t j = trace->count - 1;
  rp_event *event = &trace->events.items[j];
  RP_ASSERT (trace->is_open);
  keep_sections (trace, event);
  event->footprint
    = rp_footprints_intern (trace->footprints, trace->touches.items, trace->touches.count);
  rp_clock_copy (&event->clock, &event->before);
  rp_clock_set (&event->clock, event->task, event->index);
  size_t first = event->footprint ? first_unordered (trace, event) : j;
  for (size_t i = j; i-- > first;)
    if (!rp_trace_before (trace, i, j)
        && rp_footprints_conflict (trace->footprints, trace->events.items[i].footprint,
                                   event->footprint))
      {
        rp_clock_join (&event->clock, &trace->events.items[i].clock);
        RP_VEC_PUSH (&trace->reversibles, (rp_reversible) { (uint32_t) i, (uint32_t) j });
      }
  rp_clock_join (&trace->tasks.items[event->task].order, &event->clock);
  trace->is_open = false;
}

void
rp_trace_choice (rp_trace *trace, uint32_t task, uint64_t value)
{
  rp_trace_note_effect (trace, task);
  uint64_t key = trace->names->list.items[task].hash + trace->tasks.items[task].chosen++;
  trace->choices += rp_hash64 (rp_hash64 (key) ^ value);
}

/* ---- the whole ---- */

static void
ignore_task (rp_observer *observer, rp_strand *task)
{
  (void) observer, (void) task;
}

static void
ignore_region (rp_observer *observer, rp_strand *owner, uint32_t region, uint32_t site)
{
  (void) observer, (void) owner, (void) region, (void) site;
}

static void
ignore_complete (rp_observer *observer, rp_barrier *barrier, uint64_t number)
{
  (void) observer, (void) barrier, (void) number;
}

static void
ignore_forget (rp_observer *observer, rp_barrier *barrier, rp_strand *owner)
{
  (void) observer, (void) barrier, (void) owner;
}

void
rp_trace_init (rp_trace *trace, rp_task_names *names, rp_footprints *footprints,
               rp_section_order order)
{
  *trace = (rp_trace) { .observer = { .task_create = task_create,
                                      .region_open = ignore_region,
                                      .region_done = ignore_region,
                                      .task_end = task_end,
                                      .task_forget = ignore_task,
                                      .join = join,
                                      .finish_begin = finish_begin,
                                      .finish_end = finish_end,
                                      .isolated_begin = isolated_begin,
                                      .isolated_end = isolated_end,
                                      .isolated_commutes = isolated_commutes,
                                      .permission_acquire = rp_permission_regions_acquire,
                                      .permission_release = rp_permission_regions_release,
                                      .barrier_create = barrier_create,
                                      .barrier_signal = barrier_signal,
                                      .barrier_complete = ignore_complete,
                                      .barrier_wait = barrier_wait,
                                      .barrier_forget = ignore_forget,
                                      .depends = depends },
                        .names = names,
                        .footprints = footprints,
                        .order = order,
                        .checks = true };
}

void
rp_trace_begin (rp_trace *trace, const rp_task_table *table)
{
  rp_task_names_begin (trace->names);
  trace->table = table;
  trace->run++;
  trace->count = trace->section_count = trace->barrier_count = trace->finish_count = 0;
  trace->longs.count = trace->leaks.count = 0;
  trace->held.count = trace->released.count = 0;
  trace->reversibles.count = trace->touches.count = trace->seen.count = 0;
  trace->is_open = trace->has_posts = false;
  trace->choices = trace->depends_on_left = 0;
}

uint64_t
rp_trace_hash (const rp_trace *trace)
{
  const rp_task_name *names = trace->names->list.items;
  uint64_t hash = trace->choices;
  for (size_t i = 0; i < trace->count; i++)
    {
      const rp_event *event = &trace->events.items[i];
      uint64_t own = rp_hash64 (names[event->task].hash + event->index), before = 0;
      for (uint32_t u = 0; u < event->clock.count; u++)
        if (event->clock.items[u])
          before += rp_hash64 (names[u].hash + event->clock.items[u]);
      hash += rp_hash64 (rp_hash64 (own) ^ before);
    }
  return hash;
}

void
rp_trace_clear (rp_trace *trace)
{
  for (size_t i = 0; i < trace->events.count; i++)
    {
      RP_VEC_CLEAR (&trace->events.items[i].before);
      RP_VEC_CLEAR (&trace->events.items[i].clock);
    }
  for (size_t i = 0; i < trace->tasks.count; i++)
    {
      rp_trace_task *task = &trace->tasks.items[i];
      RP_VEC_CLEAR (&task->order);
      RP_VEC_CLEAR (&task->strand);
      RP_VEC_CLEAR (&task->events);
      RP_VEC_CLEAR (&task->sections);
    }
  for (size_t i = 0; i < trace->sections.count; i++)
    RP_VEC_CLEAR (&trace->sections.items[i].end);
  for (size_t i = 0; i < trace->barriers.count; i++)
    {
      rp_trace_barrier *barrier = &trace->barriers.items[i];
      for (size_t k = 0; k < barrier->phases.count; k++)
        {
          RP_VEC_CLEAR (&barrier->phases.items[k].order);
          RP_VEC_CLEAR (&barrier->phases.items[k].strand);
        }
      RP_VEC_CLEAR (&barrier->phases);
    }
  for (size_t i = 0; i < trace->places.count; i++)
    RP_VEC_CLEAR (&trace->places.items[i].list);
  RP_VEC_CLEAR (&trace->events);
  RP_VEC_CLEAR (&trace->reversibles);
  RP_VEC_CLEAR (&trace->touches);
  RP_VEC_CLEAR (&trace->tasks);
  RP_VEC_CLEAR (&trace->sections);
  RP_VEC_CLEAR (&trace->longs);
  RP_VEC_CLEAR (&trace->commuting);
  RP_VEC_CLEAR (&trace->leaks);
  RP_VEC_CLEAR (&trace->held);
  RP_VEC_CLEAR (&trace->released);
  for (size_t i = 0; i < trace->finishes.count; i++)
    RP_VEC_CLEAR (&trace->finishes.items[i].ended);
  RP_VEC_CLEAR (&trace->finishes);
  RP_VEC_CLEAR (&trace->barriers);
  RP_VEC_CLEAR (&trace->places);
  RP_VEC_CLEAR (&trace->seen_races);
  RP_VEC_CLEAR (&trace->seen);
  rp_map_clear (&trace->place_of);
  rp_map_clear (&trace->seen_race_of);
}
