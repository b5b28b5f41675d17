/* Locks that a thread holds around a worksharing construct. Any thread of the team could execute the units of the
 * construct, such as iterations. So the units are compared as if they held a lock only if every thread holds it around
 * the construct; they then *count as done under* the lock:
 *
 *   H1. A thread that holds a lock decides when it meets the construct. If another thread has met the construct
 *       without the lock, the units of the deciding thread count as done without it.
 *   H2. The deciding thread first lets the others run. Even then another thread may not have met the construct, for
 *       example because it waits for the lock. The other thread may still come with the lock, so the units of the
 *       deciding thread count as done under the lock. If the other thread comes without the lock after all, the
 *       verdict is undecided.
 *   H3. If H1 excludes some of the locks that a thread holds, but not all, the units of this thread count as done
 *       under all of these locks, and the verdict is undecided. */
#ifndef RP_INSIDE_OPENMP_LOCKS_AROUND_H
#define RP_INSIDE_OPENMP_LOCKS_AROUND_H

#include "inside/openmp/thread.h"

/* THREAD, which runs, has met a worksharing construct: the construct is counted and set up, and no unit of it has
 * begun. Sets THREAD->lends_locks. Other threads may run meanwhile. */
void rp_omp_locks_around_meet (rp_omp_thread *thread);

/* Forgets all locks around constructs of TEAM. Called at the end of a phase. */
void rp_omp_locks_around_forget (rp_omp_team *team);

#endif
