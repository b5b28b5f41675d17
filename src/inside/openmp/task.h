/* Explicit tasks [OpenMP 5.2, 12]. */
#ifndef RP_INSIDE_OPENMP_TASK_H
#define RP_INSIDE_OPENMP_TASK_H

#include "inside/openmp/depend.h"
#include "inside/openmp/thread.h"

/* How a task is to be made. Both compilers' functions fill in such a request. */
typedef struct rp_omp_task_request
{
  void (*run) (void *data);
  void *data;
  void (*copy) (void *to, void *from); /* the program's copy function for DATA; NULL: copy the bytes */
  size_t size, alignment;              /* of the copy of DATA; size 0: no copy, DATA is the task's own */
  void (*dispose) (void *data);        /* called on DATA when the task has ended; or NULL */
  bool is_deferred;                    /* false: the task is undeferred by its if clause */
  bool is_target; /* the task of a target region: a thread of a device executes it */
  bool is_final;
  bool is_untied;
  rp_task_kind kind;
  long number; /* taskloop: which of its tasks this is */
  const rp_omp_depend *depends;
  size_t depend_count;
  struct rp_omp_copies
    *copies;         /* gcc, taskloop: the copies of its reductions (participant.h); or NULL */
  rp_promise *event; /* detach: the task is complete only when this event is fulfilled; or NULL */
  uint32_t site;
} rp_omp_task_request;

/* Creates the task that REQUEST describes, as a child of the running task. If the new task is discarded (cancel.h),
 * only calls DISPOSE of REQUEST. An undeferred task runs to its end before this function returns. BEGIN, if not
 * NULL, is called before the task can run, with the address of the task's data and with CONTEXT. */
void rp_omp_task_create (const rp_omp_task_request *request,
                         void (*begin) (void *data, void *context), void *context);

/* The program's code between these two calls is an undeferred task. RUN of REQUEST is not used. */
void rp_omp_task_enter (const rp_omp_task_request *request);
void rp_omp_task_leave (void);

/* Executes `taskwait depend(...)` with COUNT dependences. */
void rp_omp_taskwait_depend (const rp_omp_depend *depends, size_t count, uint32_t site);

#endif
