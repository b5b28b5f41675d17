/* Locks of <omp.h> [OpenMP 5.2, 18.9]. gcc's omp_lock_t has 4 bytes, its omp_nest_lock_t 16; both have 8 with
 * clang. The state of a lock needs more, so it is kept here, by the address of the lock. The holder of a lock is a
 * task. Each initialisation makes another lock. */
#include "inside/openmp/lock.h"

#include "base/map.h"
#include "base/panic.h"
#include "inside/openmp/other_threads.h"

typedef struct lock
{
  uint64_t
    holder; /* serial number of the task; not its address, because a later task may have the same address */
  unsigned count; /* how often the holder has set the lock; 0: the lock is free */
  uint32_t last;  /* the step in which the lock was last given back; 0: none */
  /* The value of COUNT before a unit for which the lock did not count (locks_around.h) set the lock again; or 0. */
  unsigned lent;
} lock;

static rp_map locks; /* address -> lock */

static lock *
lock_at (const void *address)
{
  uint64_t *place = rp_map_insert (&locks, (uintptr_t) address, NULL);
  if (!*place)
    *place = (uintptr_t) rp_calloc (1, sizeof (lock));
  return (lock *) (uintptr_t) *place;
}

static void
make (const void *address)
{
  *lock_at (address) = (lock) { 0 };
  rp_omp_lock_renew (address);
}

static void
destroy (const void *address)
{
  *lock_at (address) = (lock) { 0 };
}

bool
rp_omp_is_lock (uintptr_t address)
{
  return rp_map_find (&locks, address);
}

static void
wait_for_ever (uint32_t site)
{
  rp_promise_wait_at (rp_promise_new_at (RP_WAIT_OWN_LOCK, site), site);
}

static void
take (void *address, bool nests, bool waits, uint32_t site)
{
  lock *own = lock_at (address);
  if (own->holder == rp_omp_current ()->serial && own->count)
    {
      if (!nests)
        wait_for_ever (site);
      if (rp_guest_take_lent ())
        own->lent = own->count;
      own->count++;
      return;
    }
  if (waits)
    rp_omp_begin_section (rp_omp_lock_object (address), site);
  else
    rp_omp_begin_free_section (rp_omp_lock_object (address), site);
  own = lock_at (address);
  own->holder = rp_omp_current ()->serial;
  own->count = 1;
}

static void
unset (void *address, uint32_t site)
{
  lock *own = lock_at (address);
  if (!own->count)
    rp_stop_misuse (site, "OpenMP: a lock is unset that nobody holds");
  if (own->holder != rp_omp_current ()->serial)
    rp_stop_misuse (site, "OpenMP: a lock is unset by a task that does not hold it");
  if (--own->count == 0)
    {
      own->holder = 0;
      own->last = rp_engine_step_now ();
      rp_omp_end_section (rp_omp_lock_object (address), site);
    }
  else if (own->count == own->lent)
    {
      own->lent = 0;
      rp_guest_give_lent ();
    }
}

/* Returns whether OWN, a free lock, may be held at this place in another schedule: the step that last gave the lock
 * back does not come before the running step in every schedule. */
static bool
may_be_taken (const lock *own)
{
  return own->last && !rp_engine_is_after (own->last);
}

/* Records in TASK->denied that TASK gets 0 for the lock at ADDRESS, and returns true. Returns false if TASK got 0 for
 * this lock before, or for too many others. */
static bool
deny (rp_omp_task *task, const void *address)
{
  for (size_t i = 0; i < sizeof task->denied / sizeof *task->denied; i++)
    if (!task->denied[i])
      {
        task->denied[i] = address;
        return true;
      }
    else if (task->denied[i] == address)
      return false;
  return false;
}

/* Tries to take the lock at ADDRESS. If the lock is free, or NESTS and the running task holds the lock already, returns
 * how often the task holds the lock then. Otherwise lets other tasks run, and returns 0. The task also gets 0 for a
 * free lock that may be held in another schedule, because the task's code for this case must be checked. But the task
 * gets this 0 only if it never got 0 for this lock, and only for its first locks: a task that takes whichever lock is
 * free must go on. */
static int
test (void *address, bool nests, uint32_t site)
{
  const lock *own = lock_at (address);
  rp_omp_task *task = rp_omp_current ();
  bool is_taken = (own->count && (own->holder != task->serial || !nests))
                  || rp_other_threads_has ((uintptr_t) address);
  bool is_denied = (is_taken || (!own->count && may_be_taken (own))) && deny (task, address);
  if (is_taken || is_denied)
    {
      rp_let_others_run ();
      return 0;
    }
  if (!own->count)
    rp_omp_note_try (site);
  take (address, nests, false, site);
  return (int) lock_at (address)->count;
}

#define CALLER ((uintptr_t) __builtin_return_address (0))

#define LOCK(KIND, NESTS) \
  void omp_init_##KIND (void *address) \
  { \
    RP_OMP_ENTER (); \
    make (address); \
    rp_omp_leave (); \
  } \
  void omp_init_##KIND##_with_hint (void *address, int hint) \
  { \
    (void) hint; \
    omp_init_##KIND (address); \
  } \
  void omp_destroy_##KIND (void *address) \
  { \
    RP_OMP_ENTER (); \
    destroy (address); \
    rp_omp_leave (); \
  } \
  void omp_set_##KIND (void *address) \
  { \
    uint32_t site = rp_omp_enter_section (CALLER); \
    take (address, NESTS, true, site); \
    rp_omp_leave (); \
  } \
  void omp_unset_##KIND (void *address) \
  { \
    uint32_t site = rp_omp_enter_between_units (CALLER); \
    unset (address, site); \
    rp_omp_leave (); \
  } \
  int omp_test_##KIND (void *address) \
  { \
    uint32_t site = RP_OMP_ENTER (); \
    int count = test (address, NESTS, site); \
    rp_omp_leave (); \
    return count; \
  } \
  void omp_init_##KIND##_ (void *address) \
  { \
    omp_init_##KIND (address); \
  } \
  void omp_destroy_##KIND##_ (void *address) \
  { \
    omp_destroy_##KIND (address); \
  } \
  void omp_set_##KIND##_ (void *address) \
  { \
    uint32_t site = rp_omp_enter_section (CALLER); \
    take (address, NESTS, true, site); \
    rp_omp_leave (); \
  } \
  void omp_unset_##KIND##_ (void *address) \
  { \
    uint32_t site = rp_omp_enter_between_units (CALLER); \
    unset (address, site); \
    rp_omp_leave (); \
  } \
  int omp_test_##KIND##_ (void *address) \
  { \
    uint32_t site = RP_OMP_ENTER (); \
    int count = test (address, NESTS, site); \
    rp_omp_leave (); \
    return count; \
  }

LOCK (lock, false)
LOCK (nest_lock, true)
