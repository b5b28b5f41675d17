/* The option memory_limit_mb: ends a program that needs too much memory. */
#ifndef RP_INSIDE_ENGINE_MEMORY_LIMIT_H
#define RP_INSIDE_ENGINE_MEMORY_LIMIT_H

/* Called before main: starts a timer that checks the limit, because sequential code calls nothing of ours. The timer
 * counts the time that the program computes. */
void rp_memory_limit_start (void);

/* Ends the program, with a report of the findings so far, if the program with everything that the verifier keeps has
 * become larger than the option allows. Every call looks whether the timer has found this; one call in several measures
 * the memory itself. */
void rp_memory_limit_check (void);

#endif
