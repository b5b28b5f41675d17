/* Numbers from strings: strtol, strtod, atoi and similar functions read up to the first byte that does not belong to
 * the number. Some also store the address of that byte. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <inttypes.h>
#include <stdlib.h>

RP_HOOKS_FILE (numbers);

static void
note_number (const char *text, const char *end, char **end_wanted, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  rp_note_read (text, (size_t) (end - text) + 1, pc);
  if (end_wanted)
    rp_note_write (end_wanted, sizeof *end_wanted, pc);
}

#define INTEGER(TYPE, NAME) \
  RP_HOOK (TYPE, NAME, const char *text, char **end_wanted, int base) \
  { \
    char *end = (char *) text; \
    TYPE value = RP_REAL (NAME) (text, &end, base); \
    note_number (text, end, end_wanted, RP_CALLER); \
    if (end_wanted) \
      *end_wanted = end; \
    return value; \
  }

#define FLOATING(TYPE, NAME) \
  RP_HOOK (TYPE, NAME, const char *text, char **end_wanted) \
  { \
    char *end = (char *) text; \
    TYPE value = RP_REAL (NAME) (text, &end); \
    note_number (text, end, end_wanted, RP_CALLER); \
    if (end_wanted) \
      *end_wanted = end; \
    return value; \
  }

/* Defines a hook for a function without an `end` parameter. CALL converts TEXT and sets `end`. */
#define SIMPLE(TYPE, NAME, CALL) \
  RP_HOOK (TYPE, NAME, const char *text) \
  { \
    char *end = (char *) text; \
    TYPE value = (TYPE) CALL; \
    note_number (text, end, NULL, RP_CALLER); \
    return value; \
  }

INTEGER (long, strtol)
INTEGER (unsigned long, strtoul)
INTEGER (long long, strtoll)
INTEGER (unsigned long long, strtoull)
INTEGER (intmax_t, strtoimax)
INTEGER (uintmax_t, strtoumax)

FLOATING (float, strtof)
FLOATING (double, strtod)
FLOATING (long double, strtold)

SIMPLE (int, atoi, RP_REAL (strtol) (text, &end, 10))
SIMPLE (long, atol, RP_REAL (strtol) (text, &end, 10))
SIMPLE (long long, atoll, RP_REAL (strtoll) (text, &end, 10))
SIMPLE (double, atof, RP_REAL (strtod) (text, &end))
