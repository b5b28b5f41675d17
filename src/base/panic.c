#include "base/panic.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Ends the process at once. In a program under test, _Exit is a function of ours that writes the program's report;
 * after an internal error, that would give a verdict, or come to the same error again. */
static _Noreturn void
die (void)
{
  for (;;)
    syscall (SYS_exit_group, RP_EXIT_INTERNAL);
}

_Noreturn void
rp_panic (const char *file, int line, const char *format, ...)
{
  va_list arguments;
  fflush (stdout);
  fprintf (stderr, "raceproof: internal error at %s:%d: ", file, line);
  va_start (arguments, format);
  vfprintf (stderr, format, arguments);
  va_end (arguments);
  fputs ("\n", stderr);
  die ();
}

static void *
allocated (void *block, size_t bytes)
{
  if (!block && bytes)
    {
      fprintf (stderr, "raceproof: out of memory (asked for %zu bytes)\n", bytes);
      die ();
    }
  return block;
}

void *
rp_malloc (size_t bytes)
{
  return allocated (malloc (bytes), bytes);
}

void *
rp_calloc (size_t count, size_t bytes)
{
  return allocated (calloc (count, bytes), count * bytes);
}

void *
rp_realloc (void *block, size_t bytes)
{
  return allocated (realloc (block, bytes), bytes);
}

void *
rp_aligned_alloc (size_t alignment, size_t bytes)
{
  return allocated (aligned_alloc (alignment, bytes), bytes);
}

char *
rp_strdup (const char *text)
{
  size_t bytes = strlen (text) + 1;
  return memcpy (rp_malloc (bytes), text, bytes);
}
