/* Collects the mistakes in one source text for the diagnostics. Only the first few are kept: a user corrects these
 * first, and then runs the command again. */
#ifndef RP_LANG_ERRORS_H
#define RP_LANG_ERRORS_H

#include "base/source.h"
#include "core/finding/diagnostic.h"

#include <stdbool.h>

#define RP_MAX_ERRORS 20

typedef struct rp_errors
{
  const rp_source *source;
  rp_diagnostics *diagnostics;
  size_t first;          /* index of this source's first diagnostic in the list */
  size_t count;          /* mistakes so far, also those that were not kept */
  rp_diagnostic dropped; /* returned by rp_errors_add for a mistake that is not kept */
} rp_errors;

void rp_errors_init (rp_errors *errors, const rp_source *source, rp_diagnostics *diagnostics);

/* Adds a diagnostic and returns it. If there are RP_MAX_ERRORS mistakes already, adds nothing and returns
 * &errors->dropped. Until the next call, the caller may give the result a label and a help. */
rp_diagnostic *rp_errors_add (rp_errors *errors, rp_source_error rule, rp_span at,
                              const char *format, ...) __attribute__ ((format (printf, 4, 5)));

/* Returns a text for a label or a help, which lives as long as the diagnostics. */
const char *rp_errors_text (rp_errors *errors, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void rp_errors_other (rp_errors *errors, rp_diagnostic *diagnostic, rp_span at, const char *label);
bool rp_errors_full (const rp_errors *errors);

/* Sorts this source's diagnostics by place. They are added out of order, because the lexer reads the whole text
 * before the parser begins. */
void rp_errors_sort (rp_errors *errors);

#endif
