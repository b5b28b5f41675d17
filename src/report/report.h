/* Writes reports: the same findings as text for people, as JSON, as SARIF, and as one line each for tests. Nothing
 * is decided here; the verdict and its scope come from core/finding.
 *
 * Source windows need the program's text. The text of the file that rp_report.source is for (for diagnostics:
 * rp_report_style.source) is taken from there. Other regular files are read by name. A place whose text is not
 * available is shown without a window. */
#ifndef RP_REPORT_REPORT_H
#define RP_REPORT_REPORT_H

#include "base/source.h"
#include "core/finding/diagnostic.h"
#include "core/finding/finding.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct rp_report_style
{
  bool colour;        /* findings and diagnostics are coloured */
  bool result_colour; /* the result lines are coloured */
  bool utf8;          /* box drawing and non-ASCII source text may be printed */
  unsigned width;     /* columns at which lines are wrapped; 0 means 80 */
  bool verbose, quiet;
  bool no_summary;         /* leave out the line for logs */
  const rp_source *source; /* rp_diagnostics_print: the text that was parsed, or NULL */
} rp_report_style;

/* Prints findings, a proof's pairs, notes and warnings, for people. */
void rp_report_text (const rp_report *report, const rp_report_style *style, FILE *out);

/* Prints the result lines, after the findings of any format: `Checked`, `Explored` or `Examined`, with counts;
 * `Suppressed`; `Result`; `Scope` for each limit of a verdict without findings; and the one-line summary, unless
 * NO_SUMMARY is set. Lines that would say nothing are left out. Prints nothing if the style is quiet. */
void rp_report_result_lines (const rp_report *report, const rp_report_style *style, FILE *out);

/* Prints the pairs of a static proof, for people. Part of rp_report_text. */
void rp_report_proof (const rp_report *report, const rp_report_style *style, FILE *out);

/* Writes JSON, of the schema "raceproof-report/1": keys are added to it, never renamed. */
void rp_report_json (const rp_report *report, FILE *out);

/* Writes SARIF 2.1.0. */
void rp_report_sarif (const rp_report *report, FILE *out);

/* Writes a line `RULE CERTAINTY KIND OBJECT FILE:LINE ...' for each finding, and a line `unseen TEXT' for each entry of
 * report->unseen. Sorts these lines. The line `verdict WORD' follows. A finding has one FILE:LINE for each access, or
 * for each task that waits, in ascending order. KIND is, for example, `read-write': the operations of two accesses, in
 * the order of their FILE:LINE. OBJECT has no subscripts. So a finding has the same line in every schedule. `-' stands
 * for a KIND, an OBJECT or a FILE that a finding does not have. */
void rp_report_line (const rp_report *report, FILE *out);

/* Print the mistakes in the user's input, in the order in which they were found. */
void rp_diagnostics_print (const rp_diagnostics *diagnostics, const rp_report_style *style,
                           FILE *out);
void rp_diagnostics_json (const rp_diagnostics *diagnostics, FILE *out);
void rp_diagnostics_line (const rp_diagnostics *diagnostics, FILE *out);
void rp_diagnostics_sarif (const rp_diagnostics *diagnostics, FILE *out);

#endif
