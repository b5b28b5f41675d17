/* task.h without a library: tasks are calls. Only included by task.h, if RP_SEQUENTIAL is defined:
 * the plain program that `raceproof bench` and users compare with. */
#ifndef RACEPROOF_SEQUENTIAL_H
#define RACEPROOF_SEQUENTIAL_H

#include <raceproof/task.h>

#include <stdlib.h>
#include <string.h>

#define rp_async rp_sequential_async
#define rp_async_copy rp_sequential_async_copy
#define rp_forall rp_sequential_forall
#define rp_forasync rp_sequential_forall
#define rp_forall_chunked rp_sequential_forall_chunked
#define rp_future_new rp_sequential_future_new
#define rp_future_new_copy rp_sequential_future_new_copy
#define rp_future_get rp_sequential_future_get
#define rp_finish_begin rp_sequential_nothing
#define rp_finish_end rp_sequential_nothing
#define rp_isolated_begin rp_sequential_nothing
#define rp_isolated_end rp_sequential_nothing

#undef rp_finish
#undef rp_isolated
#undef rp_isolated_on
#define rp_finish
#define rp_isolated
#define rp_isolated_on(OBJECT, SIZE)

static inline void
rp_sequential_nothing (void)
{
}

static inline void
rp_sequential_async (rp_function *function, void *argument)
{
  function (argument);
}

static inline void
rp_sequential_async_copy (rp_function *function, const void *argument, size_t size)
{
  char copy[size ? size : 1] __attribute__ ((aligned (16)));
  memcpy (copy, argument, size);
  function (copy);
}

static inline void
rp_sequential_forall (long low, long high, rp_loop_function *function, void *argument)
{
  for (long i = low; i < high; i++)
    function (i, argument);
}

static inline void
rp_sequential_forall_chunked (long low, long high, long chunk, rp_loop_function *function,
                              void *argument)
{
  (void) chunk;
  rp_sequential_forall (low, high, function, argument);
}

struct rp_future_task
{
  void *value;
};

static inline rp_future
rp_sequential_future_new (rp_value_function *function, void *argument)
{
  rp_future future = (rp_future) malloc (sizeof *future);
  if (!future)
    abort ();
  future->value = function (argument);
  return future;
}

static inline rp_future
rp_sequential_future_new_copy (rp_value_function *function, const void *argument, size_t size)
{
  char copy[size ? size : 1] __attribute__ ((aligned (16)));
  memcpy (copy, argument, size);
  return rp_sequential_future_new (function, copy);
}

static inline void *
rp_sequential_future_get (rp_future future)
{
  return future->value;
}

#endif
