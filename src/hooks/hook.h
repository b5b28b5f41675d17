/* What every hook needs: how one is written, its place in the program, and how it tells the
 * monitor.
 *
 * Hooks are functions that the program calls under a foreign name (__tsan_write4, memcpy). They are
 * compiled without instrumentation; they leave errno as the real function left it; and they reach
 * the real function by RP_REAL (libc_real.h), never by its name. */
#ifndef RP_HOOKS_HOOK_H
#define RP_HOOKS_HOOK_H

#include "hooks/monitor.h"

#include <errno.h>

/* Declares a function and begins its definition. */
#define RP_HOOK(TYPE, NAME, ...) \
  TYPE NAME (__VA_ARGS__); \
  TYPE NAME (__VA_ARGS__)

/* The same for names that the compiler keeps for itself, such as __atomic_load_4. */
#define RP_HOOK_AS(TYPE, NAME, SYMBOL, ...) \
  TYPE NAME (__VA_ARGS__) __asm__(SYMBOL); \
  TYPE NAME (__VA_ARGS__)

/* Where the hook returns to: only in the hook's own body, or in what is always inlined into it. */
#define RP_CALLER ((uintptr_t) __builtin_return_address (0))

/* For library functions, after rp_monitor_is_on was asked. */
static inline void
rp_note_read (const void *address, size_t size, uintptr_t pc)
{
  int saved = errno;
  if (size && !rp_monitor_knows ((uintptr_t) address, size, false))
    rp_monitor_read ((uintptr_t) address, size, pc);
  errno = saved;
}

static inline void
rp_note_write (const void *address, size_t size, uintptr_t pc)
{
  int saved = errno;
  if (size && !rp_monitor_knows ((uintptr_t) address, size, true))
    rp_monitor_write ((uintptr_t) address, size, pc);
  errno = saved;
}

static inline void
rp_note_forget (const void *address, size_t size)
{
  int saved = errno;
  if (size)
    rp_monitor_forget ((uintptr_t) address, size);
  errno = saved;
}

#endif
