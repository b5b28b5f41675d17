/* The preprocessor: that of clang if it is there, else that of gcc. */
#ifndef RP_PROVE_C_READER_PREPROCESS_H
#define RP_PROVE_C_READER_PREPROCESS_H

#include "base/strbuf.h"

#include <stdbool.h>

/* Stores the text of PATH without macros, with line markers. OPTIONS end with NULL. Returns false if that
 * failed, or was not done by DEADLINE (rp_seconds; 0: there is none). Then MESSAGES has what the preprocessor
 * printed, or why it could not run. */
bool rp_c_preprocess (const char *path, const char *const *options, double deadline,
                      rp_strbuf *text, rp_strbuf *messages);

#endif
