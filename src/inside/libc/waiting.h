/* For hooks of calls that may wait for another task, at a pipe or a socket (front.h). */
#ifndef RP_INSIDE_LIBC_WAITING_H
#define RP_INSIDE_LIBC_WAITING_H

#include "inside/front/front.h"
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <stdio.h>
#include <sys/types.h>

static inline void
before_input (int file, bool waits, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_front_now.before_input (file, waits, pc);
}

static inline size_t
before_output (int file, size_t size, bool waits, uintptr_t pc)
{
  return rp_monitor_is_on () ? rp_front_now.before_output (file, size, waits, pc) : size;
}

/* RESULT is below 0 if nothing was read, because the call failed. */
static inline void
after_input (int file, ssize_t result, uintptr_t pc)
{
  if (result >= 0 && rp_monitor_is_on ())
    rp_front_now.after_input (file, pc);
}

static inline __attribute__ ((always_inline)) void
note_input (const void *buffer, ssize_t result, uintptr_t pc)
{
  if (result > 0 && rp_monitor_is_on ())
    rp_note_write (buffer, (size_t) result, pc);
}

/* ---- streams ---- */

/* Returns how many bytes of input are in STREAM's buffer. */
static inline size_t
bytes_in (const FILE *stream)
{
  return (size_t) (stream->_IO_read_end - stream->_IO_read_ptr);
}

/* Returns the descriptor of STREAM; below 0: it has none. */
static inline int
file_of (FILE *stream)
{
  int saved = errno;
  int file = RP_REAL (fileno) (stream);
  errno = saved;
  return file;
}

static inline void
before_stream_input (FILE *stream, uintptr_t pc)
{
  if (!bytes_in (stream) && rp_monitor_is_parallel ())
    rp_front_now.before_input (file_of (stream), true, pc);
}

static inline void
after_stream_input (FILE *stream, uintptr_t pc)
{
  if (rp_monitor_is_parallel ())
    rp_front_now.after_input (file_of (stream), pc);
}

/* Called even if the output stays in the stream's buffer for now: what another task reads from now on comes
 * after this call. */
static inline void
before_stream_output (FILE *stream, bool waits, uintptr_t pc)
{
  if (rp_monitor_is_parallel ())
    rp_front_now.before_output (file_of (stream), 1, waits, pc);
}

#endif
