/* From a model's syntax tree to the form that is proved: the only file pair of poly/ that knows the
 * language. Procedures are expanded, locals are followed as far as they are affine. */
#ifndef RP_PROVE_POLY_TRANSLATE_H
#define RP_PROVE_POLY_TRANSLATE_H

#include "core/finding/diagnostic.h"
#include "lang/ast.h"
#include "prove/poly/form.h"

/* MINIMA has one entry per parameter of the program: what is known of it beyond its declaration;
 * INT64_MIN for nothing. Fills FORM, which is to be cleared in either case. False after a
 * diagnostic: clocked constructs where [Yuki, 2.3] forbids them. */
bool rp_translate (const rp_program *program, const int64_t *minima, isl_ctx *isl, rp_form *form,
                   rp_diagnostics *diagnostics);

#endif
