/* Suppressions: findings that the user does not want to see. A file of suppressions has lines
 *
 *   # comment
 *   race:pattern
 *   deadlock:^main$
 *
 * The word before the colon is a rule's name, `race` for short, or `*`. The pattern is looked for in the function and
 * file names of all stacks of a finding and in the name of its object. It may match anywhere in a name, unless `^` or
 * `$` ties it to the beginning or end; `*` stands for anything. These are the conventions of the sanitizers. */
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
  uint64_t matched; /* how many findings it has suppressed */
} rp_suppression;

typedef struct rp_suppressions
{
  rp_arena arena;
  RP_VEC (rp_suppression) list;
} rp_suppressions;

/* Adds the suppressions in SOURCE. If a line has another form than those above, returns false, and
 * *LINE is its number. */
bool rp_suppressions_read (rp_suppressions *suppressions, const rp_source *source, uint32_t *line);
void rp_suppressions_clear (rp_suppressions *suppressions);

/* Returns whether a suppression matches FINDING, which is in REPORT or about to be added to it. If so, sets
 * finding->suppression to the line that matches. To be called before equal findings are folded into one: they may come
 * by different call paths, of which one is suppressed. */
bool rp_suppressions_match (rp_suppressions *suppressions, rp_report *report, rp_finding *finding);

/* Moves the findings that match from report->findings to report->suppressed. If one of them ended
 * the execution, the report is incomplete now: what would have come after it is not known. */
void rp_suppressions_apply (rp_suppressions *suppressions, rp_report *report);

/* Returns whether PATTERN matches TEXT, by the rules above. */
bool rp_suppression_matches (const char *pattern, const char *text);

#endif
