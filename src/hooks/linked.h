/* Routines of known libraries (blas.h) that the program has inside, linked statically and not compiled by `raceproof cc`:
 * calls of these pass by the stubs of imports.h. */
#ifndef RP_HOOKS_LINKED_H
#define RP_HOOKS_LINKED_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

/* Calls FUNCTION for each of them. The program's symbols, and where it was loaded. */
void rp_linked_routines (const ElfW (Sym) *symbols, size_t count, const char *names, size_t names_size, uintptr_t bias,
                         void (*function) (const char *name, void *context), void *context);

#endif
