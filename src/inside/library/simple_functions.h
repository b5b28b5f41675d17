/* Functions of libm and the C library that have a few pointers as parameters, and have no hook of their own. A
 * description (simple_functions.c) says what each of them reads and writes. It has a word for each parameter that is an
 * integer or a pointer, except for those at the end that do not matter:
 *
 *   rN wN uN    N bytes that are read, written, or both; rN*K: N times the parameter K, counted from 1
 *   w+N         as many bytes written as the function returns, plus N; none if it returns 0 or a negative number
 *   s S         a string that is read, of bytes or of wide characters
 *   D           written with as many wide characters as the string in the next parameter has, with its zero
 *   .           a parameter that does not matter: it is a number, or nothing is accessed through it
 *
 * Nothing is accessed through a null pointer. */
#ifndef RP_INSIDE_LIBRARY_SIMPLE_FUNCTIONS_H
#define RP_INSIDE_LIBRARY_SIMPLE_FUNCTIONS_H

#include "inside/library/imports.h"

rp_import_knows rp_simple_knows;

#endif
