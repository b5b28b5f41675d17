/* Fiber switch for machines without code of their own, by the C library's swapcontext. It costs a
 * system call per switch. The saved context lives on the stack that is left. -DRP_FIBER_UCONTEXT
 * chooses it everywhere, which is how it gets tested. */
#include "core/runtime/fiber.h"

#if defined(RP_FIBER_UCONTEXT) \
  || !(defined(__LP64__) && (defined(__x86_64__) || defined(__aarch64__)))

#include "base/panic.h"

#include <stdint.h>
#include <ucontext.h>

typedef struct fresh
{
  ucontext_t context; /* first: a jump treats this struct as a context */
  rp_fiber_entry *body;
  void *argument;
} fresh;

/* makecontext passes ints only. */
static void
begin (unsigned high_half, unsigned low_half)
{
  fresh *start = (fresh *) (uintptr_t) ((uint64_t) high_half << 32 | low_half);
  start->body (start->argument);
  rp_panic (__FILE__, __LINE__, "a fiber returned");
}

void *
rp_fiber_prepare (char *high, rp_fiber_entry *body, void *argument)
{
  const size_t room = 4096; /* makecontext wants a size; only the upper end matters to it */
  fresh *start = (fresh *) ((uintptr_t) (high - sizeof *start) & ~(uintptr_t) 63);
  uint64_t address = (uintptr_t) start;
  RP_ASSERT (getcontext (&start->context) == 0);
  start->context.uc_link = NULL;
  start->context.uc_stack.ss_sp = (char *) start - room;
  start->context.uc_stack.ss_size = room;
  start->body = body;
  start->argument = argument;
  makecontext (&start->context, (void (*) (void)) begin, 2, (unsigned) (address >> 32),
               (unsigned) address);
  return start;
}

/* ASan must not poison around `here`: the frame is never left in the usual way if the fiber is
 * abandoned. */
__attribute__ ((no_sanitize_address)) void
rp_fiber_jump (void **save, void *load)
{
  ucontext_t here;
  *save = &here;
  RP_ASSERT (swapcontext (&here, load) == 0);
}

#endif
