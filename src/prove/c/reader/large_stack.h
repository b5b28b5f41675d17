/* Calls functions on a large stack. They walk over syntax trees by recursion, and the tree of a sum of 60,000 terms
 * has a depth of 60,000. */
#ifndef RP_PROVE_C_READER_LARGE_STACK_H
#define RP_PROVE_C_READER_LARGE_STACK_H

#include <stdbool.h>

/* Nodes at a greater depth are not read. */
#define RP_C_DEEPEST 100000

/* Calls RUN (CONTEXT), in a thread with a large stack if possible, else in the calling thread. Returns true when RUN
 * has returned. If IS_LIMITED, waits only until the limit (prove/poly/limit.h) with this DEADLINE (rp_seconds; 0:
 * none). If RUN has not returned by then, returns false: RUN goes on in its thread, and the caller can only end the
 * process. A RUN in the calling thread has no limit. */
bool rp_c_run_on_large_stack (void (*run) (void *context), void *context, bool is_limited, double deadline);

#endif
