/* A closure: the piece of the program's code that a front end makes a task of. */
#ifndef RP_INSIDE_ENGINE_CLOSURE_H
#define RP_INSIDE_ENGINE_CLOSURE_H

#include "base/digest.h"
#include "core/runtime/runtime.h"

/* The code that a task's fiber runs, and the task's call path while the task does not run. */
typedef struct rp_closure
{
  void (*function) (void *argument);
  void *(*value_function) (void *argument);
  void (*loop_function) (long index, void *argument);
  void *argument, *value;
  long low, high;
  void (*handler) (void *value, void *context);
  void *handler_context;
  rp_task *host; /* while the task runs as a guest: its host, which owns the stack; else NULL */
  uintptr_t host_low, host_high;
  struct rp_unit_loop *loop; /* of a loop task of unit_loop.h: its loop; else NULL */
  void *front;            /* data of the front end that made the task, if that is not <raceproof/task.h> */
  uint32_t context, lost; /* rp_context_now and rp_context_lost, saved while the task does not run */
  rp_digest known;        /* explored_state.c: a digest of the values that the task got so far */
  uintptr_t stack_low;    /* lowest frame of an instrumented function */
  uintptr_t stack_high;
  size_t copy_size;
  _Alignas(16) char copy[];
} rp_closure;

/* Return the closure of the running task, and that of main. */
rp_closure *rp_closure_running (void);
const rp_closure *rp_closure_of_main (void);

#endif
