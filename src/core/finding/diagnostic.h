/* A diagnostic: a message about an error in the user's input, with a place and a rule RP1xx. This module only records
 * diagnostics; report/ prints them with a source window and a caret. */
#ifndef RP_CORE_FINDING_DIAGNOSTIC_H
#define RP_CORE_FINDING_DIAGNOSTIC_H

#include "base/arena.h"
#include "base/source.h"
#include "base/vec.h"

#include <stddef.h>

typedef enum rp_source_error
{
  RP_ERROR_LEX = 101,    /* RP101: not a token of the language */
  RP_ERROR_SYNTAX = 102, /* RP102: not a sentence of the grammar */
  RP_ERROR_NAME = 103,   /* RP103: a name that is unknown, or declared twice */
  RP_ERROR_TYPE = 104,   /* RP104: a scalar used as an array, wrong number of arguments ... */
  RP_ERROR_PARAM = 105,  /* RP105: a parameter without a value, or below its minimum */
  RP_ERROR_CLOCK = 106   /* RP106: a clocked construct where there is no clock */
} rp_source_error;

typedef struct rp_diagnostic
{
  rp_source_error rule;
  rp_place at;
  const char *message; /* lower case, no full stop */
  const char *label;   /* short text under the caret, or NULL */
  const char *help;    /* what to change, or NULL */
  const char *cause;   /* if a file cannot be read: the error of the system or compiler, which
                        * MESSAGE contains too; else NULL */
  rp_place other;      /* a second place, such as the first declaration; line 0 if none */
  const char *other_label;
} rp_diagnostic;

typedef struct rp_diagnostics
{
  rp_arena arena; /* owns the messages; file names are borrowed from the sources */
  RP_VEC (rp_diagnostic) list;
} rp_diagnostics;

/* Adds a diagnostic and returns it, so that the caller can set its other members. The pointer is valid until the next
 * addition. */
rp_diagnostic *rp_diagnostics_add (rp_diagnostics *diagnostics, rp_source_error rule, rp_place at,
                                   const char *format, ...) __attribute__ ((format (printf, 4, 5)));
void rp_diagnostics_clear (rp_diagnostics *diagnostics);

#endif
