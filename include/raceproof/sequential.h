/* task.h without a library: tasks are calls. Only task.h includes this file, if RP_SEQUENTIAL is defined. The result is
 * the plain program, with which `make bench` and users compare. */
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
#define rp_actor_new rp_sequential_actor_new
#define rp_send rp_sequential_send
#define rp_send_copy rp_sequential_send_copy
#define rp_finish_begin rp_sequential_nothing
#define rp_finish_end rp_sequential_nothing
#define rp_isolated_begin rp_sequential_nothing
#define rp_isolated_end rp_sequential_nothing
#define rp_isolated_commutes rp_sequential_nothing
#define rp_observe rp_sequential_observe

#define rp_acquire_read rp_sequential_region
#define rp_acquire_write rp_sequential_region
#define rp_release_read rp_sequential_region
#define rp_release_write rp_sequential_region

#undef rp_reading
#undef rp_writing
#define rp_reading(OBJECT, SIZE)
#define rp_writing(OBJECT, SIZE)

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
rp_sequential_observe (const char *name, const void *value, size_t size)
{
  (void) name;
  (void) value;
  (void) size;
}

static inline void
rp_sequential_region (const void *object, size_t size)
{
  (void) object;
  (void) size;
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

/* A message in the queue of an actor. If the actor is handling another message, this one waits. */
typedef struct rp_sequential_message
{
  struct rp_sequential_message *next;
  void *message, *copy;
} rp_sequential_message;

struct rp_actor
{
  void (*handle) (void *message, void *state);
  void *state;
  rp_sequential_message *first, *last;
  int is_busy;
};

static inline rp_actor *
rp_sequential_actor_new (void (*handle) (void *message, void *state), void *state)
{
  rp_actor *actor = (rp_actor *) calloc (1, sizeof *actor);
  if (!actor)
    abort ();
  actor->handle = handle;
  actor->state = state;
  return actor;
}

static inline void
rp_sequential_deliver (rp_actor *actor, void *message, void *copy)
{
  rp_sequential_message *fresh = (rp_sequential_message *) calloc (1, sizeof *fresh);
  if (!fresh)
    abort ();
  fresh->message = message;
  fresh->copy = copy;
  if (actor->first)
    actor->last->next = fresh;
  else
    actor->first = fresh;
  actor->last = fresh;
  if (actor->is_busy)
    return;
  actor->is_busy = 1;
  while (actor->first)
    {
      rp_sequential_message *now = actor->first;
      actor->first = now->next;
      actor->handle (now->message, actor->state);
      free (now->copy);
      free (now);
    }
  actor->is_busy = 0;
}

static inline void
rp_sequential_send (rp_actor *actor, void *message)
{
  rp_sequential_deliver (actor, message, NULL);
}

static inline void
rp_sequential_send_copy (rp_actor *actor, const void *message, size_t size)
{
  void *copy = malloc (size ? size : 1);
  if (!copy)
    abort ();
  memcpy (copy, message, size);
  rp_sequential_deliver (actor, copy, copy);
}

#endif
