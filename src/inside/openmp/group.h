/* taskgroup, with the reductions that its tasks take part in [OpenMP 5.2, 15.4, 5.5.10]. */
#ifndef RP_INSIDE_OPENMP_GROUP_H
#define RP_INSIDE_OPENMP_GROUP_H

#include "inside/openmp/thread.h"

struct rp_omp_group
{
  rp_omp_group *outer;
  bool is_finish; /* the group is a finish of the runtime; only a taskgroup whose tasks are deferred is one */
  bool is_taskgroup; /* false: the group only has the reductions of a region or a worksharing construct */
  rp_omp_cancellation cancelled;
  uintptr_t *reductions; /* gcc: list of the reductions of this group and of all groups around it; or NULL */
  struct rp_kmp_reductions *own; /* clang: reductions of this group; or NULL */
};

/* Begins a group around the following code of TASK, and returns it. The group is no finish. rp_omp_taskgroup_end ends
 * the group. In a team of one, rp_omp_taskgroup_end then waits for all children of TASK; in a larger team it waits for
 * nothing, since the group is no finish. */
rp_omp_group *rp_omp_group_begin (rp_omp_task *task);

/* Called before and behind a barrier inside taskgroups of TASK. All tasks are complete behind the barrier,
 * and the thread goes on as another task of the runtime. So the finishes of the groups end before the
 * barrier, and begin again behind it. */
void rp_omp_groups_end (const rp_omp_task *task, uint32_t site);
void rp_omp_groups_begin (rp_omp_task *task, uint32_t site);

#endif
