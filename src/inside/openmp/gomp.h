/* Declarations for the files of gcc's ABI. Code that gcc made calls the functions of this ABI. Their names and
 * arguments are those of gcc 12's libgomp. */
#ifndef RP_INSIDE_OPENMP_GOMP_H
#define RP_INSIDE_OPENMP_GOMP_H

#include "inside/openmp/depend.h"

/* Handles the extra arguments of the worksharing construct that THREAD is in. REDUCTIONS are task reductions to
 * register. *MEMORY is a number of bytes; the function replaces this number by the address of as many bytes of
 * zeros, which the threads share. REDUCTIONS and MEMORY may be NULL. */
void rp_gomp_share_extras (rp_omp_thread *thread, uintptr_t *reductions, void **memory);

/* Returns the dependences of DEPEND, a depend clause as gcc stores it. The caller frees the list. */
typedef RP_VEC (rp_omp_depend) rp_gomp_depends;
rp_gomp_depends rp_gomp_read_depends (void **depend);

/* Registers DATA, gcc's list of reductions, for the innermost group of the running task. */
void rp_gomp_group_register (uintptr_t *data);

/* Ends the innermost taskgroup of the running task. If reductions were registered for the group, ends the
 * sharing of their copies. */
void rp_gomp_group_end (uint32_t site);

/* rp_gomp_copies_of: returns the copies of DATA, a list that is registered. rp_gomp_number_of_copy: returns the
 * number of the copy that TASK, which runs, has of TASK->next_copies, which is not NULL. Sets TASK->next_copies
 * to NULL. */
struct rp_omp_copies *rp_gomp_copies_of (const uintptr_t *data);
unsigned rp_gomp_number_of_copy (rp_omp_task *task);

/* The implicit task TASK begins a region or a worksharing construct, whose group is the innermost one. If the
 * group has reductions, and the team has several threads, the copies of TASK's thread become its own memory.
 * Called by the thread itself. */
void rp_gomp_own_copy (const rp_omp_task *task);

/* The addresses that identify unnamed critical sections, and atomic constructs for which there is no
 * instruction. */
extern char rp_gomp_unnamed_critical, rp_gomp_atomic_lock;

#endif
