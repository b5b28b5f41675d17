/* What is known of the functions of the C library, POSIX and OpenMP: nothing is assumed of one that
 * is not listed. */
#ifndef RP_CFRONT_LIBRARY_H
#define RP_CFRONT_LIBRARY_H

#include <stdbool.h>

/* What a function does with the objects that its arguments point to, a letter for each argument,
 * the last one going on: - nothing, r reads, w writes, f reads a format. It stores no pointers.
 * NULL if it is not known. */
const char *rp_c_library_find (const char *name);
/* A function of numbers alone: no state, no memory. */
bool rp_c_is_pure (const char *name);
/* Of a function that uses memory of its own which calls share: what that is; else NULL. */
const char *rp_c_hidden_state (const char *name);
/* Returns memory that nobody else has; so does realloc, which keeps what was there. */
bool rp_c_is_allocator (const char *name);

#endif
