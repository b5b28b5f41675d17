/* mem*, and the old b* functions: what they read and write. Compilers call some of them for plain assignments of
 * structures, so these functions must work before the verifier has started. Programs that are built with
 * _FORTIFY_SOURCE call the _chk forms. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <string.h>
#include <strings.h>

RP_HOOKS_FILE (memory);

void __chk_fail (void) __attribute__ ((noreturn)); /* the C library's function: prints a message about the
                                                    * overflow and aborts */

static inline __attribute__ ((always_inline)) void
note_copy (void *to, const void *from, size_t size, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  rp_note_read (from, size, pc);
  rp_note_write (to, size, pc);
}

static inline __attribute__ ((always_inline)) void
note_reads (const void *a, size_t a_size, const void *b, size_t b_size, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  rp_note_read (a, a_size, pc);
  rp_note_read (b, b_size, pc);
}

static inline __attribute__ ((always_inline)) void
note_set (void *to, size_t size, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_note_write (to, size, pc);
}

#define COPY(NAME, REAL) \
  RP_HOOK (void *, NAME, void *to, const void *from, size_t size) \
  { \
    note_copy (to, from, size, RP_CALLER); \
    return RP_REAL (REAL) (to, from, size); \
  }

#define COPY_CHECKED(NAME, REAL) \
  RP_HOOK (void *, NAME, void *to, const void *from, size_t size, size_t room) \
  { \
    if (size > room) \
      __chk_fail (); \
    note_copy (to, from, size, RP_CALLER); \
    return RP_REAL (REAL) (to, from, size); \
  }

COPY (memcpy, memcpy)
COPY (memmove, memmove)
COPY (mempcpy, mempcpy)
COPY (__mempcpy, mempcpy)
COPY (__tsan_memcpy, memcpy)
COPY (__tsan_memmove, memmove)
COPY_CHECKED (__memcpy_chk, memcpy)
COPY_CHECKED (__memmove_chk, memmove)
COPY_CHECKED (__mempcpy_chk, mempcpy)

RP_HOOK (void *, memset, void *to, int byte, size_t size)
{
  note_set (to, size, RP_CALLER);
  return RP_REAL (memset) (to, byte, size);
}

RP_HOOK (void *, __tsan_memset, void *to, int byte, size_t size)
{
  note_set (to, size, RP_CALLER);
  return RP_REAL (memset) (to, byte, size);
}

RP_HOOK (void *, __memset_chk, void *to, int byte, size_t size, size_t room)
{
  if (size > room)
    __chk_fail ();
  note_set (to, size, RP_CALLER);
  return RP_REAL (memset) (to, byte, size);
}

RP_HOOK (void, explicit_bzero, void *to, size_t size)
{
  note_set (to, size, RP_CALLER);
  RP_REAL (explicit_bzero) (to, size);
}

RP_HOOK (void, bzero, void *to, size_t size)
{
  note_set (to, size, RP_CALLER);
  RP_REAL (memset) (to, 0, size);
}

RP_HOOK (void, bcopy, const void *from, void *to, size_t size)
{
  note_copy (to, from, size, RP_CALLER);
  RP_REAL (memmove) (to, from, size);
}

/* The standard lets memcmp look at all of both objects, and implementations do. */
RP_HOOK (int, memcmp, const void *a, const void *b, size_t size)
{
  note_reads (a, size, b, size, RP_CALLER);
  return RP_REAL (memcmp) (a, b, size);
}

RP_HOOK (int, bcmp, const void *a, const void *b, size_t size)
{
  note_reads (a, size, b, size, RP_CALLER);
  return RP_REAL (memcmp) (a, b, size);
}

/* memchr behaves as if it stopped at the first match. */
RP_HOOK (void *, memchr, const void *memory, int byte, size_t size)
{
  char *found = RP_REAL (memchr) (memory, byte, size);
  if (rp_monitor_is_on ())
    rp_note_read (memory, found ? (size_t) (found - (const char *) memory) + 1 : size, RP_CALLER);
  return found;
}

RP_HOOK (void *, memrchr, const void *memory, int byte, size_t size)
{
  char *found = RP_REAL (memrchr) (memory, byte, size);
  const char *from = found ? found : (const char *) memory;
  if (rp_monitor_is_on ())
    rp_note_read (from, size - (size_t) (from - (const char *) memory), RP_CALLER);
  return found;
}

RP_HOOK (void *, rawmemchr, const void *memory, int byte)
{
  char *found = RP_REAL (rawmemchr) (memory, byte);
  if (rp_monitor_is_on ())
    rp_note_read (memory, (size_t) (found - (const char *) memory) + 1, RP_CALLER);
  return found;
}

RP_HOOK (void *, memmem, const void *memory, size_t size, const void *part, size_t part_size)
{
  char *found = RP_REAL (memmem) (memory, size, part, part_size);
  size_t seen = found ? (size_t) (found - (const char *) memory) + part_size : size;
  note_reads (memory, seen, part, part_size, RP_CALLER);
  return found;
}

RP_HOOK (void *, memccpy, void *to, const void *from, int byte, size_t size)
{
  char *end = RP_REAL (memccpy) (to, from, byte, size);
  note_copy (to, from, end ? (size_t) (end - (char *) to) : size, RP_CALLER);
  return end;
}
