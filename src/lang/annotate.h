/* Finds where permission regions [Mercer, III] have to be written to cover given accesses: the smallest regions
 * that statements allow, as edits of the program's text. */
#ifndef RP_LANG_ANNOTATE_H
#define RP_LANG_ANNOTATE_H

#include "core/finding/finding.h"
#include "lang/ast.h"

/* An access that is in no permission region. */
typedef struct rp_uncovered
{
  uint32_t site;
  bool is_write;
} rp_uncovered;

/* Adds to the report a suggestion for each statement that makes one of ACCESSES, in the order of the text, and the
 * edits for all suggestions together. */
void rp_annotate (const rp_program *program, const rp_uncovered *accesses, size_t count,
                  rp_report *report);

#endif
