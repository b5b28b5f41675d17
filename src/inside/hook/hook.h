/* Definitions that every hook needs: they define the hook, give its place in the program, and report to the
 * monitor.
 *
 * Hooks are functions that the program calls under another name (__tsan_write4, memcpy). They are compiled without
 * instrumentation; they leave errno as the real function left it; and they reach the real function by RP_REAL
 * (libc_real.h), never by its name. */
#ifndef RP_INSIDE_HOOK_HOOK_H
#define RP_INSIDE_HOOK_HOOK_H

#include "inside/hook/monitor.h"
#include "inside/hook/quiet.h"

#include <errno.h>

/* Declares a hook and begins its definition. The hook is weak: a program may define a function of its own by that name,
 * such as `write`, and then calls its own. So our code calls the C library's function by RP_REAL wherever a program may
 * define the name. RP_HOOKS_INLINE: the file is compiled for raceproof_inline.o (compile/driver/flags.c), whose hooks
 * replace the library's, so they are not weak. */
#ifdef RP_HOOKS_INLINE
#define RP_HOOK(TYPE, NAME, ...) \
  TYPE NAME (__VA_ARGS__); \
  TYPE NAME (__VA_ARGS__)
#else
#define RP_HOOK(TYPE, NAME, ...) \
  TYPE NAME (__VA_ARGS__) __attribute__ ((weak)); \
  TYPE NAME (__VA_ARGS__)
#endif

/* Does the same as RP_HOOK for a name of ours, such as rp_read_range, which no program has. The hook is not
 * weak. */
#define RP_HOOK_OWN(TYPE, NAME, ...) \
  TYPE NAME (__VA_ARGS__); \
  TYPE NAME (__VA_ARGS__)

/* Defines a symbol that names an object file of hooks. `raceproof cc` asks the linker for this symbol, so the file is
 * linked even if the program has functions of its own by the names of the hooks. */
#define RP_HOOKS_FILE(NAME) \
  extern const char rp_hooks_##NAME; \
  const char rp_hooks_##NAME = 1

/* Does the same as RP_HOOK_OWN for names that the compiler reserves, such as __atomic_load_4: the hook is NAME in C
 * and SYMBOL for the linker. */
#define RP_HOOK_AS(TYPE, NAME, SYMBOL, ...) \
  TYPE NAME (__VA_ARGS__) __asm__(SYMBOL); \
  TYPE NAME (__VA_ARGS__)

/* The address that the hook returns to. RP_CALLER can be used only in the body of a hook, or in a function that is
 * always inlined into a hook. */
#define RP_CALLER ((uintptr_t) __builtin_return_address (0))

/* A library function reads SIZE bytes at ADDRESS for the program. Call this only if rp_monitor_is_on. */
static inline void
rp_note_read (const void *address, size_t size, uintptr_t pc)
{
  int saved = errno;
  if (size && !rp_monitor_knows ((uintptr_t) address, size, false) && !rp_quiet_has (pc))
    rp_monitor_read ((uintptr_t) address, size, pc);
  errno = saved;
}

static inline void
rp_note_write (const void *address, size_t size, uintptr_t pc)
{
  int saved = errno;
  if (size && !rp_monitor_knows ((uintptr_t) address, size, true) && !rp_quiet_has (pc))
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
