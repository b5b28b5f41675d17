/* Calls to the system that read or write the program's buffers, and clocks. */
#include "inside/libc/waiting.h"

#include <string.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

RP_HOOKS_FILE (io);

static inline __attribute__ ((always_inline)) void
note_output (const void *buffer, size_t size, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_note_read (buffer, size, pc);
}

static inline __attribute__ ((always_inline)) void
note_result (const void *object, size_t size, uintptr_t pc)
{
  if (object && rp_monitor_is_on ())
    rp_note_write (object, size, pc);
}

/* Defines a hook for an input function. PARAMETERS follow the buffer and its size; PASSED are the same as arguments. */
#define INPUT(NAME, PARAMETERS, PASSED) \
  RP_HOOK (ssize_t, NAME, int file, void *buffer, size_t size PARAMETERS) \
  { \
    ssize_t result = RP_REAL (NAME) (file, buffer, size PASSED); \
    note_input (buffer, result, RP_CALLER); \
    return result; \
  }

#define OUTPUT(NAME, PARAMETERS, PASSED) \
  RP_HOOK (ssize_t, NAME, int file, const void *buffer, size_t size PARAMETERS) \
  { \
    note_output (buffer, size, RP_CALLER); \
    return RP_REAL (NAME) (file, buffer, size PASSED); \
  }

/* Does the same as INPUT, for a function that may wait for another task: FILE may be a pipe. */
#define PIPE_INPUT(NAME, PARAMETERS, PASSED) \
  RP_HOOK (ssize_t, NAME, int file, void *buffer, size_t size PARAMETERS) \
  { \
    before_input (file, size > 0, RP_CALLER); \
    ssize_t result = RP_REAL (NAME) (file, buffer, size PASSED); \
    after_input (file, result, RP_CALLER); \
    note_input (buffer, result, RP_CALLER); \
    return result; \
  }

#define LIST(...) __VA_ARGS__

PIPE_INPUT (read, LIST (), LIST ())
PIPE_INPUT (__read_chk, LIST (, size_t room), LIST (, room))
INPUT (pread, LIST (, off_t offset), LIST (, offset))
INPUT (pread64, LIST (, off64_t offset), LIST (, offset))
INPUT (__pread_chk, LIST (, off_t offset, size_t room), LIST (, offset, room))
INPUT (__pread64_chk, LIST (, off64_t offset, size_t room), LIST (, offset, room))
OUTPUT (pwrite, LIST (, off_t offset), LIST (, offset))
OUTPUT (pwrite64, LIST (, off64_t offset), LIST (, offset))

/* Writes SIZE bytes to FILE, in parts that do not wait for another task. Returns how many bytes were written; -1
 * if the first part could not be written. */
static ssize_t
write_parts (int file, const char *buffer, size_t size, uintptr_t pc)
{
  size_t done = 0;
  do
    {
      size_t part = rp_front_now.before_output (file, size - done, size > 0, pc);
      ssize_t result = RP_REAL (write) (file, buffer + done, part);
      if (result < 0)
        return done ? (ssize_t) done : result;
      done += (size_t) result;
      if ((size_t) result < part)
        break;
    }
  while (done < size);
  return (ssize_t) done;
}

RP_HOOK (ssize_t, write, int file, const void *buffer, size_t size)
{
  note_output (buffer, size, RP_CALLER);
  return rp_monitor_is_on () ? write_parts (file, buffer, size, RP_CALLER)
                             : RP_REAL (write) (file, buffer, size);
}

RP_HOOK (ssize_t, readv, int file, const struct iovec *parts, int count)
{
  before_input (file, count > 0, RP_CALLER);
  ssize_t result = RP_REAL (readv) (file, parts, count);
  size_t left = result > 0 ? (size_t) result : 0;
  after_input (file, result, RP_CALLER);
  if (count <= 0 || !rp_monitor_is_on ())
    return result;
  rp_note_read (parts, (size_t) count * sizeof *parts, RP_CALLER);
  for (int i = 0; i < count && left; i++)
    {
      size_t size = parts[i].iov_len < left ? parts[i].iov_len : left;
      rp_note_write (parts[i].iov_base, size, RP_CALLER);
      left -= size;
    }
  return result;
}

/* Writes each of the COUNT PARTS by itself, by write_parts, until one is not written completely. Returns how
 * many bytes were written; -1 if the first part could not be written. */
static ssize_t
write_each (int file, const struct iovec *parts, int count, uintptr_t pc)
{
  ssize_t done = 0;
  for (int i = 0; i < count; i++)
    if (parts[i].iov_len)
      {
        ssize_t result = write_parts (file, parts[i].iov_base, parts[i].iov_len, pc);
        if (result < 0)
          return done ? done : result;
        done += result;
        if ((size_t) result < parts[i].iov_len)
          break;
      }
  return done;
}

RP_HOOK (ssize_t, writev, int file, const struct iovec *parts, int count)
{
  if (count <= 0 || !rp_monitor_is_on ())
    return RP_REAL (writev) (file, parts, count);
  size_t size = 0;
  rp_note_read (parts, (size_t) count * sizeof *parts, RP_CALLER);
  for (int i = 0; i < count; i++)
    {
      rp_note_read (parts[i].iov_base, parts[i].iov_len, RP_CALLER);
      size += parts[i].iov_len;
    }
  if (rp_front_now.before_output (file, size, size > 0, RP_CALLER) < size)
    return write_each (file, parts, count, RP_CALLER);
  return RP_REAL (writev) (file, parts, count);
}

RP_HOOK (int, close, int file)
{
  if (rp_monitor_is_on ())
    rp_front_now.before_close (file, RP_CALLER);
  return RP_REAL (close) (file);
}

/* If BUFFER is NULL, getcwd takes a buffer from our malloc. That buffer counts as written, too. */
RP_HOOK (char *, getcwd, char *buffer, size_t size)
{
  char *path = RP_REAL (getcwd) (buffer, size);
  if (path)
    note_result (path, RP_REAL (strlen) (path) + 1, RP_CALLER);
  return path;
}

RP_HOOK (char *, __getcwd_chk, char *buffer, size_t size, size_t room)
{
  char *path = RP_REAL (__getcwd_chk) (buffer, size, room);
  if (path)
    note_result (path, RP_REAL (strlen) (path) + 1, RP_CALLER);
  return path;
}

RP_HOOK (time_t, time, time_t *now)
{
  note_result (now, sizeof *now, RP_CALLER);
  return RP_REAL (time) (now);
}

RP_HOOK (int, gettimeofday, struct timeval *restrict now, void *restrict zone)
{
  note_result (now, sizeof *now, RP_CALLER);
  note_result (zone, sizeof (struct timezone), RP_CALLER);
  return RP_REAL (gettimeofday) (now, zone);
}

RP_HOOK (int, clock_gettime, clockid_t clock, struct timespec *now)
{
  note_result (now, sizeof *now, RP_CALLER);
  return RP_REAL (clock_gettime) (clock, now);
}

RP_HOOK (struct tm *, localtime_r, const time_t *restrict when, struct tm *restrict parts)
{
  note_output (when, sizeof *when, RP_CALLER);
  note_result (parts, sizeof *parts, RP_CALLER);
  return RP_REAL (localtime_r) (when, parts);
}

RP_HOOK (struct tm *, gmtime_r, const time_t *restrict when, struct tm *restrict parts)
{
  note_output (when, sizeof *when, RP_CALLER);
  note_result (parts, sizeof *parts, RP_CALLER);
  return RP_REAL (gmtime_r) (when, parts);
}

/* What gmtime, localtime, asctime and ctime return is overwritten by the next call of one of them. The C library keeps
 * it in variables of its own, which have no names. We copy it to these, whose names reports show. */
static struct tm gmtime_localtime_result;
static char asctime_ctime_result[128];

static inline __attribute__ ((always_inline)) struct tm *
keep_parts (const struct tm *parts, uintptr_t pc)
{
  if (!parts)
    return NULL;
  note_result (&gmtime_localtime_result, sizeof gmtime_localtime_result, pc);
  gmtime_localtime_result = *parts;
  return &gmtime_localtime_result;
}

static inline __attribute__ ((always_inline)) char *
keep_text (char *text, uintptr_t pc)
{
  size_t size = text ? RP_REAL (strlen) (text) + 1 : 0;
  if (!size || size > sizeof asctime_ctime_result)
    return text;
  note_result (asctime_ctime_result, size, pc);
  return RP_REAL (memcpy) (asctime_ctime_result, text, size);
}

RP_HOOK (struct tm *, localtime, const time_t *when)
{
  note_output (when, sizeof *when, RP_CALLER);
  return keep_parts (RP_REAL (localtime) (when), RP_CALLER);
}

RP_HOOK (struct tm *, gmtime, const time_t *when)
{
  note_output (when, sizeof *when, RP_CALLER);
  return keep_parts (RP_REAL (gmtime) (when), RP_CALLER);
}

RP_HOOK (char *, asctime, const struct tm *parts)
{
  note_output (parts, sizeof *parts, RP_CALLER);
  return keep_text (RP_REAL (asctime) (parts), RP_CALLER);
}

/* ctime is asctime of localtime, so it changes both results. */
RP_HOOK (char *, ctime, const time_t *when)
{
  note_output (when, sizeof *when, RP_CALLER);
  char *text = RP_REAL (ctime) (when);
  if (text)
    note_result (&gmtime_localtime_result, sizeof gmtime_localtime_result, RP_CALLER);
  return keep_text (text, RP_CALLER);
}

RP_HOOK (char *, asctime_r, const struct tm *restrict parts, char *restrict text)
{
  note_output (parts, sizeof *parts, RP_CALLER);
  char *result = RP_REAL (asctime_r) (parts, text);
  if (result)
    note_result (text, RP_REAL (strlen) (text) + 1, RP_CALLER);
  return result;
}

RP_HOOK (char *, ctime_r, const time_t *restrict when, char *restrict text)
{
  note_output (when, sizeof *when, RP_CALLER);
  char *result = RP_REAL (ctime_r) (when, text);
  if (result)
    note_result (text, RP_REAL (strlen) (text) + 1, RP_CALLER);
  return result;
}
