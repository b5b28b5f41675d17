/* taskgroup, with the reductions that its tasks take part in [OpenMP 5.2, 15.4, 5.5.10]. */
#ifndef RP_OPENMP_GROUP_H
#define RP_OPENMP_GROUP_H

#include "openmp/thread.h"

struct rp_omp_group
{
  rp_omp_group *outer;
  bool is_finish; /* false: a team of one, or rp_omp_group_begin */
  bool is_taskgroup; /* false: of the reductions of a region or a worksharing construct */
  rp_omp_cancellation cancelled;
  uintptr_t *reductions; /* gcc: the innermost registered; or NULL */
  struct rp_kmp_reductions *own; /* clang: those of this group; or NULL */
};

/* Around what follows in TASK, up to rp_omp_taskgroup_end, which then waits for nothing. */
rp_omp_group *rp_omp_group_begin (rp_omp_task *task);

/* Around a barrier inside taskgroups of TASK. All tasks are complete behind it, and the thread goes on as another task
 * of the runtime, so the finishes of the groups end before it and begin again behind it. */
void rp_omp_groups_end (const rp_omp_task *task, uint32_t site);
void rp_omp_groups_begin (rp_omp_task *task, uint32_t site);

#endif
