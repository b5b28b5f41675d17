/* Mutual exclusion: critical sections, locks, the compiler's own lock for atomic constructs. Each is a
 * section on an object of its own (observer.h), and excludes only sections on the same object. */
#ifndef RP_INSIDE_OPENMP_LOCK_H
#define RP_INSIDE_OPENMP_LOCK_H

#include "inside/openmp/thread.h"

/* Addresses of programs have 47 bits. Three more bits distinguish objects that have the same address. */
#define RP_OMP_ADDRESSES (((uint64_t) 1 << 47) - 1)

rp_range rp_omp_lock_object (const void *lock);
rp_range rp_omp_lock_number (const void *lock, unsigned number); /* one of those that were at the address */

/* The same for a lock that the compiler takes to combine values, of a reduction or an atomic construct. It excludes,
 * but orders nothing: a task that gets the lock later does not come after the earlier holders. */
rp_range rp_omp_unordered_object (const void *lock);

void rp_omp_begin_section (rp_range object, uint32_t site);

/* The same for a lock that a test found free, such as omp_test_lock: the task would not have waited for it. */
void rp_omp_begin_free_section (rp_range object, uint32_t site);
void rp_omp_end_section (rp_range object, uint32_t site);

/* What a thread of the program holds, not a task: mutexes. */
void rp_omp_lock (const void *lock, uint32_t site);
bool rp_omp_try_lock (const void *lock, uint32_t site); /* false: another task has it */

/* A try succeeds. In exploration, sections are whole, so a try never meets a lock that another task holds.
 * What the program does after a failed try is not seen, so the verdict cannot be race-free. */
void rp_omp_note_try (uint32_t site);
void rp_omp_unlock (const void *lock, uint32_t site);

/* T1 for explicit tasks, which any thread may execute. Two tasks that have asked for their thread's number
 * and got the same one exclude each other from then on. They also exclude the thread itself, once it has
 * created tasks and asked. */
void rp_omp_know_number (rp_omp_task *task);
void rp_omp_forget_number (rp_omp_task *task);

/* A critical section does not exclude critical sections of other teams of a league [OpenMP 5.2, 15.2]. */
void rp_omp_critical (const void *name, uint32_t site);
void rp_omp_end_critical (const void *name, uint32_t site);

/* omp_lock.c: whether a lock of <omp.h> is at ADDRESS. */
bool rp_omp_is_lock (uintptr_t address);

#endif
