/* Facts about the functions of the C library, POSIX and OpenMP. Nothing is assumed of a function that is not listed. */
#ifndef RP_PROVE_C_POINTS_TO_LIBRARY_H
#define RP_PROVE_C_POINTS_TO_LIBRARY_H

#include <stdbool.h>

/* Returns what the function NAME does with the objects that its arguments point to; NULL if the function is not known.
 * The result has one letter for each argument; the last letter also holds for all arguments after it. `-' means
 * nothing, `r' reads, `w' writes, `f' reads a format and the objects that the arguments after it point to. Of these
 * functions, only memcpy and memmove may store pointers. */
const char *rp_c_library_find (const char *name);
/* Whether the function, when it is given only numbers, computes its result from these alone: it has no state and
 * accesses no memory. */
bool rp_c_is_pure (const char *name);
/* Returns a description of the hidden memory that all calls of the function share; NULL if there is none. */
const char *rp_c_hidden_state (const char *name);
/* Whether the function returns memory that nothing else points to. False for realloc, which may return the old
 * block. */
bool rp_c_is_allocator (const char *name);

#endif
