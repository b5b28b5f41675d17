/* Routines of known libraries (blas.h) that are linked statically into the program and were not compiled by
 * `raceproof cc`: calls of these do not go through the stubs of imports.h. */
#ifndef RP_INSIDE_LIBRARY_LINKED_H
#define RP_INSIDE_LIBRARY_LINKED_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

/* Calls FUNCTION with the name of each such routine among the COUNT SYMBOLS of the program. NAMES is the program's
 * table of names; BIAS says where the program was loaded. */
void rp_linked_routines (const ElfW (Sym) *symbols, size_t count, const char *names, size_t names_size, uintptr_t bias,
                         void (*function) (const char *name, void *context), void *context);

#endif
