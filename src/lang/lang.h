/* The interface of the model language: from text to a checked program, and back to formatted text. */
#ifndef RP_LANG_LANG_H
#define RP_LANG_LANG_H

#include "base/source.h"
#include "base/strbuf.h"
#include "core/finding/diagnostic.h"
#include "lang/ast.h"

/* Parses and checks SOURCE, which must outlive the program. The caller frees the result by rp_program_free. If there
 * are errors, the result is NULL, and DIAGNOSTICS has the first RP_MAX_ERRORS of them (errors.h). */
rp_program *rp_lang_load (const rp_source *source, rp_diagnostics *diagnostics);
void rp_program_free (rp_program *program);

/* Calls FOUND for each statement that is a call of an undefined procedure (unknown.c). */
typedef void rp_unknown_call (void *context, const rp_expr *call);

void rp_program_unknown_calls (const rp_program *program, rp_unknown_call *found, void *context);

/* Appends the program in the standard layout, with its comments. Formatting the result again changes nothing. */
void rp_lang_format (const rp_program *program, rp_strbuf *out);

#endif
