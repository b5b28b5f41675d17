/* How raceproof speaks: the same findings as text for people, as JSON, as SARIF, and as one line
 * each for tests. Nothing here decides anything; the verdict and its scope come from finding/.
 *
 * Source windows need the program's text. It is taken from rp_report.source (or rp_report_style's
 * source, for diagnostics) where the names match; other regular files are read again by name; a
 * place whose text cannot be had is shown without a window. */
#ifndef RP_REPORT_REPORT_H
#define RP_REPORT_REPORT_H

#include "base/source.h"
#include "core/finding/diagnostic.h"
#include "core/finding/finding.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct rp_report_style
{
  bool colour;        /* of the findings, and of diagnostics */
  bool status_colour; /* of the result lines */
  bool utf8;          /* box drawing and non-ASCII source text may be printed */
  unsigned width;     /* wrap here; 0 means 80 */
  bool verbose, quiet;
  bool no_summary;         /* leave out the line for logs */
  const rp_source *source; /* rp_diagnostics_print: the text that was parsed, or NULL */
} rp_report_style;

/* Findings and notes. */
void rp_report_text (const rp_report *report, const rp_report_style *style, FILE *out);

/* The result lines, after the findings of any format: `Checked`, `Result`, and the one-line
 * summary. Nothing if quiet. */
void rp_report_status (const rp_report *report, const rp_report_style *style, FILE *status);

/* The pairs of a static proof, for people; part of rp_report_text. */
void rp_report_proof (const rp_report *report, const rp_report_style *style, FILE *out);

/* "raceproof-report/1". Keys are added, never renamed. */
void rp_report_json (const rp_report *report, FILE *out);

/* SARIF 2.1.0. */
void rp_report_sarif (const rp_report *report, FILE *out);

/* `RULE CERTAINTY KIND OBJECT FILE:LINE [FILE:LINE]` per finding, sorted, then `verdict WORD`.
 * Places are in ascending order and KIND follows them, so the line is the same in every schedule;
 * the object has no subscripts; `-` stands for what a finding does not have. */
void rp_report_line (const rp_report *report, FILE *out);

/* What is wrong with the user's input, in the order found. */
void rp_diagnostics_print (const rp_diagnostics *diagnostics, const rp_report_style *style,
                           FILE *out);
void rp_diagnostics_json (const rp_diagnostics *diagnostics, FILE *out);
void rp_diagnostics_line (const rp_diagnostics *diagnostics, FILE *out);
void rp_diagnostics_sarif (const rp_diagnostics *diagnostics, FILE *out);

#endif
