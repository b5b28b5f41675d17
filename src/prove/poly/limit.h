/* A limit that holds whatever the prover is doing: its time is over, or the user interrupts it. isl then
 * gives up, as it does when it has used up its number of operations, and later steps find that the limit has
 * come. */
#ifndef RP_PROVE_POLY_LIMIT_H
#define RP_PROVE_POLY_LIMIT_H

#include <isl/ctx.h>
#include <stdbool.h>

/* How often code that waits for another process checks whether the limit has come. */
#define RP_LIMIT_MILLISECONDS 50

/* Called in another thread if the prover does not end soon after the limit. */
typedef void rp_limit_missed (void *context);

/* Sets the limit until rp_limit_end. DEADLINE (rp_seconds; 0: there is none). One limit at a time. */
void rp_limit_begin (isl_ctx *isl, double deadline, rp_limit_missed *missed, void *context);
/* The context may be freed then. */
void rp_limit_end (void);

/* The end is now, whatever the deadline. For signal handlers, too. */
void rp_limit_interrupt (void);
bool rp_limit_is_interrupted (void);

/* Whether the end has come; DEADLINE as above. */
bool rp_limit_is_past (double deadline);
/* Seconds until the limit; a large number if there is none. */
double rp_limit_left (double deadline);
/* The same for executions that confirm a finding: an interruption leaves them one more second. */
double rp_limit_left_to_confirm (double deadline);
/* For poll: never longer than RP_LIMIT_MILLISECONDS. */
int rp_limit_wait (double deadline);

/* Why the end came: one of two texts. */
const char *rp_limit_words (const char *late, const char *interrupted);

#endif
