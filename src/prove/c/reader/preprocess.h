/* Runs the preprocessor of clang. If clang is not installed, or cannot preprocess the source, runs that of gcc. */
#ifndef RP_PROVE_C_READER_PREPROCESS_H
#define RP_PROVE_C_READER_PREPROCESS_H

#include "base/strbuf.h"

#include <stdbool.h>

/* Preprocesses the source at PATH, and appends the result, with line markers, to TEXT. OPTIONS end with NULL.
 * Returns false if no preprocessor could run, if it failed, or if DEADLINE (rp_seconds; 0: none) or an interruption
 * by the user came first. MESSAGES gets the messages of the preprocessor, of the first one if all failed, or the
 * reason why none could run. */
bool rp_c_preprocess (const char *path, const char *const *options, double deadline,
                      rp_strbuf *text, rp_strbuf *messages);

#endif
