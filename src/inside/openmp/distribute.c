#include "inside/openmp/distribute.h"

#include "inside/engine/engines.h"
#include "inside/hook/monitor.h"
#include "inside/openmp/coverage.h"
#include "inside/openmp/environment.h"
#include "inside/openmp/share.h"

static bool
is_judged_singly (const rp_omp_thread *thread)
{
  return thread->team->league && thread->team->team_count > 1 && rp_engine_kind->has_guests
         && !rp_engine_is_explored () && rp_omp_loops_option () != RP_OMP_LOOPS_AS_SCHEDULED
         && rp_current_argument () == thread->closure;
}

void
rp_omp_distribute_deal (rp_omp_thread *thread, uint64_t first, uint32_t site)
{
  thread->distributed = 0;
  thread->first_distributed = first;
  thread->distributed_site = site;
  thread->is_distributing = is_judged_singly (thread);
  if (!thread->is_distributing)
    rp_omp_coverage_to_teams (thread->team, site);
}

/* THREAD begins iteration NUMBER of its `distribute` loop, as a task. Does nothing if iterations of this loop are
 * no tasks. If the team is bound, the iteration is no task, and the report says that the team's iterations count as
 * one. Only the first RP_OMP_MAX_TASKS iterations of the team are tasks. All later iterations belong to the last of
 * these tasks, and the report says so. */
static void
begin_iteration (rp_omp_thread *thread, long number)
{
  if (!thread->is_distributing || rp_current_argument () != thread->closure)
    return;
  if (thread->is_bound)
    rp_omp_coverage_to_teams (thread->team, thread->distributed_site);
  uint64_t before = thread->distributed++;
  if (before < RP_OMP_MAX_TASKS)
    rp_omp_distributed_begin (thread, number, thread->distributed_site);
  else if (before == RP_OMP_MAX_TASKS)
    rp_omp_unit (RP_OMP_MAX_TASKS + 1, RP_OMP_MAX_TASKS);
}

/* Returns the initial thread of the running task's team in the league. Returns NULL if there is no league, or if the
 * league has one team only. */
static rp_omp_thread *
thread_of_league (void)
{
  const rp_omp_team *team = rp_omp_current ()->team;
  while (team && !team->league)
    team = team->outer;
  return team && team->team_count > 1 ? team->threads : NULL;
}

void
rp_omp_distribute_bind (void)
{
  rp_omp_thread *thread = thread_of_league ();
  if (thread && rp_omp_current () == &thread->task)
    rp_omp_bind (&thread->task);
  else if (thread)
    thread->is_bound = true;
}

void
rp_omp_distribute_critical (void)
{
  const rp_omp_thread *thread = thread_of_league ();
  if (thread && thread->is_distributed)
    rp_omp_coverage_to_teams (thread->team, thread->distributed_site);
}

/* ---- what the plug-ins call ---- */

/* gcc: called before the loop. RP_OMP_ENTER would end the time in which copies made by gcc do not count as accesses
 * (inside/engine/copy_back.h). The call of this function is the plug-in's, not the program's, and must not end that
 * time. So the function does not use RP_OMP_ENTER. */
void
rp_omp_distribute_begin (void)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  rp_inside_begin ();
  rp_omp_distribute_deal (rp_omp_current ()->thread, 0, rp_site_of (pc));
  rp_omp_leave ();
}

/* gcc: called at the beginning of each iteration. NUMBER is the value of the loop's variable; -1: the loop has no
 * single integer variable. */
void
rp_omp_distribute_iteration (long number)
{
  RP_OMP_ENTER ();
  begin_iteration (rp_omp_current ()->thread, number);
  rp_omp_leave ();
}

/* clang: called at the beginning of each iteration. */
void
rp_omp_distribute_next (void)
{
  RP_OMP_ENTER ();
  rp_omp_thread *thread = rp_omp_current ()->thread;
  begin_iteration (thread, (long) (thread->first_distributed + thread->distributed));
  rp_omp_leave ();
}

void
rp_omp_distribute_end (void)
{
  RP_OMP_ENTER ();
  rp_omp_thread *thread = rp_omp_current ()->thread;
  rp_omp_distributed_end (thread);
  thread->is_distributing = false;
  rp_omp_leave ();
}
