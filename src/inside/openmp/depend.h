/* Dependences between siblings [OpenMP 5.2, 15.9.5]. For each address this module keeps the tasks that a new
 * task may have to wait for:
 * - the last set of tasks that do not depend on each other (in, inoutset, mutexinoutset), or the last single
 *   task (out, inout);
 * - the set or task before the last one. */
#ifndef RP_INSIDE_OPENMP_DEPEND_H
#define RP_INSIDE_OPENMP_DEPEND_H

#include "inside/openmp/thread.h"

typedef enum rp_omp_depend_kind
{
  RP_OMP_IN,
  RP_OMP_OUT, /* out and inout */
  RP_OMP_INOUTSET,
  RP_OMP_MUTEXINOUTSET
} rp_omp_depend_kind;

typedef struct rp_omp_depend
{
  uintptr_t address;
  rp_omp_depend_kind kind;
} rp_omp_depend;

/* Tasks, each of them kept (rp_sibling_keep) as long as it is in the list. */
typedef RP_VEC (rp_task *) rp_omp_task_list;

void rp_omp_task_list_clear (rp_omp_task_list *list);

/* Adds to LIST, which is empty, the children of PARENT that a new child with the COUNT dependences DEPENDS has to wait
 * for. Adds no child twice. */
void rp_omp_depends_find (rp_omp_task *parent, const rp_omp_depend *depends, size_t count,
                          rp_omp_task_list *list);

/* Records that TASK, a new child of PARENT, has these dependences. TASK is kept as long as a later child may have to
 * wait for it. */
void rp_omp_depends_add (rp_omp_task *parent, const rp_omp_depend *depends, size_t count,
                         rp_task *task);

/* Returns an object for sections. The children of PARENT with a mutexinoutset dependence on ADDRESS run in sections on
 * this object, so they exclude each other. */
rp_range rp_omp_depends_object (rp_omp_task *parent, uintptr_t address);

/* Forgets all dependences of the children of PARENT. */
void rp_omp_depends_free (rp_omp_task *parent);

/* Begins a new set of siblings: the children that PARENT creates from now on. Returns the dependences of the
 * children so far, or NULL if there are none. New children wait for the earlier ones only if the caller passes the
 * result to rp_omp_depends_join, or keeps it in THREAD->depends_before (rp_omp_depends_find). */
rp_omp_depends *rp_omp_depends_part (rp_omp_task *parent);

/* Adds EARLIER, which rp_omp_depends_part returned, to the dependences of PARENT; EARLIER may be NULL. From now on,
 * new children of PARENT may depend on the children that EARLIER is about, too. */
void rp_omp_depends_join (rp_omp_task *parent, rp_omp_depends *earlier);

#endif
