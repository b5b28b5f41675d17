/* Makes a model a subject of exploration. */
#ifndef RP_LANG_SUBJECT_H
#define RP_LANG_SUBJECT_H

#include "core/finding/diagnostic.h"
#include "core/runtime/subject.h"
#include "lang/ast.h"

/* Returns a subject for PROGRAM, or NULL after a diagnostic. PROGRAM and PARAMS (one value per
 * parameter) are borrowed. */
rp_subject *rp_subject_model (const rp_program *program, const int64_t *params,
                              rp_diagnostics *diagnostics);

#endif
