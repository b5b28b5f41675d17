/* Tokens of preprocessed C and C++, as far as the rewriting needs them: strings, raw strings, comments and numbers
 * are skipped as a whole. All functions take a place in a text that ends with a NUL, and return a place behind it. */
#ifndef RP_COMPILE_REWRITE_C_TOKEN_H
#define RP_COMPILE_REWRITE_C_TOKEN_H

/* Skips one token, or one character that is no token. */
const char *rp_rewrite_after_token (const char *at);

/* rp_rewrite_after_blanks skips blanks in the line. rp_rewrite_after_space skips newlines, too. */
const char *rp_rewrite_after_blanks (const char *at);
const char *rp_rewrite_after_space (const char *at);

/* Skips WORD. Returns NULL if WORD does not stand at AT. */
const char *rp_rewrite_expect_word (const char *at, const char *word);

/* Skips brackets: returns the place behind the bracket that closes the one at AT; the end of the text if none
 * does. */
const char *rp_rewrite_after_brackets (const char *at);

#endif
