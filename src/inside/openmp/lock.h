/* Mutual exclusion: critical sections, locks, and the one lock that compilers use for atomic constructs that have no
 * instruction. Each is a section on an object of its own (observer.h), and excludes only sections on this object. */
#ifndef RP_INSIDE_OPENMP_LOCK_H
#define RP_INSIDE_OPENMP_LOCK_H

#include "inside/openmp/thread.h"

/* Addresses of programs have 47 bits. */
#define RP_OMP_ADDRESSES (((uint64_t) 1 << 47) - 1)

/* Returns the object for sections of the lock that is at an address now. Local locks of different threads or iterations
 * may have the same address, one after the other. */
rp_range rp_omp_lock_object (const void *lock);

/* As rp_omp_lock_object, for a lock with SIZE parts: the numbers from the object's base on are the parts. */
rp_range rp_omp_lock_parts (const void *lock, unsigned size);

/* The lock that was at the address, if any, is no more. What comes to be there is another lock. */
void rp_omp_lock_renew (const void *lock);

/* Returns the object for sections of one of several locks at an address that are there at the same time: those of
 * different teams. NUMBER says which one, from 0 on. */
rp_range rp_omp_lock_number (const void *lock, unsigned number);

/* Returns the address of the lock whose sections are on the object with the number OBJECT. */
uintptr_t rp_omp_lock_address (uint64_t object);

/* Returns the object for a lock that the compiler takes to combine values, of a reduction or an atomic construct. Such
 * a lock excludes, but orders nothing: a task that gets the lock later does not come after the earlier holders. */
rp_range rp_omp_unordered_object (const void *lock);

/* The running task enters a section on OBJECT, and waits as long as another task or thread is in one. */
void rp_omp_begin_section (rp_range object, uint32_t site);

/* The running task enters a section on OBJECT after a test, such as omp_test_lock, found the lock free. The task would
 * not have waited for it. */
void rp_omp_begin_free_section (rp_range object, uint32_t site);
void rp_omp_end_section (rp_range object, uint32_t site);

/* Sections for locks that a thread of the program holds, not a task: mutexes. rp_omp_try_lock returns false if another
 * task or thread holds LOCK. */
void rp_omp_lock (const void *lock, uint32_t site);
bool rp_omp_try_lock (const void *lock, uint32_t site);

/* Called when a try succeeds. In exploration no task switch happens in a section, so a try never meets a lock that
 * another task holds, and the program's code for a failed try is not executed. If other tasks have not ended, records
 * that exploration is partial, so the verdict cannot be race-free. */
void rp_omp_note_try (uint32_t site);
void rp_omp_unlock (const void *lock, uint32_t site);

/* T1 (thread.h) for explicit tasks, which any thread may execute. Two tasks that have asked for their thread's number
 * and got the same number exclude each other from then on. They also exclude the thread itself, once it has
 * created tasks and asked. rp_omp_know_number begins this exclusion for TASK, unless TASK is untied or in a
 * section. rp_omp_forget_number ends it. */
void rp_omp_know_number (rp_omp_task *task);
void rp_omp_forget_number (rp_omp_task *task);

/* The running task begins, or ends, a critical section that NAME identifies. The section excludes all sections with the
 * same NAME, except those in other teams of a league [OpenMP 5.2, 15.2]. */
void rp_omp_critical (const void *name, uint32_t site);
void rp_omp_end_critical (const void *name, uint32_t site);

/* omp_lock.c: returns whether a lock of <omp.h> is at ADDRESS. */
bool rp_omp_is_lock (uintptr_t address);

#endif
