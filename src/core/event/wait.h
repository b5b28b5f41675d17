/* What a blocked task waits for, as facts. The runtime states them when no task can go on. report/wait.c makes
 * sentences of them. */
#ifndef RP_CORE_EVENT_WAIT_H
#define RP_CORE_EVENT_WAIT_H

#include <stddef.h>
#include <stdint.h>

/* One row for each reason: its name in raw reports. The comment says what the waiting task waits for, and what
 * `others`, `number` and `name` of its rp_wait_row are. "other" is a single task. */
#define RP_WAIT_REASONS(ROW) \
  ROW (NONE, "none") \
  ROW (PROGRAM, "program") /* the end of the program: others are the tasks that have not ended */ \
  ROW (FINISH, \
       "finish") /* the end of a finish: others are the tasks inside that have not ended */ \
  ROW (CHILDREN, "children") /* its child tasks: others are the children that have not ended */ \
  ROW (AWAIT, "await")       /* region NAME: other is the first of its tasks that has not ended */ \
  ROW (EWAIT, \
       "ewait") /* a task of region NAME: other is the region's first task that has not ended */ \
  ROW (AWAIT_NOTHING, "await-nothing") /* region NAME, but the waiting task owns no task there */ \
  ROW (EWAIT_NOTHING, \
       "ewait-nothing")  /* a task of region NAME, but the waiting task owns none there */ \
  ROW (FUTURE, "future") /* a future; other: the task that computes it */ \
  ROW (MESSAGE, \
       "message") /* its sender's previous message to the same actor; other: that message */ \
  ROW (SECTION, \
       "section") /* a section S; other: a task in a section that excludes S, if one is known */ \
  ROW (ACTOR, "actor") /* its actor, which is busy; other: the message that the actor handles */ \
  ROW (PHASER, \
       "phaser") /* phase NUMBER of a phaser; other: a task that has not signalled this phase */ \
  ROW (CLOCK, \
       "clock") /* phase NUMBER of a clock; other: a task that has not signalled this phase */ \
  ROW (TURN, "turn")                 /* its turn in an `ordered` region */ \
  ROW (CONDITION, "condition")       /* an assumed condition that does not hold */ \
  ROW (FAILURE, "failure")           /* nothing: the task failed and does not continue */ \
  ROW (PROMISE, "promise")           /* a promise that no task has put */ \
  ROW (FINISH_TASKS, "finish-tasks") /* the end of a finish whose tasks are not known by number */ \
  ROW (EVENT, "event")               /* OpenMP: the event of its detach clause */ \
  ROW (ITERATION, "iteration") /* an iteration that has not executed its ordered depend(source) */ \
  ROW (OWN_LOCK, "own-lock")   /* a lock that the waiting task itself holds */ \
  ROW (SINGLE, "single") /* OpenMP: a copyprivate value from the thread of the single construct */ \
  ROW (UNIT, "unit")     /* a Fortran unit that a task has locked */ \
  ROW (STATIC_VARIABLE, \
       "static-variable")        /* a static local variable of C++ that no task initializes */ \
  ROW (ONCE, "once")             /* a pthread_once that does not end */ \
  ROW (THREAD, "thread")         /* a thread that does not end */ \
  ROW (SEMAPHORE, "semaphore")   /* a semaphore that nobody posts */ \
  ROW (STD_FUTURE, "std-future") /* a std::future that nobody makes ready */ \
  ROW (FUTEX, "futex")           /* a futex that nobody wakes */ \
  ROW (SIGNAL, "signal")         /* a condition variable that nobody signals */ \
  ROW (OWN_MUTEX, "own-mutex")   /* a POSIX or C11 lock that the waiting task itself holds */ \
  ROW (OWN_SPIN_LOCK, "own-spin-lock") \
  ROW (OWN_RWLOCK, "own-rwlock") \
  ROW (PTHREAD_BARRIER, "pthread-barrier") /* a POSIX barrier that too few threads reach */ \
  ROW (BARRIER_IN_USE, "barrier-in-use")   /* to destroy a barrier at which other threads wait */ \
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
  RP_WAIT_OTHERS = 4 /* a row names at most this many other tasks; further ones are only counted */
};

typedef struct rp_wait_row
{
  uint32_t task, site;
  rp_wait_reason reason;
  uint32_t others[RP_WAIT_OTHERS];
  uint32_t other_count; /* how many other tasks there are, including those that the row does not name */
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
