#include "inside/openmp/units.h"

#include "base/panic.h"
#include "inside/engine/engines.h"

#include <stdlib.h>

void
rp_omp_units_reserve (rp_omp_units *units, uint64_t count, rp_unit_numbers pattern)
{
  units->pattern = pattern;
  units->count = count;
  if (rp_engine_kind->units_reserve)
    units->block = rp_engine_kind->units_reserve (count);
}

rp_omp_units *
rp_omp_static_units (rp_omp_team *team, uint64_t number, uint64_t count, rp_unit_numbers pattern)
{
  if (!team->static_units.count)
    team->first_static = number;
  if (number - team->first_static > team->static_units.count) /* the threads do not meet the same loops */
    return NULL;
  if (number - team->first_static == team->static_units.count)
    {
      rp_omp_units *units = rp_calloc (1, sizeof *units);
      rp_omp_units_reserve (units, count, pattern);
      RP_VEC_PUSH (&team->static_units, units);
    }
  return team->static_units.items[number - team->first_static];
}

void
rp_omp_static_units_forget (rp_omp_team *team)
{
  for (size_t i = 0; i < team->static_units.count; i++)
    free (team->static_units.items[i]);
  RP_VEC_CLEAR (&team->static_units);
}

/* Returns whether the next unit of THREAD need not be a task. A unit that begins inside a section of its thread has to
 * be a task, unless the section does not count for units (locks_around.h, H1). */
static bool
may_be_no_task (const rp_omp_thread *thread, const rp_omp_units *units)
{
  return !rp_omp_units_are_tasks (units) && !thread->is_distributed && thread->team->size > 1
         && !thread->is_bound && (!rp_is_in_section () || thread->lends_locks);
}

/* Moves THREAD->unit to the next unit in the run of the loop task. Returns whether this next unit is number NUMBER. */
static bool
is_next (rp_omp_thread *thread, long number)
{
  rp_omp_unit_place *at = &thread->unit;
  if (at->left)
    {
      at->left--;
      at->number += thread->units->pattern.step;
    }
  else
    {
      at->left = thread->units->pattern.length - 1;
      at->number = at->piece += thread->units->pattern.stride;
    }
  return at->number == number;
}

static bool
begin_run (rp_omp_thread *thread, const rp_omp_units *units, long number)
{
  rp_unit_numbers pattern = units->pattern;
  pattern.first = number;
  thread->unit = (rp_omp_unit_place) { number, number, pattern.length - 1 };
  return rp_engine_kind->unit_begin (units->block, pattern);
}

/* THREAD begins a unit that is not the next one of the running loop task's run. */
static __attribute__ ((noinline)) void
begin_apart (rp_omp_thread *thread, rp_omp_units *units, rp_task_kind kind, long number,
             uint32_t site)
{
  bool goes_on = thread->units == units;
  if (!goes_on)
    rp_omp_guest_begin (thread, kind, number, site);
  if (!thread->host || (!goes_on && !may_be_no_task (thread, units)))
    return;
  units->begun++;
  thread->task.points_passed = 0;
  thread->units = begin_run (thread, units, number) ? units : NULL;
  if (thread->units)
    return;
  /* All steps of the block are used, the thread is in a section, or a barrier came between the reservation and the
   * first unit. */
  if (goes_on)
    rp_omp_guest_begin (thread, kind, number, site);
  rp_omp_units_reserve (units, units->count, units->pattern);
  thread->units = units->block && begin_run (thread, units, number) ? units : NULL;
}

void
rp_omp_unit_begin (rp_omp_thread *thread, rp_omp_units *units, rp_task_kind kind, long number,
                   uint32_t site)
{
  thread->latest.note = (uint32_t) number + 1;
  if (thread->units != units || !is_next (thread, number) || !rp_engine_kind->unit_next ())
    {
      begin_apart (thread, units, kind, number, site);
      return;
    }
  units->begun++;
  thread->task.points_passed = 0;
}

/* The running unit leaves the loop task, and goes on in a guest of its own. */
void
rp_omp_settle (void)
{
  const rp_closure *closure = rp_current_argument ();
  if (!closure->host)
    return;
  rp_omp_thread *thread = rp_omp_current ()->thread;
  rp_omp_units *units = thread->units;
  if (!units)
    return;
  rp_creation latest = thread->latest;
  uint32_t unit = rp_engine_kind->unit_leave ();
  units->left++;
  rp_omp_guest_begin (thread, latest.kind, (long) latest.note - 1, latest.site);
  rp_engine_kind->unit_become (unit);
}
