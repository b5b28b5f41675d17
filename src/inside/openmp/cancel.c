#include "inside/openmp/cancel.h"

#include "inside/engine/engines.h"
#include "inside/openmp/environment.h"
#include "inside/openmp/group.h"

/* Records that a construct was cancelled at SITE. The code that was left out may race, but was not checked. */
static void
note_cancelled (uint32_t site)
{
  rp_monitor_warn ("a construct was cancelled: what it did not execute was not checked");
  rp_engine_partial ("a construct was cancelled, and others could have got further", site);
}

static rp_omp_group *
taskgroup_around (const rp_omp_task *task)
{
  rp_omp_group *group = task->group;
  while (group && !group->is_taskgroup)
    group = group->outer;
  return group;
}

static rp_omp_cancellation *
cancellation_of (rp_omp_cancelled what)
{
  const rp_omp_task *task = rp_omp_current ();
  rp_omp_group *group = taskgroup_around (task);
  switch (what)
    {
    case RP_OMP_CANCEL_PARALLEL:
      return &task->team->region_cancelled;
    case RP_OMP_CANCEL_SHARE:
      return &task->team->share_cancelled;
    default:
      return group ? &group->cancelled : NULL;
    }
}

bool
rp_omp_cancel (rp_omp_cancelled what, uint32_t site)
{
  rp_omp_cancellation *own = rp_omp_environment_cancels () ? cancellation_of (what) : NULL;
  if (!own)
    return false;
  if (!own->is_on)
    own->step = rp_engine_step_now ();
  own->is_on = true;
  note_cancelled (site);
  return true;
}

/* Returns whether OWN is on, and the running code comes after the cancellation in every schedule or the step of OWN
 * is not known. Returns false if OWN is NULL. A guest (an iteration or a section) also comes after the cancellation
 * if the segment of its thread, the host, does. */
static bool
is_certain (const rp_omp_cancellation *own)
{
  if (!own || !own->is_on)
    return false;
  if (!own->step || rp_engine_is_after (own->step))
    return true;
  const rp_omp_thread *thread = rp_omp_current ()->thread;
  if (!thread->host || rp_current_argument () != thread->closure)
    return false;
  return rp_engine_is_after_on_host (rp_strand_of (thread->host), own->step);
}

bool
rp_omp_leaves_cancelled (rp_omp_cancelled what)
{
  enum
  {
    MAX_PASSED = 64
  };
  rp_omp_task *task = rp_omp_current ();
  const rp_omp_cancellation *own = cancellation_of (what), *region = &task->team->region_cancelled;
  if (!rp_omp_environment_cancels ())
    return false;
  if (is_certain (own) || is_certain (region))
    return true;
  if (++task->points_passed <= MAX_PASSED)
    return false;
  task->points_passed = 0;
  bool is_cancelled = (own && own->is_on) || region->is_on;
  if (!is_cancelled)
    rp_let_others_run (); /* the task may be waiting until another task cancels the construct */
  return is_cancelled;
}

static bool
begins_late (rp_omp_cancellation *own)
{
  enum
  {
    MAX_BEGUN = 64
  };
  return own->is_on && (is_certain (own) || own->begun++ >= MAX_BEGUN);
}

bool
rp_omp_is_discarded (rp_omp_task *parent)
{
  if (!rp_omp_environment_cancels ())
    return false;
  for (rp_omp_group *group = parent->group; group; group = group->outer)
    if (begins_late (&group->cancelled))
      return true;
  return begins_late (&parent->team->region_cancelled);
}

bool
rp_omp_barrier_cancel (uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  thread->may_leave = true;
  rp_omp_barrier (site);
  thread->may_leave = false;
  /* In a larger team, run_phase clears share_cancelled. A team of one has no phases. */
  if (thread->team->size == 1)
    thread->team->share_cancelled = (rp_omp_cancellation) { 0 };
  return thread->team->region_cancelled.is_on;
}
