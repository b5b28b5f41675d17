/* The fiber switch for machines without assembly code, by the C library's swapcontext. Each switch costs a system call.
 * The saved context is on the stack of the suspended fiber. -DRP_FIBER_UCONTEXT chooses this file on every machine;
 * tests use that. */
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

/* makecontext passes only ints, so the address comes in two halves. */
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
  const size_t room = 4096; /* makecontext needs a size, but only uses the upper end of the stack */
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

/* ASan must not poison the memory around `here`: if the fiber is abandoned, this function never returns. */
__attribute__ ((no_sanitize_address)) void
rp_fiber_jump (void **save, void *load)
{
  ucontext_t here;
  *save = &here;
  RP_ASSERT (swapcontext (&here, load) == 0);
}

#endif
