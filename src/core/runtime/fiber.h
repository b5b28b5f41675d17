/* A fiber: a stack and the place where its code continues. One OS thread runs many fibers, one at a time. Nothing runs
 * in parallel, and nothing is preempted.
 *
 * G1. rp_fiber_switch returns, in the fiber that called it, when another fiber switches back. The registers that a call
 *     preserves, and the floating point control words (rounding, exception masks), are then as before. The signal mask
 *     belongs to the thread, not to the fiber.
 * G2. A new fiber starts with the floating point control words of the fiber that called rp_fiber_start.
 * G3. Unwinders and debuggers see a fiber's calls down to its entry, and stop there.
 *
 * The switch itself is in fiber_x86_64.S, fiber_aarch64.S or, on other machines, fiber_ucontext.c. */
#ifndef RP_CORE_RUNTIME_FIBER_H
#define RP_CORE_RUNTIME_FIBER_H

#include "core/runtime/stack_pool.h"

#include <stddef.h>

typedef void rp_fiber_entry (void *argument);

typedef struct rp_fiber
{
  void *at;        /* while the fiber does not run: the address of its saved registers, on its own stack */
  rp_stack *stack; /* NULL if the fiber runs on the thread's own stack */
  char *low;       /* lowest usable byte of the stack */
  size_t size;
  rp_fiber_entry *entry;
  void *argument;
  void *fake_stack; /* ASan's fake stack while the fiber does not run: checkers.h */
} rp_fiber;

/* Makes FIBER the fiber of the code that runs on the thread's own stack, so that other fibers can switch back to it. */
void rp_fiber_init_thread (rp_fiber *fiber);

/* Prepares FIBER to run ENTRY (ARGUMENT) on STACK (borrowed) at the first switch to it. ENTRY must not return; it ends
 * with rp_fiber_exit. The caller must not move *FIBER in memory. A fiber that never runs again needs no cleanup: its
 * stack can be reused at once. */
void rp_fiber_start (rp_fiber *fiber, rp_stack *stack, rp_fiber_entry *entry, void *argument);

/* Suspends FROM, which must be the running fiber, and continues TO. */
void rp_fiber_switch (rp_fiber *from, rp_fiber *to);

/* Ends FROM, which must be the running fiber, and continues TO. FROM's stack may be reused as soon as TO runs. */
_Noreturn void rp_fiber_exit (rp_fiber *from, rp_fiber *to);

/* Returns how many bytes are left on the stack of FIBER, which must be the running fiber. */
size_t rp_fiber_stack_left (const rp_fiber *fiber);

/* The platform's part. Saves the registers on the current stack, stores their address in *SAVE, and continues at LOAD.
 * LOAD was stored by an earlier jump, or returned by rp_fiber_prepare. */
void rp_fiber_jump (void **save, void *load);

/* Prepares the stack whose upper end is HIGH (16-byte aligned). Returns an address for rp_fiber_jump: a jump to it
 * calls BODY (ARGUMENT). */
void *rp_fiber_prepare (char *high, rp_fiber_entry *body, void *argument);

#endif
