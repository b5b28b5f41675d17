/* Reads C sources: preprocesses them by a compiler, and takes libclang's syntax tree apart. */
#ifndef RP_PROVE_C_READER_READ_H
#define RP_PROVE_C_READER_READ_H

#include "core/finding/diagnostic.h"
#include "prove/c/reader/tree.h"

/* OPTIONS are for the preprocessor (-I, -D, -std ...), NULL at the end. Returns false if there is no tree.
 * Then DIAGNOSTICS or *FAILURE (the caller frees it) says why, or PROGRAM is late: DEADLINE (rp_seconds; 0:
 * there is none) came first. The caller clears PROGRAM in either case, unless PROGRAM is abandoned: then a
 * thread still reads it, and the process must end without running exit functions. */
bool rp_c_read (const char *path, const char *const *options, double deadline,
                rp_c_program *program, rp_diagnostics *diagnostics, char **failure);
void rp_c_program_clear (rp_c_program *program);

#endif
