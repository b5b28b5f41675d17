/* Tasks that take part in a reduction [OpenMP 5.2, 5.5], and the copies of its variables that they get.
 *
 * In compilers' own libraries the tasks that one thread executes share a copy. Two of these tasks never run at the
 * same time. But a task without in_reduction may have access to a copy too: a child that shares its creator's copy,
 * or a thread of a nested team. This child or thread is parallel to the creator, and another thread may execute it.
 * So here each explicit task that takes part gets a copy for itself, if possible, and all accesses to the copy are
 * compared like those to any other memory. Where this is not possible, tasks share a copy: rp_omp_copy_share. C1 to
 * C3 are about copies that are not shared.
 *
 *   C1. When a task has ended, the accesses to its copy that come before its end are forgotten. Those of
 *       descendants that nobody has waited for stay.
 *   C2. When the task and all of its descendants have ended, another task that takes part may get the copy, as if
 *       one thread executed the two. What stayed by C1 is then compared with the accesses of that task.
 *   C3. A copy that has a pointer to a heap block, or to itself, as a std::string has, is not used again, as long
 *       as there are not too many copies: C1 does not forget the accesses to the heap block. */
#ifndef RP_INSIDE_OPENMP_PARTICIPANT_H
#define RP_INSIDE_OPENMP_PARTICIPANT_H

#include "inside/openmp/thread.h"

/* The copies of some variables; copies have numbers. Their owner has the memory. */
typedef struct rp_omp_copies
{
  unsigned count;         /* the copies that were handed out have numbers below COUNT */
  unsigned most;          /* COUNT must not become larger */
  RP_VEC (unsigned) free; /* copies that another task may get (C2) */
  /* Calls FORGET for the memory of copy NUMBER. */
  void (*visit) (const struct rp_omp_copies *copies, unsigned number,
                 void (*forget) (uintptr_t address, size_t size));
  /* Returns the address, in the variable of the reduction, that ADDRESS in a copy stands for; 0: ADDRESS is in no
   * copy. */
  uintptr_t (*variable_at) (const struct rp_omp_copies *copies, uintptr_t address);
} rp_omp_copies;

enum
{
  RP_OMP_NO_COPY = -1
};

/* Returns the number of the copy of COPIES that belongs to TASK, which runs. If TASK has none, TASK gets a free
 * copy or a new one; returns RP_OMP_NO_COPY if no copy is free, and COPIES cannot have more. If TASK is no
 * explicit task, it gets another copy at each call, and no other task gets this copy afterwards. */
int rp_omp_copy_for (rp_omp_task *task, rp_omp_copies *copies);

/* Returns whether TASK has a copy of COPIES. */
bool rp_omp_has_copy (const rp_omp_task *task, const rp_omp_copies *copies);

/* TASK, which is explicit and has no copy, shares copy NUMBER with other tasks from now on. */
void rp_omp_copy_share (rp_omp_task *task, rp_omp_copies *copies, unsigned number);

/* Called when the reductions of COPIES begin, and when they end. The functions below know COPIES between these
 * two calls. */
void rp_omp_copies_begin (rp_omp_copies *copies);
void rp_omp_copies_end (rp_omp_copies *copies);

/* Functions that the verifier calls: inside/front/front.h. */
uintptr_t rp_omp_variable_of_copy (uintptr_t address);
bool rp_omp_shares_copy (uintptr_t address, bool *is_under);

/* rp_omp_uses_inherit: returns the member `uses' of a new explicit task that PARENT creates, or NULL.
 * rp_omp_uses_end: TASK, which is explicit and was made with rp_omp_uses_inherit, ends now. */
rp_omp_uses *rp_omp_uses_inherit (const rp_omp_task *parent);
void rp_omp_uses_end (rp_omp_task *task);

#endif
