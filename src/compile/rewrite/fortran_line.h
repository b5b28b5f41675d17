/* Lines of Fortran in its two forms. */
#ifndef RP_COMPILE_REWRITE_FORTRAN_LINE_H
#define RP_COMPILE_REWRITE_FORTRAN_LINE_H

#include "base/strbuf.h"

#include <stdbool.h>

typedef struct rp_fortran_span
{
  const char *at, *end; /* the line, without its newline */
} rp_fortran_span;

/* rp_fortran_line_at returns the line that begins at AT; rp_fortran_after_line the beginning of the next line. */
rp_fortran_span rp_fortran_line_at (const char *at);
const char *rp_fortran_after_line (const char *at);

const char *rp_fortran_after_blanks (rp_fortran_span l);

/* Returns the line without a comment and blanks at its end. */
rp_fortran_span rp_fortran_without_comment (rp_fortran_span l);

/* Returns whether the line is empty or a comment. A directive and a line marker count as comments. */
bool rp_fortran_is_comment (rp_fortran_span l, bool is_fixed);

/* Returns whether the line is a marker of the preprocessor: `# 12 "file" ...` */
bool rp_fortran_is_marker (rp_fortran_span l);

/* Returns whether the line is `INCLUDE 'file'`. If so, appends the name of the file to NAME. */
bool rp_fortran_is_include (rp_fortran_span l, bool is_fixed, rp_strbuf *name);

#endif
