/* A window onto source text with marks under it:
 *
 *      --> examples/sum.rp:14:15
 *       |
 *    12 |   finish {
 *       |   ------ both tasks end here, in the same finish
 *    13 |     for (i in 0..n)
 *    14 |       async { sum = sum + a[i]; }
 *       |               ^^^ task 4 (i=1) writes, step 9
 *       |
 */
#ifndef RP_REPORT_WINDOW_H
#define RP_REPORT_WINDOW_H

#include "base/strbuf.h"
#include "report/report.h"
#include "report/sources.h"

#include <stdbool.h>

typedef struct rp_mark
{
  rp_place at;
  const char *label; /* clean, perhaps painted; "" for none */
  bool is_primary;   /* underlined by carets, otherwise by dashes */
} rp_mark;

/* Returns how many columns the line numbers of MARKS need. */
unsigned rp_window_gutter (const rp_mark *marks, size_t count);

/* Appends the window. The files follow one after the other. The head line of a file names the place of its first
 * mark. The lines of a file are in ascending order, and the marks of a line in the order given. Marks without a
 * line number are left out. */
void rp_window_print (rp_strbuf *out, const rp_mark *marks, size_t count, unsigned gutter,
                      rp_sources *sources, const rp_report_style *style);

/* Returns the width of STYLE; 80 if it has none. */
size_t rp_style_width (const rp_report_style *style);

#endif
