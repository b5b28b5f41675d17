/* Hints that mend a race of an OpenMP program, if its pattern is clear: a clause, a wait, the same section on
 * both sides. Every hint has the edits of the source that it stands for. No hint is better than a wrong one:
 *
 * A1. With the edits of one fix the program compiles, and the finding is gone.
 * A2. What the program computes stays what the loops say when they are executed in order, except
 * where it depended on the order of sections before. */
#ifndef RP_ADVICE_ADVICE_H
#define RP_ADVICE_ADVICE_H

#include "core/finding/finding.h"
#include "report/sources.h"

/* Gives the findings of REPORT their help and their fixes, if they have no help. */
void rp_advice_add (rp_report *report, rp_sources *sources);

#endif
