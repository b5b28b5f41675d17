#include "inside/openmp/group.h"

#include "base/panic.h"

#include <stdlib.h>

rp_omp_group *
rp_omp_group_begin (rp_omp_task *task)
{
  rp_omp_group *group = rp_calloc (1, sizeof *group);
  group->outer = task->group;
  group->reductions = task->group ? task->group->reductions : NULL;
  task->group = group;
  return group;
}

void
rp_omp_taskgroup_begin (uint32_t site)
{
  rp_omp_task *task = rp_omp_current ();
  rp_omp_group *group = rp_omp_group_begin (task);
  group->is_taskgroup = true;
  group->is_finish = rp_omp_is_deferred (task);
  if (group->is_finish)
    rp_finish_begin_with (rp_omp_child_list (task), site);
}

void
rp_omp_taskgroup_end (uint32_t site)
{
  rp_omp_task *task = rp_omp_current ();
  rp_omp_group *group = task->group;
  if (!group)
    return;
  if (group->is_finish)
    {
      /* gcc: end a single whose end was not announced */
      if (rp_current_argument () == task->thread->closure && !rp_is_in_own_finish ())
        rp_omp_guest_end (task->thread);
      rp_finish_end_at (site);
    }
  else
    rp_omp_wait_alone (task, site);
  task->group = group->outer;
  free (group);
}

/* Begins the finishes of GROUP and of the groups around it again, outermost first, since finishes nest. */
static void
begin_again (rp_omp_task *task, const rp_omp_group *group, uint32_t site)
{
  if (!group)
    return;
  begin_again (task, group->outer, site);
  if (group->is_finish)
    rp_finish_begin_with (rp_omp_child_list (task), site);
}

void
rp_omp_groups_end (const rp_omp_task *task, uint32_t site)
{
  for (const rp_omp_group *group = task->group; group; group = group->outer)
    if (group->is_finish)
      rp_finish_end_at (site);
}

void
rp_omp_groups_begin (rp_omp_task *task, uint32_t site)
{
  begin_again (task, task->group, site);
}
