/* The scanf family. A call reads the format (and sscanf its text), and writes through the pointers of those conversions
 * that succeeded. Programs call the __isoc99_ names, by a redirection in <stdio.h>. */
#include "inside/libc/format.h"
#include "inside/libc/waiting.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

RP_HOOKS_FILE (scan);

static size_t
text_size (const rp_directive *found, const void *target)
{
  if (found->length == 'l' || found->conversion == 'S')
    return (wcslen (target) + 1) * sizeof (wchar_t);
  return RP_REAL (strlen) (target) + 1;
}

static size_t
stored_size (const rp_directive *found, const void *target)
{
  size_t count = found->width > 0 ? (size_t) found->width : 1;
  if (found->is_allocated)
    return sizeof (void *);
  switch (found->conversion)
    {
    case 's':
    case 'S':
    case '[':
      return text_size (found, target);
    case 'c':
      return count * (found->length == 'l' ? sizeof (wchar_t) : 1);
    case 'C':
      return count * sizeof (wchar_t);
    case 'p':
      return sizeof (void *);
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'n':
      return rp_format_integer_size (found->length);
    default:
      if (found->length == 'L')
        return sizeof (long double);
      return found->length == 'l' ? sizeof (double) : sizeof (float);
    }
}

/* Stores the arguments of a call in TARGETS. All are pointers, so only their number depends on the format. */
static void
collect (va_list list, const char *format, void **targets)
{
  rp_directive found;
  int next = 0, count = 0;
  while (found = rp_format_next_scan (&format, &next), found.conversion)
    if (found.argument >= count)
      count = found.argument + 1;
  va_list arguments;
  va_copy (arguments, list);
  for (int i = 0; i < count && i < RP_FORMAT_ARGUMENTS; i++)
    targets[i] = va_arg (arguments, void *);
  va_end (arguments);
}

/* Records the read of FORMAT, and the writes of a call that returned RESULT: how many conversions succeeded, not
 * counting %n. A %n writes if no conversion before it failed. */
static void
note_stored (const char *format, va_list list, int result, uintptr_t pc)
{
  void *targets[RP_FORMAT_ARGUMENTS];
  rp_directive found;
  int next = 0, stored = 0;
  rp_note_read (format, RP_REAL (strlen) (format) + 1, pc);
  collect (list, format, targets);
  while (found = rp_format_next_scan (&format, &next), found.conversion)
    {
      if (found.argument < 0 || found.argument >= RP_FORMAT_ARGUMENTS)
        continue;
      if (found.conversion != 'n' && stored++ >= result)
        return;
      void *target = targets[found.argument];
      rp_note_write (target, stored_size (&found, target), pc);
    }
}

static inline __attribute__ ((always_inline)) void
note (const char *format, va_list list, int result, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    note_stored (format, list, result, pc);
}

static inline __attribute__ ((always_inline)) void
note_text (const char *text, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_note_read (text, RP_REAL (strlen) (text) + 1, pc);
}

/* Called before STREAM is scanned by FORMAT. Waits for input if the stream's buffer is empty. White space in the
 * buffer, such as the end of the line before, does not count, unless the first directive of FORMAT does not skip
 * it (%c, %[ and %n). What the call reads comes after what other tasks have written to the stream so far. */
static void
before_scan (FILE *stream, const char *format, uintptr_t pc)
{
  const char *next = stream->_IO_read_ptr;
  const char *first = strchr (format, '%');
  if (!rp_monitor_is_parallel ())
    return;
  if (first && !strchr ("c[Cn", first[1]))
    while (next < stream->_IO_read_end && isspace ((unsigned char) *next))
      next++;
  if (next == stream->_IO_read_end)
    rp_front_now.before_input (file_of (stream), true, pc);
  after_stream_input (stream, pc);
}

#define LIST(...) __VA_ARGS__

/* Defines the hooks NAME and REAL, its v-form. LEADING are the parameters before the format; PASSED are the same
 * as arguments. BEFORE records the read of sscanf's text, or waits for the stream. All other accesses are
 * recorded after the call, from `arguments`: a copy of the list, which the real function did not use up. */
#define SCANNER(NAME, REAL, LEADING, PASSED, BEFORE) \
  RP_HOOK (int, REAL, LEADING const char *format, va_list list) \
  { \
    va_list arguments; \
    va_copy (arguments, list); \
    BEFORE; \
    int result = RP_REAL (REAL) (PASSED format, list); \
    note (format, arguments, result, RP_CALLER); \
    va_end (arguments); \
    return result; \
  } \
  RP_HOOK (int, NAME, LEADING const char *format, ...) \
  { \
    va_list list, arguments; \
    va_start (list, format); \
    va_copy (arguments, list); \
    BEFORE; \
    int result = RP_REAL (REAL) (PASSED format, list); \
    va_end (list); \
    note (format, arguments, result, RP_CALLER); \
    va_end (arguments); \
    return result; \
  }

/* The same hooks for the symbols scanf, vscanf and so on. <stdio.h> redirects these names to the __isoc99_ names, so
 * the hooks have other names in C. */
#define PLAIN_SCANNER(NAME, REAL, LEADING, PASSED, BEFORE) \
  RP_HOOK_AS (int, plain_##REAL, #REAL, LEADING const char *format, va_list list) \
  { \
    typedef int scanner (LEADING const char *format, va_list list); \
    va_list arguments; \
    va_copy (arguments, list); \
    BEFORE; \
    int result = RP_REAL_AS (scanner *, #REAL) (PASSED format, list); \
    note (format, arguments, result, RP_CALLER); \
    va_end (arguments); \
    return result; \
  } \
  RP_HOOK_AS (int, plain_##NAME, #NAME, LEADING const char *format, ...) \
  { \
    typedef int scanner (LEADING const char *format, va_list list); \
    va_list list, arguments; \
    va_start (list, format); \
    va_copy (arguments, list); \
    BEFORE; \
    int result = RP_REAL_AS (scanner *, #REAL) (PASSED format, list); \
    va_end (list); \
    note (format, arguments, result, RP_CALLER); \
    va_end (arguments); \
    return result; \
  }

SCANNER (__isoc99_scanf, __isoc99_vscanf, LIST (), LIST (), before_scan (stdin, format, RP_CALLER))
SCANNER (__isoc99_fscanf, __isoc99_vfscanf, LIST (FILE *stream, ), LIST (stream, ),
         before_scan (stream, format, RP_CALLER))
SCANNER (__isoc99_sscanf, __isoc99_vsscanf, LIST (const char *text, ), LIST (text, ),
         note_text (text, RP_CALLER))
PLAIN_SCANNER (scanf, vscanf, LIST (), LIST (), before_scan (stdin, format, RP_CALLER))
PLAIN_SCANNER (fscanf, vfscanf, LIST (FILE *stream, ), LIST (stream, ),
               before_scan (stream, format, RP_CALLER))
PLAIN_SCANNER (sscanf, vsscanf, LIST (const char *text, ), LIST (text, ),
               note_text (text, RP_CALLER))
