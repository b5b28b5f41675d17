/* Makes a failing model small.
 *
 * Delta debugging on the text: whole statements (with their braces) first, largest first, then a
 * block's braces and head without its contents, then parts of expressions, as long as the caller
 * says that the rest still fails. What does not parse any more is for the caller to reject. */
#ifndef RP_DIFF_SHRINK_H
#define RP_DIFF_SHRINK_H

#include <stdbool.h>

/* Whether TEXT still shows the failure. */
typedef bool rp_still_fails (const char *text, void *context);

/* A smaller text for which FAILS holds, as it does for TEXT; caller frees. Asks at most MAX_TRIES
 * times. */
char *rp_shrink (const char *text, rp_still_fails *fails, void *context, int max_tries);

#endif
