/* Functions of streams, except printf and scanf. Output reads the program's buffers, and input writes them. */
#include "inside/libc/waiting.h"

#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
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

/* ---- streams of pipes: a call may wait for another task when it fills or empties the buffer ---- */

#undef getc_unlocked
#undef fgetc_unlocked
#undef getchar

/* Returns whether a function that reads SIZE bytes from STREAM has to read them one by one, by next_byte:
 * another task may have to write some of them. */
static bool
reads_bytes (FILE *stream, size_t size)
{
  return rp_monitor_is_parallel () && bytes_in (stream) < size
         && rp_front_now.is_pipe (file_of (stream));
}

static int
next_byte (FILE *stream, uintptr_t pc)
{
  before_stream_input (stream, pc);
  return RP_REAL (getc) (stream);
}

/* Does the same as fread. */
static size_t
read_block (char *buffer, size_t size, size_t count, FILE *stream, uintptr_t pc)
{
  size_t all = size * count, done = 0;
  if (!reads_bytes (stream, all))
    return RP_REAL (fread) (buffer, size, count, stream);
  for (int byte; done < all && (byte = next_byte (stream, pc)) != EOF;)
    buffer[done++] = (char) byte;
  return size ? done / size : 0;
}

/* Does the same as fgets. */
static char *
read_line (char *buffer, int size, FILE *stream, uintptr_t pc)
{
  int done = 0, byte = 0;
  if (size < 2 || !reads_bytes (stream, (size_t) size))
    return RP_REAL (fgets) (buffer, size, stream);
  while (done < size - 1 && byte != '\n' && (byte = next_byte (stream, pc)) != EOF)
    buffer[done++] = (char) byte;
  if (!done || (byte == EOF && ferror (stream)))
    return NULL;
  buffer[done] = 0;
  return buffer;
}

/* Does the same as getdelim. */
static ssize_t
read_delimited (char **line, size_t *size, int delimiter, FILE *stream, uintptr_t pc)
{
  size_t done = 0;
  int byte = EOF;
  if (!line || !size || !reads_bytes (stream, SIZE_MAX))
    return RP_REAL (getdelim) (line, size, delimiter, stream);
  do
    {
      if (!*line || *size < done + 2)
        {
          size_t room = !*line || *size < 60 ? 120 : 2 * *size;
          char *larger = realloc (*line, room);
          if (!larger)
            return -1;
          *line = larger;
          *size = room;
        }
      byte = next_byte (stream, pc);
      if (byte != EOF)
        (*line)[done++] = (char) byte;
    }
  while (byte != EOF && byte != delimiter);
  (*line)[done] = 0;
  return done ? (ssize_t) done : -1;
}

#define GET_BYTE(NAME) \
  RP_HOOK (int, NAME, FILE *stream) \
  { \
    before_stream_input (stream, RP_CALLER); \
    int byte = RP_REAL (NAME) (stream); \
    after_stream_input (stream, RP_CALLER); \
    return byte; \
  }

GET_BYTE (getc)
GET_BYTE (fgetc)
GET_BYTE (getc_unlocked)
GET_BYTE (fgetc_unlocked)

RP_HOOK (int, getchar, void)
{
  before_stream_input (stdin, RP_CALLER);
  int byte = RP_REAL (getchar) ();
  after_stream_input (stdin, RP_CALLER);
  return byte;
}

RP_HOOK (int, fflush, FILE *stream)
{
  if (stream)
    before_stream_output (stream, __fpending (stream), RP_CALLER);
  return RP_REAL (fflush) (stream);
}

RP_HOOK (int, fclose, FILE *stream)
{
  if (rp_monitor_is_parallel ())
    {
      before_stream_output (stream, __fpending (stream), RP_CALLER);
      rp_front_now.before_close (file_of (stream), RP_CALLER);
    }
  return RP_REAL (fclose) (stream);
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
    before_stream_output (stream, true, RP_CALLER); \
    return RP_REAL (NAME) (text, stream); \
  }

#define PUT_BLOCK(NAME) \
  RP_HOOK (size_t, NAME, const void *buffer, size_t size, size_t count, FILE *stream) \
  { \
    if (rp_monitor_is_on ()) \
      rp_note_read (buffer, size *count, RP_CALLER); \
    before_stream_output (stream, true, RP_CALLER); \
    return RP_REAL (NAME) (buffer, size, count, stream); \
  }

/* Records writes of whole objects. The standard says nothing about an object that the end of the file cut short. */
#define GET_BLOCK(NAME) \
  RP_HOOK (size_t, NAME, void *buffer, size_t size, size_t count, FILE *stream) \
  { \
    size_t result = read_block (buffer, size, count, stream, RP_CALLER); \
    after_stream_input (stream, RP_CALLER); \
    if (rp_monitor_is_on ()) \
      rp_note_write (buffer, size *result, RP_CALLER); \
    return result; \
  }

#define GET_LINE(NAME) \
  RP_HOOK (char *, NAME, char *buffer, int size, FILE *stream) \
  { \
    char *line = read_line (buffer, size, stream, RP_CALLER); \
    after_stream_input (stream, RP_CALLER); \
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
  bool is_small = size && room / size < count; /* then the C library ends the program */
  size_t result = is_small ? RP_REAL (__fread_chk) (buffer, room, size, count, stream)
                           : read_block (buffer, size, count, stream, RP_CALLER);
  after_stream_input (stream, RP_CALLER);
  if (rp_monitor_is_on ())
    rp_note_write (buffer, size * result, RP_CALLER);
  return result;
}

RP_HOOK (char *, __fgets_chk, char *buffer, size_t room, int size, FILE *stream)
{
  bool is_small = size > 0 && room < (size_t) size; /* then the C library ends the program */
  char *line = is_small ? RP_REAL (__fgets_chk) (buffer, room, size, stream)
                        : read_line (buffer, size, stream, RP_CALLER);
  after_stream_input (stream, RP_CALLER);
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
  ssize_t result = read_delimited (line, size, '\n', stream, RP_CALLER);
  after_stream_input (stream, RP_CALLER);
  note_delimited (line, size, result, RP_CALLER);
  return result;
}

RP_HOOK (ssize_t, getdelim, char **line, size_t *size, int delimiter, FILE *stream)
{
  ssize_t result = read_delimited (line, size, delimiter, stream, RP_CALLER);
  after_stream_input (stream, RP_CALLER);
  note_delimited (line, size, result, RP_CALLER);
  return result;
}

RP_HOOK (ssize_t, __getdelim, char **line, size_t *size, int delimiter, FILE *stream)
{
  ssize_t result = read_delimited (line, size, delimiter, stream, RP_CALLER);
  after_stream_input (stream, RP_CALLER);
  note_delimited (line, size, result, RP_CALLER);
  return result;
}

RP_HOOK (FILE *, fopen, const char *path, const char *mode)
{
  note_text (path, RP_CALLER);
  note_text (mode, RP_CALLER);
  return RP_REAL (fopen) (path, mode);
}
