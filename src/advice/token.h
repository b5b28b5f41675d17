/* Tokens of a source. Used by the files that implement advice/code.h. */
#ifndef RP_ADVICE_TOKEN_H
#define RP_ADVICE_TOKEN_H

#include "advice/code.h"

/* Appends the tokens of code->source to code->tokens. */
void rp_code_read_tokens (rp_code *code);

#endif
