/* Suppressions: lines of a file that leave findings out of the report.
 *
 *   # comment
 *   race:pattern
 *   deadlock:^main$
 *
 * The word before the colon is the name of a rule, `race` (short for data-race), or `*` for any rule. The pattern is
 * searched in these names of a finding: its object; the files and functions on the call stacks of its accesses and of
 * the allocation of its object; the files in which tasks wait. A pattern may match anywhere in a name. `^` ties it to
 * the beginning, `$` to the end, and `*` stands for any text. These are the conventions of the sanitizers. */
#ifndef RP_CORE_FINDING_SUPPRESS_H
#define RP_CORE_FINDING_SUPPRESS_H

#include "base/source.h"
#include "base/vec.h"
#include "core/finding/finding.h"

typedef struct rp_suppression
{
  const char *text; /* the line */
  rp_rule rule;     /* RP_RULE_NONE: any */
  const char *pattern;
  uint32_t line;
  uint64_t matched; /* how many findings this line has suppressed */
} rp_suppression;

typedef struct rp_suppressions
{
  rp_arena arena;
  RP_VEC (rp_suppression) list;
} rp_suppressions;

/* Adds the suppressions of SOURCE. If a line does not have one of the forms above, sets *LINE to this line's number
 * and returns false. */
bool rp_suppressions_read (rp_suppressions *suppressions, const rp_source *source, uint32_t *line);
void rp_suppressions_clear (rp_suppressions *suppressions);

/* Returns whether a suppression matches FINDING, which is in REPORT or about to be added to it. If so, sets
 * finding->suppression to the matching line. Call this before equal findings are folded: they may have different call
 * paths, and a suppression may match only one of these. */
bool rp_suppressions_match (rp_suppressions *suppressions, rp_report *report, rp_finding *finding);

/* Moves the matching findings from report->findings to report->suppressed. Counts for each suppression how many
 * findings it matched. If a suppressed finding ended the run, sets report->incomplete, because the rest of the
 * program was not executed. */
void rp_suppressions_apply (rp_suppressions *suppressions, rp_report *report);

/* Returns whether PATTERN matches TEXT, by the rules at the top of this file. */
bool rp_suppression_matches (const char *pattern, const char *text);

#endif
