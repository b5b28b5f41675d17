/* Task parallelism for C and C++ programs that raceproof verifies.
 *
 *   #include <raceproof/task.h>
 *
 *   static void work (void *row) { ... }
 *
 *   rp_finish                                // waits for every task created inside
 *     for (int i = 0; i < n; i++)
 *       rp_async (work, &rows[i]);           // may run in parallel with the code that follows
 *
 * Build with `raceproof cc`, run with `raceproof run ./program`. Tasks run one at a time on one thread; the verdict
 * holds for every schedule.
 *
 * If RP_SEQUENTIAL is defined, tasks become plain sequential calls that need no library. Futures, forall, finish,
 * isolated and actors then keep their meaning. Phasers, clocks, rp_choose, rp_isolated_begin_on, and the regions
 * that rp_region_new makes are not available.
 *
 * A task gets a pointer. The memory behind the pointer must live until the task has ended; rp_async_copy and similar
 * functions copy a small structure instead. The functions may be called from any task. */
#ifndef RACEPROOF_TASK_H
#define RACEPROOF_TASK_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void rp_function (void *argument);
typedef void *rp_value_function (void *argument);
typedef void rp_loop_function (long index, void *argument);

/* ---- finish and async ---- */

void rp_async (rp_function *function, void *argument);

/* The task gets a pointer to its own copy of SIZE bytes. */
void rp_async_copy (rp_function *function, const void *argument, size_t size);

void rp_finish_begin (void);
void rp_finish_end (void);

/* Call FUNCTION (i, argument) for low <= i < high, each call in a task of its own. rp_forall waits for these tasks. */
void rp_forall (long low, long high, rp_loop_function *function, void *argument);
void rp_forasync (long low, long high, rp_loop_function *function, void *argument);

/* As rp_forall, with CHUNK consecutive iterations in each task. */
void rp_forall_chunked (long low, long high, long chunk, rp_loop_function *function,
                        void *argument);

/* ---- futures ---- */

typedef struct rp_future_task *rp_future;

rp_future rp_future_new (rp_value_function *function, void *argument);
rp_future rp_future_new_copy (rp_value_function *function, const void *argument, size_t size);
void *rp_future_get (rp_future future); /* waits for the task; may be called several times */

/* ---- isolated ---- */

/* rp_isolated_begin: the section excludes every other isolated section. rp_isolated_begin_on: the section excludes
 * sections on overlapping memory, and the sections that rp_isolated_begin begins. */
void rp_isolated_begin (void);
void rp_isolated_begin_on (const void *object, size_t size);
void rp_isolated_end (void);

/* ---- permission regions ---- */

/* Between acquire and release the task reads, or reads and writes, the SIZE bytes at OBJECT. This keeps no other task
 * out and orders nothing: it declares what the program intends. Two tasks that hold the same bytes at once, at least
 * one of them to write, are reported. A task that acquires bytes twice must release them twice. When a task ends, the
 * bytes that it still holds are released. */
void rp_acquire_read (const void *object, size_t size);
void rp_acquire_write (const void *object, size_t size);
void rp_release_read (const void *object, size_t size);
void rp_release_write (const void *object, size_t size);

/* ---- phasers and clocks ---- */

typedef struct rp_phaser rp_phaser;

enum
{
  RP_PHASER_SIGNAL_MODE = 1,
  RP_PHASER_WAIT_MODE = 2,
  RP_PHASER_SIGNAL_WAIT_MODE = 3
};

rp_phaser *rp_phaser_new (void); /* the caller is registered to signal and wait */
void rp_async_phased (rp_function *function, void *argument, rp_phaser *phaser, unsigned mode);
void rp_phaser_next (rp_phaser *phaser);
void rp_phaser_signal (rp_phaser *phaser);
void rp_phaser_wait (rp_phaser *phaser);
void rp_phaser_drop (rp_phaser *phaser);

void rp_clocked_finish_begin (void); /* ends with rp_finish_end */
void rp_clocked_async (rp_function *function, void *argument);
void rp_clocked_async_copy (rp_function *function, const void *argument, size_t size);
void rp_advance (void);

/* ---- actors ---- */

typedef struct rp_actor rp_actor;

/* Returns an actor. The actor calls HANDLE with each message that is sent to it and with STATE, one message after the
 * other. Messages of one sender arrive in the order in which they were sent; messages of several senders in any
 * order. */
rp_actor *rp_actor_new (void (*handle) (void *message, void *state), void *state);

/* Returns at once. The finish around the call waits until the message is handled. */
void rp_send (rp_actor *actor, void *message);

/* As rp_send, but the handler gets a pointer to a copy of the SIZE bytes at MESSAGE. */
void rp_send_copy (rp_actor *actor, const void *message, size_t size);

/* ---- regions: the primitives under finish and future ---- */

typedef unsigned rp_region;

rp_region rp_region_new (void);

/* Creates a task in REGION. HANDLER, if not NULL, is called with the value of the new task and CONTEXT, in the task
 * that joins the new task. */
void rp_post (rp_region region, rp_value_function *function, void *argument,
              void (*handler) (void *value, void *context), void *context);
void rp_post_passing (rp_region region, rp_value_function *function, void *argument,
                      void (*handler) (void *value, void *context), void *context,
                      const rp_region *pass, size_t pass_count);
void rp_await (rp_region region);
void rp_ewait (rp_region region);

/* ---- for structure: `rp_finish { ... }`, `rp_isolated { ... }` ---- */

/* END is called when control leaves the block, also by break, return or goto. */
typedef struct rp_scope_guard
{
  void (*end) (void);
} rp_scope_guard;

static inline void
rp_scope_guard_end (rp_scope_guard *guard)
{
  guard->end ();
}

static inline rp_scope_guard
rp_scope_guard_begin (void (*begin) (void), void (*end) (void))
{
  rp_scope_guard guard;
  begin ();
  guard.end = end;
  return guard;
}

static inline rp_scope_guard
rp_scope_guard_on (const void *object, size_t size)
{
  rp_scope_guard guard;
  rp_isolated_begin_on (object, size);
  guard.end = rp_isolated_end;
  return guard;
}

#define RP_SCOPE_(GUARD) \
  for (rp_scope_guard rp_guard_ __attribute__ ((cleanup (rp_scope_guard_end))) = (GUARD), \
                                *rp_once_ \
                                = &rp_guard_; \
       rp_once_; rp_once_ = (rp_scope_guard *) 0)

#define rp_finish RP_SCOPE_ (rp_scope_guard_begin (rp_finish_begin, rp_finish_end))
#define rp_clocked_finish RP_SCOPE_ (rp_scope_guard_begin (rp_clocked_finish_begin, rp_finish_end))
#define rp_isolated RP_SCOPE_ (rp_scope_guard_begin (rp_isolated_begin, rp_isolated_end))
#define rp_isolated_on(OBJECT, SIZE) RP_SCOPE_ (rp_scope_guard_on ((OBJECT), (SIZE)))

/* `rp_reading (&x, sizeof x) { ... }` and the same with rp_writing. */
typedef struct rp_region_guard
{
  const void *object;
  size_t size;
  void (*release) (const void *object, size_t size);
} rp_region_guard;

static inline void
rp_region_guard_end (rp_region_guard *guard)
{
  guard->release (guard->object, guard->size);
}

static inline rp_region_guard
rp_region_guard_begin (const void *object, size_t size,
                       void (*acquire) (const void *object, size_t size),
                       void (*release) (const void *object, size_t size))
{
  rp_region_guard guard;
  acquire (object, size);
  guard.object = object;
  guard.size = size;
  guard.release = release;
  return guard;
}

#define RP_REGION_SCOPE_(OBJECT, SIZE, ACQUIRE, RELEASE) \
  for (rp_region_guard rp_region_ __attribute__ ((cleanup (rp_region_guard_end))) \
       = rp_region_guard_begin ((OBJECT), (SIZE), ACQUIRE, RELEASE), \
       *rp_region_once_ = &rp_region_; \
       rp_region_once_; rp_region_once_ = (rp_region_guard *) 0)

#define rp_reading(OBJECT, SIZE) \
  RP_REGION_SCOPE_ (OBJECT, SIZE, rp_acquire_read, rp_release_read)
#define rp_writing(OBJECT, SIZE) \
  RP_REGION_SCOPE_ (OBJECT, SIZE, rp_acquire_write, rp_release_write)

/* ---- declarations for the verifier ---- */

/* Returns a number from 0 to OPTIONS - 1, which the schedule chooses. */
unsigned rp_choose (unsigned options);

/* Declares that the SIZE bytes of VALUE are the same in every schedule. `raceproof explore` compares them with the
 * bytes that the same task observes under NAME in other schedules. Under `raceproof run` the function does
 * nothing. */
void rp_observe (const char *name, const void *value, size_t size);

/* Called in an isolated section. Sections on the same objects that all call this function may come in any order: the
 * order does not matter to the program. `raceproof explore` then does not try their other orders. The declaration is
 * not checked. */
void rp_isolated_commutes (void);

#ifdef __cplusplus
}
#endif

#ifdef RP_SEQUENTIAL
#include <raceproof/sequential.h>
#endif

#ifdef __cplusplus
#include <raceproof/task.hpp>
#elif defined(__BLOCKS__)
#include <raceproof/blocks.h>
#endif

#endif
