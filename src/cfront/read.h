/* Reads C sources: preprocesses them by a compiler, and takes libclang's syntax tree apart. */
#ifndef RP_CFRONT_READ_H
#define RP_CFRONT_READ_H

#include "cfront/tree.h"
#include "finding/diagnostic.h"

/* OPTIONS are for the preprocessor (-I, -D, -std ...), NULL at the end. False if there is no tree:
 * then DIAGNOSTICS or *FAILURE (the caller frees it) says why, or PROGRAM is late: DEADLINE
 * (rp_seconds; 0: there is none) came first. PROGRAM is to be cleared in either case, unless it is
 * abandoned: then a thread still reads it, and the process is to end without the usual farewells.
 */
bool rp_c_read (const char *path, const char *const *options, double deadline,
                rp_c_program *program, rp_diagnostics *diagnostics, char **failure);
void rp_c_program_clear (rp_c_program *program);

#endif
