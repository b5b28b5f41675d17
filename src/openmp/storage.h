/* Thread-local storage: every thread of a team has its own threadprivate variables and thread-locals, and keeps
 * those of its number from one region to the next [OpenMP 5.2, 5.2]. All run on one thread of the system; but
 * each gets the storage of another one, made for that and asleep, while it runs: the register that points to it
 * changes with the task. */
#ifndef RP_OPENMP_STORAGE_H
#define RP_OPENMP_STORAGE_H

#include "openmp/thread.h"

/* For THREAD of a team that was just made: that of the opener's thread for the first, else one of its own. */
rp_omp_storage *rp_omp_storage_for (const rp_omp_thread *thread);

/* The same for the first thread of team NUMBER of a league that OPENER begins. */
rp_omp_storage *rp_omp_storage_for_team (const rp_omp_thread *opener, unsigned number);

/* The threads of later regions have variables that nobody has written yet: omp_pause_resource. */
void rp_omp_storage_renew (void);

#endif
