#include "core/runtime/fiber.h"

#include "base/panic.h"
#include "core/runtime/checkers.h"

#include <pthread.h>

/* `known` keeps the bounds of the thread's stack, because the C library reads a file in /proc to find them. The bounds
 * never change, not even in the processes that exploration forks. */
void
rp_fiber_init_thread (rp_fiber *fiber)
{
  static __thread rp_fiber known;
  if (!known.low)
    {
      pthread_attr_t attributes;
      void *low;
      RP_ASSERT (pthread_getattr_np (pthread_self (), &attributes) == 0);
      RP_ASSERT (pthread_attr_getstack (&attributes, &low, &known.size) == 0);
      pthread_attr_destroy (&attributes);
      known.low = low;
    }
  *fiber = known;
}

static void
fiber_main (void *argument)
{
  rp_fiber *fiber = argument;
  rp_checkers_arrive (NULL);
  fiber->entry (fiber->argument);
  rp_panic (__FILE__, __LINE__, "a fiber's entry returned");
}

void
rp_fiber_start (rp_fiber *fiber, rp_stack *stack, rp_fiber_entry *entry, void *argument)
{
  *fiber = (rp_fiber) {
    .stack = stack, .low = stack->low, .size = stack->size, .entry = entry, .argument = argument
  };
  fiber->at = rp_fiber_prepare (stack->low + stack->size, fiber_main, fiber);
}

void
rp_fiber_switch (rp_fiber *from, rp_fiber *to)
{
  if (RP_HAVE_ASAN && from->stack)
    from->stack->left_at = __builtin_frame_address (0);
  rp_checkers_leave (&from->fake_stack, to->low, to->size);
  rp_fiber_jump (&from->at, to->at);
  rp_checkers_arrive (from->fake_stack);
}

_Noreturn void
rp_fiber_exit (rp_fiber *from, rp_fiber *to)
{
  if (RP_HAVE_ASAN && from->stack)
    from->stack->left_at = __builtin_frame_address (0);
  rp_checkers_leave (NULL, to->low, to->size);
  rp_fiber_jump (&from->at, to->at);
  rp_panic (__FILE__, __LINE__, "switched to a fiber that had ended");
}

size_t
rp_fiber_stack_left (const rp_fiber *fiber)
{
  const char *here = __builtin_frame_address (0);
  return here > fiber->low ? (size_t) (here - fiber->low) : 0;
}
