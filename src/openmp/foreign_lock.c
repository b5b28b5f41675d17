/* Mutual exclusion that is not OpenMP's, in programs that are: pthread mutexes, which std::mutex uses, spin locks and
 * read-write locks. The tasks of a program take turns on one thread, and exclude each other by sections; the lock itself
 * is taken as well, for other threads of the program. */
#include "openmp/foreign.h"
#include "openmp/lock.h"

#include "base/vec.h"

#include <errno.h>
#include <time.h>

/* A program may have functions of its own by these names. */
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

/* Takes LOCK itself by the library's function NAME, which only tries, after the section. Only another thread can have
 * it; without one, the lock is of a kind that its holder cannot take again, and the section says all. */
#define TAKE_REALLY(NAME, LOCK) \
  do \
    { \
      RP_OMP_FIND_REAL (NAME); \
      while (real (LOCK) == EBUSY && rp_threads_wait ()) \
        rp_let_others_run (); \
    } \
  while (0)

/* The same for one that is not waited for: sets IS_FREE to false if another thread has it. */
#define TRY_REALLY(NAME, LOCK, IS_FREE) \
  do \
    { \
      RP_OMP_FIND_REAL (NAME); \
      if (real (LOCK) == EBUSY && rp_threads_others ()) \
        IS_FREE = false; \
    } \
  while (0)

#define GIVE_BACK_REALLY(NAME, LOCK) \
  do \
    { \
      RP_OMP_FIND_REAL (NAME); \
      real (LOCK); \
    } \
  while (0)

int
pthread_mutex_lock (pthread_mutex_t *mutex)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  if (rp_omp_is_gfortran (pc) && rp_thread_is_main ())
    return rp_omp_gfortran_lock (mutex, pc);
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_mutex_lock, mutex);
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_lock (mutex, site);
  TAKE_REALLY (pthread_mutex_trylock, mutex);
  rp_omp_leave ();
  return 0;
}

int
pthread_mutex_trylock (pthread_mutex_t *mutex)
{
  if (rp_omp_is_gfortran ((uintptr_t) __builtin_return_address (0)) && rp_thread_is_main ())
    return rp_omp_gfortran_try_lock (mutex);
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_mutex_trylock, mutex);
  uint32_t site = RP_OMP_ENTER ();
  bool is_free = rp_omp_try_lock (mutex, site);
  if (is_free)
    {
      TRY_REALLY (pthread_mutex_trylock, mutex, is_free);
      if (!is_free)
        rp_omp_unlock (mutex, site);
    }
  rp_omp_leave ();
  return is_free ? 0 : EBUSY;
}

int
pthread_mutex_unlock (pthread_mutex_t *mutex)
{
  if (rp_omp_gfortran_gives_back (mutex) || !rp_omp_is_ours ())
    RP_OMP_REAL (pthread_mutex_unlock, mutex);
  uint32_t site = RP_OMP_ENTER ();
  GIVE_BACK_REALLY (pthread_mutex_unlock, mutex);
  rp_omp_unlock (mutex, site);
  rp_omp_leave ();
  return 0;
}

/* Nobody holds a lock for long here. */
int
pthread_mutex_timedlock (pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_mutex_timedlock, mutex, until);
  return pthread_mutex_lock (mutex);
}

int
pthread_mutex_clocklock (pthread_mutex_t *restrict mutex, clockid_t clock,
                         const struct timespec *restrict until)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_mutex_clocklock, mutex, clock, until);
  return pthread_mutex_lock (mutex);
}

/* ---- spin locks ---- */

int
pthread_spin_lock (pthread_spinlock_t *lock)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_spin_lock, lock);
  uint32_t site = RP_OMP_ENTER ();
  rp_omp_lock ((const void *) lock, site);
  TAKE_REALLY (pthread_spin_trylock, lock);
  rp_omp_leave ();
  return 0;
}

int
pthread_spin_trylock (pthread_spinlock_t *lock)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_spin_trylock, lock);
  uint32_t site = RP_OMP_ENTER ();
  bool is_free = rp_omp_try_lock ((const void *) lock, site);
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
    RP_OMP_REAL (pthread_spin_unlock, lock);
  uint32_t site = RP_OMP_ENTER ();
  GIVE_BACK_REALLY (pthread_spin_unlock, lock);
  rp_omp_unlock ((const void *) lock, site);
  rp_omp_leave ();
  return 0;
}

/* ---- read-write locks: sections exclude each other if their objects overlap. Who writes takes all bytes of the
 * lock, who reads one of its own ---- */

typedef struct hold
{
  const void *lock;
  const rp_omp_task *task;
  rp_range object;
} hold;

static RP_VEC (hold) holds; /* of read-write locks */

static bool
is_held (rp_range object)
{
  for (size_t i = 0; i < holds.count; i++)
    if (rp_range_overlaps (holds.items[i].object, object))
      return true;
  return false;
}

/* Another byte than last time, so that the sections of two readers have nothing in common. */
static rp_range
reader_object (const pthread_rwlock_t *lock)
{
  static unsigned last;
  rp_range object = rp_omp_lock_object (lock);
  for (size_t i = 0; i < sizeof *lock; i++)
    {
      rp_range own = { object.base + ++last % sizeof *lock, 1 };
      if (!is_held (own))
        return own;
    }
  return object;
}

static rp_range
writer_object (const pthread_rwlock_t *lock)
{
  return (rp_range) { rp_omp_lock_object (lock).base, sizeof *lock };
}

static bool
take_really (pthread_rwlock_t *lock, bool is_writer, bool waits)
{
  bool is_free = true;
  if (waits && is_writer)
    TAKE_REALLY (pthread_rwlock_trywrlock, lock);
  else if (waits)
    TAKE_REALLY (pthread_rwlock_tryrdlock, lock);
  else if (is_writer)
    TRY_REALLY (pthread_rwlock_trywrlock, lock, is_free);
  else
    TRY_REALLY (pthread_rwlock_tryrdlock, lock, is_free);
  return is_free;
}

static int
hold_lock (pthread_rwlock_t *lock, rp_range object, bool waits, uint32_t site)
{
  if (!waits && rp_isolated_is_taken (&object, 1))
    {
      rp_let_others_run ();
      rp_omp_leave ();
      return EBUSY;
    }
  if (waits)
    rp_omp_begin_section (object, site);
  else
    rp_omp_begin_free_section (object, site);
  if (!take_really (lock, object.size > 1, waits))
    {
      rp_omp_end_section (object, site);
      rp_omp_leave ();
      return EBUSY;
    }
  RP_VEC_PUSH (&holds, (hold) { lock, rp_omp_current (), object });
  rp_omp_leave ();
  return 0;
}

#define HOLD(NAME, KIND, WAITS) \
  int pthread_rwlock_##NAME (pthread_rwlock_t *lock) \
  { \
    if (!rp_omp_is_ours ()) \
      RP_OMP_REAL (pthread_rwlock_##NAME, lock); \
    uint32_t site = RP_OMP_ENTER (); \
    return hold_lock (lock, KIND##_object (lock), WAITS, site); \
  }

HOLD (rdlock, reader, true)
HOLD (wrlock, writer, true)
HOLD (tryrdlock, reader, false)
HOLD (trywrlock, writer, false)

int
pthread_rwlock_unlock (pthread_rwlock_t *lock)
{
  if (!rp_omp_is_ours ())
    RP_OMP_REAL (pthread_rwlock_unlock, lock);
  uint32_t site = RP_OMP_ENTER ();
  size_t place = holds.count;
  while (place > 0
         && (holds.items[place - 1].lock != lock
             || holds.items[place - 1].task != rp_omp_current ()))
    place--;
  if (!place)
    rp_stop_misuse (site, "a read-write lock is given back by a task that does not hold it");
  rp_range object = holds.items[place - 1].object;
  holds.items[place - 1] = holds.items[--holds.count];
  GIVE_BACK_REALLY (pthread_rwlock_unlock, lock);
  rp_omp_end_section (object, site);
  rp_omp_leave ();
  return 0;
}
