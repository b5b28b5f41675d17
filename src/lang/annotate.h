/* Suggests permission regions [Mercer, III] for accesses that are in no region. A region can only begin and end between
 * statements; each suggested region is as small as that allows. A suggestion is an edit of the program's text. */
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

/* Adds to the report a suggestion for each statement that makes one of ACCESSES, and the edits for all suggestions
 * together. The suggestions are ordered by procedure, and within a procedure by the order of the text. Top-level
 * statements come after all procedures. */
void rp_annotate (const rp_program *program, const rp_uncovered *accesses, size_t count,
                  rp_report *report);

#endif
