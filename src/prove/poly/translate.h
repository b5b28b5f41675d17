/* Makes the form of a model from its syntax tree. In poly/, only translator.h and the files translate* know the
 * language. They expand procedures, and follow the values of locals as long as these are affine. */
#ifndef RP_PROVE_POLY_TRANSLATE_H
#define RP_PROVE_POLY_TRANSLATE_H

#include "core/finding/diagnostic.h"
#include "lang/ast.h"
#include "prove/poly/form.h"

/* Fills FORM; the caller clears FORM even if this returns false. MINIMA has one number per parameter of the
 * program: the parameter is at least this number, and at least its declared minimum (INT64_MIN: no such bound).
 * Returns false, after a diagnostic, if there is a clocked async or an advance where [Yuki, 2.3] forbids it. */
bool rp_translate (const rp_program *program, const int64_t *minima, isl_ctx *isl, rp_form *form,
                   rp_diagnostics *diagnostics);

#endif
