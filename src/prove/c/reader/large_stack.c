#include "prove/c/reader/large_stack.h"

#include "base/clock.h"
#include "prove/poly/limit.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <time.h>

/* Address space for the stack; only pages that are used take memory. */
#define STACK_BYTES ((size_t) 1 << 30)
#define GUARD_BYTES ((size_t) 1 << 16)

typedef struct stack_call
{
  void (*run) (void *);
  void *context;
} stack_call;

static void *
start (void *argument)
{
  const stack_call *call = argument;
  call->run (call->context);
  return NULL;
}

typedef enum outcome
{
  NOT_STARTED,
  DONE,
  LATE
} outcome;

static outcome
wait_for (pthread_t thread, bool is_limited, double deadline)
{
  bool is_past = false;
  int error = is_limited ? ETIMEDOUT : pthread_join (thread, NULL);
  while (error && !is_past)
    {
      double soon = rp_seconds () + RP_LIMIT_MILLISECONDS / 1000.0;
      double when = deadline > 0 && deadline < soon ? deadline : soon;
      struct timespec until = { (time_t) when, (long) ((when - (double) (time_t) when) * 1e9) };
      error = pthread_clockjoin_np (thread, NULL, CLOCK_MONOTONIC, &until);
      is_past = rp_limit_is_past (deadline);
    }
  return error ? LATE : DONE;
}

static outcome
run_on (char *stack, stack_call *call, bool is_limited, double deadline)
{
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init (&attributes))
    return NOT_STARTED;
  bool is_started
    = !pthread_attr_setstack (&attributes, stack + GUARD_BYTES, STACK_BYTES - GUARD_BYTES)
      && !pthread_create (&thread, &attributes, start, call);
  pthread_attr_destroy (&attributes);
  return is_started ? wait_for (thread, is_limited, deadline) : NOT_STARTED;
}

bool
rp_c_run_on_large_stack (void (*run) (void *), void *context, bool is_limited, double deadline)
{
  static stack_call call; /* the thread may outlive this function */
  call = (stack_call) { run, context };
  char *stack = mmap (NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  outcome result = NOT_STARTED;
  if (stack != MAP_FAILED)
    {
      if (!mprotect (stack, GUARD_BYTES, PROT_NONE))
        result = run_on (stack, &call, is_limited, deadline);
      if (result != LATE)
        munmap (stack, STACK_BYTES);
    }
  if (result == NOT_STARTED)
    run (context);
  return result != LATE;
}
