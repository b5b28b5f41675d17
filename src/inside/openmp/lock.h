/* Mutual exclusion: critical sections, locks, and the one lock that compilers use for atomic constructs that have no
 * instruction. Each of these has an object of its own (observer.h). A task that holds it is in a section on this
 * object, which excludes only sections on the same object. */
#ifndef RP_INSIDE_OPENMP_LOCK_H
#define RP_INSIDE_OPENMP_LOCK_H

#include "inside/openmp/thread.h"

/* Addresses of programs have 47 bits. */
#define RP_OMP_ADDRESSES (((uint64_t) 1 << 47) - 1)

/* Returns the object for sections of the lock that is at the address LOCK now. Local locks of different threads or
 * iterations may have the same address, one after the other; each of them has its own object. */
rp_range rp_omp_lock_object (const void *lock);

/* Does the same as rp_omp_lock_object for a lock with SIZE parts. SIZE numbers from the object's base on are the
 * parts. */
rp_range rp_omp_lock_parts (const void *lock, unsigned size);

/* The lock that was at the address LOCK, if any, no longer exists. From now on, another lock is there. */
void rp_omp_lock_renew (const void *lock);

/* Each team of a league has a lock of its own at the address LOCK. Returns the object for sections of the lock number
 * NUMBER, counted from 0. */
rp_range rp_omp_lock_number (const void *lock, unsigned number);

/* Returns the address of the lock whose sections are on the object with the number OBJECT. */
uintptr_t rp_omp_lock_address (uint64_t object);

/* Returns the object for sections of LOCK, which compiled code takes to combine values in a reduction or an atomic
 * construct. Such a lock excludes, but orders nothing: a task that gets the lock later does not come after the earlier
 * holders. */
rp_range rp_omp_unordered_object (const void *lock);

/* The running task waits until no other task or thread is in a section on OBJECT, and enters one. */
void rp_omp_begin_section (rp_range object, uint32_t site);

/* The running task enters a section on OBJECT after a test, such as omp_test_lock, found the lock free. If the lock had
 * been held, the task would not have waited. */
void rp_omp_begin_free_section (rp_range object, uint32_t site);
void rp_omp_end_section (rp_range object, uint32_t site);

/* Begin a section on a lock that a thread of the program holds, not a task: a mutex. rp_omp_lock waits for LOCK.
 * rp_omp_try_lock does not wait; it returns false if another task or thread holds LOCK. */
void rp_omp_lock (const void *lock, uint32_t site);
bool rp_omp_try_lock (const void *lock, uint32_t site);

/* Called when a try of a lock succeeds. In exploration no task switch happens in a section, so a try never meets a lock
 * that another task holds, and the program's code for a failed try is not executed. If other tasks have not ended,
 * records that exploration is partial, so the verdict cannot be race-free. */
void rp_omp_note_try (uint32_t site);
void rp_omp_unlock (const void *lock, uint32_t site);

/* T1 (thread.h) for explicit tasks, which any thread may execute. Two tasks that have asked for their thread's number
 * and got the same number exclude each other from then on. They also exclude the thread itself, once the thread has
 * created tasks and asked for its number. rp_omp_know_number begins this exclusion for TASK, unless TASK is untied or
 * in a section. rp_omp_forget_number ends it. */
void rp_omp_know_number (rp_omp_task *task);
void rp_omp_forget_number (rp_omp_task *task);

/* The running task begins, or ends, a critical section that NAME identifies. The section excludes all sections with the
 * same NAME, except those in other teams of a league [OpenMP 5.2, 15.2]. */
void rp_omp_critical (const void *name, uint32_t site);
void rp_omp_end_critical (const void *name, uint32_t site);

/* omp_lock.c: returns whether a lock of <omp.h> is at ADDRESS. */
bool rp_omp_is_lock (uintptr_t address);

#endif
