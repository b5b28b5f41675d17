/* Tokens of preprocessed C and C++, as far as a walk over them needs: strings, raw strings,
 * comments and numbers are passed over whole. All functions take a place in a text that ends with a
 * NUL, and return one behind it. */
#ifndef RP_COMPILE_REWRITE_C_TOKEN_H
#define RP_COMPILE_REWRITE_C_TOKEN_H

/* Past one token, or one character that is none. */
const char *rp_rewrite_after_token (const char *at);

/* Past blanks of the line; past newlines, too. */
const char *rp_rewrite_after_blanks (const char *at);
const char *rp_rewrite_after_space (const char *at);

/* Past WORD, or NULL if another one stands here. */
const char *rp_rewrite_expect_word (const char *at, const char *word);

/* Past the bracket that closes the one here. */
const char *rp_rewrite_after_brackets (const char *at);

#endif
