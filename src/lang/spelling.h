/* Guesses at misspelt words of the language. */
#ifndef RP_LANG_SPELLING_H
#define RP_LANG_SPELLING_H

#include <stddef.h>

/* The word of the language that is one slip away from TEXT: a letter too many, too few, wrong, or
 * two letters swapped. NULL if there is none; short words are never guessed at. */
const char *rp_spelling_guess (const char *text, size_t length);

#endif
