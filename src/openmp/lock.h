/* Mutual exclusion: critical sections, locks, the compiler's own lock for atomic constructs. Each is a
 * section on an object of its own (observer.h), which excludes those on the same object only. */
#ifndef RP_OPENMP_LOCK_H
#define RP_OPENMP_LOCK_H

#include "openmp/thread.h"

/* Addresses of programs have 47 bits. Three more tell apart what has the same address. */
#define RP_OMP_ADDRESSES (((uint64_t) 1 << 47) - 1)

rp_range rp_omp_lock_object (const void *lock);
rp_range rp_omp_lock_number (const void *lock, unsigned number); /* one of those that were at the address */

/* The same for a lock that the implementation takes to combine or update values: who gets it later learns nothing. */
rp_range rp_omp_unordered_object (const void *lock);

void rp_omp_begin_section (rp_range object, uint32_t site);

/* The same for one that was found free and would not have been waited for. */
void rp_omp_begin_free_section (rp_range object, uint32_t site);
void rp_omp_end_section (rp_range object, uint32_t site);

/* What a thread of the program holds, not a task: mutexes. */
void rp_omp_lock (const void *lock, uint32_t site);
bool rp_omp_try_lock (const void *lock, uint32_t site); /* false: another task has it */

/* A try succeeds. Explored, sections are whole, so it never meets a lock that another task has: what the program does
 * if it fails is not seen, and the verdict cannot be that there is nothing. */
void rp_omp_note_try (uint32_t site);
void rp_omp_unlock (const void *lock, uint32_t site);

/* T1 for explicit tasks, which any thread may execute: what two of them do after they asked for the number
 * of the same thread excludes each other, and what that thread itself does once it has created tasks and asked. */
void rp_omp_know_number (rp_omp_task *task);
void rp_omp_forget_number (rp_omp_task *task);

/* A critical section does not exclude those of other teams of a league [OpenMP 5.2, 15.2]. */
void rp_omp_critical (const void *name, uint32_t site);
void rp_omp_end_critical (const void *name, uint32_t site);

#endif
