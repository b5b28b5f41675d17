/* The option memory_limit_mb. */
#ifndef RP_INSIDE_ENGINE_MEMORY_LIMIT_H
#define RP_INSIDE_ENGINE_MEMORY_LIMIT_H

/* Called before main. Sequential code calls nothing of ours, so a timer checks as well; it counts the time
 * that the program computes. */
void rp_memory_limit_start (void);

/* Checks now and then whether the program, with everything that the verifier keeps, has become larger than
 * the option allows. If so, the program ends here, and the report says what was found so far. */
void rp_memory_limit_check (void);

#endif
