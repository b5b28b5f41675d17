/* The model language's front door: from text to a checked program, and back to tidy text. */
#ifndef RP_LANG_LANG_H
#define RP_LANG_LANG_H

#include "base/source.h"
#include "base/strbuf.h"
#include "core/finding/diagnostic.h"
#include "lang/ast.h"

/* Parses and checks SOURCE, which must outlive the program. Errors go to DIAGNOSTICS, several in
 * one go; then the result is NULL. */
rp_program *rp_lang_load (const rp_source *source, rp_diagnostics *diagnostics);
void rp_program_free (rp_program *program);

/* Calls FOUND for each statement that calls a procedure that is not defined. */
typedef void rp_unknown_call (void *context, const rp_expr *call);

void rp_program_unknown_calls (const rp_program *program, rp_unknown_call *found, void *context);

/* The program in the standard layout, comments kept. Formatting twice changes nothing more. */
void rp_lang_format (const rp_program *program, rp_strbuf *out);

#endif
