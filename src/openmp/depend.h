/* Dependences between siblings [OpenMP 5.2, 15.9.5]. For each address the tasks are known that the next one
 * has to wait for: of the last set whose members depend on nobody in it (in, inoutset, mutexinoutset) or
 * the last single one (out, inout), and the set before that. */
#ifndef RP_OPENMP_DEPEND_H
#define RP_OPENMP_DEPEND_H

#include "openmp/thread.h"

typedef enum rp_omp_depend_kind
{
  RP_OMP_IN,
  RP_OMP_OUT, /* and inout */
  RP_OMP_INOUTSET,
  RP_OMP_MUTEXINOUTSET
} rp_omp_depend_kind;

typedef struct rp_omp_depend
{
  uintptr_t address;
  rp_omp_depend_kind kind;
} rp_omp_depend;

typedef RP_VEC (rp_task *) rp_omp_task_list;

/* What a task with DEPENDS has to wait for, added to LIST, each once. */
void rp_omp_depends_find (rp_omp_task *parent, const rp_omp_depend *depends, size_t count,
                          rp_omp_task_list *list);

/* TASK, a child of PARENT, has them; it is kept until PARENT's depends are freed. */
void rp_omp_depends_add (rp_omp_task *parent, const rp_omp_depend *depends, size_t count,
                         rp_task *task);

/* For the sections of those children of PARENT that exclude each other, having mutexinoutset for ADDRESS. */
rp_range rp_omp_depends_object (rp_omp_task *parent, uintptr_t address);

void rp_omp_depends_free (rp_omp_task *parent);

/* The children of PARENT from now on are no siblings of those so far. */
rp_omp_depends *rp_omp_depends_part (rp_omp_task *parent);

/* They are: EARLIER, which was returned by that, is their siblings'. */
void rp_omp_depends_join (rp_omp_task *parent, rp_omp_depends *earlier);

#endif
