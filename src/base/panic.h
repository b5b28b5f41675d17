/* The two ways in which the process dies: a bug of our own (RP_ASSERT), and a machine that gives no memory. Both print
 * one line and end the process with status 70. Neither is used for anything that a user's program or input can cause.
 * Cheap assertions stay on in release builds. */
#ifndef RP_BASE_PANIC_H
#define RP_BASE_PANIC_H

#include <stddef.h>

#define RP_EXIT_INTERNAL 70

_Noreturn void rp_panic (const char *file, int line, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

#define RP_ASSERT(CONDITION) \
  do \
    { \
      if (__builtin_expect (!(CONDITION), 0)) \
        rp_panic (__FILE__, __LINE__, "assertion failed: %s", #CONDITION); \
    } \
  while (0)

/* Allocation that cannot fail: on exhaustion the process dies with a clear message. */
void *rp_malloc (size_t bytes);
void *rp_calloc (size_t count, size_t bytes);
void *rp_realloc (void *block, size_t bytes);
void *rp_aligned_alloc (size_t alignment, size_t bytes); /* BYTES is a multiple of ALIGNMENT */
char *rp_strdup (const char *text);

#endif
