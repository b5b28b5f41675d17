/* A limit for the prover: a deadline, or an interruption by the user. The limit takes effect in the middle of any isl
 * computation: isl gives up, as it does after its maximal number of operations. Later steps of the prover see that the
 * limit is reached. */
#ifndef RP_PROVE_POLY_LIMIT_H
#define RP_PROVE_POLY_LIMIT_H

#include <isl/ctx.h>
#include <stdbool.h>

/* Code that waits for another process checks the limit after this many milliseconds at the latest. */
#define RP_LIMIT_MILLISECONDS 50

/* Called in another thread if the prover has not ended some seconds after the limit. */
typedef void rp_limit_missed (void *context);

/* Sets the limit, which lasts until rp_limit_end. DEADLINE is a time of rp_seconds, or 0 for none. MISSED may be
 * NULL. There can be only one limit at a time. */
void rp_limit_begin (isl_ctx *isl, double deadline, rp_limit_missed *missed, void *context);
/* Ends the limit. CONTEXT may be freed afterwards. */
void rp_limit_end (void);

/* Makes the limit count as reached from now on, before the deadline. May be called in signal handlers. */
void rp_limit_interrupt (void);
bool rp_limit_is_interrupted (void);

/* Returns whether DEADLINE, as in rp_limit_begin, has passed, or the user has interrupted the prover. */
bool rp_limit_is_past (double deadline);
/* Returns the seconds until the limit: 0 after an interruption, less than 0 after DEADLINE, and a large number if
 * there is no limit. */
double rp_limit_left (double deadline);
/* Returns how many seconds an execution that confirms a finding may take: until DEADLINE, and at most one second after
 * an interruption by the user. */
double rp_limit_left_to_confirm (double deadline);
/* Returns a time-out for poll, in milliseconds: up to the limit, but at most RP_LIMIT_MILLISECONDS. */
int rp_limit_wait (double deadline);

/* Returns INTERRUPTED if the user has interrupted the prover, else LATE. */
const char *rp_limit_reason (const char *late, const char *interrupted);

#endif
