#include "openmp/cancel.h"

#include "hooks/explored.h"
#include "openmp/environment.h"
#include "openmp/group.h"

/* What was left out may race, too. */
static void
note_cancelled (uint32_t site)
{
  rp_monitor_warn ("a construct was cancelled: what it did not execute was not checked");
  if (rp_engine_now.explored)
    rp_explored_partial ("a construct was cancelled, and others could have got further", site);
}

static bool *
flag_of (rp_omp_cancelled what)
{
  const rp_omp_task *task = rp_omp_current ();
  switch (what)
    {
    case RP_OMP_CANCEL_PARALLEL:
      return &task->team->is_cancelled;
    case RP_OMP_CANCEL_SHARE:
      return &task->team->is_share_cancelled;
    default:
      return task->group ? &task->group->is_cancelled : NULL;
    }
}

bool
rp_omp_cancel (rp_omp_cancelled what, uint32_t site)
{
  bool *flag = rp_omp_environment_cancels () ? flag_of (what) : NULL;
  if (!flag)
    return false;
  *flag = true;
  note_cancelled (site);
  return true;
}

bool
rp_omp_leaves_cancelled (rp_omp_cancelled what)
{
  enum
  {
    MOST_PASSED = 64
  };
  rp_omp_task *task = rp_omp_current ();
  const bool *flag = flag_of (what);
  bool is_cancelled = (flag && *flag) || task->team->is_cancelled;
  if (!rp_omp_environment_cancels () || ++task->points_passed <= MOST_PASSED)
    return false;
  task->points_passed = 0;
  if (!is_cancelled)
    rp_let_others_run (); /* it may wait for that */
  return is_cancelled;
}

bool
rp_omp_barrier_cancel (uint32_t site)
{
  rp_omp_thread *thread = rp_omp_current ()->thread;
  thread->may_leave = true;
  rp_omp_barrier (site);
  thread->may_leave = false;
  if (thread->team->size == 1) /* which has no phases */
    thread->team->is_share_cancelled = false;
  return thread->team->is_cancelled;
}
