/* The printf family. A call reads the format and the strings that %s prints, and writes the buffer and the targets of
 * %n. The stream itself belongs to the C library, which locks it: tasks may print in parallel. */
#include "inside/libc/format.h"
#include "inside/libc/waiting.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

RP_HOOKS_FILE (print);

static void
note_string (const rp_directive *directive, const void *text, long precision, uintptr_t pc)
{
  bool is_wide = directive->conversion == 'S' || directive->length == 'l';
  if (!text)
    return;
  if (is_wide)
    {
      /* A precision counts bytes of output, at least one for each character read. */
      size_t most = precision < 0 ? SIZE_MAX : (size_t) precision;
      size_t length = wcsnlen (text, most);
      rp_note_read (text, (length + (length < most)) * sizeof (wchar_t), pc);
      return;
    }
  size_t most = precision < 0 ? SIZE_MAX : (size_t) precision;
  size_t length = RP_REAL (strnlen) (text, most);
  rp_note_read (text, length < most ? length + 1 : most, pc);
}

static void
note_arguments (const char *format, va_list list, uintptr_t pc)
{
  rp_format_value values[RP_FORMAT_ARGUMENTS];
  rp_directive found;
  int next = 0;
  rp_note_read (format, RP_REAL (strlen) (format) + 1, pc);
  rp_format_print_values (format, list, values);
  while (found = rp_format_next_print (&format, &next), found.conversion)
    {
      int star = found.precision_argument;
      if (found.argument < 0 || found.argument >= RP_FORMAT_ARGUMENTS
          || star >= RP_FORMAT_ARGUMENTS)
        continue;
      void *pointer = values[found.argument].pointer;
      if (found.conversion == 's' || found.conversion == 'S')
        note_string (&found, pointer, star >= 0 ? values[star].number : found.precision, pc);
      else if (found.conversion == 'n')
        rp_note_write (pointer, rp_format_integer_size (found.length), pc);
    }
}

static inline __attribute__ ((always_inline)) void
note (const char *format, va_list list, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    note_arguments (format, list, pc);
}

static void
note_output (const char *buffer, size_t room, int result, uintptr_t pc)
{
  if (result < 0 || !room || !rp_monitor_is_on ())
    return;
  size_t size = (size_t) result + 1;
  rp_note_write (buffer, size < room ? size : room, pc);
}

/* Records that asprintf wrote *RESULT and the block there, which came from our malloc. */
static void
note_allocated (char **result, int length, uintptr_t pc)
{
  if (length < 0 || !rp_monitor_is_on ())
    return;
  rp_note_write (result, sizeof *result, pc);
  rp_note_write (*result, (size_t) length + 1, pc);
}

#define LIST(...) __VA_ARGS__

/* Defines the hooks NAME (LEADING format, ...) and REAL (LEADING format, list), its v-form. LEADING are parameters;
 * PASSED are the same as arguments. AFTER records what was written; it may use `result`. */
#define PRINTER(NAME, REAL, LEADING, PASSED, AFTER) \
  RP_HOOK (int, REAL, LEADING const char *format, va_list list) \
  { \
    note (format, list, RP_CALLER); \
    int result = RP_REAL (REAL) (PASSED format, list); \
    AFTER; \
    return result; \
  } \
  RP_HOOK (int, NAME, LEADING const char *format, ...) \
  { \
    va_list list; \
    va_start (list, format); \
    note (format, list, RP_CALLER); \
    int result = RP_REAL (REAL) (PASSED format, list); \
    va_end (list); \
    AFTER; \
    return result; \
  }

/* Called when the text is printed: from now on, another task may read it. */
#define TO_STREAM before_stream_output (stream, false, RP_CALLER)
#define TO_FILE before_output (file, 1, false, RP_CALLER)
#define OUTPUT(ROOM) note_output (buffer, ROOM, result, RP_CALLER)
#define ALLOCATED note_allocated (target, result, RP_CALLER)

PRINTER (printf, vprintf, LIST (), LIST (), (void) 0)
PRINTER (fprintf, vfprintf, LIST (FILE *stream, ), LIST (stream, ), TO_STREAM)
PRINTER (dprintf, vdprintf, LIST (int file, ), LIST (file, ), TO_FILE)
PRINTER (sprintf, vsprintf, LIST (char *buffer, ), LIST (buffer, ), OUTPUT (SIZE_MAX))
PRINTER (snprintf, vsnprintf, LIST (char *buffer, size_t room, ), LIST (buffer, room, ),
         OUTPUT (room))
PRINTER (asprintf, vasprintf, LIST (char **target, ), LIST (target, ), ALLOCATED)

PRINTER (__printf_chk, __vprintf_chk, LIST (int flag, ), LIST (flag, ), (void) 0)
PRINTER (__fprintf_chk, __vfprintf_chk, LIST (FILE *stream, int flag, ), LIST (stream, flag, ),
         TO_STREAM)
PRINTER (__dprintf_chk, __vdprintf_chk, LIST (int file, int flag, ), LIST (file, flag, ), TO_FILE)
PRINTER (__sprintf_chk, __vsprintf_chk, LIST (char *buffer, int flag, size_t limit, ),
         LIST (buffer, flag, limit, ), OUTPUT (SIZE_MAX))
PRINTER (__snprintf_chk, __vsnprintf_chk,
         LIST (char *buffer, size_t room, int flag, size_t limit, ),
         LIST (buffer, room, flag, limit, ), OUTPUT (room))
PRINTER (__asprintf_chk, __vasprintf_chk, LIST (char **target, int flag, ), LIST (target, flag, ),
         ALLOCATED)
