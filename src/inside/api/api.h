/* What the files behind <raceproof/task.h> share. */
#ifndef RP_INSIDE_API_API_H
#define RP_INSIDE_API_API_H

#include "inside/engine/closure.h"
#include "inside/engine/engines.h"
#include "inside/hook/monitor.h"
#include "inside/stack/context.h"

/* COPY, if not NULL, is copied; the task then gets a pointer to the copy. */
rp_closure *rp_closure_new (void *argument, const void *copy, size_t size);
void rp_closure_release (void *closure);
void rp_closure_run (void *closure);

/* First thing in every function of the library: the verifier's code runs from here on. */
rp_creation rp_api_enter (rp_task_kind kind, uintptr_t pc);

#endif
