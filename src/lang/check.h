/* Resolves names and checks the static rules: which variable, slot, procedure or region each name means, and
 * whether a name of this kind may stand at its place. */
#ifndef RP_LANG_CHECK_H
#define RP_LANG_CHECK_H

#include "lang/ast.h"
#include "lang/errors.h"
#include "lang/words.h"

/* Completes a parsed PROGRAM: bindings, slots, sites, regions, undeclared shared variables, and the
 * entry. After errors the program must not be run. */
void rp_check (rp_program *program, rp_word_list *words, rp_errors *errors);

#endif
