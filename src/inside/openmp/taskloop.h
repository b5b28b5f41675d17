/* Which iterations of a taskloop are in one task [OpenMP 5.2, 12.6.1, 12.6.2]. There are as many tasks as iterations,
 * unless a clause gives the number of iterations of a task, or the number of tasks. Tasks have about the same number of
 * iterations. A strict grainsize is the exact number of iterations of all tasks except the last. Without a strict
 * grainsize there are at most RP_OMP_MAX_UNITS tasks. */
#ifndef RP_INSIDE_OPENMP_TASKLOOP_H
#define RP_INSIDE_OPENMP_TASKLOOP_H

#include "inside/openmp/coverage.h"
#include "inside/openmp/share.h"

typedef struct rp_omp_grains
{
  uint64_t count, tasks; /* iterations, and the tasks that they are dealt to */
  uint64_t grain;        /* a strict grainsize; 0: none */
} rp_omp_grains;

/* Returns how COUNT iterations are dealt to tasks. GRAIN and TASKS are the values of the clauses grainsize and
 * num_tasks, or 0 if the clause is absent. IS_STRICT: grainsize has the modifier `strict`. */
static inline rp_omp_grains
rp_omp_grains_of (uint64_t count, uint64_t grain, uint64_t tasks, bool is_strict)
{
  rp_omp_grains grains = { .count = count };
  if (grain && is_strict)
    {
      grains.grain = grain;
      grains.tasks = count / grain + (count % grain != 0);
      return grains;
    }
  grains.tasks = grain ? count / grain : tasks ? tasks : count;
  grains.tasks = grains.tasks ? grains.tasks : 1;
  grains.tasks = grains.tasks < count ? grains.tasks : count;
  if (grains.tasks > RP_OMP_MAX_UNITS)
    {
      rp_omp_coverage_grouped ();
      grains.tasks = RP_OMP_MAX_UNITS;
    }
  return grains;
}

/* Stores the iterations of task NUMBER: from *FIRST up to, but not including, *END. */
static inline void
rp_omp_grains_at (const rp_omp_grains *grains, uint64_t number, uint64_t *first, uint64_t *end)
{
  if (grains->grain)
    {
      *first = number * grains->grain;
      *end = grains->count - *first > grains->grain ? *first + grains->grain : grains->count;
      return;
    }
  uint64_t least = grains->count / grains->tasks, rest = grains->count % grains->tasks;
  *first = number * least + (number < rest ? number : rest);
  *end = *first + least + (number < rest);
}

#endif
