/* Mutual exclusion by other means than OpenMP's, in OpenMP programs: pthread mutexes, which std::mutex uses,
 * spin locks and read-write locks. The tasks of a program take turns on one thread, and exclude each other by
 * sections; the lock itself is taken as well, for other threads of the program. */
#include "inside/openmp/lock.h"
#include "inside/openmp/posix.h"

#include "base/vec.h"

#include <errno.h>
#include <time.h>

/* A program may have functions of its own by these names. */
#pragma weak pthread_mutex_init
#pragma weak pthread_mutex_destroy
#pragma weak pthread_spin_init
#pragma weak pthread_spin_destroy
#pragma weak pthread_rwlock_init
#pragma weak pthread_rwlock_destroy
#pragma weak pthread_mutex_lock
#pragma weak pthread_mutex_trylock
#pragma weak pthread_mutex_unlock
#pragma weak pthread_mutex_timedlock
#pragma weak pthread_mutex_clocklock
#pragma weak pthread_spin_lock
#pragma weak pthread_spin_trylock
#pragma weak pthread_spin_unlock
#pragma weak pthread_rwlock_unlock
#pragma weak pthread_rwlock_rdlock
#pragma weak pthread_rwlock_wrlock
#pragma weak pthread_rwlock_tryrdlock
#pragma weak pthread_rwlock_trywrlock
#pragma weak pthread_rwlock_timedrdlock
#pragma weak pthread_rwlock_timedwrlock
#pragma weak pthread_rwlock_clockrdlock
#pragma weak pthread_rwlock_clockwrlock

/* Called in the section of LOCK. Takes LOCK itself by the function NAME of the C library, which only tries. If NAME
 * fails, another thread of the program holds LOCK, and the task waits. If there is no other thread, the main thread
 * itself holds LOCK, and LOCK is of a kind that cannot be taken twice. Then the section alone suffices. */
#define TAKE_REALLY(NAME, LOCK) \
  do \
    { \
      while (RP_REAL (NAME) (LOCK) == EBUSY && rp_threads_wait ()) \
        rp_let_others_run (); \
    } \
  while (0)

/* Tries to take LOCK itself, for a caller that does not wait. Sets IS_FREE to false if another thread holds LOCK. */
#define TRY_REALLY(NAME, LOCK, IS_FREE) \
  do \
    { \
      if (RP_REAL (NAME) (LOCK) == EBUSY && rp_threads_others ()) \
        IS_FREE = false; \
    } \
  while (0)

#define GIVE_BACK_REALLY(NAME, LOCK) RP_REAL (NAME) (LOCK)

/* Returns whether MUTEX is of TYPE, which says what happens if its holder locks it again [POSIX, pthread_mutex_lock].
 * glibc keeps the type in the lowest bits. */
static bool
is_of_type (const pthread_mutex_t *mutex, int type)
{
  return (mutex->__data.__kind & 3) == type;
}

/* The running task holds MUTEX, and locks it again. If MUTEX is recursive, returns true: the task may hold it twice. If
 * MUTEX is error-checking, returns false, and stores in *STATUS the result of the locking function. Else waits for
 * ever. */
static bool
lock_again (pthread_mutex_t *mutex, int *status, uint32_t site)
{
  if (is_of_type (mutex, PTHREAD_MUTEX_RECURSIVE))
    return true;
  *status = EDEADLK;
  if (!is_of_type (mutex, PTHREAD_MUTEX_ERRORCHECK))
    rp_promise_wait_at (rp_promise_new_at (RP_WAIT_OWN_MUTEX, site), site);
  return false;
}

int
rp_omp_mutex_lock (pthread_mutex_t *mutex, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  int status = 0;
  if (!rp_isolated_holds (rp_omp_lock_object (mutex)) || lock_again (mutex, &status, site))
    {
      rp_omp_lock (mutex, site);
      TAKE_REALLY (pthread_mutex_trylock, mutex);
    }
  rp_omp_leave ();
  return status;
}

int
rp_omp_mutex_try_lock (pthread_mutex_t *mutex, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  bool is_free = (is_of_type (mutex, PTHREAD_MUTEX_RECURSIVE) || !rp_isolated_holds (rp_omp_lock_object (mutex)))
                 && rp_omp_try_lock (mutex, site);
  if (is_free)
    {
      TRY_REALLY (pthread_mutex_trylock, mutex, is_free);
      if (!is_free)
        rp_omp_unlock (mutex, site);
    }
  rp_omp_leave ();
  return is_free ? 0 : EBUSY;
}

/* If the caller does not hold MUTEX, returns EPERM for an error-checking or recursive mutex; with a mutex of another
 * type, ends the program with a message. */
int
rp_omp_mutex_unlock (pthread_mutex_t *mutex, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  int status = EPERM;
  bool checks = is_of_type (mutex, PTHREAD_MUTEX_ERRORCHECK) || is_of_type (mutex, PTHREAD_MUTEX_RECURSIVE);
  if (!checks || rp_isolated_holds (rp_omp_lock_object (mutex)))
    {
      GIVE_BACK_REALLY (pthread_mutex_unlock, mutex);
      rp_omp_unlock (mutex, site);
      status = 0;
    }
  rp_omp_leave ();
  return status;
}

/* ---- initialising and destroying locks ----
 *
 * Local locks of several iterations may have one address. So when a lock is initialised or destroyed, its address
 * stands for another lock from then on, unless a task holds the lock or is in a section on it. */

void
rp_omp_lock_is_other (const void *lock)
{
  int outer = rp_inside_begin_nested ();
  rp_range object = rp_omp_lock_object (lock);
  if (!rp_isolated_is_taken (&object, 1) && !rp_isolated_holds (object))
    rp_omp_lock_renew (lock);
  rp_inside_end_nested (outer);
}

/* Defines our version of the function NAME of the C library, which initialises or destroys a lock. LOCK is the name of
 * the first one of PARAMETERS. Our function passes on ARGUMENTS to the C library's. */
#define BEGIN_OR_END(NAME, LOCK, PARAMETERS, ARGUMENTS) \
  int NAME PARAMETERS \
  { \
    if (rp_omp_is_ours ()) \
      rp_omp_lock_is_other ((const void *) LOCK); \
    return RP_REAL (NAME) ARGUMENTS; \
  }

BEGIN_OR_END (pthread_mutex_init, mutex,
              (pthread_mutex_t * mutex, const pthread_mutexattr_t *attributes), (mutex, attributes))
BEGIN_OR_END (pthread_mutex_destroy, mutex, (pthread_mutex_t * mutex), (mutex))
BEGIN_OR_END (pthread_spin_init, lock, (pthread_spinlock_t * lock, int is_shared),
              (lock, is_shared))
BEGIN_OR_END (pthread_spin_destroy, lock, (pthread_spinlock_t * lock), (lock))
BEGIN_OR_END (pthread_rwlock_init, lock,
              (pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attributes),
              (lock, attributes))
BEGIN_OR_END (pthread_rwlock_destroy, lock, (pthread_rwlock_t * lock), (lock))

/* ---- mutexes ---- */

int
pthread_mutex_lock (pthread_mutex_t *mutex)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  if (rp_omp_is_gfortran (pc) && rp_thread_is_main ())
    return rp_omp_gfortran_lock (mutex, pc);
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_mutex_lock) (mutex);
  return rp_omp_mutex_lock (mutex, pc);
}

int
pthread_mutex_trylock (pthread_mutex_t *mutex)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  if (rp_omp_is_gfortran (pc) && rp_thread_is_main ())
    return rp_omp_gfortran_try_lock (mutex);
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_mutex_trylock) (mutex);
  return rp_omp_mutex_try_lock (mutex, pc);
}

int
pthread_mutex_unlock (pthread_mutex_t *mutex)
{
  if (rp_omp_gfortran_gives_back (mutex) || !rp_omp_is_ours ())
    return RP_REAL (pthread_mutex_unlock) (mutex);
  return rp_omp_mutex_unlock (mutex, (uintptr_t) __builtin_return_address (0));
}

/* The time limit is ignored, because tasks do not hold locks for long here. Only a task that would wait for itself
 * reaches the limit. */
int
rp_omp_mutex_lock_until (pthread_mutex_t *mutex, uintptr_t pc)
{
  bool again = rp_isolated_holds (rp_omp_lock_object (mutex));
  if (again && !is_of_type (mutex, PTHREAD_MUTEX_RECURSIVE))
    return is_of_type (mutex, PTHREAD_MUTEX_ERRORCHECK) ? EDEADLK : ETIMEDOUT;
  return rp_omp_mutex_lock (mutex, pc);
}

int
pthread_mutex_timedlock (pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_mutex_timedlock) (mutex, until);
  return rp_omp_mutex_lock_until (mutex, (uintptr_t) __builtin_return_address (0));
}

int
pthread_mutex_clocklock (pthread_mutex_t *restrict mutex, clockid_t clock,
                         const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_mutex_clocklock) (mutex, clock, until);
  return rp_omp_mutex_lock_until (mutex, (uintptr_t) __builtin_return_address (0));
}

/* ---- spin locks ---- */

int
pthread_spin_lock (pthread_spinlock_t *lock)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_spin_lock) (lock);
  uint32_t site = RP_OMP_ENTER ();
  if (rp_isolated_holds (rp_omp_lock_object ((const void *) lock)))
    rp_promise_wait_at (rp_promise_new_at (RP_WAIT_OWN_SPIN_LOCK, site), site);
  rp_omp_lock ((const void *) lock, site);
  TAKE_REALLY (pthread_spin_trylock, lock);
  rp_omp_leave ();
  return 0;
}

int
pthread_spin_trylock (pthread_spinlock_t *lock)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_spin_trylock) (lock);
  uint32_t site = RP_OMP_ENTER ();
  bool is_free = !rp_isolated_holds (rp_omp_lock_object ((const void *) lock))
                 && rp_omp_try_lock ((const void *) lock, site);
  if (is_free)
    {
      TRY_REALLY (pthread_spin_trylock, lock, is_free);
      if (!is_free)
        rp_omp_unlock ((const void *) lock, site);
    }
  rp_omp_leave ();
  return is_free ? 0 : EBUSY;
}

int
pthread_spin_unlock (pthread_spinlock_t *lock)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_spin_unlock) (lock);
  uint32_t site = RP_OMP_ENTER ();
  GIVE_BACK_REALLY (pthread_spin_unlock, lock);
  rp_omp_unlock ((const void *) lock, site);
  rp_omp_leave ();
  return 0;
}

/* ---- read-write locks: sections exclude each other if their objects overlap. A writer takes all bytes of
 * the lock, a reader takes one byte of its own ---- */

typedef struct hold
{
  const void *lock;
  rp_range object;
} hold;

/* The read-write locks that tasks hold. A hold belongs to the task that is in the section on OBJECT. The section goes
 * with the thread from task to task. */
static RP_VEC (hold) holds;

static bool
is_held (rp_range object)
{
  for (size_t i = 0; i < holds.count; i++)
    if (rp_range_overlaps (holds.items[i].object, object))
      return true;
  return false;
}

static rp_range
writer_object (const pthread_rwlock_t *lock)
{
  return rp_omp_lock_parts (lock, sizeof *lock);
}

/* Returns the object for the section of a new reader of LOCK. The object is another byte of LOCK each time, so that
 * the sections of two readers do not overlap. If readers hold all bytes, returns all of LOCK. */
static rp_range
reader_object (const pthread_rwlock_t *lock)
{
  static unsigned last;
  rp_range object = writer_object (lock);
  for (size_t i = 0; i < sizeof *lock; i++)
    {
      rp_range own = { object.base + ++last % sizeof *lock, 1 };
      if (!is_held (own))
        return own;
    }
  return object;
}

static bool
take_really (pthread_rwlock_t *lock, bool writes, bool waits)
{
  bool is_free = true;
  if (waits && writes)
    TAKE_REALLY (pthread_rwlock_trywrlock, lock);
  else if (waits)
    TAKE_REALLY (pthread_rwlock_tryrdlock, lock);
  else if (writes)
    TRY_REALLY (pthread_rwlock_trywrlock, lock, is_free);
  else
    TRY_REALLY (pthread_rwlock_tryrdlock, lock, is_free);
  return is_free;
}

/* Returns the latest hold of LOCK that belongs to the running task, or NULL. */
static hold *
own_hold (const pthread_rwlock_t *lock)
{
  for (size_t i = holds.count; i-- > 0;)
    if (holds.items[i].lock == lock && rp_isolated_holds (holds.items[i].object))
      return &holds.items[i];
  return NULL;
}

static bool
is_writer (rp_range object)
{
  return object.size > 1;
}

/* The running task has the hold BEFORE of a lock, and asks for the lock once more. At least one of the two holds is for
 * writing. If the task does not wait (WAITS is false), returns EBUSY. If BEFORE is for writing, returns EDEADLK.
 * Otherwise waits for ever, as glibc does. */
static int
refuse (const hold *before, bool waits, uint32_t site)
{
  if (!waits)
    return EBUSY;
  if (!is_writer (before->object))
    rp_promise_wait_at (rp_promise_new_at (RP_WAIT_OWN_RWLOCK, site), site);
  return EDEADLK;
}

static int
hold_lock (pthread_rwlock_t *lock, rp_range object, bool waits, uint32_t site)
{
  const hold *before = own_hold (lock);
  if (before && (is_writer (before->object) || is_writer (object)))
    return refuse (before, waits, site);
  if (!waits && rp_isolated_is_taken (&object, 1))
    {
      rp_let_others_run ();
      return EBUSY;
    }
  if (waits)
    rp_omp_begin_section (object, site);
  else
    {
      rp_omp_begin_free_section (object, site);
      rp_omp_note_try (site);
    }
  rp_isolated_set_of_thread ();
  if (!take_really (lock, is_writer (object), waits))
    {
      rp_omp_end_section (object, site);
      return EBUSY;
    }
  RP_VEC_PUSH (&holds, (hold) { lock, object });
  return 0;
}

#define HOLD(NAME, KIND, WAITS) \
  int pthread_rwlock_##NAME (pthread_rwlock_t *lock) \
  { \
    if (!rp_omp_is_ours ()) \
      return RP_REAL (pthread_rwlock_##NAME) (lock); \
    uint32_t site = RP_OMP_ENTER (); \
    int status = hold_lock (lock, KIND##_object (lock), WAITS, site); \
    rp_omp_leave (); \
    return status; \
  }

HOLD (rdlock, reader, true)
HOLD (wrlock, writer, true)
HOLD (tryrdlock, reader, false)
HOLD (trywrlock, writer, false)

/* Takes LOCK with a time limit. Only a task that would wait for itself reaches the limit. */
static int
hold_lock_until (pthread_rwlock_t *lock, rp_range object, uintptr_t pc)
{
  uint32_t site = rp_omp_enter (pc);
  const hold *before = own_hold (lock);
  bool is_again = before && !is_writer (before->object) && is_writer (object);
  int status = is_again ? ETIMEDOUT : hold_lock (lock, object, true, site);
  rp_omp_leave ();
  return status;
}

#define HOLD_UNTIL(NAME, KIND) \
  int pthread_rwlock_timed##NAME (pthread_rwlock_t *restrict lock, const struct timespec *restrict until) \
  { \
    if (!rp_omp_is_ours ()) \
      return RP_REAL (pthread_rwlock_timed##NAME) (lock, until); \
    return hold_lock_until (lock, KIND##_object (lock), (uintptr_t) __builtin_return_address (0)); \
  } \
  int pthread_rwlock_clock##NAME (pthread_rwlock_t *restrict lock, clockid_t clock, \
                                  const struct timespec *restrict until) \
  { \
    if (!rp_omp_is_ours ()) \
      return RP_REAL (pthread_rwlock_clock##NAME) (lock, clock, until); \
    return hold_lock_until (lock, KIND##_object (lock), (uintptr_t) __builtin_return_address (0)); \
  }

HOLD_UNTIL (rdlock, reader)
HOLD_UNTIL (wrlock, writer)

int
pthread_rwlock_unlock (pthread_rwlock_t *lock)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pthread_rwlock_unlock) (lock);
  uint32_t site = RP_OMP_ENTER ();
  hold *own = own_hold (lock);
  if (!own)
    rp_stop_misuse (site, "a read-write lock is given back by a task that does not hold it");
  rp_range object = own->object;
  *own = holds.items[--holds.count];
  GIVE_BACK_REALLY (pthread_rwlock_unlock, lock);
  rp_omp_end_section (object, site);
  rp_omp_leave ();
  return 0;
}
