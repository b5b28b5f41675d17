/* taskgroup, with the reductions that its tasks take part in [OpenMP 5.2, 15.4, 5.5.10]. */
#ifndef RP_INSIDE_OPENMP_GROUP_H
#define RP_INSIDE_OPENMP_GROUP_H

#include "inside/openmp/thread.h"

struct rp_omp_group
{
  rp_omp_group *outer;
  bool is_finish; /* false: a team of one, or rp_omp_group_begin */
  bool is_taskgroup; /* false: of the reductions of a region or a worksharing construct */
  rp_omp_cancellation cancelled;
  uintptr_t *reductions; /* gcc: the innermost registered; or NULL */
  struct rp_kmp_reductions *own; /* clang: those of this group; or NULL */
};

/* Begins a group around the following code of TASK. It ends with rp_omp_taskgroup_end, which then waits for
 * nothing. */
rp_omp_group *rp_omp_group_begin (rp_omp_task *task);

/* Called before and behind a barrier inside taskgroups of TASK. All tasks are complete behind the barrier,
 * and the thread goes on as another task of the runtime. So the finishes of the groups end before the
 * barrier, and begin again behind it. */
void rp_omp_groups_end (const rp_omp_task *task, uint32_t site);
void rp_omp_groups_begin (rp_omp_task *task, uint32_t site);

#endif
