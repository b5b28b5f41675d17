/* Thread-local storage. Every thread of a team has its own threadprivate and thread-local variables; the thread with
 * the same number has them again in the next region [OpenMP 5.2, 5.2]. All threads of teams run on one thread of the
 * system. For the variables we start sleeping threads of the system, one for each thread of a team except the
 * first, and one for each team of a league except the first. While a thread of a team runs, the register for
 * thread-local storage points to the storage of its sleeping thread. */
#ifndef RP_INSIDE_OPENMP_STORAGE_H
#define RP_INSIDE_OPENMP_STORAGE_H

#include "inside/front/front.h"
#include "inside/openmp/thread.h"

/* Returns the storage for THREAD of a new team; NULL means the storage of the program's first thread. The first thread
 * of a team shares the storage of the thread that opened the team. Every other thread has storage of its own. */
rp_omp_storage *rp_omp_storage_for (const rp_omp_thread *thread);

/* Returns the storage for the initial thread of team NUMBER of a league that OPENER begins. Team 0 shares the storage
 * of OPENER. */
rp_omp_storage *rp_omp_storage_for_team (const rp_omp_thread *opener, unsigned number);

/* From now on, threads of new regions have fresh variables, which no thread has written yet:
 * omp_pause_resource. */
void rp_omp_storage_renew (void);

/* Functions that the verifier calls: inside/front/front.h. */
uintptr_t rp_omp_switch_storage (const rp_closure *closure);
unsigned rp_omp_storage_count (void);
uintptr_t rp_omp_storage_with (uintptr_t address, intptr_t offset, size_t size);
uintptr_t rp_omp_storage_opener (uintptr_t pointer);
bool rp_omp_find_thread_local (uintptr_t address, rp_thread_local *found);

#endif
