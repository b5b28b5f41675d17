/* Calls for which the usual stack may be too small: sources are trees, and a sum of 60,000 terms is
 * as deep as that. */
#ifndef RP_CFRONT_DEEP_H
#define RP_CFRONT_DEEP_H

#include <stdbool.h>

/* Trees that are deeper are not looked into. */
#define RP_C_DEEPEST 100000

/* Calls RUN, on a large stack if there can be one, and returns true when it does. If it IS_LIMITED and
 * the end comes first (poly/limit.h), then false: RUN goes on, and all that the process can do is to
 * end. */
bool rp_c_run_deep (void (*run) (void *context), void *context, bool is_limited, double deadline);

#endif
