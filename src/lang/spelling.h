/* Guesses at misspelt words of the language. */
#ifndef RP_LANG_SPELLING_H
#define RP_LANG_SPELLING_H

#include <stddef.h>

/* Returns a word of the language that is one slip away from TEXT: a letter too many, too few or wrong, or two
 * neighbouring letters swapped. Returns NULL if there is none, or if TEXT has less than four letters. Words of less
 * than four letters are never guessed. */
const char *rp_spelling_guess (const char *text, size_t length);

#endif
