/* From tokens to the syntax tree. check.h resolves the names. */
#ifndef RP_LANG_PARSE_H
#define RP_LANG_PARSE_H

#include "lang/ast.h"
#include "lang/errors.h"
#include "lang/lex.h"
#include "lang/words.h"

/* Fills PROGRAM's items, params, shared and procs from TOKENS. If ERRORS has errors afterwards, the tree must
 * not be used. */
void rp_parse (rp_program *program, const rp_tokens *tokens, rp_word_list *words, rp_errors *errors);

#endif
