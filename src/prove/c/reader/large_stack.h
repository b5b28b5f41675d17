/* Calls functions on a large stack. They walk over syntax trees by recursion, and the tree of a sum of 60,000 terms
 * has a depth of 60,000. */
#ifndef RP_PROVE_C_READER_LARGE_STACK_H
#define RP_PROVE_C_READER_LARGE_STACK_H

#include <stdbool.h>

/* Deeper trees are not read. */
#define RP_C_DEEPEST 100000

/* Calls RUN (CONTEXT), on a large stack if possible. Returns true when RUN has returned. If IS_LIMITED and the limit
 * (prove/poly/limit.h) is reached before RUN returns, returns false while RUN still runs in another thread; the process
 * can then only be ended. */
bool rp_c_run_on_large_stack (void (*run) (void *context), void *context, bool is_limited, double deadline);

#endif
