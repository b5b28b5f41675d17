/* The preprocessor: that of clang if it is there, else that of gcc. */
#ifndef RP_CFRONT_PREPROCESS_H
#define RP_CFRONT_PREPROCESS_H

#include "base/strbuf.h"

#include <stdbool.h>

/* The text of PATH without macros, with line markers; OPTIONS end with NULL. False if it failed, or
 * was not done by DEADLINE (rp_seconds; 0: there is none): then MESSAGES, what the preprocessor
 * printed, or why there is none. */
bool rp_c_preprocess (const char *path, const char *const *options, double deadline,
                      rp_strbuf *text, rp_strbuf *messages);

#endif
