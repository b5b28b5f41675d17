/* From tokens to the tree. Names are not resolved yet: that is check.h. */
#ifndef RP_LANG_PARSE_H
#define RP_LANG_PARSE_H

#include "lang/ast.h"
#include "lang/errors.h"
#include "lang/lex.h"
#include "lang/words.h"

/* Fills PROGRAM's items, params, shared and procs from TOKENS. After errors the tree is of no
 * use; what was reported is in ERRORS. */
void rp_parse (rp_program *program, const rp_tokens *tokens, rp_word_list *words, rp_errors *errors);

#endif
