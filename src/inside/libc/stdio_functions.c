/* Functions of streams, except printf and scanf. Output reads the program's buffers, and input writes them. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <stdio.h>
#include <string.h>

RP_HOOKS_FILE (stdio);

static inline __attribute__ ((always_inline)) void
note_text (const char *text, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_note_read (text, RP_REAL (strlen) (text) + 1, pc);
}

static inline __attribute__ ((always_inline)) void
note_line (const char *line, uintptr_t pc)
{
  if (line && rp_monitor_is_on ())
    rp_note_write (line, RP_REAL (strlen) (line) + 1, pc);
}

RP_HOOK (int, puts, const char *text)
{
  note_text (text, RP_CALLER);
  return RP_REAL (puts) (text);
}

RP_HOOK (void, perror, const char *text)
{
  if (text)
    note_text (text, RP_CALLER);
  RP_REAL (perror) (text);
}

#define PUT_TEXT(NAME) \
  RP_HOOK (int, NAME, const char *text, FILE *stream) \
  { \
    note_text (text, RP_CALLER); \
    return RP_REAL (NAME) (text, stream); \
  }

#define PUT_BLOCK(NAME) \
  RP_HOOK (size_t, NAME, const void *buffer, size_t size, size_t count, FILE *stream) \
  { \
    if (rp_monitor_is_on ()) \
      rp_note_read (buffer, size *count, RP_CALLER); \
    return RP_REAL (NAME) (buffer, size, count, stream); \
  }

/* Records writes of whole objects. The standard says nothing about an object that the end of the file cut short. */
#define GET_BLOCK(NAME) \
  RP_HOOK (size_t, NAME, void *buffer, size_t size, size_t count, FILE *stream) \
  { \
    size_t result = RP_REAL (NAME) (buffer, size, count, stream); \
    if (rp_monitor_is_on ()) \
      rp_note_write (buffer, size *result, RP_CALLER); \
    return result; \
  }

#define GET_LINE(NAME) \
  RP_HOOK (char *, NAME, char *buffer, int size, FILE *stream) \
  { \
    char *line = RP_REAL (NAME) (buffer, size, stream); \
    note_line (line, RP_CALLER); \
    return line; \
  }

/* These names are macros in <stdio.h>. */
#undef fread_unlocked
#undef fwrite_unlocked

PUT_TEXT (fputs)
PUT_TEXT (fputs_unlocked)
PUT_BLOCK (fwrite)
PUT_BLOCK (fwrite_unlocked)
GET_BLOCK (fread)
GET_BLOCK (fread_unlocked)
GET_LINE (fgets)
GET_LINE (fgets_unlocked)

RP_HOOK (size_t, __fread_chk, void *buffer, size_t room, size_t size, size_t count, FILE *stream)
{
  size_t result = RP_REAL (__fread_chk) (buffer, room, size, count, stream);
  if (rp_monitor_is_on ())
    rp_note_write (buffer, size * result, RP_CALLER);
  return result;
}

RP_HOOK (char *, __fgets_chk, char *buffer, size_t room, int size, FILE *stream)
{
  char *line = RP_REAL (__fgets_chk) (buffer, room, size, stream);
  note_line (line, RP_CALLER);
  return line;
}

/* Records the writes of getdelim and getline. They grow the buffer by realloc, which is our hook. */
static void
note_delimited (char **line, size_t *size, ssize_t result, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  rp_note_write (line, sizeof *line, pc);
  rp_note_write (size, sizeof *size, pc);
  if (result >= 0)
    rp_note_write (*line, (size_t) result + 1, pc);
}

RP_HOOK (ssize_t, getline, char **line, size_t *size, FILE *stream)
{
  ssize_t result = RP_REAL (getline) (line, size, stream);
  note_delimited (line, size, result, RP_CALLER);
  return result;
}

RP_HOOK (ssize_t, getdelim, char **line, size_t *size, int delimiter, FILE *stream)
{
  ssize_t result = RP_REAL (getdelim) (line, size, delimiter, stream);
  note_delimited (line, size, result, RP_CALLER);
  return result;
}

RP_HOOK (ssize_t, __getdelim, char **line, size_t *size, int delimiter, FILE *stream)
{
  ssize_t result = RP_REAL (getdelim) (line, size, delimiter, stream);
  note_delimited (line, size, result, RP_CALLER);
  return result;
}

RP_HOOK (FILE *, fopen, const char *path, const char *mode)
{
  note_text (path, RP_CALLER);
  note_text (mode, RP_CALLER);
  return RP_REAL (fopen) (path, mode);
}
