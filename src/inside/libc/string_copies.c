/* Functions that copy strings, with their _FORTIFY_SOURCE forms, which know the room at TO. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <string.h>

RP_HOOKS_FILE (copies);

void __chk_fail (void) __attribute__ ((noreturn));

static void
note_copy (const char *from, size_t read, const char *to, size_t written, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  rp_note_read (from, read, pc);
  rp_note_write (to, written, pc);
}

static inline void
check_room (size_t size, size_t room)
{
  if (size > room)
    __chk_fail ();
}

/* Returns how many bytes of FROM a copy of at most MOST bytes reads. */
static size_t
read_of (const char *from, size_t most)
{
  size_t length = RP_REAL (strnlen) (from, most);
  return length < most ? length + 1 : most;
}

static char *
copy (char *to, const char *from, size_t room, uintptr_t pc)
{
  size_t size = RP_REAL (strlen) (from) + 1;
  check_room (size, room);
  note_copy (from, size, to, size, pc);
  RP_REAL (memcpy) (to, from, size);
  return to + size - 1;
}

RP_HOOK (char *, strcpy, char *to, const char *from)
{
  copy (to, from, SIZE_MAX, RP_CALLER);
  return to;
}

RP_HOOK (char *, __strcpy_chk, char *to, const char *from, size_t room)
{
  copy (to, from, room, RP_CALLER);
  return to;
}

RP_HOOK (char *, stpcpy, char *to, const char *from)
{
  return copy (to, from, SIZE_MAX, RP_CALLER);
}

RP_HOOK (char *, __stpcpy, char *to, const char *from)
{
  return copy (to, from, SIZE_MAX, RP_CALLER);
}

RP_HOOK (char *, __stpcpy_chk, char *to, const char *from, size_t room)
{
  return copy (to, from, room, RP_CALLER);
}

/* strncpy and stpncpy fill up to SIZE with null bytes. */
#define COPY_SOME(NAME) \
  RP_HOOK (char *, NAME, char *to, const char *from, size_t size) \
  { \
    note_copy (from, read_of (from, size), to, size, RP_CALLER); \
    return RP_REAL (NAME) (to, from, size); \
  } \
  RP_HOOK (char *, __##NAME##_chk, char *to, const char *from, size_t size, size_t room) \
  { \
    check_room (size, room); \
    note_copy (from, read_of (from, size), to, size, RP_CALLER); \
    return RP_REAL (NAME) (to, from, size); \
  }

COPY_SOME (strncpy)
COPY_SOME (stpncpy)

/* Appends FROM to TO: reads TO up to its end, and writes from there. */
static char *
append (char *to, const char *from, size_t most, size_t room, uintptr_t pc)
{
  size_t start = RP_REAL (strlen) (to), size = RP_REAL (strnlen) (from, most);
  check_room (start + size + 1, room);
  if (rp_monitor_is_on ())
    rp_note_read (to, start + 1, pc);
  note_copy (from, size < most ? size + 1 : most, to + start, size + 1, pc);
  RP_REAL (memcpy) (to + start, from, size);
  to[start + size] = '\0';
  return to;
}

RP_HOOK (char *, strcat, char *to, const char *from)
{
  return append (to, from, SIZE_MAX, SIZE_MAX, RP_CALLER);
}

RP_HOOK (char *, __strcat_chk, char *to, const char *from, size_t room)
{
  return append (to, from, SIZE_MAX, room, RP_CALLER);
}

RP_HOOK (char *, strncat, char *to, const char *from, size_t most)
{
  return append (to, from, most, SIZE_MAX, RP_CALLER);
}

RP_HOOK (char *, __strncat_chk, char *to, const char *from, size_t most, size_t room)
{
  return append (to, from, most, room, RP_CALLER);
}
