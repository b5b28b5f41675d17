/* Explicit tasks [OpenMP 5.2, 12]. */
#ifndef RP_INSIDE_OPENMP_TASK_H
#define RP_INSIDE_OPENMP_TASK_H

#include "inside/openmp/depend.h"
#include "inside/openmp/thread.h"

/* How a task is made, whichever compiler says so. */
typedef struct rp_omp_task_request
{
  void (*run) (void *data);
  void *data;
  void (*copy) (void *to, void *from); /* the program's, for firstprivate; NULL: bytes */
  size_t size, alignment;              /* of the copy of DATA; 0: DATA is the task's own already */
  void (*dispose) (void *data);        /* where DATA is not copied: when the task has ended; or NULL */
  bool is_deferred;                    /* the if clause */
  bool is_final;
  bool is_untied;
  rp_task_kind kind;
  long number; /* of a taskloop's task */
  const rp_omp_depend *depends;
  size_t depend_count;
  rp_promise *event; /* detach: it is complete only then; or NULL */
  uint32_t site;
} rp_omp_task_request;

/* BEGIN, if not NULL, gets the address of the copy of the data before the task can run. */
void rp_omp_task_create (const rp_omp_task_request *request,
                         void (*begin) (void *data, void *context), void *context);

/* Begins an undeferred task whose code the program itself calls, up to the end: RUN is not used. */
void rp_omp_task_enter (const rp_omp_task_request *request);
void rp_omp_task_leave (void);

/* taskwait depend(...) */
void rp_omp_taskwait_depend (const rp_omp_depend *depends, size_t count, uint32_t site);

#endif
