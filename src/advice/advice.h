/* Hints that mend a race of an OpenMP program, if its pattern is clear: a clause, a wait, the same section on both
 * sides. Every hint has its edits of the source. A race without a clear pattern gets no hint, so that:
 *
 * A1. With the edits of one fix the program compiles, and the finding is gone.
 * A2. The program with the fix computes what the original program computes when the iterations of its loops are
 *     executed in order. Exception: a result that depended on the order of sections before the fix may still depend on
 *     it. */
#ifndef RP_ADVICE_ADVICE_H
#define RP_ADVICE_ADVICE_H

#include "core/finding/finding.h"
#include "report/sources.h"

/* If REPORT is about an OpenMP program, looks at its first 256 findings. Adds help and fixes to each race among them
 * that has no help yet, if its pattern is clear. The texts and edits live as long as REPORT. */
void rp_advice_add (rp_report *report, rp_sources *sources);

#endif
