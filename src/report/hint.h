/* What would put a race of an OpenMP program in order, where its pattern is clear: a clause, a
 * wait, the same section on both sides. No hint is better than a wrong one. */
#ifndef RP_REPORT_HINT_H
#define RP_REPORT_HINT_H

#include "finding/finding.h"
#include "report/sources.h"

/* Gives the findings of REPORT their help, if they have none. */
void rp_hints_add (rp_report *report, rp_sources *sources);

#endif
