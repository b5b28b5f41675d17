/* A time limit that holds whatever the prover is doing: at its end isl gives up, as it does past
 * its number of operations, and what comes later finds that the time is over. */
#ifndef RP_POLY_LIMIT_H
#define RP_POLY_LIMIT_H

#include <isl/ctx.h>

/* Called in another thread if the prover does not end soon after the limit. */
typedef void rp_limit_missed (void *context);

/* From now on until rp_limit_end. DEADLINE (rp_seconds; 0: there is none). One at a time. */
void rp_limit_begin (isl_ctx *isl, double deadline, rp_limit_missed *missed, void *context);
/* The context may be freed then. */
void rp_limit_end (void);

#endif
