/* From a model's syntax tree to the form that is proved. In poly/, only the files translate* know the language.
 * Procedures are expanded, and locals are followed as long as their values are affine. */
#ifndef RP_PROVE_POLY_TRANSLATE_H
#define RP_PROVE_POLY_TRANSLATE_H

#include "core/finding/diagnostic.h"
#include "lang/ast.h"
#include "prove/poly/form.h"

/* Fills FORM; the caller has to clear it even if this returns false. MINIMA has a lower bound for each parameter of the
 * program, which counts if it is larger than the declared one; INT64_MIN: none. Returns false after a diagnostic about
 * clocked constructs where [Yuki, 2.3] forbids them. */
bool rp_translate (const rp_program *program, const int64_t *minima, isl_ctx *isl, rp_form *form,
                   rp_diagnostics *diagnostics);

#endif
