/* What the files behind <raceproof/task.h> share. */
#ifndef RP_HOOKS_API_H
#define RP_HOOKS_API_H

#include "hooks/engine.h"

/* COPY, if not NULL, is copied; the task then gets a pointer to the copy. */
rp_closure *rp_closure_new (void *argument, const void *copy, size_t size);
void rp_closure_release (void *closure);
void rp_closure_run (void *closure);

/* First thing in every function of the library: the verifier's code runs from here on. */
rp_creation rp_api_enter (rp_task_kind kind, uintptr_t pc);

#endif
