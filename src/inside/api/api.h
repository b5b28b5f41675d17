/* Functions that the files behind <raceproof/task.h> share. */
#ifndef RP_INSIDE_API_API_H
#define RP_INSIDE_API_API_H

#include "inside/engine/closure.h"
#include "inside/engine/engines.h"
#include "inside/hook/monitor.h"
#include "inside/stack/context.h"

/* Returns a new closure, which rp_closure_release frees. If COPY is NULL, the closure's task gets ARGUMENT, and the
 * closure has room for SIZE bytes, which the caller may use. Otherwise the task gets a pointer to a copy of the
 * SIZE bytes at COPY, and ARGUMENT is not used. rp_closure_release does nothing if CLOSURE is NULL. */
rp_closure *rp_closure_new (void *argument, const void *copy, size_t size);
void rp_closure_release (void *closure);
void rp_closure_run (void *closure);

/* Called at the end of a task. Stops the program for misuse if the task has not ended a finish that it has begun. */
void rp_api_check_finishes (void);

/* Called whenever control leaves the code of a task. If *HAS_RETURNED is false, an exception left the task: stops the
 * program. If the task was called on the stack of its parent, handlers of the parent are on the same stack, and would
 * catch the exception. */
void rp_api_refuse_exception (bool *has_returned);

/* Functions of <raceproof/task.h> and of HClib call this to enter the verifier's code; rp_inside_end leaves it.
 * Returns how a task of KIND is created at PC. Functions that create no task use only the site in the result. */
rp_creation rp_api_enter (rp_task_kind kind, uintptr_t pc);

/* Stops the program for misuse at SITE if HAS_FUNCTION is false: the function of a new task, or of several, is NULL. */
void rp_api_need_function (bool has_function, uint32_t site);

/* Stops the program for misuse at SITE if COPIED is NULL and SIZE is not 0: a task or message is to get a copy
 * of these SIZE bytes. */
void rp_api_need_object (const void *copied, size_t size, uint32_t site);

#endif
