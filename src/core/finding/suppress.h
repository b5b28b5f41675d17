/* Findings that the user does not want to see. A file of lines
 *
 *   # comment
 *   race:pattern
 *   deadlock:^main$
 *
 * The word is a rule's name, `race` for short, or `*`. The pattern is looked for in the function
 * and file names of all stacks of a finding and in the name of its object: anywhere in them, unless
 * `^` or `$` ties it to the begin or end; `*` stands for anything. These are the conventions of the
 * sanitizers. */
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
  uint64_t matched; /* how many findings */
} rp_suppression;

typedef struct rp_suppressions
{
  rp_arena arena;
  RP_VEC (rp_suppression) list;
} rp_suppressions;

/* Adds the lines of SOURCE. On a line that is none of the above returns false, with its number. */
bool rp_suppressions_read (rp_suppressions *suppressions, const rp_source *source, uint32_t *line);
void rp_suppressions_clear (rp_suppressions *suppressions);

/* Whether FINDING, of REPORT or about to be added to it, matches. If so, its field `suppression` says by
 * which line. Ask before findings are folded into one: they may come by different call paths, of which one is
 * suppressed. */
bool rp_suppressions_match (rp_suppressions *suppressions, rp_report *report, rp_finding *finding);

/* Moves the findings that match from report->findings to report->suppressed. If one of them ended
 * the execution, the report is incomplete now: what would have come after it is not known. */
void rp_suppressions_apply (rp_suppressions *suppressions, rp_report *report);

/* PATTERN against TEXT, as said above. */
bool rp_suppression_matches (const char *pattern, const char *text);

#endif
