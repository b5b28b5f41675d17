/* Where permission regions [Mercer, III] have to be written so that given accesses are covered: the
 * smallest regions that statements allow, as edits of the program's text. */
#ifndef RP_LANG_ANNOTATE_H
#define RP_LANG_ANNOTATE_H

#include "core/finding/finding.h"
#include "lang/ast.h"

/* An access that no region covers. */
typedef struct rp_uncovered
{
  uint32_t site;
  bool is_write;
} rp_uncovered;

/* Adds a suggestion for each statement with such an access to the report, in the order of the text,
 * and the edits that do all of them. */
void rp_annotate (const rp_program *program, const rp_uncovered *accesses, size_t count,
                  rp_report *report);

#endif
