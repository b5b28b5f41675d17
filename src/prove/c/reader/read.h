/* Reads C sources: runs the preprocessor of a compiler, and converts libclang's syntax tree. */
#ifndef RP_PROVE_C_READER_READ_H
#define RP_PROVE_C_READER_READ_H

#include "core/finding/diagnostic.h"
#include "prove/c/reader/tree.h"

/* Reads the source at PATH into PROGRAM. OPTIONS are for the preprocessor (-I, -D, -std ...) and end with NULL. Returns
 * whether that succeeded. If not, DIAGNOSTICS or *FAILURE (the caller frees it) says why, or PROGRAM->is_late is set:
 * DEADLINE (rp_seconds; 0: none) or an interruption came first. The caller clears PROGRAM in any case, except if
 * PROGRAM->is_abandoned: then another thread still writes to PROGRAM, and the process must end without running exit
 * functions. */
bool rp_c_read (const char *path, const char *const *options, double deadline,
                rp_c_program *program, rp_diagnostics *diagnostics, char **failure);
void rp_c_program_clear (rp_c_program *program);

#endif
