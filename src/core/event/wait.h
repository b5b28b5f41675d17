/* What a blocked task waits for, as facts. The runtime states these facts when no task can go on. The report makes
 * sentences of them (report/wait.c). */
#ifndef RP_CORE_EVENT_WAIT_H
#define RP_CORE_EVENT_WAIT_H

#include <stddef.h>
#include <stdint.h>

/* One row for each reason: its name in raw reports. The comment says what the task waits for, and what `others`,
 * `number` and `name` of an rp_wait_row are then. */
#define RP_WAIT_REASONS(ROW) \
  ROW (NONE, "none") \
  ROW (PROGRAM, "program")         /* the end of the program: others are the tasks that have not ended */ \
  ROW (FINISH, "finish")           /* the end of a finish: others are the tasks inside that have not ended */ \
  ROW (CHILDREN, "children")       /* its child tasks: others are those that have not ended */ \
  ROW (AWAIT, "await")             /* region NAME: other is the first of its tasks that has not ended */ \
  ROW (EWAIT, "ewait")             /* a task of region NAME: other is the first of them that has not ended */ \
  ROW (AWAIT_NOTHING, "await-nothing") /* region NAME, in which the waiting task owns no task */ \
  ROW (EWAIT_NOTHING, "ewait-nothing") /* a task of region NAME, in which the waiting task owns none */ \
  ROW (FUTURE, "future")           /* a future; other: the task that computes it */ \
  ROW (MESSAGE, "message")         /* the message that comes before it; other: that message */ \
  ROW (SECTION, "section")         /* a section; other: a task in a section that excludes it, if one is known */ \
  ROW (ACTOR, "actor")             /* its actor; other: the message that the actor handles */ \
  ROW (PHASER, "phaser")           /* phase NUMBER of a phaser; other: a task that has not signalled it */ \
  ROW (CLOCK, "clock")             /* phase NUMBER of a clock; other: a task that has not signalled it */ \
  ROW (TURN, "turn")               /* its turn in an ordered region */ \
  ROW (CONDITION, "condition")     /* an assumed condition that does not hold */ \
  ROW (FAILURE, "failure")         /* nothing: the task has failed, and does not go on */ \
  ROW (PROMISE, "promise")         /* a promise that nobody has put */ \
  ROW (FINISH_TASKS, "finish-tasks") /* the end of a finish whose tasks are not known by number */ \
  ROW (EVENT, "event")             /* the event that detaches it */ \
  ROW (ITERATION, "iteration")     /* an iteration that has not posted */ \
  ROW (OWN_LOCK, "own-lock")       /* a lock that it holds itself */ \
  ROW (SINGLE, "single")           /* what the thread in a single construct hands to the others */ \
  ROW (UNIT, "unit")               /* a Fortran unit that a task has locked */ \
  ROW (STATIC_VARIABLE, "static-variable") /* a static local variable of C++ that nobody makes */ \
  ROW (ONCE, "once")               /* a pthread_once that does not end */ \
  ROW (THREAD, "thread")           /* a thread that does not end */ \
  ROW (SEMAPHORE, "semaphore")     /* a semaphore that nobody posts */ \
  ROW (SIGNAL, "signal")           /* a condition variable that nobody signals */ \
  ROW (OWN_MUTEX, "own-mutex")     /* a lock of POSIX or C11 that it holds itself */ \
  ROW (OWN_SPIN_LOCK, "own-spin-lock") \
  ROW (OWN_RWLOCK, "own-rwlock") \
  ROW (PTHREAD_BARRIER, "pthread-barrier") /* too few threads come to it */ \
  ROW (BARRIER_IN_USE, "barrier-in-use")   /* to destroy a barrier that others wait at */ \
  ROW (SAME_ITERATION, "same-iteration")   /* the same iteration of an earlier, equal loop */ \
  ROW (SAME_PART, "same-part")             /* the same thread's part of an earlier, equal loop */

typedef enum rp_wait_reason
{
#define RP_WAIT_ROW(NAME, TEXT) RP_WAIT_##NAME,
  RP_WAIT_REASONS (RP_WAIT_ROW)
#undef RP_WAIT_ROW
  RP_WAIT_REASON_COUNT
} rp_wait_reason;

enum
{
  RP_WAIT_OTHERS = 4 /* how many other tasks a row names at most; further ones are only counted */
};

typedef struct rp_wait_row
{
  uint32_t task, site;
  rp_wait_reason reason;
  uint32_t others[RP_WAIT_OTHERS];
  uint32_t other_count; /* how many other tasks there are, named or not */
  uint64_t number;
  const char *name; /* owned by the runtime; NULL where the reason has none */
} rp_wait_row;

/* Returns how many of OTHER_COUNT other tasks a row names. */
static inline uint32_t
rp_wait_named (uint32_t other_count)
{
  return other_count < RP_WAIT_OTHERS ? other_count : RP_WAIT_OTHERS;
}

const char *rp_wait_reason_name (rp_wait_reason reason);

/* Returns the reason called NAME; RP_WAIT_NONE if there is none. */
rp_wait_reason rp_wait_reason_find (const char *name);

#endif
