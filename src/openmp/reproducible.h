/* What equal loops of a region have in order (S2 and S3 of schedule.h). With order(reproducible:concurrent) an
 * iteration comes before the same iteration of the next equal loop. With a static schedule, what a thread has of a loop
 * comes before what it has of the next equal one: the blocks of schedule(static) are equal for loops with the same
 * number of iterations, and a chunk size says for all loops which thread has what. So static loops form classes. The
 * first class of a phase is executed by the threads as themselves; what they have of loops of other classes is apart,
 * as tasks of its own.
 *
 * All of this is for the current phase of a team, since a barrier orders everything. */
#ifndef RP_OPENMP_REPRODUCIBLE_H
#define RP_OPENMP_REPRODUCIBLE_H

#include "openmp/share.h"

/* The class of the static loop at SITE, of COUNT iterations, whose grain is the thread, if it is apart; else NULL. */
struct rp_omp_reproducible *rp_omp_static_apart (rp_omp_team *team, const rp_omp_schedule *schedule, uint64_t count,
                                                 uint32_t site);

/* THREAD begins to execute what it has of the loop at SITE, of a class that is apart: as a task of its own. */
void rp_omp_apart_begin (rp_omp_thread *thread, struct rp_omp_reproducible *class, uint32_t site);

/* THREAD begins to execute units of its share's loop, whose schedule may be reproducible. */
void rp_omp_reproducible_begin (rp_omp_thread *thread);

/* It has executed what one of both was called for; does nothing if none was. */
void rp_omp_reproducible_end (rp_omp_thread *thread);

/* At a barrier, and at the end of TEAM. */
void rp_omp_reproducible_forget (rp_omp_team *team);

#endif
