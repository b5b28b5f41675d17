/* Reads C sources: preprocesses them by a compiler, and takes libclang's syntax tree apart. */
#ifndef RP_CFRONT_READ_H
#define RP_CFRONT_READ_H

#include "cfront/tree.h"
#include "finding/diagnostic.h"

/* OPTIONS are for the preprocessor (-I, -D, -std ...), NULL at the end. False if there is no tree:
 * then DIAGNOSTICS or *FAILURE (the caller frees it) says why. PROGRAM is to be cleared in either
 * case. */
bool rp_c_read (const char *path, const char *const *options, rp_c_program *program,
                rp_diagnostics *diagnostics, char **failure);
void rp_c_program_clear (rp_c_program *program);

#endif
