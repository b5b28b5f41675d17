/* Orders between equal loops of a region (S2 and S3 of schedule.h). With order(reproducible:concurrent) an
 * iteration comes before the same iteration of the next equal loop. With a static schedule, a thread's
 * iterations of a loop come before its iterations of the next equal loop. Two schedule(static) loops with the
 * same number of iterations have the same blocks, and a chunk size determines for all loops which thread has
 * which iterations. For loops with `simd` and no chunk size the specification says nothing.
 *
 * So static loops form classes of equal loops. The iterations of the first class of a phase count as the segments of
 * the threads that execute them. In a loop of any other class, the iterations of a thread are a task of their own.
 *
 * All of this is for the current phase of a team, since a barrier orders everything. */
#ifndef RP_INSIDE_OPENMP_REPRODUCIBLE_H
#define RP_INSIDE_OPENMP_REPRODUCIBLE_H

#include "inside/openmp/share.h"

/* Returns the class of the static loop at SITE, of COUNT iterations, whose grain is the thread. Returns NULL if the
 * iterations count as the threads' segments: for the first class of the phase, for a loop without iterations, in a team
 * of one, and with loops=any. NUMBER distinguishes the loops that the team executes one after the other. */
struct rp_omp_reproducible *rp_omp_static_apart (rp_omp_team *team, const rp_omp_schedule *schedule, uint64_t count,
                                                 uint64_t number, uint32_t site);

/* THREAD begins to execute its iterations of the loop at SITE. The loop is of CLASS, which is not the first class,
 * so these iterations are a task of their own. In exploration, only records that exploration is partial. */
void rp_omp_apart_begin (rp_omp_thread *thread, struct rp_omp_reproducible *class, uint32_t site);

/* THREAD begins to execute a unit of THREAD->share's loop. Orders this unit after the same unit of the last equal
 * loop. Does nothing if the schedule is not reproducible, with loops=any, in a team of one, or if the engine does
 * not support guests. */
void rp_omp_reproducible_begin (rp_omp_thread *thread);

/* THREAD has executed the work for which one of the two functions above was called. Does nothing if none was. */
void rp_omp_reproducible_end (rp_omp_thread *thread);

/* Forgets all classes of TEAM: at a barrier, and at the end of TEAM. */
void rp_omp_reproducible_forget (rp_omp_team *team);

#endif
