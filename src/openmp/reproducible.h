/* Reproducible schedules (S3 of schedule.h): an iteration comes before the same iteration of the next equal loop. All
 * of this is for the current phase of a team, since a barrier orders everything. */
#ifndef RP_OPENMP_REPRODUCIBLE_H
#define RP_OPENMP_REPRODUCIBLE_H

#include "openmp/share.h"

/* THREAD begins to execute units of its loop; the loop's schedule is reproducible. */
void rp_omp_reproducible_begin (rp_omp_thread *thread);

/* It has executed what rp_omp_reproducible_begin was called for; does nothing if that was not called. */
void rp_omp_reproducible_end (rp_omp_thread *thread);

/* At a barrier, and at the end of TEAM. */
void rp_omp_reproducible_forget (rp_omp_team *team);

#endif
