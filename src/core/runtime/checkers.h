/* Tells memory checkers where the stacks are, and when execution moves from one stack to another. The checkers are
 * AddressSanitizer (chosen at build time) and valgrind (detected at run time, if its header existed at build time).
 * Without them, these functions do nothing. */
#ifndef RP_CORE_RUNTIME_CHECKERS_H
#define RP_CORE_RUNTIME_CHECKERS_H

#include "core/runtime/stack_pool.h"

#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define RP_HAVE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RP_HAVE_ASAN 1
#endif
#endif
#ifndef RP_HAVE_ASAN
#define RP_HAVE_ASAN 0
#endif

#if RP_HAVE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define VALGRIND_STACK_REGISTER(LOW, HIGH) 0
#define VALGRIND_STACK_DEREGISTER(ID) ((void) (ID))
#endif

/* Called before the running fiber switches to the stack of SIZE bytes from LOW on. ASan may keep frames of the running
 * fiber on a fake stack; ASan stores the address of this stack in *FAKE_STACK. FAKE_STACK is NULL if the running fiber
 * never runs again. */
static inline void
rp_checkers_leave (void **fake_stack, const char *low, size_t size)
{
#if RP_HAVE_ASAN
  __sanitizer_start_switch_fiber (fake_stack, low, size);
#else
  (void) fake_stack, (void) low, (void) size;
#endif
}

/* Called first on the new stack. FAKE_STACK is the value that rp_checkers_leave stored for this fiber; NULL if the
 * fiber starts now. */
static inline void
rp_checkers_arrive (void *fake_stack)
{
#if RP_HAVE_ASAN
  __sanitizer_finish_switch_fiber (fake_stack, NULL, NULL);
#else
  (void) fake_stack;
#endif
}

/* Tells ASan that no frame on STACK is in use. Otherwise frames that never returned would stay poisoned. */
static inline void
rp_checkers_stack_unused (rp_stack *stack)
{
#if RP_HAVE_ASAN
  if (stack->left_at)
    __asan_unpoison_memory_region (stack->left_at, stack->low + stack->size - stack->left_at);
#endif
  stack->left_at = NULL;
}

static inline void
rp_checkers_stack_mapped (rp_stack *stack)
{
  stack->valgrind_id = VALGRIND_STACK_REGISTER (stack->low, stack->low + stack->size - 1);
}

static inline void
rp_checkers_stack_unmapped (const rp_stack *stack)
{
  VALGRIND_STACK_DEREGISTER (stack->valgrind_id);
}

#endif
