/* The option memory_limit_mb. */
#ifndef RP_HOOKS_MEMORY_LIMIT_H
#define RP_HOOKS_MEMORY_LIMIT_H

/* Before main. Sequential code tells nobody what it does, so a timer asks as well, by the time that the program
 * computes. */
void rp_memory_limit_start (void);

/* Asks now and then whether the program, with all that the verifier keeps, has become larger than
 * the option allows. If so, the program ends here, and the report says what was found so far. */
void rp_memory_limit_check (void);

#endif
