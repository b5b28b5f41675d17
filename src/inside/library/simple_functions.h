/* Functions of libm and the C library that get a few pointers, and no other hook: what each reads and writes, by its
 * description (simple_functions.c). A word for each parameter that is an integer or a pointer:
 *
 *   rN wN uN    N bytes that are read, written, or both; rN*K: N times the parameter K, counted from 1
 *   w+N         as many bytes as the result says, which must be positive, and N more
 *   s S         a string that is read, of bytes or of wide characters
 *   D           written with as many wide characters as the parameter that follows has
 *   .           what does not matter
 *
 * A pointer may be null. */
#ifndef RP_INSIDE_LIBRARY_SIMPLE_FUNCTIONS_H
#define RP_INSIDE_LIBRARY_SIMPLE_FUNCTIONS_H

#include "inside/library/imports.h"

rp_import_knows rp_simple_knows;

#endif
