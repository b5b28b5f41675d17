/* Calls for which the usual stack may be too small: sources are trees, and a sum of 60,000 terms is
 * as deep as that. */
#ifndef RP_PROVE_C_READER_LARGE_STACK_H
#define RP_PROVE_C_READER_LARGE_STACK_H

#include <stdbool.h>

/* Trees that are deeper are not looked into. */
#define RP_C_DEEPEST 100000

/* Calls RUN, on a large stack if that is possible, and returns true when RUN has returned. If IS_LIMITED and
 * the limit (prove/poly/limit.h) comes first, returns false: RUN goes on, and the process can only end. */
bool rp_c_run_on_large_stack (void (*run) (void *context), void *context, bool is_limited, double deadline);

#endif
